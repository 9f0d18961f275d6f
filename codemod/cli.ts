/** The command of the npm package; Deno runs `main.ts` itself. @module */
import process from "node:process";
import { start } from "./main.ts";

process.exitCode = await start(process.argv.slice(2));
