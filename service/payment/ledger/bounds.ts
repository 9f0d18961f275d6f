/**
 * Limits the fees and gas limits of operations that clients prepared themselves to the service's
 * own figures. The EntryPoint pays the priority fee, all of `preVerificationGas` and a tenth of the
 * unused gas to the bundler, who may be the client: signing any figure would hand out the deposit.
 *
 * @module
 */
import { type Hex, hexToBigInt, numberToHex, size } from "viem";
import { stubSignature } from "../../../core/account/signature.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Chain } from "../../chain/chain.ts";
import { mostTip, ownFees } from "../../chain/fees.ts";
import type { PayableState } from "../../chain/state.ts";
import { signatureGas, withGas } from "../../chain/simulation/gas.ts";
import { operationError } from "../../chain/node/refusal.ts";

/** Gas of our paymaster's validation, with a margin; it has no `postOp`. */
export const VERIFICATION_GAS = 60_000n;

/**
 * Percent of the service's own maximum fee: viem's bundler client doubles the fee that it reads.
 */
const MAX_FEE_PERCENT = 250n;
/**
 * Margins above the service's own estimates, because bundlers estimate differently. Each is a
 * percentage of the estimate plus an amount of gas, for small estimates. `preVerificationGas` is
 * paid in full, so its margin is the smallest.
 */
const ROOM = {
  // The EntryPoint charges for unused gas above 40,000.
  callGasLimit: { percent: 20n, gas: 40_000n },
  verificationGasLimit: { percent: 20n, gas: 50_000n },
  preVerificationGas: { percent: 10n, gas: 5_000n },
  paymasterVerificationGasLimit: { percent: 20n, gas: 20_000n },
  paymasterPostOpGasLimit: { percent: 0n, gas: 20_000n },
} as const;
/** Stub signature bytes counted in an estimate: more than common passkey wallets need. */
const MAX_STUB_SIGNATURE_BYTES = 1_024;

type GasField = keyof typeof ROOM;
const gasFields = Object.keys(ROOM) as GasField[];

/** Operation to sponsor, with the state of its account. */
export interface Offer {
  readonly chain: Chain;
  readonly state: PayableState;
  /** Operation with our paymaster and its stub data. */
  readonly operation: OperationJson;
}

/**
 * Refuses fees above a small multiple of the chain's.
 *
 * @throws {AcctError} `sponsor_failed` naming the field and its limit
 */
export function checkFees({ state, operation }: Offer): void {
  const own = hexToBigInt(ownFees(state).maxFeePerGas);
  checkField(operation, "maxFeePerGas", own * MAX_FEE_PERCENT / 100n);
  checkField(operation, "maxPriorityFeePerGas", mostTip(state));
}

/**
 * Rejects gas limits above the service's own estimate, and operations with a failing estimate.
 *
 * @throws {AcctError} `sponsor_failed` naming the field and its limit; the bundler's error
 */
export async function checkGas({ chain, state, operation }: Offer): Promise<void> {
  const { p256 } = await chain.probe();
  const { operation: own, reason } = await withGas(
    {
      chain,
      state,
      creation: {},
      stubSignature: chooseStub(operation.signature),
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
 * Chooses the client's stub signature if its size is common, because other accounts cannot parse
 * ours. The operation's hash does not cover it: bytes that are never sent would be paid as call
 * data.
 */
function chooseStub(signature: Hex = "0x"): Hex {
  return signature === "0x" || size(signature) > MAX_STUB_SIGNATURE_BYTES
    ? stubSignature(0n)
    : signature;
}
