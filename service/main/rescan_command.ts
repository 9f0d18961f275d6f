/**
 * Compares the service's database with its chains; `--fix` repairs the differences. The service may
 * be running.
 *
 * ```
 * deno task service rescan --config FILE [--chain ID] [--fix]
 * ```
 *
 * Exits with 0 if all agree, with 1 if something differs (and was not repaired), with 2 for an
 * invalid command line.
 *
 * @module
 */
import { parseArgs } from "node:util";
import type { Chain } from "../chain/chain.ts";
import { createChain } from "../chain/create_chain.ts";
import { readToolConfig } from "./config.ts";
import type { Store } from "../store/store.ts";
import { openToolStore } from "../store/tool_store.ts";
import { compare, type Difference, repair } from "../indexer/rescan.ts";

/** Pause before the second comparison. Pending operations have settled by then. */
const RECHECK_AFTER_MS = 2_500;

/** Runs the command; resolves with its exit code. */
export async function rescan(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      config: { type: "string" },
      chain: { type: "string" },
      fix: { type: "boolean", default: false },
    },
  });
  if (values.config === undefined) {
    console.error("usage: rescan --config FILE [--chain ID] [--fix]");
    return 2;
  }
  const config = readToolConfig(await Deno.readTextFile(values.config));
  const { chain: wanted } = values;
  const chains = config.chains.filter(({ id }) => wanted === undefined || String(id) === wanted);
  if (chains.length === 0) {
    console.error(`There is no chain ${wanted} in the configuration. Nothing was compared.`);
    return 2;
  }
  const store = await openToolStore(config.database);
  try {
    let wrong = 0;
    for (const each of chains) {
      wrong += await compareChain(store, createChain(each), values.fix);
    }
    return wrong === 0 ? 0 : 1;
  } finally {
    await store.destroy();
  }
}

/** Compares one chain; resolves with the number of remaining differences. */
async function compareChain(store: Store, chain: Chain, fixes: boolean): Promise<number> {
  const first = await compare(store, chain);
  const { block, operations, permissions, foreign } = first;
  console.log(
    `chain ${chain.id} up to block ${block}: ${operations} operations ` +
      `(${foreign} of the same accounts sent elsewhere), ${permissions} permissions`,
  );
  let last = first;
  let left = first.differences;
  if (left.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, RECHECK_AFTER_MS));
    const before = new Set(left.map(nameOf));
    last = await compare(store, chain);
    left = last.differences.filter((each) => before.has(nameOf(each)));
  }
  for (const { table, id, kept, chain: says } of left) {
    console.log(
      `  ${table} ${id}\n    stored: ${kept ?? "nothing"}\n    chain:  ${says ?? "nothing"}`,
    );
  }
  if (left.length === 0) console.log("  all rows match the chain");
  if (!fixes || left.length === 0) return left.length;
  await repair(store, chain, last, left);
  const names = new Set(left.map(nameOf));
  const after = (await compare(store, chain)).differences.filter((each) => names.has(nameOf(each)));
  console.log(`  repaired: ${left.length - after.length}, left: ${after.length}`);
  return after.length;
}

const nameOf = ({ table, id }: Difference) => `${table} ${id}`;
