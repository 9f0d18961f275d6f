/** The text of a receipt. */
import { assertEquals } from "@std/assert";
import { text } from "../text/home_en.ts";
import type { Entry } from "./read.ts";
import { receiptOf } from "./receipt.ts";

const bob = `0x${"b0".repeat(20)}` as const;
const hash = `0x${"12".repeat(32)}` as const;
const words = (name: string) => ({ text, tag: "en", nameOf: () => name, spenderOf: () => name });

const entry: Entry = {
  id: hash,
  status: 200,
  timestamp: Date.UTC(2026, 10, 29, 14, 30) / 1000,
  chainId: 8453,
  chainName: "Base",
  transactionHash: hash,
  explorer: null,
  sentence: { kind: "sent", title: "Sent \u20685 USDC\u2069", party: bob },
};

Deno.test("receipt: names the recipient with the whole address, and the transaction", () => {
  const lines = receiptOf(entry, words("bob.eth")).split("\n");
  assertEquals(lines.filter((line) => !line.startsWith(text.when)), [
    "Sent 5 USDC",
    `${text.recipient}: bob.eth (${bob})`,
    `${text.network}: Base`,
    `${text.transaction}: ${hash}`,
  ]);
});

Deno.test("receipt: an address without a name appears once; a failure is stated", () => {
  const failed: Entry = {
    ...entry,
    status: 500,
    explorer: `https://explorer.example/tx/${hash}`,
    sentence: { ...entry.sentence, incoming: true },
  };
  const lines = receiptOf(failed, words("0xb0b0…b0b0")).split("\n");
  assertEquals(lines.filter((line) => !line.startsWith(text.when)), [
    "Sent 5 USDC",
    text.statuses[500],
    `${text.sender}: ${bob}`,
    `${text.network}: Base`,
    `${text.transaction}: https://explorer.example/tx/${hash}`,
  ]);
});

Deno.test("receipt: contains the host of the site and the fee, if they are known", () => {
  const lines = receiptOf(entry, words("bob.eth"), { site: "meadow.app", fee: text.feeFree });
  assertEquals(lines.split("\n").filter((line) => /meadow|Free/.test(line)), [
    "Via: meadow.app",
    "Fee: Free",
  ]);
});
