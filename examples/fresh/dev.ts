/** `deno task build`, or `deno task dev`, which rebuilds on changes. @module */
import { Builder } from "fresh/dev";

const builder = new Builder();
if (Deno.args.includes("build")) await builder.build();
else await builder.listen(() => import("./main.ts"));
