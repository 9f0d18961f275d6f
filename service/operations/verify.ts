/** Checks an operation's signature before anything of it is kept. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  parseAbi,
} from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import { type Chain, MULTICALL } from "../chain/chain.ts";
import { NodeError, revertData } from "../chain/node.ts";
import { packOperation } from "./codec.ts";
import { validateAbi } from "./packed_abi.ts";

/** How an account comes to be. */
export interface Creation {
  readonly factory: Address;
  readonly factoryData: Hex;
}

/** The verdict on a signature; `no_account` where an account without code cannot be asked. */
export type Verdict = "valid" | "invalid" | "no_account";

/**
 * Asks the account whether an owner signed. Owners are passkeys, addresses and contracts, and change
 * on the chain alone, so nothing else can know.
 *
 * @param creation Creates the account first, where it has no code yet
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

/** The refusal of an operation that no owner signed. */
export function notSigned(): AcctError {
  return new AcctError("operation_refused", { detail: "AA24 signature error" });
}

const ownerAbi = parseAbi(["function isOwnerSignature(bytes32, bytes) view returns (bool)"]);

/** Has the account validate the operation, as the EntryPoint will. */
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
    // The lowest 20 bytes are the signature's verdict (ERC-4337): 0 is good.
    return answer.length === 66 && /^0{40}$/.test(answer.slice(-40)) ? "valid" : "invalid";
  } catch (error) {
    return refusal(error);
  }
}

/** Creates the account and asks it, in one call that every node can make. */
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
    const [, asked] = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: "aggregate3",
      data: answer,
    });
    return asked?.success === true && /^0x0{63}1$/.test(asked.returnData) ? "valid" : "invalid";
  } catch (error) {
    return refusal(error);
  }
}

/** Code of a call that reverted; some nodes give it to their own failures, but with other words. */
const REVERTED = 3;

/** A call that reverts is an answer; a node that fails, or takes no more requests, gave none. */
function refusal(error: unknown): "invalid" {
  if (!(error instanceof NodeError)) throw error;
  const reverted = error.code === REVERTED || revertData(error.data) !== null ||
    /revert/i.test(error.message);
  if (!reverted) throw new AcctError("chain_down", { cause: error });
  return "invalid";
}
