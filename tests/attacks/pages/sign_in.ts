/**
 * A page that requests a sign-in for another site, or with a forged line within its own.
 *
 * @module
 */
import { askToConnect, offer } from "./opener.ts";

const { origin, host, hostname, port } = location;

/** Values that no sign-in of this page may have, by field. */
const lies: Readonly<Record<string, readonly unknown[]>> = {
  domain: [
    "bank.example",
    hostname,
    `${hostname}:${Number(port) + 1}`,
    `bank.example@${host}`,
    `${host}.bank.example`,
    `${host}/`,
    `${host}\n`,
    ` ${host}`,
    host.toUpperCase(),
    origin,
    "",
    7,
    [host],
  ],
  uri: [
    "https://bank.example",
    origin.replace("http:", "https:"),
    `http://${hostname}:${Number(port) + 1}/`,
    `http://${hostname}/`,
    `${origin}0/`,
    `${origin}.bank.example/`,
    `${origin}@bank.example/`,
    `${origin}\\@bank.example/`,
    `http://bank.example@${host}/`,
    `http://user:password@${host}/`,
    `blob:${origin}/1`,
    `filesystem:${origin}/1`,
    `view-source:${origin}/`,
    `//${host}/`,
    "/",
    "",
    ` ${origin}`,
    `${origin}\n`,
    `${origin}/\r\nNonce: forged123`,
    `${origin}/\u2028Nonce: forged123`,
    `${origin}/ `,
    `${origin}/%`,
    `${origin}/\u202e`,
    `ht\ntp://${host}/`,
    origin.toUpperCase(),
    7,
    {},
  ],
  nonce: [
    undefined,
    "",
    "short12",
    "12345678\n",
    "1234\r\n5678",
    "1234 5678",
    "1234567-8",
    "１２３４５６７８",
    "12345678\u200b",
    "a".repeat(257),
    12345678,
    { toString: "12345678" },
  ],
  statement: [
    "hello\nURI: https://bank.example",
    "hello\r\nURI: https://bank.example",
    "hello\rURI: https://bank.example",
    "hello\u2028URI: https://bank.example",
    "hello\u2029",
    "hello\u0085",
    "hello\u0000",
    "hello\u000b",
    "\u202eelpmaxe.knab",
    "pay\u200bpal",
    "\ufeffhello",
    "x".repeat(2049),
    7,
    ["hello\nURI: https://bank.example"],
  ],
  chainId: [undefined, 0, -1, 1.5, "1", "0x1", 2 ** 53, Number.NaN, Infinity, null],
  version: ["2", "", 1, "1\nNonce: forged123"],
  scheme: ["https", "ftp", "HTTP", "http:", 7],
  issuedAt: ["2001-01-01", "2001-01-01T00:00:00Z\nNonce: forged123", 978307200, "x".repeat(41)],
  expirationTime: ["2999-01-01", "2999-13-01T00:00:00Z", "2999-01-01T00:00:00Z\n", 32503680000],
  notBefore: ["soon", "2001-01-01T25:00:00Z", {}],
  requestId: ["1\nResources:\n- https://bank.example", "a b", "\u202ea", "a".repeat(257), 7],
  resources: ["https://bank.example\n- https://bank.example/login", 7, { 0: "a:b" }],
  // Fields of no sign-in.
  address: [`0x${"11".repeat(20)}`],
  accountAddress: ["me"],
};

/** Posts one of the messages. */
function lie(field: string, index: number, chainId: number): void {
  const siwe = { nonce: "abcdefgh1", chainId, [field]: lies[field]![index] };
  askToConnect(`${field} ${index}`, { siwe });
}

/** Requests an honest one, with every field that there is. */
function askWithAll(id: string, chainId: number): void {
  askToConnect(id, {
    siwe: {
      nonce: "abcdefgh1",
      chainId,
      uri: `${origin}/sign-in?step=1#now`,
      statement: "Welcome to the shop, no line of it is “forged”.",
      version: "1",
      scheme: "http",
      issuedAt: "2026-01-01T00:00:00Z",
      expirationTime: "2999-01-01T00:00:00Z",
      notBefore: "2026-01-01T00:00:00+01:00",
      requestId: "garden-7",
      resources: [`${origin}/terms`, "https://bank.example/login"],
    },
  });
}

offer({ lie, lies: () => lies, askWithAll });
