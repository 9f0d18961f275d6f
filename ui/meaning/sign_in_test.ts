import { assertEquals } from "@std/assert";
import { readSignIn } from "./sign_in.ts";

const text = (statement: string, more = "") =>
  `app.example wants you to sign in with your Ethereum account:\n0x${"11".repeat(20)}\n\n` +
  `${statement}\nURI: https://app.example/login\nVersion: 1\nChain ID: 1\nNonce: 12345678\n` +
  `Issued At: 2026-11-23T09:00:00Z${more}`;

Deno.test("sign-in: reads statement and expiry of a complete text", () => {
  assertEquals(readSignIn(text("Welcome.\n")), { statement: "Welcome." });
  assertEquals(readSignIn(text("")), {});
  assertEquals(readSignIn(text("", "\nExpiration Time: 2026-11-24T09:00:00Z")), {
    until: 1_795_510_800n,
  });
});

Deno.test("sign-in: a text with other content is not folded", () => {
  for (
    const other of [
      text("Welcome.\n\nI give everything away.\n"),
      text("Welcome.\nI give everything away.\n"),
      text("", "\nResources:\n- https://bank.example"),
      text("", "\n\nI give everything away."),
      text("", "\nExpiration Time: soon"),
      ` ${text("")}`,
      "app.example wants you to sign in with your Ethereum account:",
    ]
  ) assertEquals(readSignIn(other), null, other);
});
