import { assertEquals } from "@std/assert";
import { formatApiKey } from "../../core/ground/api_key.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import type { HostPort } from "../../core/dialog/ports/extension.ts";
import { type FakePort, fakePort } from "../testing/ports.ts";
import type { ExtensionConfig } from "../lib/config.ts";
import { createSites } from "./sites.ts";
import type { Store } from "./store.ts";
import type { WalletWindows, WindowEvents } from "./windows.ts";

const apiKey = formatApiKey({
  kind: "pk",
  environment: "live",
  host: "example.com",
  random: new Uint8Array(16),
});
const keysUrl = "https://keys.example.com";
const config: ExtensionConfig = {
  name: "Acct",
  keysUrl,
  rdns: "com.example.keys",
  firefoxId: null,
  options: { apiKey, preference: { keysUrl, serverUrl: "https://api.example.com" } },
};
const account = { address: `0x${"11".repeat(20)}`, owners: ["0x01"], nonce: "0x00" };

function scene() {
  const storages = new Map<string, ReturnType<typeof memoryStorage>>();
  const store: Store = {
    site(origin) {
      const storage = storages.get(origin) ?? memoryStorage();
      storages.set(origin, storage);
      return storage;
    },
    sessions: () => [],
    ethereum: false,
    setEthereum() {},
  };
  const opened: WindowEvents[] = [];
  const windows: WalletWindows = {
    open(events) {
      opened.push(events);
      return { focus() {}, close() {} };
    },
    accept() {},
  };
  const sites = createSites({ config, store, windows, onPending() {}, onSession() {} });
  const host = (index: number): FakePort => {
    const port = fakePort("host");
    opened[index]!.onPort(port as HostPort);
    port.deliver({ acct: "ready", versions: [1] });
    return port;
  };
  return { sites, opened, host, storages };
}

const settle = () => new Promise((done) => setTimeout(done, 5));
const request = (id: number, method: string, params?: unknown) => ({
  type: "request",
  id,
  method,
  ...(params !== undefined && { params: JSON.stringify(params) }),
});

Deno.test("sites: the host receives the site's origin from the background alone", async () => {
  const { sites, opened, host } = scene();
  const port = fakePort("site");
  sites.get("https://shop.example").serve(port);
  port.deliver({ ...request(1, "eth_requestAccounts"), origin: "https://bank.example" });
  await settle();
  assertEquals(opened.length, 1);
  const { sent } = host(0);
  const [init, asked] = sent as Record<string, unknown>[];
  assertEquals(init, {
    acct: "init",
    version: 1,
    key: apiKey,
    app: { name: "shop.example", logoUrl: null },
    origin: "https://shop.example",
  });
  assertEquals([asked!.acct, asked!.method], ["request", "wallet_connect"]);
  assertEquals(JSON.stringify(sent).includes("bank"), false);
  port.drop();
});

Deno.test("sites: a closed window rejects, and the next request opens another", async () => {
  const { sites, opened, host } = scene();
  const port = fakePort("site");
  sites.get("https://shop.example").serve(port);
  port.deliver(request(1, "eth_requestAccounts"));
  await settle();
  host(0);
  opened[0]!.onClosed();
  await settle();
  const answer = port.sent.at(-1) as { id: number; error: { code: number } };
  assertEquals([answer.id, answer.error.code], [1, 4001]);
  port.deliver(request(2, "eth_requestAccounts"));
  await settle();
  assertEquals(opened.length, 2);
  port.drop();
});

Deno.test("sites: documents of one site share the session, other sites have their own", async () => {
  const { sites, host, storages } = scene();
  const [one, two, other] = [fakePort("site"), fakePort("site"), fakePort("site")];
  sites.get("https://shop.example").serve(one);
  sites.get("https://shop.example").serve(two);
  sites.get("https://other.example").serve(other);
  one.deliver(request(1, "eth_requestAccounts"));
  await settle();
  const window = host(0);
  const { id } = window.sent[1] as { id: string };
  window.deliver({ acct: "response", id, result: { account, accounts: [] } });
  await settle();
  const last = (port: FakePort) =>
    (port.sent.filter((each) => (each as { type: string }).type === "state").at(-1) as {
      accounts: string[];
    }).accounts.length;
  assertEquals([last(one), last(two), last(other)], [1, 1, 0]);
  assertEquals(storages.get("https://other.example")?.get("any") ?? null, null);
  await sites.get("https://shop.example").disconnect();
  await settle();
  assertEquals([last(one), last(two)], [0, 0]);
  [one, two, other].forEach((port) => port.drop());
});

Deno.test("sites: permissions without parameters are the site's own (EIP-2255)", async () => {
  const { sites, host, opened } = scene();
  const port = fakePort("site");
  sites.get("https://shop.example").serve(port);
  const read = async (id: number, params?: unknown) => {
    port.deliver(request(id, "wallet_getPermissions", params));
    await settle();
    const answers = port.sent as { id?: number; result?: string }[];
    return JSON.parse(answers.find((each) => each.id === id)!.result!);
  };
  assertEquals(await read(1), []);
  port.deliver(request(2, "eth_requestAccounts"));
  await settle();
  const window = host(0);
  const { id } = window.sent[1] as { id: string };
  window.deliver({ acct: "response", id, result: { account, accounts: [] } });
  await settle();
  const own = [{
    parentCapability: "eth_accounts",
    invoker: "https://shop.example",
    caveats: [{ type: "restrictReturnedAccounts", value: [account.address] }],
  }];
  assertEquals([await read(3), await read(4, [])], [own, own]);
  assertEquals(opened.length, 1);
  port.drop();
});

Deno.test("sites: invalid requests and withheld methods open no window", async () => {
  const { sites, opened } = scene();
  const port = fakePort("site");
  sites.get("https://shop.example").serve(port);
  const wrong: [string, unknown, number][] = [
    ["acct_addPasskey", [], 4200],
    ["acct_exportAccount", [], 4200],
    ["wallet_prepareCalls", [{}], 4200],
    ["personal_sign", ["0x12", account.address], 4100],
    ["wallet_switchEthereumChain", [{ chainId: "x" }], -32602],
  ];
  for (const [id, [method, params]] of wrong.entries()) port.deliver(request(id, method, params));
  const polluted = JSON.parse('[{ "__proto__": { "polluted": 1, "chainId": "0x1" } }]');
  port.deliver(request(80, "wallet_switchEthereumChain", polluted));
  port.deliver({ type: "request", id: 90, method: "eth_accounts", params: "{not JSON" });
  await new Promise((done) => setTimeout(done, 200));
  const codes = port.sent.flatMap((each) => {
    const { id, error } = each as { id?: number; error?: { code: number } };
    return id === undefined ? [] : [[id, error?.code]];
  }).sort(([a], [b]) => a! - b!);
  assertEquals(codes, [...wrong.map(([, , code], id) => [id, code]), [80, -32602], [90, -32602]]);
  assertEquals(opened.length, 0);
  assertEquals(({} as Record<string, unknown>).polluted, undefined);
  port.drop();
});
