/** Gas limits of an operation, by the bundler's estimate. @module */
import { type Address, type Hex, hexToBigInt, hexToBytes, numberToHex } from "viem";
import { stubSignature } from "../../core/account/signature.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import { bundlerCodes, BundlerError, type GasEstimate } from "../bundler/bundler.ts";
import type { Chain } from "../chain/chain.ts";
import type { AccountState } from "../chain/state.ts";
import { joinNonce } from "./codec.ts";
import { operationError } from "./refusal.ts";

/** Gas for calls that fail when simulated: enough for them to fail on chain as well. */
const FAILING_CALL_GAS = 1_000_000n;

/** What stays the same whoever pays. */
export interface Quote {
  readonly chain: Chain;
  readonly state: AccountState;
  readonly draft: OperationJson;
  readonly creation: { readonly factory?: Address; readonly factoryData?: Hex };
  readonly ownerIndex: bigint;
  readonly signatureGas: bigint;
  readonly reverts: boolean;
}

/** Fills in the gas limits; `reason` says why the calls would fail. */
export async function withGas(
  quote: Quote,
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

/** Asks the bundler; calls that revert are estimated without themselves, and the reason told. */
async function estimate(
  quote: Quote,
  operation: OperationJson,
): Promise<{ gas: GasEstimate; reason: string | null }> {
  const { bundler } = quote.chain;
  const options = { balance: quote.state.balance };
  const forms = formsOf(quote, operation);
  for (const [index, form] of forms.entries()) {
    const ask = async (callData: Hex) => {
      const gas = await bundler.estimate({ ...form, callData }, options);
      const longer = dataGas(operation.nonce, operation.callData) - dataGas(form.nonce, callData);
      return longer > 0n ? { ...gas, preVerificationGas: gas.preVerificationGas + longer } : gas;
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
 * The forms in which an operation can be estimated. A bundler that looks at the latest block takes
 * only the next nonce, and only an account that exists or is being made; one that looks at pending
 * transactions takes the operation as it is.
 */
function formsOf(quote: Quote, operation: OperationJson): OperationJson[] {
  const key = hexToBigInt(operation.nonce) >> 64n;
  const nonce = joinNonce({ key, sequence: quote.state.sequences.get(key) ?? 0n });
  const signature = stubSignature(quote.ownerIndex);
  const now: OperationJson = { ...operation, ...quote.creation, nonce, signature };
  const same = nonce === operation.nonce && quote.creation.factory === undefined;
  return same ? [now] : [now, { ...operation, signature }];
}

/** Most that bytes cost as call data (EIP-7623): an estimate may stand on others than are sent. */
function dataGas(...parts: readonly Hex[]): bigint {
  const gas = parts.flatMap((part) => [...hexToBytes(part)])
    .reduce((sum, byte) => sum + (byte === 0 ? 10 : 40), 0);
  return BigInt(gas);
}

function max(a: bigint, b: Hex | undefined): bigint {
  const other = hexToBigInt(b ?? "0x0");
  return a > other ? a : other;
}
