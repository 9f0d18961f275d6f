/** Sponsors operations by the policy of an API key. @module */
import { type Address, type Hex, numberToHex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import type { PrepareParams } from "../../../core/protocol/service/mod.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Chain } from "../../chain/chain.ts";
import { clockFault } from "../../chain/clock.ts";
import type { PayableState } from "../../chain/state.ts";
import type { Caller } from "../../keys/caller.ts";
import type { PaymentContext } from "../ledger/context.ts";
import { gasSum, joinNonce, PARALLEL_NONCE_KEYS } from "../../entry_point/codec.ts";
import type { OperationTable } from "../../store/schema.ts";
import { requireFunds } from "./deposit.ts";
import { release, reserve } from "../ledger/ledger.ts";
import { reservationFor } from "../ledger/reservation.ts";
import { signAndRecord, stubData, warnNear } from "./signer.ts";
import { checkTargets } from "./targets.ts";

/** Payer of an operation. */
export interface Payer {
  /** Name shown to the user. */
  readonly name: string;
  /** Domain of a third-party sponsor, null for our own. */
  readonly domain: string | null;
  /** Fills in everything that gas depends on. */
  stub(operation: OperationJson): Promise<OperationJson>;
  /** Adds the sponsor's signature; called last. */
  sign(operation: OperationJson): Promise<OperationJson>;
  /** Releases the reservation. */
  release(): Promise<void>;
}

/** Operation to sponsor, and its context. */
export interface Circumstances {
  readonly params: PrepareParams;
  readonly chain: Chain;
  readonly state: PayableState;
  readonly open: readonly OperationTable[];
  readonly draft: OperationJson;
  /** Unix seconds, by the later of our clock and the chain's. */
  readonly now: number;
}

/** Returns the key's own sponsor; reserves first, so that limits are checked before any work. */
export async function sponsorByKey(
  context: PaymentContext,
  caller: Caller,
  given: Circumstances,
): Promise<Payer> {
  const { chain, state, draft, now } = given;
  const { sponsor } = chain;
  const { policy } = caller.key;
  if (sponsor === null || policy === null) throw new AcctError("sponsor_failed");
  const fault = clockFault(context, chain);
  if (fault !== null) throw new AcctError("sponsor_failed", { detail: fault });
  checkTargets(policy, { chainId: chain.id, ...draft });
  const request = reservationFor(caller, policy, { id: chain.id, paymaster: sponsor.paymaster }, {
    ...draft,
    fresh: !state.deployed,
  });
  const lanes = given.params.parallel === true
    ? [...state.sequences].filter(([key]) => key < BigInt(PARALLEL_NONCE_KEYS))
    : [];
  const taken = new Set(
    given.open.map((row) =>
      joinNonce({ key: BigInt(row.nonce_key), sequence: BigInt(row.nonce_sequence) })
    ),
  );
  const { nonce, near } = await reserve(context.store, request, {
    // The default key is the last choice, behind its pending operations: such an operation must
    // wait.
    nonces: [...lanes.map(([key, sequence]) => joinNonce({ key, sequence })), draft.nonce],
    taken,
    replaces: given.params.replaces ?? null,
  });
  warnNear(context, request.keyId, near);
  const reserved = { ...request, nonce };
  return {
    name: sponsor.name,
    domain: null,
    stub: (operation) =>
      Promise.resolve({ ...operation, nonce, ...sponsorStub(sponsor.paymaster) }),
    async sign(operation) {
      const cost = gasSum(operation) * BigInt(operation.maxFeePerGas);
      requireFunds(state, cost);
      return await signAndRecord(context, sponsor, reserved, {
        operation,
        cost,
        now,
        chainTime: state.block.timestamp,
      });
    },
    release: () => release(context.store, reserved),
  };
}

/** Returns our paymaster's fields before signing; the estimate fills in its gas. */
function sponsorStub(paymaster: Address): {
  paymaster: Address;
  paymasterData: Hex;
  paymasterVerificationGasLimit: Hex;
  paymasterPostOpGasLimit: Hex;
} {
  return {
    paymaster,
    paymasterData: stubData,
    paymasterVerificationGasLimit: numberToHex(0n),
    paymasterPostOpGasLimit: numberToHex(0n),
  };
}
