import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Hex, keccak256, stringToHex } from "viem";
import { atOnce } from "../lib/pieces.ts";
import { describeMessage, readTypedSignIn } from "./message.ts";
import { readSignIn } from "./sign_in.ts";

const origin = "https://shop.example";
const address = `0x${"22".repeat(20)}`;
const siwe = (domain: string, uri = `https://${domain.replace(/^\w+:\/\//, "")}/login`) =>
  `${domain} wants you to sign in with your Ethereum account:\n${address}\n\nHello\n\nURI: ${uri}\n` +
  "Version: 1\nChain ID: 1\nNonce: 32891756\nIssued At: 2026-01-01T00:00:00Z";

Deno.test("sign-in: a text for the page's own site is recognized, for any other it is a danger", () => {
  assertEquals(readSignIn(siwe("shop.example"), origin), { domain: "shop.example", own: true });
  assertEquals(readSignIn(siwe("https://shop.example"), origin)?.own, true);
  assertEquals(readSignIn(siwe("bank.example"), origin), { domain: "bank.example", own: false });
  // Both the sentence and the URL must match the page.
  assertEquals(readSignIn(siwe("shop.example", "https://bank.example/"), origin)?.own, false);
  assertEquals(
    readSignIn(siwe("shop.example", "https://bank.example/"), origin)?.domain,
    "bank.example",
  );
  assertEquals(readSignIn(siwe("shop.example:8443"), origin)?.own, false);
  assertEquals(readSignIn(siwe("login.shop.example"), origin)?.own, false);
  // Two sentences; the page's own comes first.
  const both = siwe("shop.example").replace("Hello", siwe("bank.example"));
  assertEquals(readSignIn(both, origin), { domain: "bank.example", own: false });
  // A text that also names another site is not reported as a sign-in to the page's own.
  const mixed =
    "Welcome to Bank! Sign in (https://bank.example/tos).\nhttps://shop.example\nNonce: 5";
  assertEquals(readSignIn(mixed, origin), null);
  assertEquals(readSignIn(siwe("localhost:3000"), "http://localhost:3000")?.own, true);
  assertEquals(readSignIn(siwe("localhost:3001"), "http://localhost:3000")?.own, false);
});

Deno.test("sign-in: variants of ERC-4361, and other spellings, are found", () => {
  const texts = [
    siwe("bank.example").replace("Ethereum", "Solana"),
    siwe("bank.example").toUpperCase(),
    siwe("bank.example").replaceAll(" ", "  "),
    siwe("bank.example").replaceAll(" ", "\u00a0"),
    siwe("bank.example").replace("wants", "wa\u200bnts"),
    siwe("bank.example").replace("sign in", "sign-in"),
    siwe("bank.example").replace("sign in", "log in"),
    siwe("bank.example").replaceAll("\n", "\r\n"),
    `  \n\n${siwe("bank.example")}`,
    siwe("ｂａｎｋ.example"),
    `Hello!\n${siwe("bank.example")}`,
    "Welcome to Bank!\n\nClick to sign in and accept the terms: https://bank.example/tos\n\nNonce: 5",
    `Sign in to bank\nDomain: bank.example\nNonce: 77`,
    "bank.example\nLogin with your wallet\nurl: bank.example\n",
    "Verify that you own this wallet address at https://bank.example (nonce 17)",
    "Bei uns anmelden: https://bank.example",
    "登录 https://bank.example",
    // Bare names, and lines of lists and of JSON.
    "Sign in to bank.example: 1721234567890",
    "I am signing into bank.example, nonce 123",
    "By signing, I prove that I own this wallet for bank.example. Nonce 5",
    "Anmelden bei bank.example",
    "Welcome to bank.example! Nonce: 5",
    `{"domain":"bank.example","nonce":"123"}`,
    `{\n  "statement": "Sign in",\n  "domain": "bank.example"\n}`,
    "- nonce: 1\n- domain: bank.example",
    "dApp: bank.example\nNonce: 12",
    "Host: bank.example\nAction: login",
    "Domain => bank.example\nNonce => 12",
  ];
  for (const text of texts) {
    assertEquals([text, readSignIn(text, origin)], [text, { domain: "bank.example", own: false }]);
  }
  for (
    const text of [
      "I agree to the terms of the garden, version 4.",
      "Vote for proposal 7, see https://bank.example/7",
      "Sign in to Meadow. Nonce: 5",
      "Sign in as bob@bank.example. Nonce: 5",
      "Sign in, please.Nonce: 5",
      "Meet us at bank.example.",
      "Log in at https://shop.example; terms: https://docs.other.example",
    ]
  ) assert(readSignIn(text, origin)?.own !== false, text);
});

Deno.test("sign-in: the same text within typed data is found, whole or in fields", () => {
  const of = (message: Record<string, unknown>) =>
    atOnce(readTypedSignIn({ domain: {}, message }, origin));
  assertEquals(of({ text: siwe("bank.example") })?.view.own, false);
  assertEquals(of({ login: { domain: "bank.example", nonce: "5" } })?.view, {
    domain: "bank.example",
    own: false,
  });
  assertEquals(of({ uri: "https://bank.example/x", statement: "Sign in" })?.view.own, false);
  assertEquals(of({ domain: "shop.example", nonce: "5" })?.warnings, []);
  assertEquals(of({ name: "bank.example", amount: "5" }), null);
});

Deno.test("sign-in: each sign-in phrase is found, in any case", () => {
  for (
    const word of [
      "sign in",
      "signing into",
      "log-in",
      "login",
      "authenticate",
      "nonce",
      "verify your wallet",
      "proof of ownership",
      "Anmeldung",
      "Einloggen",
      "connexion",
      "Iniciar sesión",
      "войти",
      "登录",
      "ログイン",
      "로그인",
      "تسجيل الدخول",
    ]
  ) {
    for (const spelled of [word, word.toUpperCase(), `\u200b${word}`]) {
      const read = readSignIn(`${spelled}\nuri: bank.example`, origin);
      assertEquals(read, { domain: "bank.example", own: false }, spelled);
    }
  }
});

Deno.test("sign-in: spaces, line breaks and capital letters never hide the other site", () => {
  const blank = fc.constantFrom(" ", "  ", "\t", "\u00a0", "\u2003", " \u200b");
  fc.assert(
    fc.property(
      fc.array(blank, { minLength: 12, maxLength: 12 }),
      fc.boolean(),
      (blanks, upper) => {
        let index = 0;
        const spaced = siwe("bank.example").replace(/ /g, () => blanks[index++ % 12]!);
        const text = upper ? spaced.toUpperCase() : spaced;
        assertEquals(readSignIn(text, origin), { domain: "bank.example", own: false });
      },
    ),
  );
});

Deno.test("sign-in: any text is read without an error, and quickly", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    readSignIn(text, origin);
    readSignIn(`nonce ${text}`, origin);
  }));
  for (
    const part of [
      "wants you to ",
      "sign ",
      "https://",
      "a.",
      "verify ",
      "\n",
      " ",
      "to a",
      "\n-*'",
    ]
  ) {
    readSignIn(part.repeat(50_000), origin);
  }
});

Deno.test("message: a hash, and the hashed operation, is named", () => {
  const codes = (message: Hex) =>
    describeMessage(message, origin).warnings.map(({ code, level }) => `${code} ${level}`);
  const hash = keccak256("0x01");
  const danger = ["signs_hash danger"];
  assertEquals(codes(hash), danger);
  assertEquals(codes(`0x1901${hash.slice(2).repeat(2)}`), danger);
  assertEquals(codes(stringToHex(hash)), danger);
  assertEquals(codes(stringToHex(` ${hash.slice(2).toUpperCase()}\n`)), danger);
  assertEquals(codes(stringToHex("\x19Ethereum Signed Message:\n2hi")).includes(danger[0]!), true);
  // An attacker can search for a hash whose bytes are text, but not for one that reads like words.
  assertEquals(codes(stringToHex("!k3%~Zq(0;Vt_@x]Lw#9^R2&dY*Jf=|{")), danger);
  assertEquals(codes(stringToHex("Sign in to the shop, it is free.")), []);
  assertEquals(codes("0xff00fe"), ["not_text warning"]);
  assertEquals(codes(stringToHex("hello")), []);
  assertEquals(codes(stringToHex("he\u202ello")), ["hidden_characters danger"]);
});
