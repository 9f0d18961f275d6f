/**
 * Simulates a third-party paymaster before the user is asked: whether it validates the operation,
 * until when, and what it charges at the operation's maximum cost. The approval limits the charge;
 * this keeps users from signing an operation that would fail, or be charged otherwise.
 *
 * @module
 */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  numberToHex,
  parseAbi,
} from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/protocol/errors.ts";
import type { OperationJson } from "../../../core/protocol/service/mod.ts";
import type { Chain } from "../../chain/chain.ts";
import { NodeError } from "../../chain/node.ts";
import { readEffects } from "../../chain/effects.ts";
import {
  accountCall,
  type CallResult,
  simulateCalls,
  type Simulated,
} from "../../chain/simulate.ts";
import { operationHash, packOperation } from "../../entry_point/codec.ts";
import { validatePaymasterAbi } from "../../entry_point/packed_abi.ts";
import { maxCost } from "./payment.ts";

/** Charge to verify. */
export interface Charge {
  readonly chain: Chain;
  readonly account: Simulated;
  readonly token: Address;
  readonly paymaster: Address;
  /** Placeholder for the operation's signature. */
  readonly stubSignature: Hex;
  /** In the token's smallest unit. */
  readonly maximum: bigint;
  /** Unix second until which the paymaster's signature must hold. */
  readonly minValidUntil: number;
}

const postOpAbi = parseAbi([
  "function postOp(uint8 mode, bytes context, uint256 actualGasCost, uint256 actualUserOpFeePerGas)",
]);

/**
 * Simulates the charge. Resolves with the last second at which the paymaster accepts the operation.
 * On nodes without `eth_simulateV1`, only the validation is called.
 *
 * @throws {AcctError} `sponsor_failed`
 */
export async function checkCharge(charge: Charge, operation: OperationJson): Promise<number> {
  const { chain, account, paymaster } = charge;
  const cost = maxCost(operation);
  const validate = {
    from: ENTRY_POINT,
    to: paymaster,
    data: encodeFunctionData({
      abi: validatePaymasterAbi,
      functionName: "validatePaymasterUserOp",
      args: [packOperation(operation), operationHash(operation, chain.id), cost],
    }),
  };
  const [validated] = await simulateCalls(chain, account, [validate]) ??
    [await callOnce(chain, validate)];
  const { context, until } = readValidation(validated, charge.minValidUntil);
  const act = accountCall({ ...operation, signature: charge.stubSignature });
  const settle = context === "0x" ? [] : [settlement(charge, operation, context)];
  const results = await simulateCalls(chain, account, [validate, act, ...settle]);
  if (results === null) return until;
  if (!results.every(({ status }) => status === "0x1")) {
    throw failed("It could not take the fee.");
  }
  // Transfers of the calls themselves are displayed elsewhere.
  const logs = results.flatMap((result, index) => index === 1 ? [] : result.logs ?? []);
  for (const [taken, delta] of readEffects(account.address, logs).changes) {
    if (delta < 0n && taken !== charge.token.toLowerCase()) throw failed("It takes another token.");
    if (-delta > charge.maximum) throw failed("It takes more than the maximum.");
  }
  return until;
}

/** Builds the settlement of an operation at its maximum cost, within its gas limit. */
function settlement(
  { paymaster }: Charge,
  operation: OperationJson,
  context: Hex,
): { from: Address; to: Address; data: Hex; gas: Hex } {
  const data = encodeFunctionData({
    abi: postOpAbi,
    functionName: "postOp",
    args: [0, context, maxCost(operation), hexToBigInt(operation.maxFeePerGas)],
  });
  // An external call pays the cost of a transaction first (EIP-2028, EIP-7623), at most this.
  const outside = 21_000n + 40n * BigInt(data.length / 2);
  const gas = hexToBigInt(operation.paymasterPostOpGasLimit ?? "0x0") + outside;
  return { from: ENTRY_POINT, to: paymaster, data, gas: numberToHex(gas) };
}

async function callOnce(
  chain: Chain,
  call: { readonly from: Address; readonly to: Address; readonly data: Hex },
): Promise<CallResult> {
  try {
    const returnData = await chain.node.request<Hex>("eth_call", [call, "latest"]);
    return { status: "0x1", returnData };
  } catch (error) {
    if (error instanceof NodeError) return { status: "0x0", returnData: "0x" };
    throw error;
  }
}

/**
 * Reads the validation result like the EntryPoint: 6 bytes valid from, 6 bytes valid until (0:
 * unlimited), 20 bytes that are 0 on success.
 */
function readValidation(
  result: CallResult | undefined,
  minValidUntil: number,
): { readonly context: Hex; readonly until: number } {
  let context: Hex;
  let verdict: bigint;
  try {
    if (result?.status !== "0x1") throw failed("Its contract refuses the operation.");
    [context, verdict] = decodeFunctionResult({
      abi: validatePaymasterAbi,
      functionName: "validatePaymasterUserOp",
      data: result.returnData,
    });
  } catch (cause) {
    throw cause instanceof AcctError
      ? cause
      : new AcctError("sponsor_failed", { detail: "Its contract returns invalid data.", cause });
  }
  if (verdict & ((1n << 160n) - 1n)) throw failed("Its contract does not know its signature.");
  const until = Number((verdict >> 160n) & 0xffffffffffffn) || Number.MAX_SAFE_INTEGER;
  const after = Number(verdict >> 208n);
  if (after * 1000 > Date.now()) throw failed("Its word does not hold yet.");
  if (until < minValidUntil) throw failed("Its word ends too soon.");
  return { context, until };
}

function failed(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
