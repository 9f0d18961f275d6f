/** A page that throws everything that the browser can carry at the wallet host's window. @module */
import { offer, say, setup } from "./opener.ts";

const MEGABYTE = 1_000_000;

/** Sixty levels that each contain the next one twice: small when sent, endless when written out. */
function doubled(): unknown {
  let value: unknown = "x";
  for (let level = 0; level < 60; level++) value = [value, value];
  return value;
}

function nested(depth: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level++) value = { inner: value };
  return value;
}

function cyclic(): unknown {
  const value: Record<string, unknown> = { chainId: setup.chainId };
  value.self = value;
  value.list = [value, [value]];
  return value;
}

/** An object with own members named like members that every object inherits. */
function polluting(): unknown {
  const inherited = { polluted: true, acct: "init", chainId: setup.chainId, testnets: true };
  return JSON.parse(
    `{"__proto__":${JSON.stringify(inherited)},"constructor":{"prototype":{"polluted":true}},` +
      `"toString":1,"hasOwnProperty":null}`,
  );
}

/** Creates each value again, because a transferred value is gone. */
const values: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  number: () => Number.NaN,
  big: () => 10n ** 40n,
  text: () => "wallet_connect",
  list: () => [],
  holes: () => new Array(2 ** 32 - 1),
  doubled,
  nested: () => nested(3_000),
  cyclic,
  polluting,
  megabytes: () => "x".repeat(5 * MEGABYTE),
  manyTexts: () => Array.from({ length: 5_000 }, () => "y".repeat(1_000)),
  bytes: () => new Uint8Array(5 * MEGABYTE),
  map: () => new Map([["acct", "init"]]),
  set: () => new Set([1]),
  date: () => new Date(Number.NaN),
  pattern: () => /(a+)+$/,
  error: () => new RangeError("hostile"),
  file: () => new File(["x".repeat(MEGABYTE)], "../../x"),
  boxed: () => Object("wallet_connect"),
  image: () => new ImageData(64, 64),
};

/**
 * Sends every value as the complete message and in each field of one. Returns the number of posted
 * messages.
 */
function throwAll(): number {
  let posted = 0;
  for (const [name, make] of Object.entries(values)) {
    for (
      const wrap of [
        (value: unknown) => value,
        (acct: unknown) => ({ acct }),
        (id: unknown) => ({ acct: "request", id, method: "wallet_connect", params: {} }),
        (method: unknown) => ({ acct: "request", id: `method ${name}`, method, params: {} }),
        (params: unknown) => ({
          acct: "request",
          id: `params ${name}`,
          method: "wallet_connect",
          params,
        }),
        (typedData: unknown) => ({
          acct: "request",
          id: `data ${name}`,
          method: "eth_signTypedData_v4",
          params: { account: `0x${"11".repeat(20)}`, chainId: setup.chainId, typedData },
        }),
        (flow: unknown) => ({ acct: "request", id: `flow ${name}`, method: "none", flow }),
        (id: unknown) => ({ acct: "cancel", id }),
        (app: unknown) => ({ acct: "init", version: 1, key: setup.apiKey, app }),
        (key: unknown) => ({ acct: "init", version: 1, key, app: {} }),
        (result: unknown) => ({ acct: "response", id: "good", result }),
        (versions: unknown) => ({ acct: "ready", versions }),
      ]
    ) {
      say(wrap(make()));
      posted++;
    }
  }
  return posted;
}

/** Things that are handed over rather than copied: ports that go on talking, buffers, streams. */
function handOver(): void {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ acct: "init", version: 1, key: setup.apiKey, app: { name: "By port" } });
  say({ acct: "init", port: port2 }, [port2]);
  const buffer = new ArrayBuffer(5 * MEGABYTE);
  say({ acct: "request", id: "buffer", method: "wallet_connect", params: buffer }, [buffer]);
  const stream = new ReadableStream();
  say({ acct: "request", id: "stream", method: "wallet_connect", params: stream }, [stream]);
}

/** Sends thousands of requests: new ones, and the same one repeatedly. */
function flood(times: number): void {
  for (let time = 0; time < times; time++) {
    for (const id of [`flood ${time}`, "again"]) {
      say({
        acct: "request",
        id,
        method: "wallet_connect",
        params: { chainId: setup.chainId, testnets: true },
      });
    }
  }
}

offer({ throwAll, handOver, flood });
