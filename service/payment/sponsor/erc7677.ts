/**
 * Offers our sponsor to any ERC-7677 client at `POST /v1/paymaster/{chainId}`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7677
 * @module
 */
import { numberToHex } from "viem";
import { contracts, ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { address, anything, custom, positional, text } from "../../../core/schema/schema.ts";
import { operation } from "../../../core/protocol/service/schema/fields.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { object } from "../../../core/schema/check.ts";
import type { Chain } from "../../chain/chain.ts";
import { clockFault } from "../../chain/clock.ts";
import { readPayableState } from "../../chain/state.ts";
import type { Caller } from "../../keys/caller.ts";
import type { PaymentContext } from "../ledger/context.ts";
import { gasSum, joinNonce, splitNonce } from "../../entry_point/codec.ts";
import { requireCurrentOwners } from "../../accounts/creation.ts";
import { checkFees, checkGas, VERIFICATION_GAS } from "../ledger/bounds.ts";
import { requireFunds } from "./deposit.ts";
import { release, reserve } from "../ledger/ledger.ts";
import { reservationFor } from "../ledger/reservation.ts";
import { signAndRecord, stubData, warnNear } from "./signer.ts";
import { checkTargets } from "./targets.ts";

/** The operation is read once its limits are filled in; the context is not used. */
const params = positional(custom("object", object), address, text(66), anything);
const zeros = {
  callGasLimit: "0x0",
  verificationGasLimit: "0x0",
  preVerificationGas: "0x0",
  maxFeePerGas: "0x0",
  maxPriorityFeePerGas: "0x0",
} as const;

/** Handles `pm_getPaymasterStubData` and `pm_getPaymasterData`. */
export async function answerPaymaster(
  context: PaymentContext,
  chain: Chain,
  caller: Caller,
  method: string,
  given: unknown,
): Promise<unknown> {
  if (method !== "pm_getPaymasterStubData" && method !== "pm_getPaymasterData") {
    throw new AcctError("method_not_found", { detail: method.slice(0, 60) });
  }
  const { sponsor } = chain;
  const { policy } = caller.key;
  if (sponsor === null || policy === null) {
    throw new AcctError("sponsor_failed", { detail: "This key sponsors nothing on this chain." });
  }
  const [loose, entryPoint, chainId] = params.read({ value: given, path: "params" });
  if (entryPoint.toLowerCase() !== ENTRY_POINT.toLowerCase()) {
    throw new AcctError("invalid_params", {
      field: "params[1]",
      detail: "Only EntryPoint v0.8 is supported.",
    });
  }
  if (Number(chainId) !== chain.id) {
    throw new AcctError("invalid_params", {
      field: "params[2]",
      detail: "It is not the chain of this URL.",
    });
  }
  const wanted = operation.read({ value: { ...zeros, ...loose }, path: "params[0]" });
  checkFactory(wanted);
  if (method === "pm_getPaymasterStubData") {
    return {
      sponsor: { name: sponsor.name },
      paymaster: sponsor.paymaster,
      paymasterData: stubData,
      paymasterVerificationGasLimit: numberToHex(VERIFICATION_GAS),
      paymasterPostOpGasLimit: "0x0",
      isFinal: false,
    };
  }
  checkTargets(policy, { chainId: chain.id, ...wanted });
  await requireCurrentOwners(context.store, wanted);
  const { key, sequence } = splitNonce(wanted.nonce);
  const nonce = joinNonce({ key, sequence });
  const final: OperationJson = {
    ...wanted,
    paymaster: sponsor.paymaster,
    paymasterData: stubData,
    paymasterVerificationGasLimit: wanted.paymasterVerificationGasLimit ??
      numberToHex(VERIFICATION_GAS),
    paymasterPostOpGasLimit: wanted.paymasterPostOpGasLimit ?? "0x0",
  };
  const cost = gasSum(final) * BigInt(final.maxFeePerGas);
  const state = await readPayableState(chain, wanted.sender, [key]);
  const fault = clockFault(context, chain);
  if (fault !== null) throw new AcctError("sponsor_failed", { detail: fault });
  // The estimate uses the account's next nonce, so it would not detect this.
  if (sequence < (state.sequences.get(key) ?? 0n)) {
    throw new AcctError("quote_changed", { detail: "The nonce of this operation was used." });
  }
  const offer = { chain, state, operation: final };
  checkFees(offer);
  requireFunds(state, cost);
  const request = {
    ...reservationFor(caller, policy, { id: chain.id, paymaster: sponsor.paymaster }, {
      ...wanted,
      fresh: !state.deployed,
    }),
    nonce,
  };
  const { near } = await reserve(context.store, request, {
    nonces: [nonce],
    taken: new Set(),
    replaces: nonce,
  });
  warnNear(context, request.keyId, near);
  try {
    await checkGas(offer);
    const chainTime = state.block.timestamp;
    const now = Math.max(Math.floor(Date.now() / 1000), chainTime);
    const signed = await signAndRecord(context, sponsor, request, {
      operation: final,
      cost,
      now,
      chainTime,
    });
    return { paymaster: sponsor.paymaster, paymasterData: signed.paymasterData };
  } catch (error) {
    await release(context.store, request);
    throw error;
  }
}

/** Refuses other factories: the sponsor pays for deployments of our accounts only. */
function checkFactory({ factory }: OperationJson): void {
  if (factory === undefined || factory.toLowerCase() === contracts.factory.toLowerCase()) return;
  throw new AcctError("sponsor_failed", { detail: "It deploys with another factory." });
}
