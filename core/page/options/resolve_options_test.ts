import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import type { AcctOptions } from "./options.ts";
import { resolveOptions } from "./resolve_options.ts";
import { formatApiKey } from "../../ground/api_key.ts";

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

Deno.test("options: an API key is sufficient, and determines all URLs", () => {
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

Deno.test("options: an owner without a passkey requires AppSpecific mode", () => {
  const owner = { address: `0x${"0a".repeat(20)}`, signTypedData: () => Promise.reject() } as const;
  const options = { apiKey, preference: { owner } } as unknown as AcctOptions;
  const { data } = assertThrows(() => resolveOptions(options), AcctError);
  assertEquals([data.cause, data.field], ["invalid_params", "preference.owner"]);
  resolveOptions({ apiKey, preference: { mode: "AppSpecific", uiHandler, owner } });
});

Deno.test("options: an owner that cannot sign is rejected with its field and the rule", () => {
  const address = `0x${"0a".repeat(20)}`;
  const signTypedData = () => Promise.reject();
  const at = "preference.owner";
  const wrong: [owner: unknown, field: string, rule: RegExp][] = [
    [{}, at, /must have signTypedData/],
    [address, at, /must have signTypedData/],
    [{ address }, at, /must have signTypedData/],
    [{ signTypedData }, `${at}.address`, /must be an address/],
    [{ address: "0x12", signTypedData }, `${at}.address`, /must be an address/],
    [{ address: "alice.eth", signTypedData }, `${at}.address`, /must be an address/],
    [{ address: `0x${"aB".repeat(20)}`, signTypedData }, `${at}.address`, /checksum/],
  ];
  for (const [owner, field, rule] of wrong) {
    const preference = { mode: "AppSpecific", uiHandler, owner };
    const create = () => resolveOptions({ apiKey, preference } as unknown as AcctOptions);
    const { data, message } = assertThrows(create, AcctError);
    assertEquals([data.cause, data.field], ["invalid_params", field]);
    assertMatch(message, rule);
  }
});

Deno.test("options: a test key sets chain and test networks, and an option wins over it", () => {
  const random = new Uint8Array(16);
  const host = "localhost:8787";
  const apiKey = formatApiKey({ kind: "pk", environment: "test", host, chainId: 31337, random });
  const defaults = (options: AcctOptions) => {
    const { defaultChainId, showTestnets } = resolveOptions(options);
    return [defaultChainId, showTestnets];
  };
  const own = { 31337: { url: "http://localhost:8787/v1/paymaster/31337" } };
  assertEquals(resolveOptions({ apiKey }).paymasters, own);
  assertEquals(resolveOptions({ apiKey, defaultChainId: 1 }).paymasters, own);
  assertEquals(resolveOptions({ apiKey, paymasters: {} }).paymasters, {});
  assertEquals(defaults({ apiKey }), [31337, true]);
  assertEquals(defaults({ apiKey, defaultChainId: 1 }), [1, true]);
  assertEquals(defaults({ apiKey, preference: { showTestnets: false } }), [31337, false]);
  const urls = { keysUrl: "https://k.example", serverUrl: "https://s.example" };
  // If both URLs are set, the key is not read.
  assertEquals(defaults({ apiKey, preference: urls }), [1, false]);
  const chainless = formatApiKey({ kind: "pk", environment: "test", host, random });
  assertEquals(defaults({ apiKey: chainless }), [1, true]);
  assertEquals(defaults({ apiKey: key(host) }), [1, false]);
  for (const each of [chainless, key(host)]) {
    assertEquals(resolveOptions({ apiKey: each }).paymasters, {});
  }
});

Deno.test("options: each wrong option is named", () => {
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
    // Neither the window instead of dialogs, nor an error from inside the SDK.
    ["preference.uiHandler", { preference: { mode: "AppSpecific", uiHandler: null } }],
    ["preference.uiHandler", { preference: { mode: "AppSpecific", uiHandler: {} } }],
    ["preference", { preference: 5 }],
    ["preference", { preference: "AppSpecific" }],
    ["preference", { preference: [] }],
    ["preference.showTestnets", { preference: { showTestnets: "false" } }],
    ["preference.showTestnets", { preference: { showTestnets: 0 } }],
    // The browser's own storage uses other method names.
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
    // http to localhost only if the service itself is on localhost
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

Deno.test("options: missing options, and values that are not an object, report the rule", () => {
  for (const options of [undefined, null, "pk_live_x", 5, []]) {
    const error = assertThrows(() => resolveOptions(options as unknown as AcctOptions), AcctError);
    assertEquals([error.code, error.data.field], [-32602, "options"]);
    assertEquals(error.message.includes("options must be an object"), true);
  }
});

Deno.test("options: undefined counts as omitted", () => {
  const nothing = { appName: undefined, preference: undefined, defaultChainId: undefined };
  const { appName, mode, defaultChainId } = resolveOptions(
    { apiKey, ...nothing } as unknown as AcctOptions,
  );
  assertEquals([appName, mode, defaultChainId], ["DApp", "CrossPlatform", 1]);
});

Deno.test("options: http is allowed for loopback hosts", () => {
  const local = key("localhost:8787");
  const { serverUrl, keysUrl } = resolveOptions({
    apiKey: local,
    appLogoUrl: "http://localhost:1/logo.png",
    paymasters: { 31337: { url: "http://api.localhost:8787/v1/paymaster/31337" } },
  });
  assertEquals([serverUrl, keysUrl], ["http://localhost:8787", "http://keys.localhost:8787"]);
});

Deno.test("options: with both URLs set, any key is accepted", () => {
  const preference = { keysUrl: "https://k.example/", serverUrl: "https://s.example/base/" };
  const { serverUrl, keysUrl } = resolveOptions({ apiKey: "opaque", preference });
  assertEquals([serverUrl, keysUrl], ["https://s.example/base", "https://k.example"]);
});

Deno.test("options: an unknown option is rejected with a suggestion", () => {
  const cases: [object, field: string, meant: string][] = [
    [{ paymasterUrl: "x" }, "paymasterUrl", "paymasters"],
    [{ ensConfig: {} }, "ensConfig", "ens"],
    [{ mode: "AppSpecific" }, "mode", "preference.mode"],
    [{ showTestnets: true }, "showTestnets", "preference.showTestnets"],
    [{ preference: { showTestNets: true } }, "showTestNets", "preference.showTestnets"],
    [{ preference: { appName: "Shop" } }, "appName", "appName"],
  ];
  for (const [options, field, meant] of cases) {
    const given = { apiKey, ...options } as AcctOptions;
    const error = assertThrows(() => resolveOptions(given), AcctError);
    assertEquals([error.data.cause, error.data.field], ["invalid_params", field]);
    assertEquals(error.message.includes(`did you mean ${meant}?`), true, error.message);
  }
});

Deno.test("options: two providers share no state", () => {
  const first = resolveOptions({ apiKey, preference: { mode: "AppSpecific", uiHandler } });
  const second = resolveOptions({ apiKey });
  assertEquals([first.mode, second.mode, second.uiHandler], ["AppSpecific", "CrossPlatform", null]);
});
