import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { defaultLimits } from "../http/limits_config.ts";
import { readConfig } from "./config.ts";

const chain = {
  id: 1,
  name: "Mainnet",
  rpcUrl: "https://node.example.com/key",
  bundlerUrl: "https://bundler.example.com",
};
const good = { host: "example.com", port: 8080, database: "x.sqlite", chains: [chain] };

Deno.test("config: adding a chain is a few lines", () => {
  const config = readConfig(JSON.stringify(good), () => undefined);
  assertEquals(config.chains[0]!.bundler, "https://bundler.example.com");
  assertEquals(config.chains[0]!.nativeCurrency.symbol, "ETH");
});

Deno.test("config: a named network needs only its URLs; other fields take precedence", () => {
  const { id: _, name: __, ...urls } = chain;
  const read = (fields: object) =>
    readConfig(
      JSON.stringify({ ...good, chains: [{ ...urls, network: "polygon-amoy", ...fields }] }),
      () => undefined,
    ).chains[0]!;
  const { rpcUrl, bundler, ...amoy } = read({});
  assertEquals([rpcUrl, bundler], [chain.rpcUrl, chain.bundlerUrl]);
  assertEquals(amoy, {
    id: 80002,
    name: "Polygon Amoy",
    testnet: true,
    nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
    explorer: "https://amoy.polygonscan.com",
    tokens: ["0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582"],
    fallbackRpcUrls: [],
    transfers: "all",
    permissionsFrom: 0,
    confirmations: 0,
    localTime: false,
  });
  const own = read({ id: 80002, name: "Ours", tokens: [], explorer: "https://scan.example" });
  assertEquals([own.name, own.tokens, own.explorer], ["Ours", [], "https://scan.example"]);
  for (
    const [fields, part] of [
      [{ network: "base-seplia", id: 1, name: "x" }, 'chains.0.network: "base-seplia" is not a'],
      [{ network: "constructor", id: 1, name: "x" }, 'chains.0.network: "constructor" is not a'],
      [{ network: 5 }, 'chains.0.network: "5" is not a known network.'],
      [{ id: 1 }, "chains.0.id: must be the id of the network"],
    ] as const
  ) assertStringIncludes(assertThrows(() => read(fields), Error).message, part);
});

Deno.test("config: every wrong field is reported", () => {
  const bad = { ...good, port: "80", chains: [{ ...chain, rpcUrl: "nowhere", typo: 1 }] };
  const { message } = assertThrows(() => readConfig(JSON.stringify(bad), () => undefined), Error);
  for (const part of ["port", "chains.0.rpcUrl", "typo"]) assertStringIncludes(message, part);
});

Deno.test("config: hosts, databases, chains and addresses that cannot work are rejected", () => {
  const key = `0x${"22".repeat(32)}`;
  const sponsor = { paymaster: `0x${"11".repeat(20)}`, signerKeyEnv: "KEY", name: "Us" };
  const rows: readonly (readonly [change: object, words: readonly string[], key?: string])[] = [
    [{ host: "https://example.com" }, ["host:", "host name"]],
    [{ host: "example.com/path" }, ["host:", "host name"]],
    [{ host: "EXAMPLE.com" }, ["host:", "host name"]],
    [{ database: "mysql://localhost/acct" }, ["database:", "postgres://"]],
    // SQLite would open the file that the URI names, and the lock would be next to another file.
    [{ database: "file:service.sqlite" }, ["database:", "without file:"]],
    [{ database: "file:/var/lib/acct/service.sqlite?mode=rwc" }, ["database:", "without file:"]],
    [{ chains: [chain, { ...chain, name: "Again" }] }, ["chains.1.id:", "1"]],
    [{ typo: 1 }, ["typo", "the file"]],
    [{ chains: [{ ...chain, tokens: ["USDC"] }] }, ["chains.0.tokens.0:", "must be an address"]],
    // Otherwise each use of it fails while the service runs.
    [{
      chains: [{
        ...chain,
        sponsor: { ...sponsor, paymaster: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046" },
      }],
    }, ["chains.0.sponsor.paymaster:", "checksum"]],
    [{ chains: [{ ...chain, sponsor }] }, ["KEY", "private key"], `0x${"00".repeat(32)}`],
    [{ chains: [{ ...chain, sponsor }] }, ["KEY", "private key"], `0x${"ff".repeat(32)}`],
  ];
  for (const [change, words, wrongKey = key] of rows) {
    const text = JSON.stringify({ ...good, ...change });
    const { message } = assertThrows(
      () => readConfig(text, (name) => name === "KEY" ? wrongKey : undefined),
      Error,
    );
    for (const word of words) assertStringIncludes(message, word);
  }
});

Deno.test("config: limits, retention and more nodes have defaults, and are checked", () => {
  const read = (changes: object) =>
    readConfig(JSON.stringify({ ...good, ...changes }), () => undefined);
  const { limits, keepDataDays, chains } = read({});
  const { key, client, streams, streamsPerClient } = defaultLimits;
  const defaults = { key, client, streams, streamsPerClient };
  assertEquals([limits, keepDataDays, chains[0]!.fallbackRpcUrls], [defaults, 90, []]);
  assertEquals(read({ limits: { keyPerSecond: 1_000, streamsPerClient: 5 } }).limits, {
    ...defaults,
    key: { requests: 5_000, seconds: 5 },
    streamsPerClient: 5,
  });
  const bad = {
    limits: { keyPerSecond: 0, streams: 1.5, typo: 1 },
    keepDataDays: 0,
    chains: [{ ...chain, fallbackRpcUrls: ["nowhere"] }],
  };
  const { message } = assertThrows(() => read(bad), Error);
  for (
    const part of [
      "limits.keyPerSecond",
      "limits.streams",
      "typo",
      "keepDataDays",
      "chains.0.fallbackRpcUrls.0",
    ]
  ) assertStringIncludes(message, part);
});

Deno.test("config: the signer's key comes from the environment, and never appears in an error", () => {
  const sponsor = { paymaster: "0x" + "11".repeat(20), signerKeyEnv: "SIGNER", name: "Us" };
  const text = JSON.stringify({ ...good, chains: [{ ...chain, sponsor }] });
  const key = "0x" + "22".repeat(32);
  const env = (value: string) => (name: string) => name === "SIGNER" ? value : undefined;
  assertEquals(readConfig(text, env(key)).chains[0]!.sponsor!.signerKey, key);
  const { message } = assertThrows(() => readConfig(text, env(key + "00")), Error);
  assertStringIncludes(message, "SIGNER");
  assertEquals(message.includes("2222"), false);
});

Deno.test("config: vaults of both paymasters, and the relayer's defaults", () => {
  const at = (byte: string) => `0x${byte.repeat(20)}` as const;
  const paymaster = { paymaster: at("11"), signerKeyEnv: "KEY", vault: at("55") };
  const read = (changes: object) =>
    readConfig(
      JSON.stringify({
        ...good,
        chains: [{
          ...chain,
          sponsor: { ...paymaster, name: "Us" },
          tokenFees: {
            ...paymaster,
            tokens: [{ address: at("22"), price: { kind: "fixed", tokenPerNative: "1" } }],
          },
          relayer: { keyEnv: "KEY" },
          ...changes,
        }],
      }),
      (name) => name === "KEY" ? "0x" + "22".repeat(32) : undefined,
    ).chains[0]!;
  const { sponsor, tokenFees, relayer } = read({});
  assertEquals([sponsor!.vault, tokenFees!.vault], [at("55"), at("55")]);
  assertEquals([relayer!.gweiPerKeyPerDay, relayer!.maxFeeGwei], [50_000_000, 200]);
  assertEquals([sponsor!.lowDeposit, tokenFees!.lowDeposit], [10n ** 17n, 10n ** 17n]);
  const bad = { sponsor: { ...paymaster, name: "Us", vault: "0x55" } };
  const { message } = assertThrows(() => read(bad), Error);
  assertStringIncludes(message, "chains.0.sponsor.vault");
});

Deno.test("config: fees in tokens, with fixed prices and prices of feeds", () => {
  const at = (byte: string) => `0x${byte.repeat(20)}` as const;
  const fixed = { kind: "fixed", tokenPerNative: "2500.5" } as const;
  const oracle = { kind: "oracle", native: at("33") } as const;
  const tokenFees = {
    paymaster: at("11"),
    signerKeyEnv: "SIGNER",
    lowDeposit: "0.5",
    tokens: [{ address: at("22"), price: fixed, markup: 2.5 }, {
      address: at("44"),
      price: oracle,
    }],
  };
  const read = (fees: unknown) =>
    readConfig(
      JSON.stringify({ ...good, chains: [{ ...chain, tokenFees: fees }] }),
      (name) => name === "SIGNER" ? "0x" + "22".repeat(32) : undefined,
    ).chains[0]!.tokenFees!;
  const { tokens, lowDeposit } = read(tokenFees);
  assertEquals(lowDeposit, 5n * 10n ** 17n);
  assertEquals(tokens.map(({ price, markup }) => [price, markup]), [
    [fixed, 250],
    [{ ...oracle, maxAge: 3_600 }, 0],
  ]);
  const [token] = tokenFees.tokens;
  for (
    const [bad, field] of [
      [
        { ...token, price: { kind: "fixed", tokenPerNative: "0" } },
        "tokens.0.price.tokenPerNative",
      ],
      [{ ...token, price: { kind: "oracle" } }, "tokens.0.price.native"],
      [{ ...token, price: { kind: "guess" } }, "tokens.0.price.kind"],
      [{ ...token, markup: 51 }, "tokens.0.markup"],
      [{ ...token, logoUrl: "http://logo.example" }, "tokens.0.logoUrl"],
    ] as const
  ) {
    const { message } = assertThrows(() => read({ ...tokenFees, tokens: [bad] }), Error);
    assertStringIncludes(message, `chains.0.tokenFees.${field}`);
  }
});

Deno.test("config: the wallet host's page, tokens and proxies are checked", () => {
  const token = "0x" + "11".repeat(20);
  const full = {
    ...good,
    keysHost: "page",
    keysHostFrames: ["https://shop.example", "https://*.shop.example:8443", "http://localhost:*"],
    trustProxy: ["127.0.0.1", "::1"],
    chains: [{ ...chain, tokens: [token], permissionsFrom: 5 }],
  };
  const config = readConfig(JSON.stringify(full), () => undefined);
  assertEquals([config.keysHost, config.trustProxy], ["page", ["127.0.0.1", "::1"]]);
  assertEquals(config.keysHostFrames, full.keysHostFrames);
  assertEquals(config.keysHostFunding, []);
  for (
    const [link, field] of [
      [{ name: "Buy", url: "http://example.com" }, "url"],
      [{ name: "Buy", url: "javascript:alert(1)" }, "url"],
      [{ name: "", url: "https://example.com" }, "name"],
    ] as const
  ) {
    const { message } = assertThrows(
      () => readConfig(JSON.stringify({ ...full, keysHostFunding: [link] }), () => undefined),
      Error,
    );
    assertStringIncludes(message, `keysHostFunding.0.${field}`);
  }
  for (
    const site of [
      "*",
      "https:",
      "https://*",
      "http://shop.example",
      "https://shop.example/path",
      "https://shop.example; script-src *",
      "https://shop.example https://evil.example",
      "https://sh*p.example",
      "'self'",
    ]
  ) {
    const { message } = assertThrows(
      () => readConfig(JSON.stringify({ ...full, keysHostFrames: [site] }), () => undefined),
      Error,
    );
    assertStringIncludes(message, "keysHostFrames.0: must be an https origin");
  }
  assertEquals([config.chains[0]!.tokens, config.chains[0]!.permissionsFrom], [[token], 5]);
  const bad = {
    ...full,
    keysHostKey: "sk_live_x",
    trustProxy: ["proxy.example"],
    chains: [{ ...chain, tokens: ["0x1"], permissionsFrom: -1 }],
  };
  const { message } = assertThrows(() => readConfig(JSON.stringify(bad), () => undefined), Error);
  for (
    const part of ["keysHostKey", "trustProxy.0", "chains.0.tokens.0", "chains.0.permissionsFrom"]
  ) assertStringIncludes(message, part);
});

Deno.test("config: proxies are addresses or ranges; a wrong one is reported with the rule", () => {
  const read = (trustProxy: unknown) =>
    readConfig(JSON.stringify({ ...good, trustProxy }), () => undefined);
  const ranges = ["10.0.0.0/8", "2001:db8::/32", "127.0.0.1"];
  assertEquals(read(ranges).trustProxy, ranges);
  for (const entry of ["10.0.0.0/33", "0.0.0.0/0", "proxy.example/8"]) {
    const { message } = assertThrows(() => read(["::1", entry]), Error);
    assertStringIncludes(
      message,
      "trustProxy.1: must be an IP address or a CIDR range such as 10.0.0.0/8, but not /0",
    );
  }
});

Deno.test("config: ports of the command line precede the environment's and the file's", () => {
  const read = (file: object, env: Record<string, string> = {}, options = {}) => {
    const { port, admin } = readConfig(
      JSON.stringify({ ...good, ...file }),
      (k) => env[k],
      options,
    );
    return [port, admin?.port];
  };
  const env = { ACCT_PORT: "8081", ACCT_ADMIN_PORT: "9091" };
  assertEquals(read({}), [8080, undefined]);
  assertEquals(read({ admin: { port: 9090 } }, env), [8081, 9091]);
  assertEquals(read({ admin: { port: 9090 } }, env, { port: "8082", adminPort: "9092" }), [
    8082,
    9092,
  ]);
  // An empty variable counts as missing, as with the database.
  assertEquals(read({}, { ACCT_PORT: "" }), [8080, undefined]);
  const { admin } = readConfig(
    JSON.stringify({ ...good, admin: { hostname: "::1", port: 9090 } }),
    (name) => ({ ACCT_ADMIN_PORT: "9091" })[name],
  );
  assertEquals(admin, { hostname: "::1", port: 9091 });
  for (const wrong of ["x", "80 80", "65536", "-1", "1e3", "0x50", "8080.5"]) {
    const rule = `must be a port from 0 to 65535`;
    for (
      const [given, options, name] of [
        [{ ACCT_PORT: wrong }, {}, "ACCT_PORT"],
        [{ ACCT_ADMIN_PORT: wrong }, {}, "ACCT_ADMIN_PORT"],
        [{}, { port: wrong }, "--port"],
        [{}, { adminPort: wrong }, "--admin-port"],
      ] as const
    ) {
      const { message } = assertThrows(() => read({}, given, options), Error);
      assertEquals(message, `${name} ${rule}.`);
    }
  }
  const { message } = assertThrows(() => read({}, {}, { port: "" }), Error);
  assertEquals(message, "--port must be a port from 0 to 65535.");
});

Deno.test("config: the environment names the database first, and only PostgreSQL", () => {
  const database = "postgres://acct:secret@db/acct";
  const env = (value: string) => (name: string) => name === "DATABASE_URL" ? value : undefined;
  assertEquals(readConfig(JSON.stringify(good), env(database)).database, database);
  const { database: _, ...without } = good;
  assertEquals(readConfig(JSON.stringify(without), env(database)).database, database);
  const { message } = assertThrows(
    () => readConfig(JSON.stringify(good), env("mysql://acct:secret@db/acct")),
    Error,
  );
  assertStringIncludes(message, "DATABASE_URL");
  assertEquals(message.includes("secret"), false);
});

Deno.test("config: related origins and the continued host, each error with its field", () => {
  const read = (changes: object) =>
    readConfig(JSON.stringify({ ...good, ...changes }), () => undefined);
  const config = read({
    keysHostRelated: ["https://keys.example.org", "https://keys.example.net:8443"],
    keysHostContinues: "keys.former.example",
  });
  assertEquals(config.keysHostRelated?.length, 2);
  assertEquals(config.keysHostContinues, "keys.former.example");
  assertEquals("keysHostRelated" in read({}), false);
  const wrong = (changes: object, ...parts: string[]) => {
    const { message } = assertThrows(() => read(changes), Error);
    for (const part of parts) assertStringIncludes(message, part);
  };
  const origin = "must be an https origin without a path";
  for (
    const bad of [
      "http://keys.example.org",
      "https://keys.example.org/",
      "https://keys.example.org/path",
      "https://KEYS.example.org",
      "https://*.example.org",
      "https://keys.example.org:443",
      "https://user@keys.example.org",
      "https://localhost",
      "https://com",
      "https://127.0.0.1",
      "keys.example.org",
      "",
    ]
  ) wrong({ keysHostRelated: ["https://keys.example.net", bad] }, "keysHostRelated.1", origin);
  wrong({ keysHostRelated: "https://keys.example.org" }, "keysHostRelated");
  wrong({ keysHostRelated: ["https://keys.example.com"] }, "keysHostRelated.0", "this host itself");
  wrong(
    { keysHostRelated: ["https://keys.a.example", "https://keys.a.example"] },
    "keysHostRelated.1",
    "must be listed once",
  );
  const several = (count: number) =>
    Array.from({ length: count }, (_, n) => `https://keys.host${n}.example`);
  assertEquals(read({ keysHostRelated: several(5) }).keysHostRelated?.length, 5);
  wrong({ keysHostRelated: several(6) }, "keysHostRelated.5", "browsers honour 5");
  const names = Array.from({ length: 21 }, (_, n) => `https://keys${n}.host.example`);
  wrong({ keysHostRelated: names }, "keysHostRelated", "at most 20 origins");
  for (
    const bad of [
      "https://keys.old.example",
      "keys.old.example:8443",
      "KEYS.old.example",
      "com",
      "",
    ]
  ) wrong({ keysHostContinues: bad }, "keysHostContinues", "must be the host name");
  wrong({ keysHostContinues: "keys.example.com" }, "keysHostContinues", "this host itself");
});
