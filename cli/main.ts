/**
 * The wallet in a terminal. The user approves each request on the device with the passkey; within a
 * permission, the command line sends without a prompt.
 *
 * ```sh
 * deno run -A jsr:@sdk/cli connect --api-key pk_live_…
 * deno run -A jsr:@sdk/cli send 0x… --amount 0.01
 * ```
 *
 * @example The connected account
 * ```ts
 * import { main } from "@sdk/cli";
 *
 * await main(["accounts", "--json"]);
 * ```
 *
 * @module
 */
import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { commands, type Options } from "./commands.ts";
import { openFolder } from "./folder.ts";

const usage = `acct COMMAND [OPTIONS]

connect --api-key KEY [--name NAME]  connects to the wallet on another device
accounts                             prints the account
balance                              prints the balances
send ADDRESS --amount AMOUNT [--token ADDRESS] [--own-key]
                                     sends the native currency or a token
send --calls FILE [--own-key]        sends the calls of a JSON file: [{ to, value, data }]
sign TEXT                            signs a message
grant --token ADDRESS --amount AMOUNT --per day [--days 30]
                                     lets the key of this device spend without a prompt
permissions                          lists the permissions of the account
revoke ID                            revokes a permission
status ID                            prints the status of a bundle
disconnect                           ends the connection and deletes the key

--json          prints JSON
--chain ID      chain; default: the chain of the connection
--paymaster URL paymaster service that pays the fees
--folder DIR    folder of the session; ~/.acct by default
--own-key       uses the permission of this device instead of asking the user
--server URL    service; default: from the API key
--wallet URL    wallet host; default: from the API key
Amounts are decimal, in whole units.`;

/** Runs a command. */
export async function main(args: readonly string[]): Promise<void> {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      "api-key": text,
      name: text,
      amount: text,
      token: text,
      calls: text,
      per: text,
      days: text,
      chain: text,
      paymaster: text,
      folder: text,
      server: text,
      wallet: text,
      "own-key": flag,
      json: flag,
      help: flag,
    },
  });
  const [name, ...rest] = positionals;
  if (values.help || name === undefined) return console.log(usage);
  if (!Object.hasOwn(commands, name)) throw new Error(`There is no command ${name}.\n\n${usage}`);
  const options: Options = {
    ...values,
    folder: openFolder(values.folder ?? join(homedir(), ".acct")),
    ownKey: values["own-key"],
    apiKey: values["api-key"] ?? process.env.ACCT_API_KEY,
    chain: values.chain === undefined ? undefined : readChain(values.chain),
  };
  const { value, lines } = await commands[name as keyof typeof commands](options, rest);
  console.log(values.json ? JSON.stringify(value) : lines.join("\n"));
}

function readChain(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new Error(`--chain must be a chain id, not ${text}.`);
}

/** Data of an error. */
interface ErrorData {
  readonly advice?: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** Runs the command of this process; prints an error and exits with code 1 if it fails. */
export async function start(): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const { message, data } = error as { message?: string; data?: ErrorData };
    const advice = data?.advice?.replace("data.retryAfter", String(data.retryAfter));
    const text = [message ?? String(error), advice].filter(Boolean).join(" ");
    const isJson = process.argv.includes("--json");
    console.error(isJson ? JSON.stringify({ error: { message, data } }) : text);
    process.exit(1);
  }
}

if (import.meta.main) await start();
