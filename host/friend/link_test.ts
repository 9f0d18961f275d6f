/** Links between an account and a friend: anyone can write them. */
import { assert, assertEquals } from "@std/assert";
import { getAddress } from "viem";
import { toBase64UrlJson } from "../../pay/protocols/encoding.ts";
import { readRoute } from "../parts/route.ts";
import { encodeLink, type FriendLink, friendName, readLink } from "./link.ts";

const account = getAddress(`0x${"ab".repeat(20)}`);
const helper = getAddress(`0x${"cd".repeat(20)}`);
/** The generator of P-256 (FIPS 186-4). */
const key =
  `0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5` as const;

const links: readonly FriendLink[] = [
  { kind: "ask", account, name: "Lily" },
  { kind: "reply", account, helper, name: "Bob" },
  { kind: "regain", account, key, name: "" },
];

Deno.test("friend link: leads back to its parts, as a place of the page", () => {
  for (const link of links) {
    const { at, item } = readRoute(`#/friend/${encodeLink(link)}`);
    assertEquals([at, item === null ? null : readLink(item)], ["friend", link]);
  }
});

Deno.test("friend link: malformed and oversized links are none", () => {
  const [ask, reply, regain] = links;
  const wrong = [
    {},
    [],
    5,
    null,
    { ...ask, kind: "add" },
    { ...ask, account: "0x12" },
    { ...ask, account: [account] },
    { ...ask, account: `0x${"00".repeat(20)}` },
    // A wrong checksum.
    { ...ask, account: account.replace("B", "b") },
    { ...reply, helper: undefined },
    { ...reply, helper: "lily.eth" },
    // The account itself as the friend.
    { ...reply, helper: account },
    { ...reply, helper: account.toLowerCase() },
    { ...regain, key: key.slice(0, -2) },
    { ...regain, key: `${key}00` },
    { ...regain, key: { length: 130 } },
    // Not on P-256.
    { ...regain, key: `${key.slice(0, -1)}4` },
    { ...regain, key: `0x${"00".repeat(64)}` },
    { ...regain, key: `0x${"ff".repeat(64)}` },
    // A key of secp256k1.
    {
      ...regain,
      key:
        "0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
    },
  ];
  for (const each of wrong) {
    assertEquals(readLink(toBase64UrlJson(each)), null, JSON.stringify(each));
  }
  for (const text of ["", "x", "e30", "_".repeat(4_000), `${encodeLink(ask!)}=!`]) {
    assertEquals(readLink(text), null, text.slice(0, 20));
  }
  const long = toBase64UrlJson({ ...ask, name: "a".repeat(2_000) });
  assertEquals([readLink(long), readRoute(`#/friend/${long}`).item], [null, null]);
  assertEquals(readRoute(`#/friend/${"<b>"}`).item, null);
});

Deno.test("friend link: a name cannot claim, imitate or hide anything", () => {
  for (
    const name of [
      "Verified friend",
      "✓ Bob",
      "Bob ✅",
      "Verifizierter Bob",
      "公式サポート",
      "https://bob.example",
      "Bob” can use the account. “",
      "„Bob“",
      "«Bob»",
      "‟Bob‟ can use it",
      "＂Bob＂",
      "Bobʺ can use it",
      "Bob″ can use it",
      "《Bob》",
      // The page asks for a call, so a name must not offer a number; nor a code to compare.
      "Lily +44 7700 900123",
      "Lily (0151 123456)",
      "Bob 1234 5678 9012",
      "ليلى ٧٧٠٠٩٠٠١٢٣",
      "Lily ７７００９００１２３",
      "Wallet support",
      5,
      null,
      { toString: () => "Bob" },
    ]
  ) {
    assertEquals(friendName(name), "", String(name));
  }
  // A reversed name is shown in its own order.
  const reversed = friendName("\u202ebob\u202c\u2066");
  assert(!/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/.test(reversed), reversed);
  assertEquals(friendName("a".repeat(500)).length <= 40, true);
  // Text, and never HTML: Preact escapes it, and these signs are symbols.
  assertEquals(friendName("<img src=x onerror=alert(1)>"), "");
  for (
    const name of [
      "Lily",
      "María José",
      "ليلى",
      "りり",
      "Ли́лия",
      "lily.demo.eth",
      "O’Neil",
      "Bob 2024",
    ]
  ) {
    assertEquals(friendName(name), name.normalize("NFC"));
  }
});

Deno.test("friend link: the name of a link is cleaned when it is read", () => {
  const read = readLink(toBase64UrlJson({ ...links[0], name: "Official ✓" }));
  assertEquals(read, { ...links[0], name: "" });
});
