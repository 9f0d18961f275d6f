/** Names sets of tests for `deno task test NAME`. @module */

/** Tests of one topic. */
export interface Topic {
  /** Files and folders. */
  readonly files?: readonly string[];
  /** Environment in which they run. */
  readonly env?: Readonly<Record<string, string>>;
  /** Script that prepares and runs them. */
  readonly script?: string;
}

/** Every topic by its name. */
export const topics: Readonly<Record<string, Topic>> = {
  all: {
    script: "scripts/test_all.ts",
  },
  agents: {
    files: [
      "pay",
      "mcp",
      "examples/agent",
      "examples/paid-api",
      "tests/stack/agents/pay_test.ts",
      "tests/slow/agents_packages.ts",
      "tests/slow/agents_permit2.ts",
      "tests/slow/agents_killed.ts",
      "tests/slow/agents_mcp.ts",
    ],
  },
  alto: {
    env: { "BUNDLER": "alto" },
    files: [
      "tests/stack/operations/send_test.ts",
      "tests/stack/payment/sponsor_test.ts",
      "tests/stack/payment/token_fees_test.ts",
    ],
  },
  bare: {
    files: [
      "tests/slow/bare.ts",
    ],
  },
  browsers: {
    script: "scripts/other_browsers.ts",
  },
  chaos: {
    files: [
      "tests/slow/chaos.ts",
      "tests/stack/indexer/sick_node_test.ts",
    ],
  },
  clients: {
    env: { "CLIENTS": "all" },
    files: [
      "tests/clients/outcomes_test.ts",
      "tests/slow/clients.ts",
    ],
  },
  container: {
    script: "scripts/container.ts",
  },
  dnt: {
    script: "scripts/real_dnt.ts",
  },
  documents: {
    env: { "DOCUMENTS": "all" },
    files: [
      "tests/documents",
    ],
  },
  drainers: {
    env: { "DRAINERS": "all" },
    files: [
      "tests/drainers",
    ],
  },
  fold: {
    env: { "FULL_MATRIX": "1" },
    files: [
      "ui/stories/fold_test.ts",
    ],
  },
  foreign: {
    files: [
      "tests/slow/foreign.ts",
    ],
  },
  fresh: {
    script: "scripts/real_fresh.ts",
  },
  home: {
    files: [
      "host",
      "tests/browser/newcomer_test.ts",
      "tests/browser/home_test.ts",
      "tests/browser/owners_test.ts",
      "tests/browser/host_page_test.ts",
      "tests/browser/host_shell_test.ts",
      "tests/browser/recovery_test.ts",
      "tests/browser/rescue_test.ts",
    ],
  },
  ledger: {
    files: [
      "service/payment",
      "service/payment/tokens/quotes_test.ts",
      "service/store/query_plans_test.ts",
      "tests/stack/payment/ledger_test.ts",
      "tests/stack/payment/ledger_crash_test.ts",
      "tests/stack/payment/token_ledger_test.ts",
      "tests/stack/payment/self_bundling_test.ts",
      "tests/stack/payment/newcomers_test.ts",
      "tests/stack/payment/sponsor_test.ts",
      "tests/stack/payment/sponsor_bounds_test.ts",
      "tests/stack/names/name_links_test.ts",
      "tests/stack/processes/replicas_test.ts",
      "tests/stack/payment/relayer_test.ts",
      "tests/stack/accounts/owner_deployment_test.ts",
      "service/store/leases_test.ts",
      "contracts/paymaster_test.ts",
      "contracts/token_paymaster_test.ts",
      "contracts/token_cost_test.ts",
      "tests/stack/payment/token_cost_test.ts",
      "contracts/vault_test.ts",
      "contracts/leaked_signer_test.ts",
      "tests/stack/payment/vault_test.ts",
    ],
  },
  owners: {
    files: [
      "core/account/owners",
      "contracts/owners_test.ts",
      "contracts/owners_chains_test.ts",
      "contracts/owners_creation_test.ts",
      "contracts/owners_rules_test.ts",
      "contracts/recovery_test.ts",
      "contracts/recovery_delay_test.ts",
      "contracts/recovery_signatures_test.ts",
      "contracts/recovery_veto_test.ts",
      "tests/stack/accounts/owners_test.ts",
      "tests/stack/accounts/owner_attacks_test.ts",
      "tests/stack/recovery/recovery_test.ts",
      "tests/stack/accounts/find_test.ts",
      "tests/stack/accounts/without_registry_test.ts",
      "contracts/second_version_owners_test.ts",
      "tests/stack/accounts/upgrade_test.ts",
      "tests/stack/accounts/upgrade_unknown_test.ts",
      "tests/stack/accounts/upgrade_attacks_test.ts",
      "tests/browser/recovery_test.ts",
      "tests/browser/upgrade_test.ts",
      "tests/stack/recovery/recovery_watch_test.ts",
      "tests/stack/recovery/veto_test.ts",
      "tests/stack/recovery/put_recovery_test.ts",
      "tests/stack/recovery/recovery_notices_test.ts",
      "tests/stack/recovery/push_test.ts",
      "tests/browser/alarm_test.ts",
      "tests/browser/friend_recovery_test.ts",
      "tests/browser/push_test.ts",
    ],
  },
  plans: {
    script: "scripts/plans.ts",
  },
  postgres: {
    script: "scripts/postgres.ts",
  },
  production: {
    files: [
      "tests/slow/production.ts",
    ],
  },
  stack: {
    files: ["tests/stack", "tests/conformance", "tests/clients", "tests/documents", "examples"],
  },
  std: {
    script: "scripts/real_std.ts",
  },
  suites: {
    script: "scripts/real_suites.ts",
  },
  tokens: {
    files: [
      "contracts/tokens_refused_test.ts",
      "contracts/tokens_fuzz_test.ts",
      "contracts/tokens_uses_test.ts",
      "contracts/permissions_owners_test.ts",
      "contracts/permissions_spend_test.ts",
      "contracts/permissions_attack_test.ts",
      "contracts/permissions_redeem_test.ts",
      "contracts/permissions_hybrid_test.ts",
      "tests/stack/permissions/metamask_test.ts",
    ],
  },
  x402: {
    script: "scripts/real_x402.ts",
  },
};
