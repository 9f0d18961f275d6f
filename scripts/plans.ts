/**
 * `deno task test plans`: checks the plan of every query at a million rows per table, on SQLite and
 * on a private PostgreSQL server.
 */
import { chooseConfig, deno } from "./config.ts";
import { startPostgres } from "./stack/postgres.ts";

await using postgres = await startPostgres({ installs: true });
const args = [
  "test",
  "--no-check",
  "--allow-all",
  `--config=${await chooseConfig()}`,
  "service/store/query_plans_test.ts",
];
const env = { PLAN_ROWS: "1000000", DATABASE_URL: "" };
for (const url of ["", postgres.url]) {
  console.log(url === "" ? "SQLite" : "PostgreSQL");
  const code = await deno(args, { ...env, ...(url !== "" && { TEST_DATABASE_URL: url }) });
  if (code !== 0) Deno.exitCode = code;
}
