/**
 * Bounds the fees and gas limits of operations that others prepared by the service's own figures. The
 * EntryPoint pays the priority fee, all of `preVerificationGas` and a tenth of unused gas to the
 * bundler, which may be the caller: a sponsor that signs any figure hands out its deposit.
 *
 * @module
 */
import { type Hex, hexToBigInt, numberToHex, size } from "viem";
import { stubSignature } from "../../core/account/signature.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import { type AccountState, maxFeePerGas } from "../chain/state.ts";
import { signatureGas, withGas } from "../operations/gas.ts";
import { operationError } from "../operations/refusal.ts";

/** Gas of our paymaster's validation, with room; it has no postOp. */
export const VERIFICATION_GAS = 60_000n;

/** Percent of the service's own fees: viem's bundler client doubles what it reads. */
const FEE_PERCENT = 250n;
/** Percent of the base fee that any priority fee may reach, for chains without one of their own. */
const LEAST_TIP_PERCENT = 10n;
/**
 * Room above the service's own estimates, since bundlers estimate with different margins: percent of
 * the estimate, and gas on top, which counts where the estimate is small. `preVerificationGas` is
 * paid in full, so it has the least.
 */
const ROOM = {
  // The EntryPoint charges for unused gas from 40,000 on.
  callGasLimit: { percent: 20n, gas: 40_000n },
  verificationGasLimit: { percent: 20n, gas: 50_000n },
  preVerificationGas: { percent: 10n, gas: 5_000n },
  paymasterVerificationGasLimit: { percent: 20n, gas: 20_000n },
  paymasterPostOpGasLimit: { percent: 0n, gas: 20_000n },
} as const;
/** Bytes of a stub signature that an estimate counts: more than passkey wallets of the field have. */
const MAX_STUB_SIGNATURE = 1_024;

type GasField = keyof typeof ROOM;
const gasFields = Object.keys(ROOM) as GasField[];

/** An operation to be sponsored, with the state of its account. */
export interface Offer {
  readonly chain: Chain;
  readonly state: AccountState;
  /** With our paymaster and its stub data. */
  readonly operation: OperationJson;
}

/**
 * Refuses fees above a small multiple of the chain's.
 *
 * @throws {AcctError} `sponsor_failed` naming the field and its bound
 */
export function checkFees({ state, operation }: Offer): void {
  const { baseFee } = state.block;
  const tip = state.tip * FEE_PERCENT / 100n;
  const least = baseFee * LEAST_TIP_PERCENT / 100n;
  checkField(operation, "maxFeePerGas", maxFeePerGas(state) * FEE_PERCENT / 100n);
  checkField(operation, "maxPriorityFeePerGas", tip > least ? tip : least);
}

/**
 * Refuses gas limits above the service's own estimate, and operations whose estimate fails.
 *
 * @throws {AcctError} `sponsor_failed` naming the field and its bound; what the bundler said
 */
export async function checkGas({ chain, state, operation }: Offer): Promise<void> {
  const { p256 } = await chain.probe();
  const { operation: own, reason } = await withGas(
    {
      chain,
      state,
      creation: {},
      stubSignature: stubOf(operation.signature),
      signatureGas: signatureGas(p256),
    },
    {
      ...operation,
      paymasterVerificationGasLimit: numberToHex(VERIFICATION_GAS),
      paymasterPostOpGasLimit: "0x0",
    },
  ).catch((error) => {
    throw operationError(error);
  });
  if (reason !== null) {
    throw new AcctError("sponsor_failed", { detail: `The calls would fail: ${reason}` });
  }
  for (const field of gasFields) {
    const estimate = hexToBigInt(own[field] ?? "0x0");
    const { percent, gas } = ROOM[field];
    checkField(operation, field, estimate + estimate * percent / 100n + gas);
  }
}

function checkField(
  operation: OperationJson,
  field: GasField | "maxFeePerGas" | "maxPriorityFeePerGas",
  bound: bigint,
): void {
  const given = hexToBigInt(operation[field] ?? "0x0");
  if (given <= bound) return;
  throw new AcctError("sponsor_failed", {
    field: `params[0].${field}`,
    detail: `${field} is ${given}; the sponsor signs at most ${bound} here.`,
  });
}

/**
 * The caller's stub signature where it has a common size, since other accounts cannot read ours. The
 * operation's hash does not cover it: bytes that are never sent would be paid as call data.
 */
function stubOf(signature: Hex = "0x"): Hex {
  return signature === "0x" || size(signature) > MAX_STUB_SIGNATURE ? stubSignature(0n) : signature;
}
