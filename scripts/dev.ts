/** `deno task dev`: the whole system on this machine, until Ctrl-C. `--state DIR` keeps it. */
import { parseArgs } from "node:util";
import { startStack } from "./stack/mod.ts";

/** Ports that stay the same between runs; a taken one is replaced by a free one. */
const ports = { chain: 8545, service: 8787, demo: 5173 };

const { values } = parseArgs({ args: Deno.args, options: { state: { type: "string" } } });
const print = (line: string) => console.log(line);
const stack = await startStack({
  ports,
  log: (line) => print(`  ${line}`),
  ...(values.state !== undefined && { state: values.state }),
});
print("");
print(`  wallet host  ${stack.keysUrl}`);
print(`  service      ${stack.browserServerUrl}`);
print(`  chain        ${stack.rpcUrl} (id ${stack.chainId})`);
for (const { symbol, address } of stack.tokens) print(`  ${symbol.padEnd(11)}  ${address}`);
print(`  API key      ${stack.apiKey}`);
print("");
print("  Ctrl-C ends everything.");

const { promise: asked, resolve } = Promise.withResolvers<void>();
const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
for (const signal of signals) Deno.addSignalListener(signal, () => resolve());
await asked;
await stack.stop();
Deno.exit(0);
