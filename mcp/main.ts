/**
 * An agent's budget as an MCP server, on stdin and stdout.
 *
 * ```sh
 * deno run -A jsr:@sdk/mcp init --name Ada --rpc https://… --chain 8453 --token 0x… --per-request 100000 --page https://…
 * deno run -A jsr:@sdk/mcp grant granted.json
 * deno run -A jsr:@sdk/mcp
 * ```
 *
 * @example The address of the key, to which a budget is granted
 * ```ts
 * import { main } from "@sdk/mcp";
 *
 * await main(["address"]);
 * ```
 *
 * @module
 */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { openFileJournal } from "@sdk/pay/file_journal";
import { fromGrant } from "@sdk/core/permission";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createAgent } from "./agent.ts";
import { type Folder, openFolder, readGranted, settingsShape } from "./folder.ts";
import { createServer } from "./server.ts";

const usage = `acct-agent [--folder DIR]            serves the tools on stdin and stdout
acct-agent init --name NAME --rpc URL --chain ID --token ADDRESS --per-request AMOUNT
                --page URL [--purpose TEXT] [--per-host AMOUNT] [--per-day AMOUNT] [--host HOST]…
                [--send-to ADDRESS]…
acct-agent grant FILE                stores the result of wallet_grantPermissions
acct-agent address                   prints the key's address
Amounts are in the token's smallest unit.`;

/** Runs a command. */
export async function main(args: readonly string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      folder: text,
      name: text,
      purpose: text,
      rpc: text,
      chain: text,
      token: text,
      page: text,
      "per-request": text,
      "per-host": text,
      "per-day": text,
      host: { ...text, multiple: true },
      "send-to": { ...text, multiple: true },
      help: { type: "boolean" },
    },
  });
  const folder = openFolder(values.folder ?? join(homedir(), ".acct-agent"));
  const [command, file] = positionals;
  if (values.help) return console.log(usage);
  if (command === undefined) return await serve(folder);
  if (command === "address") return console.log((await folder.key()).address);
  if (command === "grant" && file !== undefined) return await grant(folder, file);
  if (command !== "init") throw new Error(usage);
  const { success, data: settings, error } = settingsShape.safeParse({
    name: values.name,
    purpose: values.purpose,
    rpcUrl: values.rpc,
    chainId: Number(values.chain),
    token: values.token,
    page: values.page,
    perRequest: values["per-request"],
    perHost: values["per-host"],
    perDay: values["per-day"],
    hosts: values.host,
    recipients: values["send-to"],
  });
  if (!success) throw new Error(`${wrongOptions(error.issues)}\n\n${usage}`);
  await folder.write("agent.json", settings);
  console.log(`The user grants to ${(await folder.key()).address}`);
}

/** Options with a name that differs from the setting. */
const optionNames: Readonly<Record<string, string>> = {
  rpcUrl: "rpc",
  chainId: "chain",
  perRequest: "per-request",
  perHost: "per-host",
  perDay: "per-day",
  hosts: "host",
  recipients: "send-to",
};

/** Lists each missing or wrong option. */
function wrongOptions(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): string {
  return issues.map(({ path: [field], message }) =>
    `--${optionNames[String(field)] ?? String(field)}: ${message}`
  ).join("\n");
}

/** Stores a permission, if it is for this key. */
async function grant(folder: Folder, file: string): Promise<void> {
  const granted = readGranted(await jsonOf(file));
  const { address } = await folder.key();
  if (fromGrant(granted).spender.toLowerCase() !== address.toLowerCase()) {
    throw new Error(`The permission is for ${granted.spender}, the key is ${address}.`);
  }
  await folder.write("granted.json", granted);
  console.log(`${granted.permissionId} is stored`);
}

async function jsonOf(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON.`, { cause });
  }
}

/** Serves the tools until stdin is closed. */
async function serve(folder: Folder): Promise<void> {
  const [key, settings] = await Promise.all([folder.key(), folder.settings()]);
  const journal = await openFileJournal(folder.path("payments.jsonl"));
  const agent = createAgent({ key, settings, journal, granted: () => folder.granted() });
  const handle = serveStdio(() => createServer(agent), {
    onerror: (error) => console.error(error.message),
  });
  // Stdout is reserved for the protocol, so no other output may be written to it.
  const end = async () => {
    await handle.close();
    await journal.close();
    process.exit(0);
  };
  process.stdin.once("end", () => void end());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end());
}

/** Runs the command of this process, and exits with a printed error on failure. */
export async function start(): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.main) await start();
