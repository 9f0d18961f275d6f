/** Fiat prices: off by default, never guessed, and read under the rules for outbound requests. */
import { assertEquals, assertThrows } from "@std/assert";
import { readConfig } from "../main/config.ts";
import { createFiat } from "./fiat_prices.ts";

const usdc = `0x${"A0".repeat(20)}` as const;
const token = { chainId: "0x1", address: usdc } as const;
const ether = { chainId: "0x1", address: null } as const;
const rules = { ownHosts: ["example.com"], loopback: true };

Deno.test("fiat: without a source there is no currency and no price", async () => {
  assertEquals(await createFiat(undefined, rules).prices([token]), { currency: null, prices: [] });
});

Deno.test("fiat: an adapter's prices are checked, kept for a minute, and end with their age", async () => {
  let answer: unknown = {
    prices: [
      { chainId: 1, address: usdc.toLowerCase(), price: "1.0" },
      { chainId: 1, address: null, price: "1e9" },
      { chainId: 1, address: 5, price: "1" },
      null,
    ],
  };
  const asked: unknown[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      asked.push(await request.json());
      return answer === null ? new Response("down", { status: 500 }) : Response.json(answer);
    },
  );
  let clock = 0;
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const fiat = createFiat({ currency: "USD", url }, rules, () => clock);
  try {
    const known = { currency: "USD", prices: [{ ...token, price: "1.0" }] };
    assertEquals(await fiat.prices([token, ether]), known);
    assertEquals(asked, [{
      currency: "USD",
      tokens: [{ chainId: 1, address: usdc }, { chainId: 1, address: null }],
    }]);
    clock = 59_000;
    assertEquals(await fiat.prices([token, ether]), known);
    assertEquals(asked.length, 1);
    // While the adapter is down, earlier prices are shown until they are too old.
    answer = null;
    clock = 599_000;
    assertEquals(await fiat.prices([token, ether]), known);
    clock = 601_000;
    assertEquals(await fiat.prices([token, ether]), { currency: "USD", prices: [] });
    answer = "no prices";
    assertEquals(await fiat.prices([token]), { currency: "USD", prices: [] });
  } finally {
    await server.shutdown();
  }
});

Deno.test("fiat: users choose among the operator's currencies, and get no price in others", async () => {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { currency } = await request.json();
      const price = currency === "EUR" ? "0.9" : "1";
      return Response.json({ prices: [{ chainId: 1, address: usdc, price }] });
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  const fiat = createFiat({ currency: "USD", currencies: ["EUR", "USD"], url }, rules);
  try {
    assertEquals(fiat.currencies, ["USD", "EUR"]);
    for (const [currency, price] of [["EUR", "0.9"], ["USD", "1"]] as const) {
      const found = { currency, prices: [{ ...token, price }] };
      assertEquals(await fiat.prices([token], currency), found);
    }
    assertEquals(await fiat.prices([token], "JPY"), { currency: null, prices: [] });
  } finally {
    await server.shutdown();
  }
});

Deno.test("fiat: an adapter in a private network, on another port or on our own host gets no request", async () => {
  const outside = { ...rules, loopback: false, resolve: () => Promise.resolve(["10.0.0.1"]) };
  for (
    const url of [
      "http://127.0.0.1:1/",
      "https://prices.example.org/",
      "https://prices.example.org:8443/",
      "https://example.com/",
    ]
  ) {
    const fiat = createFiat({ currency: "USD", url }, outside);
    assertEquals([url, await fiat.prices([token])], [url, { currency: "USD", prices: [] }]);
  }
});

Deno.test("fiat: a configuration error names the wrong field", () => {
  const read = (fiat: unknown) =>
    readConfig(
      JSON.stringify({
        host: "example.com",
        port: 8080,
        database: "x.sqlite",
        chains: [{
          id: 1,
          name: "Mainnet",
          rpcUrl: "https://node.example.com",
          bundlerUrl: "https://bundler.example.com",
        }],
        ...(fiat !== undefined && { fiat }),
      }),
      () => undefined,
    );
  assertEquals(read(undefined).fiat, undefined);
  const source = { currency: "USD", url: "https://p.example/" };
  assertEquals(read(source).fiat, source);
  for (
    const bad of [
      { currency: "usd", url: "https://p.example/" },
      { currency: "USD", url: "ftp://p.example/" },
      { ...source, maxAge: 600 },
      { ...source, currencies: ["euro"] },
    ]
  ) assertThrows(() => read(bad), Error, "fiat");
});
