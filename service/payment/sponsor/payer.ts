/**
 * Chooses the payer of an operation: the dApp's sponsor, else the key's own, else the account.
 * @module
 */
import { type Address, type Hex, numberToHex } from "viem";
import { AcctError } from "../../../core/protocol/errors.ts";
import type { OperationJson, PrepareParams } from "../../../core/protocol/service/mod.ts";
import type { Chain } from "../../chain/chain.ts";
import { clockFault } from "../../chain/clock.ts";
import type { AccountState } from "../../chain/state.ts";
import type { Caller, Context } from "../../main/context.ts";
import { gasSum, joinNonce } from "../../entry_point/codec.ts";
import type { OperationTable } from "../../store/schema.ts";
import { requireFunds } from "./deposit.ts";
import { PARALLEL_NONCE_KEYS } from "../../entry_point/codec.ts";
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

/** Input of the choice. */
export interface Circumstances {
  readonly params: PrepareParams;
  readonly chain: Chain;
  readonly state: AccountState;
  readonly open: readonly OperationTable[];
  readonly draft: OperationJson;
  /** Unix seconds, by the later of our clock and the chain's. */
  readonly now: number;
}

/** Chooses the sponsor that the dApp named, else the key's own, else none. */
export async function choosePayer(
  context: Context,
  caller: Caller,
  given: Circumstances,
): Promise<{ payer: Payer | null; failure: string | null }> {
  const { params, chain } = given;
  if (params.payFromAccount === true) return { payer: null, failure: null };
  if (params.paymaster !== undefined && !isOwn(context, chain.id, params.paymaster.url)) {
    return { payer: context.external.payer(chain, params.paymaster), failure: null };
  }
  if (chain.sponsor === null || caller.key.policy === null) {
    // Report a missing sponsor only to a dApp that asked for one.
    const failure = params.paymaster === undefined ? null : "This key sponsors nothing here.";
    return { payer: null, failure };
  }
  try {
    return { payer: await ownPayer(context, caller, given), failure: null };
  } catch (error) {
    if (!(error instanceof AcctError) || error.data.cause !== "sponsor_failed") throw error;
    return { payer: null, failure: error.message };
  }
}

/** Returns whether the dApp named this service as the sponsor: no outbound call is needed then. */
function isOwn(context: Context, chainId: number, url: string): boolean {
  const paths = context.origins.map((origin) => `${origin}/v1/paymaster/${chainId}`);
  return paths.includes(url.replace(/\/$/, ""));
}

/** Returns the key's own sponsor; reserves first, so that limits are checked before any work. */
async function ownPayer(context: Context, caller: Caller, given: Circumstances): Promise<Payer> {
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
    // The default key comes last, behind its pending operations: such an operation has to wait.
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
