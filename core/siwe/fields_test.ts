import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parseSiweMessage } from "viem/siwe";
import { AcctError } from "../ground/errors.ts";
import { chainId } from "../ground/check.ts";
import { siweMessage } from "../wallet/connection/siwe_messages.ts";
import type { WalletContext } from "../wallet/context/context.ts";
import { readSiweFields } from "./fields.ts";
import { readSiwe } from "./request.ts";

const origin = "https://shop.example";
const base = { nonce: "12345678", chainId: "0x1" };

function read(fields: Readonly<Record<string, unknown>>) {
  const at = { value: { ...base, ...fields }, path: "siwe" };
  return readSiweFields(at, origin, readSiwe(at, origin, chainId));
}

Deno.test("sign-in fields: all twelve are read, and are unchanged in the message", () => {
  const given = {
    domain: "shop.example",
    uri: "https://shop.example/login",
    statement: "Hello.",
    version: "1",
    scheme: "https",
    issuedAt: "2026-11-24T12:00:00+01:00",
    expirationTime: "2026-11-24T14:00:00Z",
    notBefore: "2026-11-24T11:00:00.5Z",
    requestId: "garden-7",
    resources: ["https://shop.example/terms", "ipfs://bafy"],
  };
  const siwe = read(given);
  const context = { app: { origin }, now: () => 0 } as unknown as WalletContext;
  const message = siweMessage(context, siwe, "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045");
  for (
    const line of [
      "https://shop.example wants you to sign in",
      "Issued At: 2026-11-24T12:00:00+01:00\n",
      "Expiration Time: 2026-11-24T14:00:00Z\n",
      "Not Before: 2026-11-24T11:00:00.5Z\n",
      "Request ID: garden-7\n",
      "Resources:\n- https://shop.example/terms\n- ipfs://bafy",
    ]
  ) assertStringIncludes(message, line);
  const parsed = parseSiweMessage(message);
  assertEquals(parsed.nonce, base.nonce);
  assertEquals(parsed.requestId, given.requestId);
  assertEquals(parsed.resources, given.resources);
  assertEquals(parsed.expirationTime?.getTime(), Date.parse(given.expirationTime));
});

Deno.test("sign-in fields: a statement that resembles a time is unchanged", () => {
  const context = { app: { origin }, now: () => 0 } as unknown as WalletContext;
  for (
    const [label, field] of [
      ["Issued At", "issuedAt"],
      ["Expiration Time", "expirationTime"],
      ["Not Before", "notBefore"],
    ] as const
  ) {
    const statement = `${label}: soon`;
    const siwe = read({ statement, [field]: "2026-11-24T12:00:00+01:00" });
    const lines = siweMessage(context, siwe, "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")
      .split("\n");
    assertEquals(lines.filter((line) => line.startsWith(`${label}:`)), [
      statement,
      `${label}: 2026-11-24T12:00:00+01:00`,
    ]);
  }
});

Deno.test("sign-in fields: values that forge, hide or contradict are rejected with their field", () => {
  const wrong: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["version", { version: 1 }],
    ["scheme", { scheme: "http" }],
    ["issuedAt", { issuedAt: "2026-11-24" }],
    ["issuedAt", { issuedAt: "2026-11-24T12:00:00Z\nResources:\n- a:b" }],
    ["issuedAt", { issuedAt: "+012026-11-24T12:00:00Z" }],
    ["expirationTime", { expirationTime: "2026-13-24T12:00:00Z" }],
    ["notBefore", { notBefore: "2026-02-30T12:00:00Z" }],
    ["notBefore", { notBefore: "2026-04-31T23:00:00-05:00" }],
    ["expirationTime", { expirationTime: 1_790_000_000 }],
    [
      "expirationTime",
      { notBefore: "2026-11-24T12:00:00Z", expirationTime: "2026-11-24T12:00:00Z" },
    ],
    ["requestId", { requestId: "a\u202eb" }],
    ["requestId", { requestId: "a b" }],
    ["requestId", { requestId: "a\nChain ID: 10" }],
    ["resources", { resources: { 0: "a:b" } }],
    ["resources[0]", { resources: ["javascript:alert(1)\n- b:c"] }],
    ["resources[1]", { resources: ["a:b", "no uri"] }],
    ["resources[1]", { resources: ["a:b", 7] }],
    ["sessionKeys", { sessionKeys: [] }],
    ["__proto__x", { __proto__x: "1" }],
  ];
  for (const [field, fields] of wrong) {
    const error = assertThrows(() => read(fields), AcctError);
    assertEquals(error.data.field, `siwe.${field}`, JSON.stringify(fields));
  }
});
