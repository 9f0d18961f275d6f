/** An agent's tools, started in an empty folder as others do: by npx, and by Deno from JSR. */
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { getPackages, nodeHere, run } from "../packages.ts";
import { startJsr, startNpm } from "../registries.ts";
import { publishAll } from "./publish.ts";

const options = { sanitizeResources: false };

/** A command with the arguments before its own. */
interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

Deno.test("mcp: npx starts the tarball in an empty folder", {
  ...options,
  ignore: !await nodeHere(),
}, async () => {
  const { core, pay, mcp } = await getPackages();
  await using npm = startNpm([core, pay, mcp]);
  await using folder = await emptyFolder();
  // Its dependencies come from npm; ours do not exist there before they are published.
  await Deno.writeTextFile(join(folder.path, ".npmrc"), `@sdk:registry=${npm.url}\n`);
  await Deno.copyFile(mcp.tarball, join(folder.path, "tools.tgz"));
  const env = { npm_config_cache: join(folder.path, "cache"), npm_config_prefer_offline: "true" };
  await useTools(folder.path, { command: "npx", args: ["-y", "./tools.tgz"], env });
  await useTools(folder.path, { command: "npx", args: ["-y", "@sdk/mcp"], env });
});

Deno.test("mcp: Deno starts it from JSR in an empty folder", options, async () => {
  await using jsr = startJsr();
  await publishAll(jsr);
  await using folder = await emptyFolder();
  await useTools(folder.path, {
    command: Deno.execPath(),
    args: ["run", "-A", "jsr:@sdk/mcp"],
    env: { JSR_URL: jsr.url },
  });
});

async function emptyFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "acct-mcp-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Creates a key, rejects wrong ones, and lists the tools, as requested by an agent's program. */
async function useTools(cwd: string, { command, args, env }: Command): Promise<void> {
  const own = [...args, "--folder", await Deno.makeTempDir({ dir: cwd, prefix: "agent-" })];
  const made = await run(cwd, command, [
    ...own,
    "init",
    ...["--name", "Ada", "--rpc", "http://127.0.0.1:1", "--chain", "31337"],
    ...["--token", `0x${"c0".repeat(20)}`, "--per-request", "50000"],
    ...["--page", "https://wallet.test/budget"],
  ], env);
  const [, address] = /^The user grants to (0x[0-9a-fA-F]{40})\n$/.exec(made) ?? [];
  assertEquals(await run(cwd, command, [...own, "address"], env), `${address}\n`);
  const wrong = await run(cwd, command, [...own, "pay"], env).catch(String);
  assertMatch(wrong, /acct-agent init --name NAME/);
  assertEquals(await toolsOf(cwd, { command, args: own, env }), [
    "balance",
    "history",
    "pay_url",
    "request_budget",
    "send",
  ]);
}

/** Connects to an MCP server through its stdin and stdout; it exits with its stdin. */
async function toolsOf(cwd: string, { command, args, env }: Command): Promise<string[]> {
  const child = new Deno.Command(command, {
    cwd,
    args: [...args],
    env: { ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  const send = (message: Record<string, unknown>) =>
    writer.write(new TextEncoder().encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  };
  await send({ id: 1, method: "initialize", params });
  let printed = "";
  let tools: string[] | undefined;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    printed += text;
    const lines = printed.split("\n");
    printed = lines.pop()!;
    for (const { id, result } of lines.map((line) => JSON.parse(line))) {
      if (id === 1) {
        await send({ method: "notifications/initialized" });
        await send({ id: 2, method: "tools/list" });
      } else if (id === 2) {
        tools = result.tools.map(({ name }: { name: string }) => name).sort();
        await writer.close();
      }
    }
  }
  const { success } = await child.status;
  assertEquals([success, await errors], [true, ""]);
  return tools!;
}
