/** All slow tests, for `deno task test all`. */
import "./codemod.ts";
import "./create.ts";
import "./deno.ts";
import "./dnt.ts";
import "./examples.ts";
import "./mcp.ts";
import "./native.ts";
import "./next.ts";
import "./types.ts";
import "./typescript.ts";
import "./worker.ts";
