/** Verifies an operation's signature before the operation is stored. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  parseAbi,
} from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { MULTICALL } from "../../../core/chain/contracts.ts";
import type { Chain } from "../chain.ts";
import { isRevert, readable } from "../node/failure.ts";
import { NodeError } from "../node/node.ts";
import { packOperation } from "../../entry_point/codec.ts";
import { validateAbi } from "../../entry_point/packed_abi.ts";

/** Factory call that creates an account. */
export interface Creation {
  readonly factory: Address;
  readonly factoryData: Hex;
}

/** Result of a verification; `no_account` if the account has no code to call. */
export type Verdict = "valid" | "invalid" | "no_account";

/**
 * Checks with the account whether an owner signed. Owners are passkeys, addresses and contracts,
 * and they change onchain, so only the account can verify signatures.
 *
 * @param creation Creates the account first, if it has no code yet
 */
export async function checkSignature(
  chain: Chain,
  operation: OperationJson,
  hash: Hex,
  creation: Creation | null,
): Promise<Verdict> {
  return creation === null
    ? await askAccount(chain, operation, hash)
    : await askCreated(chain, operation, hash, creation);
}

/** Returns the error for an operation that no owner signed. */
export function notSigned(): AcctError {
  return new AcctError("operation_refused", { detail: "AA24 signature error" });
}

const ownerAbi = parseAbi(["function isOwnerSignature(bytes32, bytes) view returns (bool)"]);

/** Has the account validate the operation, as the EntryPoint does. */
async function askAccount(chain: Chain, operation: OperationJson, hash: Hex): Promise<Verdict> {
  const data = encodeFunctionData({
    abi: validateAbi,
    functionName: "validateUserOp",
    args: [packOperation(operation), hash, 0n],
  });
  try {
    const call = { from: ENTRY_POINT, to: operation.sender, data };
    const answer = await chain.node.request<Hex>("eth_call", [call, "latest"]);
    if (answer === "0x") return "no_account";
    // The lowest 20 bytes are the result of the signature check (ERC-4337): 0 means valid.
    return answer.length === 66 && /^0{40}$/.test(answer.slice(-40)) ? "valid" : "invalid";
  } catch (error) {
    return refusal(error);
  }
}

/** Creates the account and checks with it in one `eth_call`, which every node supports. */
async function askCreated(
  chain: Chain,
  { sender, signature = "0x" }: OperationJson,
  hash: Hex,
  { factory, factoryData }: Creation,
): Promise<Verdict> {
  const question = encodeFunctionData({
    abi: ownerAbi,
    functionName: "isOwnerSignature",
    args: [hash, signature],
  });
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [[
      { target: factory, allowFailure: true, callData: factoryData },
      { target: sender, allowFailure: true, callData: question },
    ]],
  });
  try {
    const answer = await chain.node.request<Hex>("eth_call", [{ to: MULTICALL, data }, "latest"]);
    const [, asked] = readable(() =>
      decodeFunctionResult({
        abi: multicall3Abi,
        functionName: "aggregate3",
        data: answer,
      })
    );
    return asked?.success === true && /^0x0{63}1$/.test(asked.returnData) ? "valid" : "invalid";
  } catch (error) {
    return refusal(error);
  }
}

/**
 * Treats a revert as an invalid signature. An error of a node that fails or limits requests is
 * thrown instead.
 */
function refusal(error: unknown): "invalid" {
  if (!(error instanceof NodeError)) throw error;
  if (!isRevert(error)) throw new AcctError("chain_down", { cause: error });
  return "invalid";
}
