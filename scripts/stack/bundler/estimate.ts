/**
 * Estimates gas from one trace. The EntryPoint's code is overridden with the simulation contract:
 * its `simulateHandleOp` runs the complete operation and ignores invalid stub signatures.
 *
 * @module
 */
import {
  decodeFunctionResult,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  hexToBigInt,
  numberToHex,
  size,
  toFunctionSelector,
  zeroAddress,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Node } from "../../../service/chain/node/node.ts";
import { revertReason } from "../../../service/chain/simulation/revert.ts";
import { packOperation } from "../../../service/entry_point/codec.ts";
import { simulationsAbi, validatePaymasterAbi } from "../../../service/entry_point/packed_abi.ts";
import {
  bundlerCodes,
  BundlerError,
  type GasEstimate,
} from "../../../service/chain/node/bundler.ts";
import { entryPointRefusal } from "./check.ts";
import { overhead } from "./overhead.ts";

/** Call frame of `callTracer`. */
interface Frame {
  readonly to?: Hex;
  readonly input: Hex;
  readonly output?: Hex;
  /** Gas limit of the frame. */
  readonly gas: Hex;
  readonly gasUsed: Hex;
  readonly error?: string;
  readonly calls?: readonly Frame[];
}

const VALIDATE_PAYMASTER = toFunctionSelector(validatePaymasterAbi[0]);
const INNER = toFunctionSelector(
  getAbiItem({ abi: entryPoint08Abi, name: "innerHandleOp" }),
);
const POST_OP = toFunctionSelector("postOp(uint8,bytes,uint256,uint256)");

/** Gas limits in the trace; their sum fits into the largest transaction of EIP-7825. */
const TRACE_GAS = { verification: 5_000_000n, call: 8_000_000n, paymaster: 1_000_000n } as const;
const TRACE_TRANSACTION_GAS = 16_700_000n;
/** Margin for the calls, below the 40,000 from which unused gas is penalised. */
const CALL_ROOM = 25_000n;

/** Estimates an operation. */
export async function estimate(
  node: Node,
  operation: OperationJson,
  { balance, simulationCode }: { balance: bigint; simulationCode: Hex },
): Promise<GasEstimate> {
  const sponsored = operation.paymaster !== undefined;
  // One wei per gas: the prefund is paid (which costs gas), but it is almost zero.
  const traced: OperationJson = {
    ...operation,
    verificationGasLimit: numberToHex(TRACE_GAS.verification),
    callGasLimit: numberToHex(TRACE_GAS.call),
    preVerificationGas: "0x0",
    maxFeePerGas: "0x1",
    maxPriorityFeePerGas: "0x1",
    ...(sponsored && {
      paymasterVerificationGasLimit: numberToHex(TRACE_GAS.paymaster),
      paymasterPostOpGasLimit: numberToHex(TRACE_GAS.paymaster),
    }),
  };
  const top = await node.request<Frame>("debug_traceCall", [
    {
      from: zeroAddress,
      to: ENTRY_POINT,
      data: encodeFunctionData({
        abi: simulationsAbi,
        functionName: "simulateHandleOp",
        args: [packOperation(traced), zeroAddress, "0x"],
      }),
      gas: numberToHex(TRACE_TRANSACTION_GAS),
    },
    "latest",
    {
      tracer: "callTracer",
      stateOverrides: {
        [ENTRY_POINT]: { code: simulationCode },
        [operation.sender]: { balance: numberToHex(balance + TRACE_TRANSACTION_GAS) },
      },
    },
  ]);
  if (top.error !== undefined) {
    throw entryPointRefusal(top.output ?? null, top.error).error;
  }
  const { preOpGas } = decodeFunctionResult({
    abi: simulationsAbi,
    functionName: "simulateHandleOp",
    data: top.output ?? "0x",
  });
  const calls = top.calls ?? [];
  const paymaster = calls.find((frame) => frame.input.startsWith(VALIDATE_PAYMASTER));
  const inner = calls.find((frame) => frame.input.startsWith(INNER))?.calls ?? [];
  const execution = inner.find((frame) => sameAddress(frame.to, operation.sender));
  const postOp = inner.find((frame) => frame.input.startsWith(POST_OP));
  if (execution?.error !== undefined) {
    const data = execution.output ?? null;
    throw new BundlerError(bundlerCodes.executionReverted, revertReason(data), data);
  }
  const paymasterGas = paymaster === undefined ? 0n : hexToBigInt(paymaster.gasUsed);
  const used = execution === undefined ? 0n : hexToBigInt(execution.gasUsed);
  const validation = calls.filter((frame) => frame !== paymaster && !frame.input.startsWith(INNER));
  const held = validation.reduce((most, frame) => max(most, heldBack(frame)), 0n);
  return {
    verificationGasLimit: withMargin(preOpGas - paymasterGas + held, 5_000n),
    callGasLimit: execution === undefined ? 0n : withMargin(needed(execution), CALL_ROOM),
    preVerificationGas: withMargin(overhead(operation, preOpGas + used), 0n),
    paymasterVerificationGasLimit: paymaster === undefined
      ? 0n
      : withMargin(needed(paymaster), 20_000n),
    paymasterPostOpGasLimit: postOp === undefined ? 0n : withMargin(needed(postOp), 10_000n),
  };
}

/** Returns the gas a frame needs at its start: its own use, and the gas that its calls reserve. */
function needed(frame: Frame): bigint {
  return hexToBigInt(frame.gasUsed) + heldBack(frame);
}

/** EIP-150: a caller keeps a 64th of its gas, so a call needs more than it uses. */
function heldBack(frame: Frame): bigint {
  return (frame.calls ?? []).reduce((most, child) => {
    const inside = max(needed(child), demanded(frame, child));
    return max(most, inside - hexToBigInt(child.gasUsed) + inside / 63n);
  }, 0n);
}

/**
 * Returns the gas that a caller provided and may require. If a call with a gas limit failed or
 * returned no data, a careful caller checks that it had this much gas. With less, the result would
 * not be reliable.
 */
function demanded(caller: Frame, { gas, error, output = "0x" }: Frame): bigint {
  const given = hexToBigInt(gas);
  const left = hexToBigInt(caller.gas) - hexToBigInt(caller.gasUsed);
  const isLimited = given < left - left / 64n;
  return isLimited && (error !== undefined || size(output) < 32) ? given : 0n;
}

function withMargin(gas: bigint, room: bigint): bigint {
  return gas + gas / 50n + room;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function sameAddress(a: Hex | undefined, b: Hex): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}
