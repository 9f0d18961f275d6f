/**
 * Deletes the stored data of one account. Without `--yes` it only counts. The service may be
 * running.
 *
 * ```
 * deno task service forget --config FILE ADDRESS [--yes]
 * ```
 *
 * Exits with 0 if the account's rows were counted or deleted, with 1 if they are still needed.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { isAddress } from "viem";
import { readToolConfig } from "./config.ts";
import { openToolStore } from "../store/tool_store.ts";
import { countAccount, forgetAccount, StillNeeded } from "../store/rows/forget.ts";

/** Runs the command; resolves with its exit code. */
export async function forget(args: readonly string[]): Promise<number> {
  const { values, positionals: [address = ""] } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { config: { type: "string" }, yes: { type: "boolean", default: false } },
  });
  if (values.config === undefined || !isAddress(address, { strict: false })) {
    console.error("usage: forget --config FILE ADDRESS [--yes]");
    return 2;
  }
  const config = readToolConfig(await Deno.readTextFile(values.config));
  const store = await openToolStore(config.database);
  try {
    const counts = values.yes
      ? await forgetAccount(store, address)
      : await countAccount(store, address);
    const end = values.yes ? "deleted" : "nothing was deleted: repeat it with --yes";
    const lines = Object.entries(counts).filter(([, rows]) => rows > 0)
      .map(([table, rows]) => `${table}: ${rows}`);
    console.log([...lines, end].join("\n"));
    return 0;
  } catch (error) {
    if (!(error instanceof StillNeeded)) throw error;
    console.error(`${error.message} Nothing was deleted.`);
    return 1;
  } finally {
    await store.destroy();
  }
}
