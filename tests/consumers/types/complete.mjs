/**
 * Prints the completions of a file at each comment with a name, as JSON. Runs in Node:
 * `node complete.mjs PACKAGE FILE CONFIG`, where PACKAGE is the name of a version of TypeScript.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [name, file, config] = process.argv.slice(2);
const path = resolve(file);
const text = readFileSync(path, "utf8");
const require = createRequire(import.meta.url);
const folder = resolve("node_modules", name);
// Versions written in JavaScript have a language service; later ones have an interface of their own.
const inScript = existsSync(resolve(folder, "lib/typescript.js"));
const complete = inScript ? fromService(require(folder)) : await fromServer();
const found = {};
for (const { 1: marker, index } of text.matchAll(/\/\*(\w+)\*\//g)) {
  found[marker] = (await complete(index)).sort();
}
console.log(JSON.stringify(found));
process.exit(0);

function fromService(ts) {
  const read = ts.readConfigFile(resolve(config), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(read, ts.sys, process.cwd());
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) =>
      existsSync(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, "utf8")) : undefined,
    getCurrentDirectory: () => process.cwd(),
    getCompilationSettings: () => options,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  });
  return (position) => {
    const info = service.getCompletionsAtPosition(path, position, {});
    return info === undefined || info.isGlobalCompletion
      ? []
      : info.entries.map((entry) => entry.name);
  };
}

/** Asks the language server, as editors do. */
async function fromServer() {
  const server = spawn(resolve(folder, "bin/tsc"), ["--lsp", "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map();
  let bytes = Buffer.alloc(0);
  server.stdout.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let message; (message = next()) !== undefined;) {
      if (message.method === undefined) waiting.get(message.id)?.(message.result ?? null);
      // The server asks for settings, of which there are none.
      else if (message.id !== undefined) send({ id: message.id, result: settings(message) });
    }
  });
  let last = 0;
  const ask = (method, params) =>
    new Promise((answer) => {
      waiting.set(++last, answer);
      send({ id: last, method, params });
    });
  const uri = pathToFileURL(path).href;
  const rootUri = pathToFileURL(process.cwd()).href;
  await ask("initialize", { processId: process.pid, rootUri, capabilities: {} });
  send({ method: "initialized", params: {} });
  const textDocument = { uri, languageId: "typescript", version: 1, text };
  send({ method: "textDocument/didOpen", params: { textDocument } });
  return async (index) => {
    const lines = text.slice(0, index).split("\n");
    const position = { line: lines.length - 1, character: lines.at(-1).length };
    const answer = await ask("textDocument/completion", { textDocument: { uri }, position });
    const names = (answer?.items ?? answer ?? []).map(({ label }) => label.replace(/\?$/, ""));
    // Names of the global scope mean that nothing is known about the place.
    return names.includes("globalThis") ? [] : names;
  };

  function send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  /** Takes a whole message off the bytes that came, if there is one. */
  function next() {
    const end = bytes.indexOf("\r\n\r\n");
    if (end < 0) return undefined;
    const length = Number(/Content-Length: (\d+)/i.exec(bytes.subarray(0, end).toString())[1]);
    if (bytes.length < end + 4 + length) return undefined;
    const body = bytes.subarray(end + 4, end + 4 + length).toString();
    bytes = bytes.subarray(end + 4 + length);
    return JSON.parse(body);
  }
  function settings({ method, params }) {
    return method === "workspace/configuration" ? params.items.map(() => null) : null;
  }
}
