/** Writes `llms.txt` and `llms-full.txt`: the documentation for language models. @module */
import { readText } from "../check/files.ts";
import { chapters } from "./pages.ts";

/** Returns the summary of the project with a list of all pages. */
export async function llmsText(): Promise<string> {
  const readme = await readText("README.md") ?? "";
  const [, summary] = /^# .+\n\n([\s\S]+?)\n\n/.exec(readme) ?? [];
  if (summary === undefined) throw new Error("README.md does not start with a description");
  const lines = [
    "# Acct",
    "",
    `> ${summary.replace(/\n/g, " ")}`,
    "",
    "Packages: `@sdk/core` (EIP-1193 provider), `@sdk/connector` (wagmi connector, hooks, actions),",
    "`@sdk/ui` (dialogs), `@sdk/acct` (provider and dialogs for plain pages), `@sdk/pay` (payments of",
    "agents), `@sdk/mcp` (an agent's budget as MCP tools). Only `apiKey` is required. Ask in a click.",
    "Errors carry `code` and `data.cause`; every cause is in docs/errors.md.",
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
    ["examples/custom-ui/plain_handler.ts", "a handler with custom dialogs"],
  ];
  lines.push("", "## Examples", "");
  for (const [path, about] of examples) lines.push(`- [${about}](${path})`);
  return lines.join("\n") + "\n";
}

/** Returns all pages in one text, without the citations of tests. */
export async function llmsFullText(): Promise<string> {
  const texts = [await llmsText()];
  for (const { pages } of chapters) {
    for (const { path } of pages) {
      const text = await readText(path);
      if (text === null) throw new Error(`${path} is missing`);
      const prose = text.replace(/^## Tests$[^]*/m, "").replaceAll(/^\[[^\]]+\]: .*\n/gm, "");
      texts.push(`<!-- ${path} -->\n\n${prose.trim()}\n`);
    }
  }
  return texts.join("\n");
}
