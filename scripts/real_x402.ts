/**
 * `deno task test x402 --x402 FOLDER`: agents' payments by Permit2 through the published contract
 * of x402, from a copy of its repository, instead of our double of it (`ExactTransfers.sol`), and
 * the two compared.
 *
 * @module
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { publishedInitCode } from "../contracts/testing/exact_transfers.ts";
import { deno } from "./config.ts";

const { values } = parseArgs({ options: { x402: { type: "string" } } });
if (values.x402 === undefined) {
  console.error("Name a copy of the repository of x402: deno task test x402 --x402 FOLDER");
  Deno.exit(2);
}
const folder = resolve(values.x402);
try {
  await publishedInitCode(folder);
} catch (error) {
  console.error(`--x402: ${error instanceof Error ? error.message : error}`);
  Deno.exit(2);
}
const tests = [
  "contracts/exact_transfers_test.ts",
  "tests/slow/x402_contract.ts",
  "tests/stack/agents/pay_test.ts",
  "tests/slow/agents_packages.ts",
  "tests/slow/agents_permit2.ts",
  "tests/slow/agents_killed.ts",
];
Deno.exit(await deno(["task", "test", ...tests], { X402_FOLDER: folder }));
