import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { standing } from "./send.ts";

type Row = Parameters<typeof standing>[3][number];
const row = (sequence: number, { key = "0x0", deploys = 0 } = {}): Row => ({
  deploys,
  nonce_key: key,
  nonce_sequence: sequence,
});
const state = (deployed: boolean, sequence: bigint) => ({
  deployed,
  sequences: new Map([[0n, sequence]]),
});

const table: [string, boolean, bigint, boolean, bigint, Row[], "held" | "submitted" | null][] = [
  ["first operation, deploying", true, 0n, false, 0n, [], "submitted"],
  ["the next one in order", false, 4n, true, 4n, [], "submitted"],
  ["after one that is under way", false, 5n, true, 4n, [row(4)], "held"],
  ["after two that are under way", false, 6n, true, 4n, [row(4), row(5)], "held"],
  ["while the account is being deployed", false, 1n, false, 0n, [row(0, { deploys: 1 })], "held"],
  [
    "with its own nonce key while the account is being deployed",
    false,
    0n,
    false,
    0n,
    [row(0, { key: "0x1", deploys: 1 })],
    "held",
  ],
  ["with a nonce that was used", false, 3n, true, 4n, [], null],
  ["with a nonce that is under way", false, 4n, true, 4n, [row(4)], null],
  ["with a gap before it", false, 6n, true, 4n, [row(4)], null],
  ["far ahead", false, 2n ** 63n, true, 4n, [row(4)], null],
  ["deploying what is being deployed", true, 0n, false, 0n, [row(0, { deploys: 1 })], null],
  ["deploying what is deployed", true, 0n, true, 0n, [], null],
  ["without an account and without a deployment", false, 0n, false, 0n, [], null],
];

for (const [name, deploys, sequence, deployed, onChain, open, expected] of table) {
  Deno.test(`standing: an operation ${name} → ${expected ?? "prepare again"}`, () => {
    const decide = () => standing(deploys, { key: 0n, sequence }, state(deployed, onChain), open);
    if (expected === null) {
      assertEquals(assertThrows(decide, AcctError).data.cause, "quote_changed");
    } else assertEquals(decide(), expected);
  });
}
