/** Runs the service: `deno run -A service/main.ts --config FILE`. @module */
import { parseArgs } from "node:util";
import { readConfig } from "./config.ts";
import { createService } from "./service.ts";

const { values } = parseArgs({ args: Deno.args, options: { config: { type: "string" } } });
if (values.config === undefined) {
  console.error("usage: main.ts --config FILE");
  Deno.exit(2);
}
const config = readConfig(await Deno.readTextFile(values.config), (name) => Deno.env.get(name));
const service = await createService(config);
const server = Deno.serve({
  hostname: config.hostname,
  port: config.port,
  onListen: ({ hostname, port }) => console.log(`listening on ${hostname}:${port}`),
}, (request, info) => service.fetch(request, info.remoteAddr.hostname));

const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
for (const signal of signals) {
  Deno.addSignalListener(signal, async () => {
    // Listening ends first; open streams are closed by the service, or they would hold this up.
    const ended = server.shutdown();
    await service.stop();
    await ended;
    Deno.exit(0);
  });
}
