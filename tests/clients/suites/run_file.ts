/** Runs one test file of others and prints the results of its tests. @module */
import { PATIENCE_MS } from "../../../scripts/stack/patience.ts";
import { ANSWER } from "../device.ts";
import type { TestResult } from "./vitest.ts";
import { world } from "./world.ts";

/** Milliseconds for a test that is listed as failing: some wait forever. */
const FAILING_MS = 15_000;

if (import.meta.main) {
  // The listener below handles rejections of the tests, and would hide this one.
  await main().catch((error) => {
    console.error(error);
    Deno.exit(1);
  });
}

async function main(): Promise<void> {
  // Their tests were written for an environment with a window.
  Object.assign(globalThis, { window: globalThis });
  const unhandled: TestResult[] = [];
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    const error = event.reason instanceof Error ? event.reason.stack : undefined;
    unhandled.push({ name: "(unhandled rejection)", error: error ?? String(event.reason) });
  });
  // The bare name is the one in the import map of their tests: one module, one registry.
  const name = "vitest";
  const { runAll } = await import(name) as typeof import("./vitest.ts");
  await import(`./${world.suite}/setup.ts`);
  await import(`${world.folder}${world.file}`);
  const failing = new Set(world.failing);
  const results = await runAll((test) => failing.has(test) ? FAILING_MS : PATIENCE_MS);
  console.log(ANSWER + JSON.stringify([...results, ...unhandled]));
  Deno.exit(0);
}
