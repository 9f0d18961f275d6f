/**
 * `deno task bench`: runs all benchmarks and writes `bench/RESULTS.md`. With names (`sizes gas
 * dialogs reading home service`), runs only these and prints the results.
 *
 * @module
 */
import { versions } from "../scripts/tools/mod.ts";
import { deno } from "../scripts/config.ts";
import { type Part, results, table } from "./report.ts";

/** Loaded lazily, because the benchmarks share no state. */
const parts: Readonly<Record<string, () => Promise<Part>>> = {
  sizes: async () => await (await import("./sizes.ts")).measureSizes(),
  gas: async () => await (await import("./gas.ts")).reportGas(),
  dialogs: async () => await (await import("./dialogs.ts")).measureDialogs(),
  service: async () => await (await import("./service.ts")).measureService(),
  full: async () => await (await import("./full.ts")).measureFull(),
  agents: async () => await (await import("./agents.ts")).measureAgents(),
  reading: async () => await (await import("./reading.ts")).measureReading(),
  home: async () => await (await import("./home.ts")).measureHome(),
  ledger: async () => await (await import("./ledger.ts")).measureLedger(),
};

const asked = Deno.args.length === 0 ? Object.keys(parts) : Deno.args;
const measured: Part[] = [];
for (const name of asked) {
  const measure = parts[name];
  if (measure === undefined) throw new Error(`no part ${name}; there are ${Object.keys(parts)}`);
  console.log(`measuring ${name}`);
  measured.push(await measure());
}
for (const { sections } of measured) {
  for (const section of sections) console.log(`\n${section.title}\n${table(section)}`);
}
if (Deno.args.length === 0) {
  const anvil = versions.anvil.replace(/^.*@/, "");
  const day = new Date().toISOString().slice(0, 10);
  const file = new URL("RESULTS.md", import.meta.url);
  await Deno.writeTextFile(
    file,
    results([{ sections: [], versions: { anvil } }, ...measured], day),
  );
  await deno(["fmt", "--quiet", "bench/RESULTS.md"]);
}
Deno.exit(0);
