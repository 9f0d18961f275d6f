/** `docs/errors.md`, from the table of causes. @module */
import { type Cause, type CauseRow, causes } from "../../core/protocol/errors.ts";

/** Groups of codes, in the order of the page. */
const groups: readonly { title: string; intro: string; has(code: number): boolean }[] = [
  {
    title: "The user said no, or the page did",
    intro: "Nothing is wrong: show nothing, or that it can be tried again.",
    has: (code) => code === 4001,
  },
  {
    title: "Not allowed, or not possible here",
    intro: "EIP-1193's 4100 (not authorised) and 4200 (not supported).",
    has: (code) => code === 4100 || code === 4200,
  },
  {
    title: "Not reached",
    intro:
      "EIP-1193's 4900 (disconnected) and 4901 (chain disconnected), EIP-3326's 4902 (unknown chain).",
    has: (code) => code >= 4900 && code < 5000,
  },
  {
    title: "Batches",
    intro: "The codes of EIP-5792.",
    has: (code) => code >= 5700 && code < 5800,
  },
  {
    title: "Operations",
    intro: "What became of an operation, or why none was sent.",
    has: (code) => code >= -32_699 && code <= -32_604 || code >= -32_599 && code <= -32_500,
  },
  {
    title: "Requests and the service",
    intro: "The codes of JSON-RPC 2.0.",
    has: () => true,
  },
];

const head = `# Errors

<!-- Made from core/protocol/errors.ts by \`deno task docs\`. -->

Every request ends in a result or in one \`AcctError\`: a real \`Error\` with the \`code\` of EIP-1193,
EIP-5792 or JSON-RPC, a \`message\` that says what happened and what was not done, and \`data\`:

| Field             | What it is                                                              |
| ----------------- | ----------------------------------------------------------------------- |
| \`data.cause\`      | one word from this page: the exact cause                                |
| \`data.advice\`     | what to do next                                                         |
| \`data.field\`      | the path of a wrong field (\`params[0].calls[1].to\`), where one is to blame |
| \`data.retryAfter\` | seconds after which to try again, with \`limit_exceeded\`                 |
| \`data.id\`         | the bundle that may have been sent, with \`may_be_sent\`                 |
| \`data.reason\`     | why an operation reverted, with \`reverted\`, if the chain has a reason |
| \`data.data\`       | revert data of a read, with the node's words in \`data.message\`         |
| \`cause\`           | the error below, if there is one                                        |

\`\`\`ts
import { AcctError } from "@sdk/core";

export function wasRefused(error: unknown): boolean {
  return error instanceof AcctError && error.code === 4001;
}
\`\`\`

Through viem and wagmi it is the \`cause\` of an error of theirs: 4001 is their
\`UserRejectedRequestError\`.

What comes up while a dialog is open (a sponsor that fails, a passkey prompt that is closed, no network)
is told to the user there, who can try again; the page gets one answer at the end: the result, or
\`user_rejected\`, whose message ends with what the dialog said, where that hindered the user ("The
calls would fail on chain. …"). No error ends a session. \`causes\` of \`@sdk/core\` is this table as data.
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
