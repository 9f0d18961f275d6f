import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { type Claim, decideAccess, type KeyRules } from "./access.ts";

const KEYS = "https://keys.example.com";
const pk: KeyRules = { kind: "pk", domains: ["https://app.org"] };
const sk: KeyRules = { kind: "sk", domains: [] };
const nobody: Claim = { origin: null, actsFor: null, browser: false };

const table: [string, Partial<Claim>, KeyRules, string | null | AcctError["data"]["cause"]][] = [
  ["a page of the list", { origin: "https://app.org" }, pk, "https://app.org"],
  ["a foreign page", { origin: "https://evil.org" }, pk, "origin_not_allowed"],
  ["an opaque page", { origin: "null" }, pk, "origin_not_allowed"],
  ["a program without a page", {}, pk, null],
  [
    "the wallet host for a page of the list",
    { origin: KEYS, actsFor: "https://app.org" },
    pk,
    "https://app.org",
  ],
  [
    "the wallet host for a foreign page",
    { origin: KEYS, actsFor: "https://evil.org" },
    pk,
    "origin_not_allowed",
  ],
  ["the wallet host for itself", { origin: KEYS }, pk, KEYS],
  [
    "a foreign page that claims to act for a good one",
    { origin: "https://evil.org", actsFor: "https://app.org" },
    pk,
    "origin_not_allowed",
  ],
  ["a program that claims to act for a page", { actsFor: "https://app.org" }, pk, null],
  [
    "a look-alike of the wallet host",
    {
      origin: "https://keys.example.com.evil.org",
      actsFor: "https://app.org",
    },
    pk,
    "origin_not_allowed",
  ],
  ["a secret key on a server", {}, sk, null],
  ["a secret key in a page", { origin: "https://app.org" }, sk, "key_secret"],
  ["a secret key in a same-origin GET of a browser", { browser: true }, sk, "key_secret"],
];

for (const [name, claim, rules, expected] of table) {
  Deno.test(`access: ${name} → ${expected}`, () => {
    const decide = () => decideAccess({ ...nobody, ...claim }, rules, KEYS);
    if (expected === null || expected.startsWith("http")) assertEquals(decide(), expected);
    else assertEquals(assertThrows(decide, AcctError).data.cause, expected);
  });
}

Deno.test("access: a huge origin is not repeated in the error", () => {
  const origin = `https://${"a".repeat(5_000)}.org`;
  const error = assertThrows(() => decideAccess({ ...nobody, origin }, pk, KEYS), AcctError);
  assertEquals(error.message.length < 300, true);
});
