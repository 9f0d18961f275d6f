/** Servers that redirect, never finish, or request more data than can be sent back. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { createClient, custom, type Hex, zeroHash } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import type { WalletGrantPermissionsResponse } from "../../core/permission/details.ts";
import { units } from "../../core/permission/limits/period.ts";
import { permissionId } from "../../core/permission/permission.ts";
import { PaymentError } from "../record/error.ts";
import { memoryJournal } from "../record/journal.ts";
import { payingFetch, type PayingFetchOptions } from "./paying_fetch.ts";
import { toBase64Json } from "../protocols/encoding.ts";

const token: Hex = `0x${"aa".repeat(20)}`;
const key = privateKeyToAccount(`0x${"11".repeat(32)}`);
const terms = { account: `0x${"bb".repeat(20)}`, spender: key.address, start: 0, end: 1 } as const;
// Only signed: nothing is read from the chain before the first use.
const granted: WalletGrantPermissionsResponse = {
  ...terms,
  salt: zeroHash,
  calls: [],
  spends: [{ token, allowance: "10", unit: "day" }],
  watched: [],
  chainId: "0x2105",
  signature: "0x01",
  permissionId: permissionId({
    ...terms,
    salt: 0n,
    calls: [],
    spends: [{ token, allowance: 10n, unit: units.indexOf("day"), multiplier: 1 }],
    watched: [],
  }, base.id),
};
/** A chain without collected payments. */
const client = createClient({
  chain: base,
  transport: custom({
    request: ({ method }: { method: string }) =>
      Promise.resolve(method === "eth_call" ? zeroHash : { number: "0x1", timestamp: "0x1" }),
  }),
});
const demand = {
  scheme: "exact",
  network: "eip155:8453",
  amount: "10",
  asset: token,
  payTo: terms.account,
  maxTimeoutSeconds: 60,
  extra: { assetTransferMethod: "erc7710" },
};
const paidHeader = "payment-signature";

function open(options: Partial<PayingFetchOptions> = {}) {
  return payingFetch({ granted, key, client, limits: [{ token, perRequest: 10n }], ...options });
}

/** A response that requires a payment; `more` is the JSON text of further fields. */
function asking(more = "", body: ReadableStream | null = null): Response {
  const text = `{"x402Version":2,"accepts":[${JSON.stringify(demand)}]${more}}`;
  return new Response(body, { status: 402, headers: { "payment-required": btoa(text) } });
}

/** Serves on localhost, and records for each request whether it pays. */
function serve(answer: (path: string, pays: boolean, method: string) => Response) {
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    const pays = request.headers.has(paidHeader);
    asked.push(`${pathname}${pays ? " pays" : ""}`);
    return answer(pathname, pays, request.method);
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  return { asked, url, [Symbol.asyncDispose]: () => server.shutdown() };
}

const sunny = () =>
  new Response("sunny", { headers: { "payment-response": toBase64Json({ success: true }) } });
const moved = (location: string) => new Response(null, { status: 301, headers: { location } });

const errorOf = async (work: () => Promise<unknown>) =>
  await assertRejects(work, PaymentError) as PaymentError;

Deno.test("odd servers: a redirect within an origin is paid at its target", async () => {
  await using shop = serve((path, pays) =>
    path === "/p" ? moved("/p/") : pays ? sunny() : asking()
  );
  const paying = open();
  const response = await paying(`${shop.url}/p`);
  assertEquals([response.status, await response.text()], [200, "sunny"]);
  assertEquals(shop.asked, ["/p", "/p/", "/p/", "/p/ pays"]);
  assertEquals((await paying.payments()).map(({ url, status }) => [url, status]), [
    [`${shop.url}/p/`, "paid"],
  ]);
  // With another method it would be another request.
  const { reason, field, message } = await errorOf(() =>
    paying(`${shop.url}/p`, { method: "POST", body: "{}" })
  );
  assertEquals([reason, field], ["host_not_allowed", "url"]);
  assertMatch(message, /\/p\/; ask there/);
  assertEquals((await paying.payments()).length, 1);
});

Deno.test("odd servers: an interrupted payment behind a redirect is continued", async () => {
  const sent: (string | null)[] = [];
  await using shop = serve((path, pays) =>
    path === "/p" ? moved("/p/") : !pays ? asking() : sent.length < 3 ? asking() : sunny()
  );
  const paying = open({
    fetch: (input, init) => {
      const header = (input as Request).headers.get(paidHeader);
      if (header !== null) sent.push(header);
      return fetch(input, init);
    },
  });
  for (let n = 0; n < 2; n++) {
    assertEquals((await errorOf(() => paying(`${shop.url}/p`))).reason, "rejected");
  }
  assertEquals(await (await paying(`${shop.url}/p`)).text(), "sunny");
  assertEquals([sent.length, new Set(sent).size], [3, 1]);
});

Deno.test("odd servers: an endless redirect is not paid", async () => {
  // Each URL but the first requires a payment once, then redirects to the next.
  const seen = new Set<string>();
  await using shop = serve((path) => {
    const isNew = path !== "/0" && !seen.has(path);
    seen.add(path);
    return isNew ? asking() : moved(`/${Number(path.slice(1)) + 1}`);
  });
  const paying = open();
  const { reason, message } = await errorOf(() => paying(`${shop.url}/0`));
  assertEquals([reason, await paying.payments()], ["host_not_allowed", []]);
  assertMatch(message, /\/4; ask there/);
});

Deno.test("odd servers: a payment answered by a redirect is sent again, not signed twice", async () => {
  const sent: (string | null)[] = [];
  const paying = open({
    fetch: (input) => {
      const header = (input as Request).headers.get(paidHeader);
      if (header !== null) sent.push(header);
      return Promise.resolve(
        header === null ? asking() : sent.length < 3 ? moved("/elsewhere") : sunny(),
      );
    },
  });
  for (let n = 0; n < 2; n++) {
    const response = await paying("https://a.test/p");
    assertEquals([response.status, paying.receipt(response)], [301, undefined]);
  }
  assertEquals(await (await paying("https://a.test/p")).text(), "sunny");
  assertEquals([sent.length, new Set(sent).size], [3, 1]);
  assertEquals((await paying.payments()).map(({ status }) => status), ["paid"]);
});

Deno.test("odd servers: a payment is continued for any URL fragment", async () => {
  const paying = open({
    fetch: (input) =>
      (input as Request).headers.has(paidHeader)
        ? Promise.reject(new TypeError("The connection broke."))
        : Promise.resolve(asking()),
  });
  for (const end of ["#a", "", "#b", "#"]) {
    const { reason } = await errorOf(() => paying(`https://a.test/p${end}`));
    assertEquals([end, reason], [end, "answer_lost"]);
  }
  assertEquals((await paying.payments()).length, 1);
});

Deno.test("odd servers: extensions that cannot be sent back are rejected before the signature", async () => {
  const nested = (depth: number) => `,"extensions":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  // Written out, each of these numbers has four times its length.
  const growing = `,"extensions":{"a":[${"1e20,".repeat(9_000)}1]}`;
  for (const [more, detail] of [[nested(20_000), /too deep/], [growing, /above 65536/]] as const) {
    const paying = open({ fetch: () => Promise.resolve(asking(more)) });
    const { reason, message } = await errorOf(() => paying("https://a.test/"));
    assertEquals([reason, await paying.payments()], ["malformed", []]);
    assertMatch(message, detail);
  }
  // Fields with unusual names are sent back unchanged, and have no effect here.
  const odd = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toJSON":1';
  let sent = "";
  const paying = open({
    fetch: (input) => {
      sent = (input as Request).headers.get(paidHeader) ?? "";
      return Promise.resolve(sent === "" ? asking(`,"extensions":{${odd}}`) : sunny());
    },
  });
  assertEquals((await paying("https://a.test/")).status, 200);
  assert(atob(sent).includes(odd));
  assertEquals(Reflect.get({}, "polluted"), undefined);
});

Deno.test("odd servers: an endless body is cancelled if it is not read", async () => {
  for (const [path, limit] of [["/dear", 9n], ["/paid", 10n]] as const) {
    const ended = Promise.withResolvers<void>();
    let chunks: ReturnType<typeof setInterval>;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          chunks = setInterval(() => controller.enqueue(new Uint8Array(64)), 10);
        },
        cancel: () => {
          clearInterval(chunks);
          ended.resolve();
        },
      });
    await using shop = serve((_, pays) => pays ? sunny() : asking("", endless()));
    const paying = open({ limits: [{ token, perRequest: limit }] });
    await paying(`${shop.url}${path}`).then((response) => response.text(), () => {});
    await ended.promise;
  }
});

Deno.test("odd servers: two concurrent requests pay separately, even with a slow journal", async () => {
  const memory = memoryJournal();
  // Readers see a record shortly before its writer continues.
  const written = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const journal = {
    ...memory,
    put: async (...record: Parameters<typeof memory.put>) => {
      await memory.put(...record);
      written.resolve();
      await go.promise;
    },
  };
  const sent = new Set<string | null>();
  const paying = open({
    journal,
    fetch: (input) => {
      const header = (input as Request).headers.get(paidHeader);
      if (header === null) return Promise.resolve(asking());
      assert(!sent.has(header), "a payment of another request");
      sent.add(header);
      return Promise.resolve(sunny());
    },
  });
  const first = paying("https://a.test/");
  await written.promise;
  const second = paying("https://a.test/");
  // The time that the second request needs to search for a payment to continue.
  await new Promise((resolve) => setTimeout(resolve));
  go.resolve();
  const answers = await Promise.all([first, second]);
  assertEquals(await Promise.all(answers.map((each) => each.text())), ["sunny", "sunny"]);
  assertEquals(sent.size, 2);
});

Deno.test("odd servers: a pending transaction does not delay payments that need none", async () => {
  const signed = await key.signTransaction({
    type: "eip1559",
    chainId: base.id,
    nonce: 0,
    to: token,
    gas: 50_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 1n,
  });
  const journal = memoryJournal();
  await journal.put({
    id: "stuck",
    request: "0x01",
    at: Date.now(),
    method: "GET",
    url: "https://b.test/",
    host: "b.test",
    protocol: "x402",
    transfer: "eip3009",
    chainId: base.id,
    key: key.address,
    token,
    amount: "1",
    payTo: terms.account,
    nonce: zeroHash,
    validUntil: Math.floor(Date.now() / 1000) + 600,
    header: { name: paidHeader, value: "x" },
    transactions: [{ hash: zeroHash, nonce: 0, signed }],
    filled: false,
    status: "signed",
  });
  // The key has no gas left, so no node accepts its transaction.
  const answers: Record<string, unknown> = {
    eth_call: zeroHash,
    eth_getBlockByNumber: { number: "0x1", timestamp: "0x1", baseFeePerGas: "0x1" },
    eth_blockNumber: "0x1",
    eth_maxPriorityFeePerGas: "0x1",
    eth_getTransactionCount: "0x0",
    eth_getTransactionReceipt: null,
  };
  const poor = createClient({
    chain: base,
    transport: custom({
      request: ({ method }: { method: string }) =>
        method in answers
          ? Promise.resolve(answers[method])
          : Promise.reject(new Error("insufficient funds")),
    }),
  });
  const paying = open({
    client: poor,
    journal,
    timeout: 3,
    interval: 1,
    fetch: (input) =>
      Promise.resolve((input as Request).headers.has(paidHeader) ? sunny() : asking()),
  });
  assertEquals(await (await paying("https://a.test/")).text(), "sunny");
  assertEquals((await paying.payments()).map(({ host, status }) => [host, status]), [
    ["b.test", "signed"],
    ["a.test", "paid"],
  ]);
});
