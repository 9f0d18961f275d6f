import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../protocol/errors.ts";
import type { AcctOptions } from "./options.ts";
import { warnOfMisspelled } from "./misspelled.ts";
import { resolveOptions } from "./resolve_options.ts";
import { formatApiKey } from "../protocol/api_key.ts";

const key = (host: string, kind: "pk" | "sk" = "pk") =>
  formatApiKey({ kind, environment: "live", host, random: new Uint8Array(16) });
const apiKey = key("acct.example.com");
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const uiHandler = {
  init() {},
  cleanup() {},
  canHandle: () => true,
  request: () => Promise.resolve(),
};

Deno.test("options: a key is enough, and says where everything is", () => {
  const { appName, appLogoUrl, defaultChainId, mode, authTTL, keysUrl, serverUrl } = resolveOptions(
    {
      apiKey,
    },
  );
  assertEquals([appName, appLogoUrl, defaultChainId, mode, authTTL, keysUrl, serverUrl], [
    "DApp",
    null,
    1,
    "CrossPlatform",
    86_400,
    "https://keys.acct.example.com",
    "https://api.acct.example.com",
  ]);
});

Deno.test("options: each wrong one is named", () => {
  const wrong: [string, Record<string, unknown>][] = [
    ["apiKey", { apiKey: undefined }],
    ["apiKey", { apiKey: apiKey.slice(0, -2) }],
    ["appName", { appName: "" }],
    ["appName", { appName: "\u200b\u202e" }],
    ["appLogoUrl", { appLogoUrl: "http://shop.example/logo.png" }],
    ["appLogoUrl", { appLogoUrl: "/logo.png" }],
    ["appLogoUrl", { appLogoUrl: "javascript:alert(1)" }],
    ["defaultChainId", { defaultChainId: 0 }],
    ["defaultChainId", { defaultChainId: 1.5 }],
    ["defaultChainId", { defaultChainId: "1" }],
    ["preference.mode", { preference: { mode: "Popup" } }],
    ["preference.uiHandler", { preference: { mode: "AppSpecific" } }],
    // Neither the window in place of dialogs, nor an error from within.
    ["preference.uiHandler", { preference: { mode: "AppSpecific", uiHandler: null } }],
    ["preference.uiHandler", { preference: { mode: "AppSpecific", uiHandler: {} } }],
    ["preference", { preference: 5 }],
    ["preference", { preference: "AppSpecific" }],
    ["preference", { preference: [] }],
    ["preference.showTestnets", { preference: { showTestnets: "false" } }],
    ["preference.showTestnets", { preference: { showTestnets: 0 } }],
    // The browser's own storage has other names for its methods.
    ["preference.sessionStorage", { preference: { sessionStorage: localStorage } }],
    ["preference.sessionStorage", { preference: { sessionStorage: {} } }],
    ["preference.sessionStorage", { preference: { sessionStorage: 5 } }],
    ["appName", { appName: null }],
    ["appName", { appName: 5 }],
    ["preference.authTTL", { preference: { authTTL: -1 } }],
    ["preference.authTTL", { preference: { authTTL: NaN } }],
    ["preference.authTTL", { preference: { authTTL: Infinity } }],
    ["preference.keysUrl", { preference: { keysUrl: "http://keys.example.com" } }],
    ["preference.serverUrl", { preference: { serverUrl: "https://user:pass@api.example.com" } }],
    ["paymasters[1].url", { paymasters: { 1: { url: "http://pm.example" } } }],
    ["paymasters[1].url", { paymasters: { 1: {} } }],
    ["paymasters[1].context.big", {
      paymasters: { 1: { url: "https://pm.example", context: { big: 1n } } },
    }],
    ["paymasters[1].context.self", {
      paymasters: { 1: { url: "https://pm.example", context: cyclic } },
    }],
    ["paymasters[1].context.long", {
      paymasters: { 1: { url: "https://pm.example", context: { long: "x".repeat(20_001) } } },
    }],
    ["ens", { ens: "shop" }],
    ["ens", { ens: 5 }],
    ["paymasters[x]", { paymasters: { x: { url: "https://pm.example" } } }],
    // http to this machine only while the service itself is on this machine
    ["paymasters[1].url", { paymasters: { 1: { url: "http://localhost:8787/pm" } } }],
    ["appLogoUrl", { appLogoUrl: "http://localhost:1/logo.png" }],
  ];
  for (const [field, change] of wrong) {
    const options = { apiKey, ...change } as unknown as AcctOptions;
    const error = assertThrows(() => resolveOptions(options), AcctError);
    assertEquals([error.code, error.data.field], [-32602, field]);
    assertEquals(error.message.includes(apiKey.slice(8, 24)), false);
  }
});

Deno.test("options: without any, and with others than an object, the rule is told", () => {
  for (const options of [undefined, null, "pk_live_x", 5, []]) {
    const error = assertThrows(() => resolveOptions(options as unknown as AcctOptions), AcctError);
    assertEquals([error.code, error.data.field], [-32602, "options"]);
    assertEquals(error.message.includes("options must be an object"), true);
  }
});

Deno.test("options: what is undefined counts as left out", () => {
  const nothing = { appName: undefined, preference: undefined, defaultChainId: undefined };
  const { appName, mode, defaultChainId } = resolveOptions(
    { apiKey, ...nothing } as unknown as AcctOptions,
  );
  assertEquals([appName, mode, defaultChainId], ["DApp", "CrossPlatform", 1]);
});

Deno.test("options: on this machine http is fine", () => {
  const local = key("localhost:8787");
  const { serverUrl, keysUrl } = resolveOptions({
    apiKey: local,
    appLogoUrl: "http://localhost:1/logo.png",
    paymasters: { 31337: { url: "http://api.localhost:8787/v1/paymaster/31337" } },
  });
  assertEquals([serverUrl, keysUrl], ["http://localhost:8787", "http://keys.localhost:8787"]);
});

Deno.test("options: with both URLs given, any key is taken", () => {
  const preference = { keysUrl: "https://k.example/", serverUrl: "https://s.example/base/" };
  const { serverUrl, keysUrl } = resolveOptions({ apiKey: "opaque", preference });
  assertEquals([serverUrl, keysUrl], ["https://s.example/base", "https://k.example"]);
});

Deno.test("options: the keys of a guide's example warn, and name the right one", () => {
  const said: string[] = [];
  const warn = console.warn;
  console.warn = (text: string) => said.push(text);
  try {
    const options = { apiKey, paymasterUrl: "x", ensConfig: {}, mode: "AppSpecific" };
    warnOfMisspelled(resolveOptions(options as AcctOptions).given);
  } finally {
    console.warn = warn;
  }
  assertEquals(said.length, 3);
  for (const right of ["paymasters", "ens", "preference.mode"]) {
    assertEquals(said.some((text) => text.includes(`"${right}"`)), true);
  }
});

Deno.test("options: nothing is kept between two", () => {
  const first = resolveOptions({ apiKey, preference: { mode: "AppSpecific", uiHandler } });
  const second = resolveOptions({ apiKey });
  assertEquals([first.mode, second.mode, second.uiHandler], ["AppSpecific", "CrossPlatform", null]);
});
