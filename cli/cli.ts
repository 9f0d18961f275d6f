/** The command of the npm package; Deno runs `main.ts` itself. @module */
import { start } from "./main.ts";

await start();
