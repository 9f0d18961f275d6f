/** Lists the counters that a row of the ledger uses. @module */
import { networkBlock } from "../../lib/client_address.ts";
import type { Use } from "../../store/rows/counters.ts";
import type { CounterKind, SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Reservation } from "./reservation.ts";
import type { Policy } from "../../keys/policy.ts";

/** Operations per account, chain, key and day that may be postpaid and not paid yet. */
const UNPAID_PER_SENDER = 3;
/** Percent of a token's limit that one block of networks can use. */
const UNPAID_PER_BLOCK_PERCENT = 10;
/** Percent of each limit that is available to networks that already asked in the same hour. */
const AGAIN_PERCENT = 50;
const HOUR_MS = 3_600_000;

/** Counter that changes. */
export type Change = Pick<Use, "kind" | "subject" | "by">;
type Counter = Pick<Use, "kind" | "subject">;

/** Columns that decide which counters a row uses. */
type Counted = Pick<
  SponsorshipTable,
  "chain_id" | "sender" | "mode" | "token" | "deploys" | "with_origin" | "network" | "again"
>;

/** Counters of a key's totals. A part of each is reserved for networks that did not ask before. */
const again = {
  operations: "operations_again",
  deployments: "deployments_again",
  without_origin: "without_origin_again",
  gwei: "gwei_again",
} as const;

/** Adds the counter of networks that asked before to the total counter. */
function total(kind: keyof typeof again, row: Counted): Counter[] {
  const isAgain = row.again === 1 && row.network !== null;
  return [
    { kind, subject: "" },
    ...(isAgain ? [{ kind: again[kind], subject: "" } as const] : []),
  ];
}

/** Lists the counters that one operation uses. */
export function kindsOf(row: Counted): Counter[] {
  if (row.mode === "prepaid") return [];
  if (row.mode === "postpaid") {
    return [
      { kind: "unpaid", subject: `${row.chain_id} ${row.token}` },
      { kind: "sender_unpaid", subject: `${row.chain_id} ${row.sender}` },
      ...(row.network === null ? [] : [
        {
          kind: "block_unpaid",
          subject: `${networkBlock(row.network)} ${row.chain_id} ${row.token}`,
        } as const,
      ]),
    ];
  }
  return [
    ...total("operations", row),
    ...(row.deploys === 0 ? [] : total("deployments", row)),
    ...(row.with_origin === 1 ? [] : total("without_origin", row)),
    { kind: "sender", subject: row.sender },
    ...networkKindsOf(row),
  ];
}

/** Lists the counters of the requesting network. */
function networkKindsOf({ network, deploys }: Counted): Counter[] {
  if (network === null) return [];
  const block = networkBlock(network);
  return [
    { kind: "network", subject: network },
    { kind: "block", subject: block },
    ...(deploys === 0 ? [] : [{ kind: "block_deployments", subject: block } as const]),
  ];
}

/** Builds the change of a row's cost; fees in tokens are no cost. */
export function costsOf(row: Counted, by: number): Change[] {
  if (row.mode !== "sponsored") return [];
  return [
    ...total("gwei", row).map((counter) => ({ ...counter, by })),
    ...(row.network === null
      ? []
      : [{ kind: "block_gwei", subject: networkBlock(row.network), by } as const]),
  ];
}

/** Lists the amounts that a row adds to the counters of its day. */
export function usesOf(row: SponsorshipTable): Change[] {
  const once = (counters: readonly Counter[]) => counters.map((each) => ({ ...each, by: 1 }));
  if (row.state === "returned") {
    // A first operation that was promised and not sent stays with the requesting address.
    const wasWasted = row.deploys === 1 && row.sent === 0 && row.signatures !== "[]";
    return wasWasted && row.network !== null
      ? [{ kind: "network", subject: row.network, by: 1 }]
      : [];
  }
  const isOver = row.mode === "postpaid" && row.paid === 1;
  const spent = row.state === "settled" && row.mode === "sponsored";
  return [
    ...(isOver ? [] : once(kindsOf(row))),
    ...costsOf(row, row.cost_gwei),
    ...(spent ? [{ kind: "spent_gwei", subject: "", by: row.cost_gwei } as const] : []),
  ];
}

/** Returns the changes that lead from some uses to others. */
export function changesBetween(before: readonly Change[], after: readonly Change[]): Change[] {
  const all = [...after, ...before.map((use) => ({ ...use, by: -use.by }))];
  return [...Map.groupBy(all, ({ kind, subject }) => `${kind} ${subject}`).values()]
    .map((same) => ({ ...same[0]!, by: same.reduce((sum, { by }) => sum + by, 0) }));
}

/** Lists the counters of operations that a request uses, with their limits. */
export function countsOf(request: Reservation): Use[] {
  const { terms } = request;
  const limitOf = terms.mode === "sponsored"
    ? (kind: CounterKind) => limitsOf(terms.policy)[kind]
    : (kind: CounterKind) => unpaidLimit(kind, terms.mode === "postpaid" ? terms.unpaidPerDay : 0);
  return kindsOf(columnsOf(request)).map((use) => ({ ...use, by: 1, limit: limitOf(use.kind)! }));
}

function unpaidLimit(kind: CounterKind, perDay: number): number {
  if (kind === "sender_unpaid") return UNPAID_PER_SENDER;
  return kind === "block_unpaid" ? Math.ceil(perDay * UNPAID_PER_BLOCK_PERCENT / 100) : perDay;
}

function limitsOf(policy: Policy): Partial<Record<CounterKind, number>> {
  const block = (limit: number) => Math.ceil(limit * policy.percentPerNetworkBlock / 100);
  const seen = (limit: number) => partFor(policy, limit);
  return {
    operations: policy.operationsPerDay,
    operations_again: seen(policy.operationsPerDay),
    sender: policy.operationsPerSenderPerDay,
    deployments: policy.deploymentsPerDay,
    deployments_again: seen(policy.deploymentsPerDay),
    without_origin: policy.operationsPerDayWithoutOrigin,
    without_origin_again: seen(policy.operationsPerDayWithoutOrigin),
    network: policy.operationsPerNetworkPerDay,
    block: block(policy.operationsPerDay),
    block_deployments: block(policy.deploymentsPerDay),
    gwei: policy.gweiPerDay,
    gwei_again: seen(policy.gweiPerDay),
    block_gwei: block(policy.gweiPerDay),
  };
}

/**
 * Returns the part of a limit for networks that asked before: at least the share of one network
 * block.
 */
function partFor({ percentPerNetworkBlock }: Policy, limit: number): number {
  return Math.ceil(limit * Math.max(AGAIN_PERCENT, percentPerNetworkBlock) / 100);
}

/** Lists the counters of money that a request uses, with their limits. */
export function gweiOf(request: Reservation, by: number): Use[] {
  const { terms } = request;
  if (terms.mode !== "sponsored") return [];
  const limits = limitsOf(terms.policy);
  return costsOf(columnsOf(request), by).map((use) => ({ ...use, limit: limits[use.kind]! }));
}

/**
 * Returns the counter by which a network block counts as a newcomer, once per hour. Returns none
 * for servers, and none if the account pays.
 */
export function newcomerUse({ terms, network }: Reservation, now: number): Use[] {
  if (terms.mode !== "sponsored" || network === null) return [];
  // A /32 of IPv6 has as many /48s as one rents.
  const block = network.includes(":")
    ? `${network.split(":").slice(0, 2).join(":")}::/32`
    : networkBlock(network);
  const subject = `${block} ${Math.floor(now / HOUR_MS)}`;
  return [{ kind: "newcomer", subject, by: 1, limit: 1 }];
}

/** Returns a request's columns. */
export function columnsOf(request: Reservation): Counted & Pick<SponsorshipTable, "paymaster"> {
  const { terms } = request;
  return {
    chain_id: request.chainId,
    sender: request.sender.toLowerCase(),
    paymaster: request.paymaster.toLowerCase(),
    mode: terms.mode,
    token: terms.mode === "postpaid" ? terms.token.toLowerCase() : null,
    deploys: request.deploys ? 1 : 0,
    with_origin: request.withOrigin ? 1 : 0,
    network: request.network,
    again: request.again ? 1 : 0,
  };
}
