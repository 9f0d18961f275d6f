/**
 * Tracks the signatures of our paymasters. A signature is worth money: anyone can submit the
 * operation until the signature expires. Its amount therefore counts as spent or unpaid until the
 * chain shows the actual cost, or until it expired without inclusion ({@linkcode
 * file://./settlement.ts}).
 *
 * @module
 */
import type { Compilable } from "kysely";
import type { Hex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import { inTurn, serially, subjects } from "../../store/serially.ts";
import {
  type Book,
  correct,
  findFull,
  findKnownFull,
  LimitReached,
  type Near,
  type Use,
} from "../../store/rows/counters.ts";
import type { CounterKind, SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Store } from "../../store/store.ts";
import { openRows } from "./open_rows.ts";
import { refused } from "./refusals.ts";
import { isOwn, mergedWith, requestOf, type Reservation, type Reserved } from "./reservation.ts";
import {
  bookOf,
  findRow,
  isAsRead,
  type keyOf,
  RowChanged,
  rowOf,
  type Signature,
  signaturesOf,
  toGwei,
  write,
} from "./rows.ts";
import {
  changesBetween,
  columnsOf,
  countsOf,
  gweiOf,
  kindsOf,
  newcomerUse,
  usesOf,
} from "./uses.ts";

/** Lifetime of a reservation without any signature, in milliseconds. */
const UNSIGNED_MS = 60_000;
/** Maximum valid signatures of a reservation; each can be used until it expires. */
const MAX_SIGNATURES = 250;

/** Other writers that may change the same row, or reserve the same nonces, at the same time. */
const MAX_TRIES = 32;
/** Signatures that are remembered after their time. */
const MAX_KEPT = 250;
/** Seconds for which a signature is remembered after its time: a reorganisation may let it land. */
const KEPT_S = 86_400;

const DAY_MS = 86_400_000;

/**
 * Reserves one operation of the account and chooses a free nonce.
 *
 * @throws {AcctError} `sponsor_failed` naming the limit
 */
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
): Promise<{ readonly nonce: Hex; readonly near: readonly Near[] }> {
  return tryReserve(store, request, choice, MAX_TRIES).catch((error) => {
    throw error instanceof LimitReached ? refused(error.kind) : error;
  });
}

type Choice = Parameters<typeof reserve>[2];

async function tryReserve(
  store: Store,
  request: Reservation,
  choice: Choice,
  tries: number,
): ReturnType<typeof reserve> {
  const now = Date.now();
  const book = { owner: request.keyId, day: Math.floor(now / DAY_MS) };
  const uses = [...newcomerUses(request, now), ...countsOf(request)];
  try {
    await refuseFull(store, request, findKnownFull(store, book, uses));
    return await inTurn(
      store,
      subjects.key(request.keyId),
      () => reserveNow(store, request, choice, { book, now }),
      async () => refuseFull(store, request, await findFull(store, book, uses)),
    );
  } catch (error) {
    // The network block already asked in this hour.
    if (error instanceof LimitReached && error.kind === "newcomer") {
      return await tryReserve(store, { ...request, again: true }, choice, tries);
    }
    if (!(error instanceof RowChanged)) throw error;
    if (tries === 0) throw new AcctError("quote_changed");
    return await tryReserve(store, request, choice, tries - 1);
  }
}

/** Refuses a request without writing, if a limit is reached and it replaces no reservation. */
async function refuseFull(
  store: Store,
  request: Reservation,
  full: CounterKind | null,
): Promise<void> {
  if (full === null) return;
  const rows = await openRows(store, request);
  if (!rows.some((row) => isOwn(request, row))) throw new LimitReached(full);
}

async function reserveNow(
  store: Store,
  request: Reservation,
  choice: Choice,
  { book, now }: { readonly book: Book; readonly now: number },
): ReturnType<typeof reserve> {
  const all = await openRows(store, request);
  const rows = all.filter((row) => row.state === "signed" || row.expires_at > now);
  // Expired reservations still count until the next clean-up.
  const own = all.filter((row) => isOwn(request, row));
  // An account that is not onchain yet gets a single open signature: the next one replaces it.
  const first = request.fresh ? own.find(({ sent }) => sent === 0)?.nonce as Hex : undefined;
  const nonce = first !== undefined && choice.nonces.includes(first)
    ? first
    : chooseNonce(choice, rows, own);
  if (nonce === null) throw refused({ detail: "Too many operations of this account are pending." });
  const before = own.find((row) => row.nonce === nonce);
  if (request.fresh && before === undefined && own.some((row) => row.sent === 0)) {
    throw refused({ detail: "Only one first operation of an account is sponsored at any time." });
  }
  // Another day's counts stay with it: this day counts once more.
  const counted = before !== undefined && before.day === book.day;
  const merged = counted ? mergedWith(request, before) : request;
  const change = before === undefined
    ? opening(store, { ...request, nonce }, book, now)
    : store.updateTable("sponsorships").set({
      ...(!counted && { day: book.day, cost_gwei: 0 }),
      ...(before.state === "reserved" && { expires_at: now + UNSIGNED_MS }),
      ...changedBy(merged),
      sent: 0,
    }).where(isAsRead(before));
  const known = new Set(counted ? kindsOf(before).map(({ kind }) => kind) : []);
  const uses = [
    ...(counted ? [] : newcomerUses(request, now)),
    ...countsOf(merged).map((use) => known.has(use.kind) ? { ...use, by: 0 } : use),
  ];
  const only = request.fresh && before === undefined ? unsentOf(store, request) : undefined;
  try {
    return { nonce, near: await write(store, change, { book, uses, only }) };
  } catch (error) {
    if (!(error instanceof RowChanged) || before !== undefined) throw error;
    const row = await findRow(store, rowOf({ ...request, nonce }));
    // The nonce was read from before its block, or a reorganisation was not seen yet.
    if (row?.state !== "settled") throw error;
    throw new AcctError("quote_changed", { detail: "Another operation landed first." });
  }
}

/**
 * Finds the open reservations of a fresh account: another process may open another nonce
 * concurrently.
 */
function unsentOf(store: Store, { chainId, sender, keyId, paymaster }: Reservation) {
  return store.selectFrom("sponsorships").select("nonce")
    .where("chain_id", "=", chainId).where("sender", "=", sender.toLowerCase())
    .where("key_id", "=", keyId).where("paymaster", "=", paymaster.toLowerCase())
    .where("sent", "=", 0)
    .where("state", "in", ["reserved", "signed"]);
}

/** Returns the columns of a request that its row does not have yet. */
function changedBy(request: Reservation) {
  const { deploys, with_origin, network, again, mode, token } = columnsOf(request);
  return { deploys, with_origin, network, again, mode, token };
}

/** Lists the use of a newcomer; none if its block of networks was found to be none. */
function newcomerUses(request: Reservation, now: number): Use[] {
  return request.again ? [] : newcomerUse(request, now);
}

/**
 * Records a signature before it is returned.
 *
 * @param given hash of the operation with the sponsor's signature, its maximum cost in wei, and the
 * last second of the signature
 * @throws {AcctError} `sponsor_failed` naming the limit; `quote_changed` if the reservation is gone
 */
export function record(
  store: Store,
  request: Reserved,
  given: {
    readonly hash: Hex;
    readonly cost: bigint;
    readonly until: number;
    /** Unix seconds of the chain's latest block. */
    readonly chainTime: number;
  },
): Promise<readonly Near[]> {
  const gwei = toGwei(given.cost);
  const { terms } = request;
  if (terms.mode === "sponsored" && gwei > terms.policy.gweiPerOperation) {
    throw refused({ detail: "This operation costs more than the sponsor pays for one." });
  }
  return tryRecord(store, request, { ...given, gwei }, MAX_TRIES).catch((error) => {
    throw error instanceof LimitReached ? refused(error.kind) : error;
  });
}

function tryRecord(
  store: Store,
  request: Reserved,
  given: Signature & { readonly chainTime: number },
  tries: number,
): Promise<readonly Near[]> {
  const subject = subjects.key(request.keyId);
  return inTurn(store, subject, () => recordNow(store, request, given)).catch((error) => {
    if (!(error instanceof RowChanged)) throw error;
    if (tries === 0) throw new AcctError("quote_changed");
    return tryRecord(store, request, given, tries - 1);
  });
}

async function recordNow(
  store: Store,
  request: Reserved,
  { hash, gwei, until, chainTime }: Signature & { readonly chainTime: number },
): Promise<readonly Near[]> {
  const row = await findRow(store, rowOf(request));
  if (row === undefined || row.state === "settled") throw new AcctError("quote_changed");
  // Another request opened the row again, and counted it as prepaid.
  const isUncounted = request.terms.mode === "postpaid" && row.mode !== "postpaid";
  if (isUncounted) throw new AcctError("quote_changed");
  const old = signaturesOf(row);
  const over = old.filter(({ until }) => until < chainTime && until >= chainTime - KEPT_S);
  const signatures = [
    ...over.slice(-MAX_KEPT),
    ...old.filter((each) => each.until >= chainTime),
    { hash, gwei, until },
  ];
  const usable = signatures.filter((each) => each.until >= chainTime);
  if (usable.length > MAX_SIGNATURES) {
    throw refused({ detail: "Too many quotes of this operation are open." });
  }
  const most = Math.max(...usable.map((each) => each.gwei));
  // Another request of this nonce, or the chain's time, released it since it was reserved.
  const wasReturned = row.state === "returned";
  const only = request.fresh && wasReturned && row.sent === 0
    ? unsentOf(store, request)
    : undefined;
  if (only !== undefined && (await only.execute()).length > 0) throw new AcctError("quote_changed");
  const counted = wasReturned ? 0 : row.cost_gwei;
  const own = requestOf(request, row);
  const change = store.updateTable("sponsorships").set({
    state: "signed",
    cost_gwei: Math.max(most, counted),
    signatures: JSON.stringify(signatures),
    expires_at: Math.max(...usable.map((each) => each.until)),
  }).where(isAsRead(row));
  const uses = [
    ...(wasReturned ? countsOf(own) : []),
    ...gweiOf(own, Math.max(0, most - counted)),
  ];
  return await write(store, change, { book: bookOf(row), uses, only });
}

/** Releases a reservation for which nothing was ever signed. */
export function release(store: Store, request: Reserved): Promise<void> {
  return serially(store, [subjects.key(request.keyId)], async (tx) => {
    await closeUnsigned(tx, rowOf(request));
  });
}

/** Releases a row without signatures, or with expired ones only. */
export async function closeUnsigned(
  tx: Store,
  key: ReturnType<typeof keyOf> & { readonly expires_at?: number },
): Promise<void> {
  const row = await tx.updateTable("sponsorships").set({ state: "returned" })
    .where((eb) => eb.and({ ...key, state: "reserved" })).returningAll().executeTakeFirst();
  if (row !== undefined) await giveBack(tx, { ...row, state: "reserved" });
}

/** Subtracts the counts and cost of a row, as they were before it was released, from its day. */
export async function giveBack(tx: Store, row: SponsorshipTable): Promise<void> {
  await correct(tx, bookOf(row), [
    ...changesBetween(usesOf(row), usesOf({ ...row, state: "returned" })),
    ...(row.mode === "sponsored"
      ? [{ kind: "returned_gwei", subject: "", by: row.cost_gwei } as const]
      : []),
  ]);
}

/**
 * Chooses the nonce to replace, otherwise a free nonce, otherwise the account's own nonce with the
 * earliest expiry.
 */
function chooseNonce(
  { nonces, taken, replaces }: {
    readonly nonces: readonly Hex[];
    readonly taken: ReadonlySet<Hex>;
    readonly replaces: Hex | null;
  },
  rows: readonly SponsorshipTable[],
  own: readonly SponsorshipTable[],
): Hex | null {
  const used = new Set(rows.map(({ nonce }) => nonce));
  const unsent = own.filter((row) => row.sent === 0 && nonces.includes(row.nonce as Hex))
    .toSorted((a, b) => a.expires_at - b.expires_at);
  // Of another key's nonce, at most one operation lands, and each key's limits count it.
  return nonces.find((each) => each === replaces && unsent.some(({ nonce }) => nonce === each)) ??
    nonces.find((each) => !used.has(each) && !taken.has(each)) ??
    (unsent.find(({ nonce }) => !taken.has(nonce as Hex))?.nonce as Hex | undefined) ??
    nonces.find((each) => !taken.has(each) && !own.some(({ nonce }) => nonce === each)) ??
    null;
}

/**
 * Opens a row. An old row of the same nonce keeps its signatures, because one of them may still
 * land.
 */
function opening(store: Store, request: Reserved, { day }: Book, now: number): Compilable {
  const fresh = {
    day,
    ...changedBy(request),
    cost_gwei: 0,
    state: "reserved",
    paid: 0,
    sent: 0,
    expires_at: now + UNSIGNED_MS,
  } as const;
  return store.insertInto("sponsorships")
    .values({ ...rowOf(request), ...fresh, signatures: "[]", block_number: null, block_hash: null })
    .onConflict((conflict) =>
      conflict.columns(["chain_id", "sender", "nonce", "key_id", "paymaster"]).doUpdateSet(fresh)
        .where("sponsorships.state", "=", "returned")
    );
}
