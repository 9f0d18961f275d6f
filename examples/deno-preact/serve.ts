/** `ACCT_KEY=pk_… deno task start`: bundles the page and serves it. @module */
import { fileURLToPath } from "node:url";

const { success, outputFiles, errors } = await Deno.bundle({
  entrypoints: [fileURLToPath(new URL("./main.tsx", import.meta.url))],
  platform: "browser",
  minify: true,
  write: false,
});
if (!success) throw new Error(errors.map(({ text }) => text).join("\n"));
const script = outputFiles![0]!.text();

const page = `<!DOCTYPE html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>A wallet with Deno and Preact</title>
  <link rel="icon" href="data:,">
  <body data-key="${Deno.env.get("ACCT_KEY")}">
    <script type="module" src="/main.js"></script>
  </body>
</html>`;

Deno.serve({ port: Number(Deno.env.get("PORT") ?? 8000) }, (request) => {
  const isScript = new URL(request.url).pathname === "/main.js";
  return new Response(isScript ? script : page, {
    headers: { "content-type": isScript ? "text/javascript" : "text/html" },
  });
});
