/**
 * Compares what the service keeps with what its chains say; `--mend` takes over what they say. The
 * service may run meanwhile.
 *
 * ```
 * deno task service rescan --config FILE [--chain ID] [--mend]
 * ```
 *
 * Ends with 0 if all agree, with 1 if something differs (and was not mended).
 *
 * @module
 */
import { parseArgs } from "node:util";
import { type Chain, createChain } from "../chain/chain.ts";
import { readToolConfig } from "../config.ts";
import { openStore, type Store } from "../store/store.ts";
import { compare, type Difference, mend } from "./rescan.ts";

/** Milliseconds between two looks: what was under way during the first is settled by the second. */
const AGAIN = 2_500;

/** Runs the command; resolves with its exit code. */
export async function rescan(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      config: { type: "string" },
      chain: { type: "string" },
      mend: { type: "boolean", default: false },
    },
  });
  if (values.config === undefined) {
    console.error("usage: rescan --config FILE [--chain ID] [--mend]");
    return 2;
  }
  const config = readToolConfig(await Deno.readTextFile(values.config));
  const store = await openStore(config.database);
  try {
    let wrong = 0;
    for (const each of config.chains) {
      if (values.chain !== undefined && each.id !== Number(values.chain)) continue;
      wrong += await look(store, createChain(each), values.mend);
    }
    return wrong === 0 ? 0 : 1;
  } finally {
    await store.destroy();
  }
}

/** Looks at one chain; resolves with how much differs at the end. */
async function look(store: Store, chain: Chain, mends: boolean): Promise<number> {
  const first = await compare(store, chain);
  const { block, operations, permissions, elsewhere } = first;
  console.log(
    `chain ${chain.id} up to block ${block}: ${operations} operations ` +
      `(${elsewhere} of the same accounts carried elsewhere), ${permissions} permissions`,
  );
  let left = first.differences;
  if (left.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    const before = new Set(left.map(nameOf));
    left = (await compare(store, chain)).differences.filter((each) => before.has(nameOf(each)));
  }
  for (const { table, id, kept, chain: says } of left) {
    console.log(
      `  ${table} ${id}\n    kept:  ${kept ?? "nothing"}\n    chain: ${says ?? "nothing"}`,
    );
  }
  if (left.length === 0) console.log("  all as the chain says");
  if (!mends || left.length === 0) return left.length;
  await mend(store, chain, left);
  const names = new Set(left.map(nameOf));
  const after = (await compare(store, chain)).differences.filter((each) => names.has(nameOf(each)));
  console.log(`  mended: ${left.length - after.length}, left: ${after.length}`);
  return after.length;
}

const nameOf = ({ table, id }: Difference) => `${table} ${id}`;
