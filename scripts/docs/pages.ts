/** The documents in the order in which they are read: the site's menu and `llms.txt`. @module */

/** A document. */
export interface Page {
  /** Path from the top of the repository. */
  readonly path: string;
  /** In the menu. */
  readonly title: string;
  /** The questions that it answers. */
  readonly about: string;
}

/** Documents that belong together. */
export interface Chapter {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** All pages. */
export const chapters: readonly Chapter[] = [
  {
    title: "Build an app",
    pages: [
      {
        path: "docs/quick-start.md",
        title: "Quick start",
        about: "React with wagmi, Deno, a page without a bundler",
      },
      {
        path: "docs/modes.md",
        title: "Modes",
        about: "the wallet's window, or dialogs in your page",
      },
      {
        path: "docs/options.md",
        title: "Options",
        about: "every option with type, default and rule",
      },
      {
        path: "docs/methods.md",
        title: "Methods",
        about: "parameters, result and errors of every method",
      },
      {
        path: "docs/standards.md",
        title: "Standards",
        about: "supported standards and differences",
      },
      {
        path: "docs/events.md",
        title: "Events",
        about: "payloads of the provider's events, and when they are emitted",
      },
      { path: "docs/errors.md", title: "Errors", about: "every cause with its code and advice" },
      {
        path: "docs/hooks.md",
        title: "Hooks and actions",
        about: "the React hooks and the actions without React",
      },
      {
        path: "docs/sponsorship.md",
        title: "Sponsorship",
        about: "who pays fees, and what happens when a sponsor fails",
      },
      {
        path: "docs/fees.md",
        title: "Fees in tokens",
        about: "how users pay without ether, and the maximum",
      },
      {
        path: "docs/device-links.md",
        title: "Device links",
        about: "the wallet from a phone, a terminal or another device; its threat model",
      },
      {
        path: "docs/accounts.md",
        title: "Accounts",
        about: "passkeys, owners, recovery addresses, changes on every chain",
      },
      {
        path: "docs/recovery.md",
        title: "Recovery",
        about: "the service has forgotten a passkey, or is gone",
      },
      {
        path: "docs/permissions.md",
        title: "Permissions",
        about: "limited permissions: granting, using, ending, limits",
      },
      {
        path: "docs/agents.md",
        title: "Agents",
        about: "a budget for a program that pays by x402 and MPP; MCP; a stolen agent",
      },
      {
        path: "docs/clear-signing.md",
        title: "Clear signing",
        about: "what dialogs say of calls and signatures, and an app's own ABI",
      },
      {
        path: "docs/names.md",
        title: "ENS names",
        about: "names below an app's domain: linking, policy, trust",
      },
      {
        path: "docs/theming.md",
        title: "Theming",
        about: "theme, variables, parts, precedence",
      },
      {
        path: "docs/testing.md",
        title: "Testing your app",
        about: "approve and reject without a dialog, passkeys in Playwright",
      },
      {
        path: "docs/custom-dialogs.md",
        title: "Custom dialogs",
        about: "replace the included dialogs",
      },
      {
        path: "docs/migration.md",
        title: "Migrating from other SDKs",
        about: "Porto, Base Account, embedded wallets, permissionless.js",
      },
      {
        path: "docs/verify-signatures.md",
        title: "Verify signatures on a server",
        about: "JavaScript, Python, Go and Rust, before and after deployment",
      },
      {
        path: "docs/server-rendering.md",
        title: "Server rendering",
        about: "Next, cookies, requests on a server",
      },
      {
        path: "docs/production.md",
        title: "Production checklist",
        about: "app, service, before real money",
      },
      { path: "docs/costs.md", title: "Costs", about: "gas per operation, service, limits" },
      {
        path: "docs/data-and-privacy.md",
        title: "Data and privacy",
        about: "stored data, retention, deletion",
      },
      { path: "docs/faq.md", title: "FAQ", about: "short answers" },
    ],
  },
  {
    title: "Self-hosting",
    pages: [
      {
        path: "docs/self-hosting/install.md",
        title: "Install",
        about: "first start, Debian, containers, nginx, verifying the wallet host",
      },
      {
        path: "docs/self-hosting/configuration.md",
        title: "Configuration topics",
        about: "proxies, chains, nodes, bundlers, API keys, recovery notices",
      },
      {
        path: "docs/self-hosting/networks.md",
        title: "Networks",
        about: "deploy the contracts to a public network, checklist, cost",
      },
      {
        path: "docs/self-hosting/sponsor.md",
        title: "Sponsorship and token fees",
        about: "policies, deposits, vault, price sources, what can be lost",
      },
      {
        path: "docs/self-hosting/indexing.md",
        title: "Indexing and event stream",
        about: "blocks, events, permissions, transfers",
      },
      {
        path: "docs/self-hosting/scaling.md",
        title: "Scaling",
        about: "several processes, Redis, failover, limits, capacity",
      },
      {
        path: "docs/self-hosting/monitoring.md",
        title: "Monitoring",
        about: "health checks, metrics, alerts, logs",
      },
      {
        path: "docs/self-hosting/runbook.md",
        title: "Runbook",
        about: "what to do, by symptom",
      },
      {
        path: "docs/self-hosting/backup.md",
        title: "Backup and restore",
        about: "stored data, restore, comparison with the chain, deletion",
      },
      {
        path: "docs/self-hosting/upgrade.md",
        title: "Upgrade",
        about: "new versions and migrations",
      },
      {
        path: "docs/reference/configuration.md",
        title: "Configuration reference",
        about: "every field of the service's file: type, default, effect",
      },
      {
        path: "docs/wallet.md",
        title: "Wallet home",
        about: "tokens, sending, activity, apps, the recovery file",
      },
      {
        path: "docs/extension.md",
        title: "Browser extension",
        about: "the wallet on any site: build, install, permissions, privacy",
      },
      {
        path: "contracts/README.md",
        title: "Contracts",
        about: "what they do, how to deploy them, trust, gas",
      },
      { path: "docs/publishing.md", title: "Publishing", about: "packages for npm and JSR" },
    ],
  },
  {
    title: "Background",
    pages: [
      {
        path: "docs/architecture.md",
        title: "Architecture",
        about: "modules, one send from click to chain, signatures",
      },
      {
        path: "docs/security.md",
        title: "Security and threat model",
        about: "what each party can do, and what prevents the rest",
      },
      {
        path: "docs/limitations.md",
        title: "Known limitations",
        about: "missing and untested features, with effects and workarounds",
      },
      { path: "SECURITY.md", title: "Report a vulnerability", about: "how to report one; scope" },
      { path: "CHANGELOG.md", title: "Changelog", about: "changes per version" },
      {
        path: "CONTRIBUTING.md",
        title: "Contributing",
        about: "tasks, and what cost an hour once",
      },
    ],
  },
];
