/**
 * Tracks what a sponsor has reserved and spent. Reservations are made before anything is signed,
 * serialized per account and per key, so that parallel requests cannot exceed a limit together.
 *
 * @module
 */
import { sql, type SqlBool } from "kysely";
import type { Address, Hex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import type { Caller } from "../context.ts";
import { serially, subjects } from "../store/serially.ts";
import type { Store } from "../store/store.ts";
import type { Policy } from "./policy.ts";

/**
 * Nonce keys for sponsored operations. Operations prepared in parallel get different ones, so that
 * all of them can land; few keys keep the cost of a fresh one (a new storage slot) rare.
 */
export const PARALLEL_NONCE_KEYS = 8;

/** Lifetime of a reservation without an operation: longer than the signature given on it. */
const RESERVATION_MS = 11 * 60_000;

/** Request for a reservation: the key that pays, and the account that benefits. */
export interface Reservation {
  readonly keyId: string;
  readonly policy: Policy;
  readonly chainId: number;
  readonly sender: Address;
  readonly deploys: boolean;
  readonly withOrigin: boolean;
  /** Network of the user; null for servers. */
  readonly network: string | null;
}

/** Builds the request from a caller, its key's policy and the operation. */
export function reservationFor(
  { key, origin, client }: Caller,
  policy: Policy,
  chainId: number,
  { sender, factory }: Pick<OperationJson, "sender" | "factory">,
): Reservation {
  return {
    keyId: key.id,
    policy,
    chainId,
    sender,
    deploys: factory !== undefined,
    withOrigin: origin !== null,
    network: key.kind === "sk" ? null : client,
  };
}

/** Reserves one operation of the account and chooses a free nonce. */
export function reserve(
  store: Store,
  request: Reservation,
  choice: {
    /** Candidate nonces, best first. */
    readonly nonces: readonly Hex[];
    /** Nonces of pending operations. */
    readonly taken: ReadonlySet<Hex>;
    /** Nonce of an earlier reservation to replace. */
    readonly replaces: Hex | null;
  },
): Promise<Hex> {
  const now = Date.now();
  const day = Math.floor(now / 86_400_000);
  const sender = request.sender.toLowerCase() as Address;
  const alone = [subjects.account(sender), subjects.key(request.keyId)];
  return serially(store, alone, async (tx) => {
    const rows = await tx.selectFrom("sponsorships").selectAll()
      .where("chain_id", "=", request.chainId).where("sender", "=", sender)
      .where((eb) => eb.or([eb("state", "<>", "reserved"), eb("expires_at", ">", now)]))
      .where("state", "<>", "settled").execute();
    const live = new Map(rows.map((row) => [row.nonce, row]));
    const { nonces } = choice;
    const unsent = rows.filter((row) =>
      row.state === "reserved" && nonces.includes(row.nonce as Hex)
    ).toSorted((a, b) => a.expires_at - b.expires_at);
    const nonce = nonces.find((each) =>
      each === choice.replaces && live.get(each)?.state === "reserved"
    ) ??
      nonces.find((each) => !live.has(each) && !choice.taken.has(each)) ??
      unsent.find((row) => !choice.taken.has(row.nonce as Hex))?.nonce as Hex | undefined;
    if (nonce === undefined) throw refused("Too many operations of this account are pending.");
    const replaced = live.get(nonce);
    if (replaced === undefined) await checkCounts(tx, request, { sender, day, now });
    await tx.deleteFrom("sponsorships").where("chain_id", "=", request.chainId)
      .where("sender", "=", sender).where("nonce", "=", nonce).execute();
    await tx.insertInto("sponsorships").values({
      chain_id: request.chainId,
      sender,
      nonce,
      key_id: request.keyId,
      day,
      deploys: request.deploys ? 1 : 0,
      with_origin: request.withOrigin ? 1 : 0,
      network: request.network,
      cost_gwei: replaced?.cost_gwei ?? 0,
      state: "reserved",
      expires_at: now + RESERVATION_MS,
      operation_id: null,
    }).execute();
    return nonce;
  });
}

/** Records the operation's maximum cost; deletes the reservation if that exceeds a limit. */
export async function price(
  store: Store,
  request: Reservation & { readonly nonce: Hex },
  cost: bigint,
): Promise<void> {
  const now = Date.now();
  const gwei = Number((cost + 999_999_999n) / 1_000_000_000n);
  const sender = request.sender.toLowerCase();
  const refusal = await serially(store, [subjects.key(request.keyId)], async (tx) => {
    const { spent } = await tx.selectFrom("sponsorships")
      .select((eb) => eb.fn.sum<number | null>("cost_gwei").as("spent"))
      .where("key_id", "=", request.keyId).where("day", "=", Math.floor(now / 86_400_000))
      .where((eb) => eb.or([eb("state", "<>", "reserved"), eb("expires_at", ">", now)]))
      .where((eb) =>
        eb.not(eb.and([
          eb("chain_id", "=", request.chainId),
          eb("sender", "=", sender),
          eb("nonce", "=", request.nonce),
        ]))
      ).executeTakeFirstOrThrow();
    const reason = gwei > request.policy.gweiPerOperation
      ? "This operation costs more than the sponsor pays for one."
      : (spent ?? 0) + gwei > request.policy.gweiPerDay
      ? "The sponsor's budget of this day is used up."
      : null;
    const row = () => ({ chain_id: request.chainId, sender, nonce: request.nonce });
    if (reason === null) {
      await tx.updateTable("sponsorships").set({ cost_gwei: gwei })
        .where((eb) => eb.and(row())).execute();
    } else {
      await tx.deleteFrom("sponsorships").where((eb) => eb.and(row()))
        .where("state", "=", "reserved").execute();
    }
    return reason;
  });
  if (refusal !== null) throw refused(refusal);
}

/** Deletes a reservation on which nothing was signed. */
export async function release(
  store: Store,
  at: { readonly chainId: number; readonly sender: Address; readonly nonce: Hex },
): Promise<void> {
  await store.deleteFrom("sponsorships").where("chain_id", "=", at.chainId)
    .where("sender", "=", at.sender.toLowerCase()).where("nonce", "=", at.nonce)
    .where("state", "=", "reserved").execute();
}

/** Marks a reservation as used by an accepted operation, until the chain reports its cost. */
export async function spend(
  store: Store,
  at: {
    readonly chainId: number;
    readonly sender: Address;
    readonly nonce: Hex;
    readonly operationId: Hex;
  },
): Promise<void> {
  await store.updateTable("sponsorships")
    .set({ state: "submitted", operation_id: at.operationId })
    .where("chain_id", "=", at.chainId).where("sender", "=", at.sender.toLowerCase())
    .where("nonce", "=", at.nonce).where("state", "=", "reserved").execute();
}

/** Reverts {@linkcode spend} for an operation that never landed: the reservation expires. */
export async function unspend(store: Store, operationId: string): Promise<void> {
  await store.updateTable("sponsorships").set({ state: "reserved", operation_id: null })
    .where("operation_id", "=", operationId).where("state", "=", "submitted").execute();
}

/** Records the cost that the chain charged. */
export async function settle(store: Store, operationId: string, cost: bigint): Promise<void> {
  await store.updateTable("sponsorships")
    .set({ state: "settled", cost_gwei: Number((cost + 999_999_999n) / 1_000_000_000n) })
    .where("operation_id", "=", operationId).execute();
}

/** Deletes expired reservations, and the networks of past days. */
export async function forgetExpired(store: Store): Promise<void> {
  // A literal, so that the partial index of reservations is used.
  await store.deleteFrom("sponsorships").where(sql<SqlBool>`state = 'reserved'`)
    .where("expires_at", "<", Date.now() - RESERVATION_MS).execute();
  await store.updateTable("sponsorships").set({ network: null })
    .where("network", "is not", null).where("day", "<", Math.floor(Date.now() / 86_400_000))
    .execute();
}

async function checkCounts(
  tx: Store,
  request: Reservation,
  { sender, day, now }: { sender: string; day: number; now: number },
): Promise<void> {
  const counts = await tx.selectFrom("sponsorships").select((eb) => [
    eb.fn.countAll<number>().as("all"),
    eb.fn.sum<number | null>("deploys").as("deployments"),
    eb.fn.sum<number | null>(
      eb.case().when("with_origin", "=", 0).then(eb.lit(1)).else(eb.lit(0)).end(),
    )
      .as("without"),
    eb.fn.sum<number | null>(
      eb.case().when("sender", "=", sender).then(eb.lit(1)).else(eb.lit(0)).end(),
    )
      .as("own"),
    eb.fn.sum<number | null>(
      eb.case().when("network", "=", request.network).then(eb.lit(1)).else(eb.lit(0)).end(),
    )
      .as("near"),
  ]).where("key_id", "=", request.keyId).where("day", "=", day)
    .where((eb) => eb.or([eb("state", "<>", "reserved"), eb("expires_at", ">", now)]))
    .executeTakeFirstOrThrow();
  const { policy } = request;
  if (Number(counts.all) >= policy.operationsPerDay) {
    throw refused("The sponsor's operations of this day are used up.");
  }
  if (request.deploys && Number(counts.deployments) >= policy.deploymentsPerDay) {
    throw refused("The sponsor's first operations of this day are used up.");
  }
  if (!request.withOrigin && Number(counts.without) >= policy.operationsPerDayWithoutOrigin) {
    throw refused("The sponsor's operations for requests without a page are used up.");
  }
  if (Number(counts.own) >= policy.operationsPerSenderPerDay) {
    throw refused("The sponsor's operations for this account are used up today.");
  }
  if (request.network !== null && Number(counts.near) >= policy.operationsPerNetworkPerDay) {
    throw refused("The sponsor's operations for this network are used up today.");
  }
}

function refused(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
