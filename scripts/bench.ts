/**
 * `deno task bench [PARTS]`: measures (`bench/mod.ts`), with the tests' configuration: it uses
 * their code.
 */
import { chooseConfig, deno } from "./config.ts";

const config = `--config=${await chooseConfig()}`;
Deno.exit(await deno(["run", "-A", config, "bench/mod.ts", ...Deno.args]));
