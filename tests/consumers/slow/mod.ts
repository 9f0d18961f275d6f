/** Everything that takes long, for `deno task test:all`. */
import "./deno.ts";
import "./dnt.ts";
import "./examples.ts";
import "./mcp.ts";
import "./next.ts";
import "./types.ts";
import "./typescript.ts";
import "./worker.ts";
