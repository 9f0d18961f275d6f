/** `deno task test [files or options]`: all tests, with whichever `@std` can be reached. */
import { chooseConfig, deno } from "./config.ts";

const config = await chooseConfig();
// Types are checked by `deno task check`. A database that somebody uses is not for tests.
const code = await deno([
  "test",
  "--no-check",
  "--allow-all",
  `--config=${config}`,
  ...Deno.args,
], { DATABASE_URL: "" });
Deno.exit(code);
