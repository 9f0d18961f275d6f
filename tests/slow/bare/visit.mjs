/**
 * Runs in a bare root, in Node: starts the command of the first argument as a terminal does, visits
 * every address that it prints, interrupts it, and prints what was seen as a line of JSON. The second
 * argument lists ports, by commas, that are taken before.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";

const [command, busy] = process.argv.slice(2);
const pause = () => new Promise((resolve) => setTimeout(resolve, 200));

for (const port of busy === "" ? [] : busy.split(",")) {
  const server = createServer().listen(Number(port), "127.0.0.1");
  await new Promise((resolve, reject) => server.on("listening", resolve).on("error", reject));
}

const begin = Date.now();
const seconds = () => Math.round((Date.now() - begin) / 100) / 10;
let output = "";
let ended = false;
// A group of its own, so that it can be interrupted as a terminal does.
const child = spawn("sh", ["-c", command], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
for (const stream of [child.stdout, child.stderr]) {
  stream.on("data", (bytes) => {
    output += bytes;
    process.stderr.write(bytes);
  });
}
const end = new Promise((resolve) => child.on("close", () => resolve(ended = true)));

while (!ended && !output.includes("Ctrl-C ends everything.")) await pause();
const seen = { ready: !ended ? seconds() : null, urls: {}, answers: {} };
if (seen.ready !== null) {
  for (const name of ["Open", "documents", "wallet host", "service", "chain"]) {
    seen.urls[name] = new RegExp(`^  ${name} +(http\\S+)`, "m").exec(output)?.[1];
  }
  const { Open, documents, service, chain } = seen.urls;
  seen.answers.demo = await visit(Open);
  seen.answers.walletHost = await visit(seen.urls["wallet host"]);
  seen.answers.service = await visit(`${service}/health`);
  seen.answers.chain = await visit(chain, '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}');
  // Built by the first visit; 503 until then. With taken ports it is enough that they answer.
  do {
    await pause();
    seen.answers.documents = await visit(documents);
  } while (!ended && busy === "" && seen.answers.documents.status === 503);
  seen.documented = seconds();
  seen.alive = !ended;
  if (!ended) process.kill(-child.pid, "SIGINT");
}
await end;
await pause();
seen.left = processes();
console.log(`\nSEEN ${JSON.stringify(seen)}`);
process.exit(0);

/** Visits an address on this machine, whatever its name. */
function visit(url, body) {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve) => {
    const options = {
      host: "127.0.0.1",
      port,
      path: pathname,
      method: body === undefined ? "GET" : "POST",
      headers: { host: `${hostname}:${port}`, "content-type": "application/json" },
    };
    const failed = (error) => resolve({ status: 0, text: String(error) });
    request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => text += part).on("error", failed)
        .on("end", () => resolve({ status: response.statusCode, text: text.slice(0, 3000) }));
    }).on("error", failed).end(body);
  });
}

/** The processes of this namespace besides the shell's and this one. */
function processes() {
  const found = [];
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (Number(id) === process.pid || Number(id) === process.ppid || id === "1") continue;
    try {
      found.push(readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ").trim());
    } catch {
      // It has just ended.
    }
  }
  return found.filter((name) => name !== "");
}
