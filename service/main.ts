/**
 * The service's program.
 *
 * ```
 * deno task service --config FILE [--role all|api|indexer|gateway]
 * deno task service keys …        see keys/main.ts
 * deno task service rescan …      see rescan/main.ts
 * ```
 *
 * @module
 */
import { parseArgs } from "node:util";
import { hostsOf } from "../core/service/api_key.ts";
import { serveHost } from "../host/mod.ts";
import { readConfig } from "./config.ts";
import { clientAddress } from "./http/client_address.ts";
import { keys } from "./keys/main.ts";
import { readHostFiles } from "./keys_host.ts";
import { rescan } from "./rescan/main.ts";
import { readRole } from "./role.ts";
import { createService } from "./service.ts";

const [command, ...rest] = Deno.args;
if (command === "keys") Deno.exit(await keys(rest));
if (command === "rescan") Deno.exit(await rescan(rest));
const { values } = parseArgs({
  args: Deno.args,
  options: { config: { type: "string" }, role: { type: "string", default: "all" } },
});
if (values.config === undefined) {
  console.error("usage: main.ts --config FILE [--role all|api|indexer|gateway]");
  Deno.exit(2);
}
const config = readConfig(await Deno.readTextFile(values.config), (name) => Deno.env.get(name));
const { keysHost, keysHostKey, trustProxy, ...options } = config;
const service = await createService({
  ...options,
  role: readRole(values.role),
  ...(keysHost !== undefined && { keysHost: await pageOf(keysHost) }),
});
const server = Deno.serve({
  hostname: config.hostname,
  port: config.port,
  onListen: ({ hostname, port }) => console.log(`listening on ${hostname}:${port}`),
}, (request, { remoteAddr }) => {
  const forwarded = request.headers.get("x-forwarded-for");
  return service.fetch(request, clientAddress(remoteAddr.hostname, forwarded, trustProxy));
});

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

/** Serves the wallet host's page. */
async function pageOf(folder: string): Promise<(request: Request) => Response> {
  const serve = serveHost(await readHostFiles(folder), { apiKey: () => keysHostKey ?? "" });
  const { keysUrl } = hostsOf(config.host, { browser: true });
  return (request) => {
    const { pathname, search } = new URL(request.url);
    // TLS ends in front of the service: the page's policy must name the origin that browsers see.
    return serve(new Request(`${keysUrl}${pathname}${search}`, { method: request.method }));
  };
}
