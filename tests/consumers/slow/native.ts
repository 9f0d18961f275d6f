/** React Native: Metro bundles the packages, Hermes compiles them, and they run without a browser. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { openScene, SERVER } from "../../links/scene.ts";
import { makeProject, nodeHere, run } from "../packages.ts";

const options = { sanitizeOps: false, sanitizeResources: false, ignore: !await nodeHere() };

/** Uses the entries of an app, and connects as far as the browser. */
const app = `
import { Acct } from "@sdk/core/acct";
import { AcctError } from "@sdk/core/errors";
import { systemBrowser } from "@sdk/core/native";

globalThis.runApp = async ({ apiKey, serverUrl, keysUrl }) => {
  const opened = [];
  const onLink = systemBrowser({
    open(url, returnUrl) {
      opened.push([url, returnUrl]);
      return Promise.resolve({ type: "cancel" });
    },
    returnUrl: "com.example.app://acct",
  });
  const { provider, disconnect } = Acct.create({
    apiKey,
    preference: { transport: "link", onLink, serverUrl, keysUrl },
  });
  const accounts = await provider.request({ method: "eth_accounts" });
  const error = await provider.request({ method: "eth_requestAccounts" }).catch((each) => each);
  await disconnect();
  return JSON.stringify({ accounts, opened, isOwn: error instanceof AcctError, data: error.data });
};
globalThis.missing = () => {
  try {
    systemBrowser({ open: () => {}, returnUrl: "com.example.app://acct" });
  } catch (error) {
    return error.data.field;
  }
};
`;

const config = `
const { getDefaultConfig, mergeConfig } = require("@react-native/metro-config");
module.exports = mergeConfig(getDefaultConfig(__dirname), {
  serializer: { getModulesRunBeforeMainModule: () => [] },
});
`;

/** Runs the bundle with the globals of React Native alone; WebCrypto is added as by its package. */
const runner = `
const { readFileSync } = require("node:fs");
const { createContext, runInContext, Script } = require("node:vm");
const context = (added) => {
  const globals = {
    console, setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask,
    fetch, Headers, Request, Response, URL, URLSearchParams, AbortController, AbortSignal,
    TextEncoder, TextDecoder, atob, btoa, performance, ...added,
  };
  globals.global = globals;
  globals.navigator = { product: "ReactNative" };
  return createContext(globals);
};
const bundle = new Script(readFileSync("bundle.js", "utf8"));
const bare = context({});
bundle.runInContext(bare);
const missing = runInContext("missing()", bare);
const native = context({ crypto });
bundle.runInContext(native);
native.given = JSON.parse(process.argv[2]);
runInContext("runApp(given)", native).then((said) => {
  const globals = runInContext("[typeof document, typeof location, typeof localStorage]", native);
  console.log(JSON.stringify({ missing, globals, ...JSON.parse(said) }));
});
`;

Deno.test("metro: an app bundles, compiles and runs without browser globals", options, async () => {
  const folder = await makeProject({
    name: "native",
    uses: ["core"],
    dependencies: {
      "@babel/core": "7.28.5",
      "@babel/runtime": "7.28.4",
      "@react-native/babel-preset": "0.88.1",
      "@react-native/metro-config": "0.88.1",
      "hermes-compiler": "260318099.0.5",
      metro: "0.87.1",
      "metro-runtime": "0.87.1",
      viem: "2.57.1",
    },
    files: {
      "index.js": app,
      "metro.config.js": config,
      "babel.config.js": `module.exports = { presets: ["module:@react-native/babel-preset"] };`,
      "runner.js": runner,
      "package.json": JSON.stringify({ type: "commonjs" }),
    },
  });
  const metro = (file: string, ...more: string[]) =>
    run(folder, "node", [
      "node_modules/metro/src/cli.js",
      "build",
      "index.js",
      "--platform",
      "ios",
      "--max-workers",
      "1",
      "--out",
      file,
      ...more,
    ]);
  await metro("bundle.js", "--no-minify");
  const text = await Deno.readTextFile(join(folder, "bundle.js"));
  // The link and the session are loaded with the first request.
  assertMatch(text, /asyncRequire/);
  await run(folder, await hermesc(folder), ["-emit-binary", "-out", "bundle.hbc", "bundle.js"]);
  assert((await Deno.stat(join(folder, "bundle.hbc"))).size > 100_000);

  await using scene = await openScene();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => {
      const { pathname } = new URL(request.url);
      return scene.service.fetch(new Request(`${SERVER}${pathname}`, request), "127.0.0.1");
    },
  );
  const serverUrl = `http://localhost:${server.addr.port}`;
  const keysUrl = "http://keys.localhost:1";
  try {
    const given = JSON.stringify({ apiKey: scene.apiKey, serverUrl, keysUrl });
    const said = JSON.parse(await run(folder, "node", ["runner.js", given]));
    const [[url, returnUrl]] = said.opened;
    assertMatch(url, /^http:\/\/keys\.localhost:1\/link#[\w-]{43}\.com\.example\.app:\/\/acct$/);
    assertEquals(
      { ...said, opened: returnUrl, data: said.data.cause },
      {
        missing: "crypto.subtle",
        globals: ["undefined", "undefined", "undefined"],
        accounts: [],
        opened: "com.example.app://acct",
        isOwn: true,
        data: "user_rejected",
      },
    );
  } finally {
    await server.shutdown();
  }
});

/** The compiler of this platform. */
async function hermesc(folder: string): Promise<string> {
  const { os } = Deno.build;
  const name = os === "darwin" ? "osx-bin" : os === "windows" ? "win64-bin" : "linux64-bin";
  const path = join(folder, "node_modules/hermes-compiler/hermesc", name, "hermesc");
  if (os !== "windows") await Deno.chmod(path, 0o755);
  return path;
}
