/** Fills in the gas limits of an operation from the bundler's estimate. @module */
import { type Address, type Hex, hexToBigInt, hexToBytes, numberToHex } from "viem";
import type { Bound } from "../../../core/account/calls.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { bundlerCodes, BundlerError, type GasEstimate } from "../node/bundler.ts";
import type { Chain } from "../chain.ts";
import type { PayableState } from "../state.ts";
import { joinNonce } from "../../entry_point/codec.ts";
import { operationError } from "../node/refusal.ts";

/** Gas for calls that revert in the simulation: enough for them to revert onchain too. */
const FAILING_CALL_GAS = 1_000_000n;

const SIGNATURE_GAS = { precompile: 16_000n, contract: 320_000n } as const;

/** Input of an estimate in addition to the operation. */
export interface Estimation {
  readonly chain: Chain;
  readonly state: PayableState;
  /** Creation of the account, where another pending operation deploys it. */
  readonly creation: { readonly factory?: Address; readonly factoryData?: Hex };
  /** Placeholder for the signature. */
  readonly stubSignature: Hex;
  readonly signatureGas: bigint;
}

/** Inputs that are the same for every payer. */
export interface Quote extends Estimation {
  readonly draft: OperationJson;
  /** Bounds in its call data. */
  readonly bounds: readonly Bound[];
  /** Bytes after the encoded calls. */
  readonly suffix?: Hex | undefined;
  readonly reverts: boolean;
}

/** Returns the gas of verifying a real passkey signature, which a stub does not use. */
export function signatureGas(p256: boolean): bigint {
  return p256 ? SIGNATURE_GAS.precompile : SIGNATURE_GAS.contract;
}

/** Fills in the gas limits. `reason` describes why the calls would revert. */
export async function withGas(
  quote: Estimation,
  operation: OperationJson,
): Promise<{ operation: OperationJson; reason: string | null }> {
  const { gas, reason } = await estimate(quote, operation);
  const filled: OperationJson = {
    ...operation,
    callGasLimit: numberToHex(gas.callGasLimit),
    verificationGasLimit: numberToHex(gas.verificationGasLimit + quote.signatureGas),
    preVerificationGas: numberToHex(gas.preVerificationGas),
    ...(operation.paymaster !== undefined && {
      paymasterVerificationGasLimit: numberToHex(
        max(gas.paymasterVerificationGasLimit, operation.paymasterVerificationGasLimit),
      ),
      paymasterPostOpGasLimit: numberToHex(
        max(gas.paymasterPostOpGasLimit, operation.paymasterPostOpGasLimit),
      ),
    }),
  };
  return { operation: filled, reason };
}

/** Estimates with the bundler. Calls that revert are estimated as empty, with the reason. */
async function estimate(
  quote: Estimation,
  operation: OperationJson,
): Promise<{ gas: GasEstimate; reason: string | null }> {
  const { bundler } = quote.chain;
  const options = { balance: quote.state.balance };
  const forms = estimateVariants(quote, operation);
  for (const [index, form] of forms.entries()) {
    const ask = async (callData: Hex) => {
      const gas = await bundler.estimate({ ...form, callData }, options);
      const longer = dataGas(operation.nonce, operation.callData) - dataGas(form.nonce, callData);
      const preVerificationGas = gas.preVerificationGas + (longer > 0n ? longer : 0n) -
        foreignDataGas(form, operation);
      return { ...gas, preVerificationGas };
    };
    try {
      return { gas: await ask(form.callData), reason: null };
    } catch (error) {
      if (!(error instanceof BundlerError)) throw error;
      if (error.code === bundlerCodes.executionReverted) {
        const gas = await ask("0x").catch((next) => {
          throw operationError(next);
        });
        return { gas: { ...gas, callGasLimit: FAILING_CALL_GAS }, reason: error.message };
      }
      if (index < forms.length - 1) continue;
      throw error.aa?.startsWith("AA3") ? error : operationError(error);
    }
  }
  throw new AcctError("internal");
}

/**
 * Returns the variants of an operation that can be estimated. A bundler that simulates on the
 * latest block accepts only the next nonce, and only an account that exists or is created. A
 * bundler that simulates on pending transactions accepts the operation unchanged.
 */
function estimateVariants(quote: Estimation, operation: OperationJson): OperationJson[] {
  const key = hexToBigInt(operation.nonce) >> 64n;
  const nonce = joinNonce({ key, sequence: quote.state.sequences.get(key) ?? 0n });
  const signature = quote.stubSignature;
  const now: OperationJson = { ...operation, ...quote.creation, nonce, signature };
  const same = nonce === operation.nonce && quote.creation.factory === undefined;
  return same ? [now] : [now, { ...operation, signature }];
}

/** Gas per byte of call data, at most and at least (EIP-7623). */
const BYTE_GAS = { most: { zero: 10, other: 40 }, least: { zero: 4, other: 16 } } as const;

/** Returns the most gas that bytes cost as call data, for bytes that an estimate lacks. */
function dataGas(...parts: readonly Hex[]): bigint {
  return byteGas(parts, BYTE_GAS.most);
}

/** Returns the gas of a creation that the estimate includes and another operation pays for. */
function foreignDataGas(form: OperationJson, operation: OperationJson): bigint {
  if (operation.factory !== undefined || form.factory === undefined) return 0n;
  return byteGas([form.factory, form.factoryData ?? "0x"], BYTE_GAS.least);
}

function byteGas(parts: readonly Hex[], { zero, other }: { zero: number; other: number }): bigint {
  const bytes = parts.flatMap((part) => [...hexToBytes(part)]);
  return BigInt(bytes.reduce((sum, byte) => sum + (byte === 0 ? zero : other), 0));
}

function max(a: bigint, b: Hex | undefined): bigint {
  const other = hexToBigInt(b ?? "0x0");
  return a > other ? a : other;
}
