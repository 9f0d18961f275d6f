/**
 * `deno task dev`: the complete system on this machine, until Ctrl-C. `--state DIR` keeps its
 * state.
 */
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { serveHost } from "../host/mod.ts";
import { serveSite } from "./docs/serve.ts";
import { buildSite } from "./docs/site.ts";
import { demoConfig } from "./stack/demo_config.ts";
import { listen } from "./stack/listen.ts";
import { type Stack, startStack } from "./stack/mod.ts";
import { buildPage, demoPage, hostPage, servePage } from "./stack/pages.ts";

/** Ports that stay the same between runs; a taken one is replaced by a free one. */
const ports = { chain: 8545, service: 8787, demo: 5173, docs: 5174 };

const { values } = parseArgs({ args: Deno.args, options: { state: { type: "string" } } });
const print = (line: string) => console.log(line);

// Listens from the start, so that a signal stops everything that was started.
const { promise: asked, resolve } = Promise.withResolvers<void>();
const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
for (const signal of signals) Deno.addSignalListener(signal, () => resolve());

const begin = performance.now();
const [host, demo] = await Promise.all([buildPage(hostPage), buildPage(demoPage)]);
print(`  pages: ${Math.round(performance.now() - begin)} ms`);

const stack: Stack = await startStack({
  ports,
  keysHost: serveHost(host, { apiKey: () => stack.apiKey, frames: ["http://localhost:*"] }),
  ens: "demo.eth",
  demo: servePage(demo, { "/config.json": () => demoConfig(stack) }),
  log: (line) => print(`  ${line}`),
  ...(values.state !== undefined && { state: values.state }),
});
// Built on the first visit, because the start does not need it.
const site = fileURLToPath(new URL("../.local/site-dev", import.meta.url));
const docs = listen(ports.docs, serveSite(site, () => buildSite({ out: site, quiet: true })));
print(`  ready after ${Math.round(performance.now() - begin)} ms
`);
print(`  Open         ${stack.demoUrl}
`);
print(`  documents    http://localhost:${docs.port}`);
print(`  wallet host  ${stack.keysUrl}`);
print(`  service      ${stack.browserServerUrl}`);
print(`  chain        ${stack.rpcUrl} (id ${stack.chainId}, pid ${stack.chainPid})`);
for (const { symbol, address } of stack.tokens) print(`  ${symbol.padEnd(11)}  ${address}`);
print(`  ENS          ${stack.ens?.domain} (universal resolver ${stack.ens?.universalResolver})`);
print(`  API key      ${stack.apiKey}
`);
print("  Ctrl-C ends everything.");

await asked;
await docs.stop();
await stack.stop();
Deno.exit(0);
