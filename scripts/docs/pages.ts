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

/** All of them. */
export const chapters: readonly Chapter[] = [
  {
    title: "Use it in an app",
    pages: [
      {
        path: "docs/quick-start.md",
        title: "Quick start",
        about: "React with wagmi, Deno, a plain page",
      },
      {
        path: "docs/modes.md",
        title: "Modes",
        about: "the wallet's window, or dialogs in the page; which one when",
      },
      {
        path: "docs/options.md",
        title: "Options",
        about: "every option with type, default and rule",
      },
      {
        path: "docs/methods.md",
        title: "Methods",
        about: "every request of the provider: parameters, result, errors",
      },
      {
        path: "docs/standards.md",
        title: "Standards",
        about: "which ones, how far, and where the SDK differs",
      },
      { path: "docs/events.md", title: "Events", about: "what the provider tells, and when" },
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
        about: "how people pay without ether, and what bounds it",
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
        title: "Dialogs of your own",
        about: "a handler in place of the supplied one",
      },
      {
        path: "docs/migration.md",
        title: "Coming from another kit",
        about: "Porto, Base Account, embedded wallets, permissionless.js",
      },
      { path: "docs/faq.md", title: "Questions", about: "short answers" },
    ],
  },
  {
    title: "Run it",
    pages: [
      {
        path: "docs/service.md",
        title: "The service",
        about: "configuration, keys, sponsorship policy, what to watch, backups",
      },
      {
        path: "docs/scaling.md",
        title: "How far the service goes",
        about: "costs of a hundred processes on fifty chains, and what breaks first",
      },
      {
        path: "docs/wallet.md",
        title: "The wallet's own page",
        about: "tokens, sending, activity, apps, the recovery file; what it tells and keeps",
      },
      {
        path: "contracts/README.md",
        title: "The contracts",
        about: "what they do, how to deploy them, trust, gas",
      },
      { path: "docs/publishing.md", title: "Publishing", about: "packages for npm and JSR" },
    ],
  },
  {
    title: "How it is made",
    pages: [
      {
        path: "docs/architecture.md",
        title: "Architecture",
        about: "parts, one send from click to chain, signatures",
      },
      {
        path: "docs/security.md",
        title: "Security and threat model",
        about: "what each party can do, and what stops it",
      },
      { path: "SECURITY.md", title: "Reporting", about: "how to report a weakness; scope" },
      { path: "CHANGELOG.md", title: "Changes", about: "what changed" },
      {
        path: "CONTRIBUTING.md",
        title: "Contributing",
        about: "tasks, and what cost an hour once",
      },
    ],
  },
];
