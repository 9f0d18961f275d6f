/** `deno task test [files or options]`: all tests, with whichever `@std` can be reached. */
import { chooseConfig, deno } from "./config.ts";

const config = await chooseConfig();
const args = Deno.args.length > 0 ? Deno.args : [];
// Types are checked by `deno task check`.
Deno.exit(await deno(["test", "--no-check", "--allow-all", `--config=${config}`, ...args]));
