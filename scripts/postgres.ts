/**
 * `deno task test postgres [files]`: runs the tests that use the database, on a private PostgreSQL
 * server. Without files it is all of them.
 */
import { chooseConfig, deno } from "./config.ts";
import { startPostgres } from "./stack/postgres.ts";

/** Tests that use the database. */
const files = ["service", "tests/stack"];

await using postgres = await startPostgres({ installs: true });
const code = await deno([
  "test",
  "--no-check",
  "--allow-all",
  `--config=${await chooseConfig()}`,
  ...(Deno.args.length === 0 ? files : Deno.args),
], { TEST_DATABASE_URL: postgres.url, DATABASE_URL: "" });
Deno.exitCode = code;
