/** `llms.txt`: what the project is and where its documents are, for language models. @module */
import { readText } from "../check/files.ts";
import { chapters } from "./pages.ts";

/** The text; its sentences are those of the README and of the documents' list. */
export async function llmsText(): Promise<string> {
  const readme = await readText("README.md") ?? "";
  const [, summary] = /^# .+\n\n([\s\S]+?)\n\n/.exec(readme) ?? [];
  if (summary === undefined) throw new Error("README.md does not begin with what it is");
  const lines = [
    "# Acct",
    "",
    `> ${summary.replace(/\n/g, " ")}`,
    "",
    "Packages: `@sdk/core` (EIP-1193 provider), `@sdk/connector` (wagmi connector, hooks, actions),",
    "`@sdk/ui` (dialogs), `@sdk/acct` (provider and dialogs for plain pages). Only `apiKey` is required.",
    "Ask in a click. Errors carry `code` and `data.cause`; every cause is in docs/errors.md.",
  ];
  for (const { title, pages } of chapters) {
    lines.push("", `## ${title}`, "");
    for (const { path, title, about } of pages) lines.push(`- [${title}](${path}): ${about}`);
  }
  const examples = [
    ["examples/react-wagmi/README.md", "React, wagmi and Vite"],
    ["examples/vue/README.md", "Vue and Vite, dialogs in the page"],
    ["examples/deno-preact/README.md", "Deno and Preact"],
    ["examples/fresh/README.md", "Fresh"],
    ["examples/vanilla-cdn/README.md", "a plain page with an import map"],
    ["examples/subscription/README.md", "a server that charges within a permission"],
    ["examples/agent/README.md", "an agent that pays within a budget"],
    ["examples/paid-api/README.md", "an API that charges by x402, with a facilitator"],
    ["examples/custom-ui/plain_handler.ts", "a handler with dialogs of its own"],
  ];
  lines.push("", "## Examples", "");
  for (const [path, about] of examples) lines.push(`- [${about}](${path})`);
  return lines.join("\n") + "\n";
}
