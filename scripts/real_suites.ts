/**
 * `deno task test suites --viem FOLDER --wagmi FOLDER [--show] [parts of paths]`: runs the tests of
 * viem and wagmi themselves over our wallet, from copies of their repositories. One of the two is
 * enough. `--show` prints why the tests fail that are listed as not applying.
 *
 * @module
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readCopy } from "../tests/clients/suites/copies.ts";
import { deno } from "./config.ts";

const { values, positionals } = parseArgs({
  options: {
    viem: { type: "string" },
    wagmi: { type: "string" },
    show: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const env: Record<string, string> = { SUITES: positionals.join(",") };
if (values.show) env.SUITES_SHOW = "1";
for (const suite of ["viem", "wagmi"] as const) {
  const folder = values[suite];
  if (folder === undefined) continue;
  const copy = await readCopy(suite, resolve(folder)).catch(() => null);
  if (copy === null) {
    console.error(`--${suite}: ${resolve(folder)} is no copy of the repository.`);
    Deno.exit(2);
  }
  console.log(copy.version);
  env[`${suite.toUpperCase()}_FOLDER`] = resolve(folder);
}
if (env.VIEM_FOLDER === undefined && env.WAGMI_FOLDER === undefined) {
  console.error("Name copies of the repositories: test:suites --viem FOLDER --wagmi FOLDER");
  Deno.exit(2);
}
Deno.exit(await deno(["task", "test", "tests/slow/suites.ts"], env));
