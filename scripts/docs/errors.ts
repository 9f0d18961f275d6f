/** `docs/errors.md`, from the table of causes. @module */
import { type Cause, type CauseRow, causes } from "../../core/ground/errors.ts";

/** Groups of codes, in the order of the page. */
const groups: readonly { title: string; intro: string; has(code: number): boolean }[] = [
  {
    title: "Rejected by the user or aborted by the page",
    intro: "These are not failures. Show no error, or offer to try again.",
    has: (code) => code === 4001,
  },
  {
    title: "Unauthorized or unsupported",
    intro: "Codes 4100 (unauthorized) and 4200 (unsupported) of EIP-1193.",
    has: (code) => code === 4100 || code === 4200,
  },
  {
    title: "Disconnected",
    intro:
      "Codes 4900 (disconnected) and 4901 (chain disconnected) of EIP-1193, 4902 (unknown chain) of EIP-3326.",
    has: (code) => code >= 4900 && code < 5000,
  },
  {
    title: "Batches",
    intro: "Codes of EIP-5792.",
    has: (code) => code >= 5700 && code < 5800,
  },
  {
    title: "Operations",
    intro: "The operation failed or was not sent.",
    has: (code) => code >= -32_699 && code <= -32_604 || code >= -32_599 && code <= -32_500,
  },
  {
    title: "Requests and the service",
    intro: "Codes of JSON-RPC 2.0.",
    has: () => true,
  },
];

const head = `# Errors

<!-- Made from core/ground/errors.ts by \`deno task docs\`. -->

Each request returns a result or fails with one \`AcctError\`. An \`AcctError\` is an \`Error\` with a
\`code\` of EIP-1193, EIP-5792 or JSON-RPC. Its \`message\` describes the event and the
actions that were not done.

\`\`\`ts
import { AcctError } from "@sdk/core/errors";

export function wasRefused(error: unknown): boolean {
  return error instanceof AcctError && error.code === 4001;
}
\`\`\`

| Field             | Meaning                                                                            |
| ----------------- | ---------------------------------------------------------------------------------- |
| \`data.cause\`      | The exact cause: one of the names on this page.                                    |
| \`data.advice\`     | The next step.                                                                     |
| \`data.field\`      | Path of the invalid field (\`params[0].calls[1].to\`), if there is one.            |
| \`data.retryAfter\` | With \`limit_exceeded\`: seconds to wait before the next try.                      |
| \`data.id\`         | Id of the batch that may have been sent (\`may_be_sent\`) or that failed.          |
| \`data.receipt\`    | With \`reverted\`: the operation's receipt.                                        |
| \`data.reason\`     | With \`reverted\`: the contract's revert reason, if available.                     |
| \`data.data\`       | Revert data of a read. \`data.message\` has the node's message.                    |
| \`cause\`           | The underlying error, if there is one.                                             |

- **viem and wagmi** wrap the \`AcctError\`: it is the \`cause\` of their error. Code 4001 becomes their
  \`UserRejectedRequestError\`.
- **Errors in a dialog**, such as a failed sponsor, a closed passkey prompt or a lost connection, appear there, and the user can try again. The page receives only the final outcome. If the user gives
  up, that is \`user_rejected\`, and its message ends with the error that the dialog showed.
- **Sessions** stay active after any error.
- \`causes\` of \`@sdk/core\` exports this table.
`;

/** The page. */
export function errorsPage(): string {
  const left = new Map(Object.entries(causes) as [Cause, CauseRow][]);
  const parts = [head];
  for (const { title, intro, has } of groups) {
    parts.push(`## ${title}\n\n${intro}\n`);
    for (const [cause, { code, message, advice }] of left) {
      if (!has(code)) continue;
      left.delete(cause);
      parts.push(`### \`${cause}\`\n\n**${code}** · ${message}\n\n${advice}\n`);
    }
  }
  return parts.join("\n");
}
