/**
 * An agent that buys: fetches each URL, and pays for 402 responses, within its budget.
 *
 * ```sh
 * AGENT_KEY=0x… RPC_URL=https://… GRANT=granted.json PER_REQUEST=10000 \
 *   deno run -A examples/agent/main.ts https://api.example.com/forecast/oslo
 * ```
 *
 * @module
 */
import { payingFetch, PaymentError, type WalletGrantPermissionsResponse } from "@sdk/pay";
import { openFileJournal } from "@sdk/pay/file_journal";
import { createPublicClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";

/** Options of a shopping run. */
export interface Shopping {
  readonly granted: WalletGrantPermissionsResponse;
  readonly key: Hex;
  readonly rpcUrl: string;
  readonly perRequest: bigint;
  /** File that records payments. */
  readonly journal: string;
  readonly urls: readonly string[];
  /** Prints a line. */
  readonly print: (line: string) => void;
}

/** Buys, and returns the number of URLs without a response. */
export async function shop({ urls, print, ...options }: Shopping): Promise<number> {
  const { granted } = options;
  const journal = await openFileJournal(options.journal);
  const fetch = payingFetch({
    granted,
    key: privateKeyToAccount(options.key),
    client: createPublicClient({ transport: http(options.rpcUrl) }),
    limits: [{ token: granted.spends[0]!.token, perRequest: options.perRequest }],
    journal,
    onPayment: ({ amount, host, transfer }) => print(`paid ${amount} to ${host} by ${transfer}`),
  });
  let failed = 0;
  try {
    for (const url of urls) {
      try {
        print(await (await fetch(url)).text());
      } catch (error) {
        if (!(error instanceof PaymentError)) throw error;
        failed++;
        print(`${error.reason}: ${error.message} ${error.advice}`);
      }
    }
  } finally {
    await journal.close();
  }
  return failed;
}

/** Buys the URLs of the arguments, with settings from the environment. */
async function main(): Promise<number> {
  const variable = (name: string) => {
    const value = Deno.env.get(name);
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  };
  return await shop({
    granted: JSON.parse(await Deno.readTextFile(variable("GRANT"))),
    key: variable("AGENT_KEY") as Hex,
    rpcUrl: variable("RPC_URL"),
    perRequest: BigInt(variable("PER_REQUEST")),
    journal: Deno.env.get("JOURNAL") ?? "payments.jsonl",
    urls: Deno.args,
    print: console.log,
  });
}

if (import.meta.main) Deno.exit(await main() === 0 ? 0 : 1);
