/** Public symbols without documentation, as `deno doc --lint` finds them. @module */
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Ends a problem that is about a type of viem. */
const viemTypes = /private type '(?:LocalAccount|Client|(?:Public|Bundler|Wallet)RpcSchema)'$/;

/** Problems of the entries that others import. */
export async function undocumented(config: string, entries: readonly string[]): Promise<string[]> {
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--lint", `--config=${config}`, ...entries],
    cwd: root,
    env: { NO_COLOR: "1" },
    stdout: "null",
    stderr: "piped",
  }).output();
  const problems: string[] = [];
  for (const block of new TextDecoder().decode(stderr).split(/\n(?=error\[)/)) {
    const [, kind, text] = /^error\[([\w-]+)\]: (.*)/.exec(block) ?? [];
    const place = /--> (?:.*\/)?((?:core|connector|ui|pay|mcp|mod)[^\s]*)/.exec(block)?.[1];
    if (kind === undefined || text === undefined) continue;
    // Types of wagmi, react-query and viem are theirs: ours refer to them and cannot make them public.
    if (kind === "private-type-ref" && place?.startsWith("connector/")) continue;
    if (kind === "private-type-ref" && viemTypes.test(text)) continue;
    problems.push(`${place ?? "?"}: ${text}`);
  }
  return problems;
}
