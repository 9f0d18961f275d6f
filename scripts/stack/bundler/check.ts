/** Checks whether the EntryPoint would accept operations. @module */
import {
  type Address,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  size,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { AcctError } from "../../../core/ground/errors.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { type Node, NodeError, revertData } from "../../../service/chain/node/node.ts";
import { revertReason } from "../../../service/chain/simulation/revert.ts";
import { packOperation } from "../../../service/entry_point/codec.ts";
import { bundlerCodes, BundlerError } from "../../../service/chain/node/bundler.ts";

/** Encodes the call of `handleOps`. */
export function handleOpsData(operations: readonly OperationJson[], beneficiary: Address): Hex {
  return encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [operations.map(packOperation), beneficiary],
  });
}

/** JSON-RPC code for invalid parameters: never the result of a call. */
const INVALID_PARAMS = -32602;

/** Simulates the bundle; resolves with the error and the operation's index, or null. */
export async function checkBundle(
  node: Node,
  operations: readonly OperationJson[],
  bundler: Address,
  gas: bigint,
): Promise<{ index: number; error: BundlerError } | null> {
  try {
    await node.request("eth_call", [{
      from: bundler,
      to: ENTRY_POINT,
      data: handleOpsData(operations, bundler),
      gas: numberToHex(gas),
    }, "latest"]);
    return null;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    // The node's own latest block does not exist: the simulation failed because of a
    // reorganisation.
    if (error.code === INVALID_PARAMS) throw new AcctError("chain_down", { cause: error });
    return entryPointRefusal(revertData(error.data), error.message);
  }
}

/** Decodes the EntryPoint's revert data. */
export function entryPointRefusal(
  data: Hex | null,
  message: string,
): { index: number; error: BundlerError } {
  if (data !== null && size(data) >= 4) {
    try {
      const { errorName, args } = decodeErrorResult({ abi: entryPoint08Abi, data });
      if (errorName === "FailedOp") {
        const [index, reason] = args;
        return { index: Number(index), error: new BundlerError(errorCode(reason), reason) };
      }
      if (errorName === "FailedOpWithRevert") {
        const [index, reason, inner] = args;
        const text = size(inner) < 4 ? reason : `${reason}: ${revertReason(inner)}`;
        return { index: Number(index), error: new BundlerError(errorCode(reason), text, inner) };
      }
    } catch {
      // Not an error of the EntryPoint: described below.
    }
  }
  const text = data === null ? message : revertReason(data);
  return { index: 0, error: new BundlerError(bundlerCodes.rejectedByEntryPoint, text, data) };
}

/** Returns ERC-7769's code for the EntryPoint's reason. */
function errorCode(reason: string): number {
  const code = /\bAA(\d\d)\b/.exec(reason)?.[1] ?? "";
  if (code === "22" || code === "32") return bundlerCodes.outOfTimeRange;
  if (code === "24" || code === "34") return bundlerCodes.signatureFailed;
  if (code === "31") return bundlerCodes.paymasterDepositTooLow;
  return code.startsWith("3")
    ? bundlerCodes.rejectedByPaymaster
    : bundlerCodes.rejectedByEntryPoint;
}
