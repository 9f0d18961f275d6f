/** Declares and measures the service's metrics. @module */
import { differenceOf } from "../chain/clock.ts";
import type { TelemetryContext } from "./context.ts";
import { type Usage, usageToday } from "../keys/projects.ts";
import { isOpen } from "../store/rows/operations.ts";
import { createMetrics, type Metrics } from "../lib/metrics.ts";
import { readiness } from "./readiness.ts";

const paymasterMetrics = {
  acct_sponsor_deposit: {
    type: "gauge",
    help: "The sponsor's deposit at the EntryPoint, in the chain's native currency.",
  },
  acct_sponsor_deposit_low: {
    type: "gauge",
    help: "1 if the deposit is below the warning level.",
  },
  acct_token_fee_deposit: {
    type: "gauge",
    help: "The token paymaster's deposit at the EntryPoint, in the chain's native currency.",
  },
  acct_token_fee_deposit_low: {
    type: "gauge",
    help: "1 if the deposit is below the warning level.",
  },
  acct_sponsor_unknown_total: {
    type: "counter",
    help: "Operations that the sponsor paid for and this service did not sign.",
  },
  acct_sponsor_unknown_wei: {
    type: "gauge",
    help: "Their cost in wei, in the last hour that was compared.",
  },
  acct_sponsor_difference_wei: {
    type: "gauge",
    help: "Deposit beyond the ledger's balance, in wei.",
  },
  acct_token_fee_unknown_total: {
    type: "counter",
    help: "Operations that the token paymaster paid for and this service did not sign.",
  },
  acct_token_fee_unknown_wei: {
    type: "gauge",
    help: "Their cost in wei, in the last hour that was compared.",
  },
  acct_token_fee_difference_wei: {
    type: "gauge",
    help: "The token paymaster's deposit beyond the ledger's balance, in wei.",
  },
  acct_token_fee_unpaid_total: {
    type: "counter",
    help: "Operations for which the token paymaster could take no tokens.",
  },
} as const;

/** Creates the service's metrics. */
export function serviceMetrics(): Metrics {
  return createMetrics({
    ...paymasterMetrics,
    acct_http_responses_total: { type: "counter", help: "HTTP responses by status." },
    acct_requests_total: { type: "counter", help: "JSON-RPC requests by method and outcome." },
    acct_request_seconds: { type: "histogram", help: "Duration of JSON-RPC requests." },
    acct_settled_total: { type: "counter", help: "Settled operations by status." },
    acct_operations_open: { type: "gauge", help: "Pending operations." },
    acct_operations_oldest_seconds: { type: "gauge", help: "Age of the oldest pending operation." },
    acct_chain_up: { type: "gauge", help: "1 if the chain's node is up." },
    acct_clock_difference_seconds: {
      type: "gauge",
      help: "Seconds by which the service's clock is ahead of the chain's.",
    },
    acct_database_up: { type: "gauge", help: "1 if the database is up." },
    acct_paymaster_paused: {
      type: "gauge",
      help: "1 if a paymaster refuses all operations, by chain and paymaster.",
    },
    acct_paymaster_signer_unknown: {
      type: "gauge",
      help: "1 if a paymaster refuses the service's key, by chain and paymaster.",
    },
    acct_vault_balance: {
      type: "gauge",
      help: "A vault's balance in the chain's native currency.",
    },
    acct_vault_low: { type: "gauge", help: "1 if the balance is below two days of refills." },
    acct_refills_total: {
      type: "counter",
      help: "Refills that the relayer tried, by paymaster and outcome.",
    },
    acct_token_fee_price: {
      type: "gauge",
      help: "1 if a fee token has a trusted price, by chain and token.",
    },
    acct_sponsored_today: { type: "gauge", help: "Operations sponsored today, by key." },
    acct_sponsored_gwei_today: { type: "gauge", help: "Their cost in gwei, by key." },
    acct_sponsored_spent_gwei_today: {
      type: "gauge",
      help: "Charges of the chains for them in gwei, by key.",
    },
    acct_sponsored_returned_gwei_today: {
      type: "gauge",
      help: "Gwei of signatures that were not used in their time, by key.",
    },
    acct_sponsor_limit_near_total: {
      type: "counter",
      help: "Limits of which 80 % were used, by key and limit.",
    },
    acct_transfer_blocks_behind: {
      type: "gauge",
      help: "Blocks whose transfers are not read yet, by the process that follows the chain.",
    },
    acct_permission_blocks_behind: {
      type: "gauge",
      help: "Blocks whose permissions are not read yet, by the process that follows the chain.",
    },
    acct_streams: { type: "gauge", help: "Open change streams." },
    acct_memory_bytes: { type: "gauge", help: "Resident memory of the process." },
  });
}

/** Maximum keys with reported usage: the most expensive ones. */
const MAX_KEYS = 100;

/** Metrics of a key's usage. */
const usageMetrics: Readonly<Record<keyof Usage, string>> = {
  operations: "acct_sponsored_today",
  gwei: "acct_sponsored_gwei_today",
  spent: "acct_sponsored_spent_gwei_today",
  returned: "acct_sponsored_returned_gwei_today",
};

/** Measures gauges when metrics are scraped. */
export async function measure(context: TelemetryContext): Promise<void> {
  const { metrics, store } = context;
  metrics.set("acct_streams", {}, context.hub.size());
  metrics.set("acct_memory_bytes", {}, Deno.memoryUsage().rss);
  // In parallel: scrapers wait ten seconds, and a few unreachable chains in sequence take longer.
  await Promise.all([...context.chains.values()].map(async (chain) => {
    const up = await chain.node.request("eth_blockNumber").then(() => 1, () => 0);
    metrics.set("acct_chain_up", { chain: chain.id }, up);
    metrics.set("acct_clock_difference_seconds", { chain: chain.id }, differenceOf(chain));
  }));
  try {
    const open = await store.selectFrom("operations")
      .select((eb) => [
        "chain_id",
        "state",
        eb.fn.countAll<number>().as("count"),
        eb.fn.min<number>("created_at").as("oldest"),
      ])
      .where(isOpen).groupBy(["chain_id", "state"]).execute();
    for (const chain of context.chains.keys()) {
      for (const state of ["held", "submitted"] as const) {
        const row = open.find((each) => each.chain_id === chain && each.state === state);
        const age = row === undefined ? 0 : Math.max(0, Date.now() - Number(row.oldest)) / 1000;
        metrics.set("acct_operations_open", { chain, state }, Number(row?.count ?? 0));
        metrics.set("acct_operations_oldest_seconds", { chain, state }, age);
      }
    }
    const used = [...await usageToday(store)].toSorted(([, a], [, b]) => b.gwei - a.gwei);
    // Yesterday's keys may be missing today.
    for (const name of Object.values(usageMetrics)) metrics.clear(name);
    for (const [key, usage] of used.slice(0, MAX_KEYS)) {
      for (const [field, name] of Object.entries(usageMetrics)) {
        metrics.set(name, { key }, usage[field as keyof Usage]);
      }
    }
    const { database } = await readiness(context);
    metrics.set("acct_database_up", {}, database ? 1 : 0);
  } catch {
    metrics.set("acct_database_up", {}, 0);
  }
}
