/**
 * A signature that moves value is also found by its members, because its type may have any name.
 */
import { assertEquals } from "@std/assert";
import { getAddress, pad } from "viem";
import { account, token } from "../../testing/orders.ts";
import { typed } from "../../testing/typed.ts";
import { readTyped } from "./mod.ts";

const thief = getAddress(`0x${"66".repeat(20)}`);
const signer = { address: getAddress(account), chainId: 1 };

const codes = (name: string, message: Record<string, unknown>) =>
  readTyped(typed(name, message), signer).warnings()
    .map(({ code, level }) => `${code} ${level}`);

Deno.test("moves: an amount next to its receiver, or a spender, is a payment under any name", () => {
  for (const name of ["Action", "Request", "Message", "Instruction", "Data", "Check"]) {
    for (
      const message of [
        { "address to": thief, "uint256 amount": 5 },
        { "address recipient": thief, "address asset": token, "uint128 quantity": 5 },
        { "bytes32 receiver": pad(thief), "uint256 value": 5 },
        { "address payee": thief, "uint256[] amounts": [5] },
        { "address[] recipients": [thief], "uint256 shares": 5 },
        { "Row[] rows": [{ "address beneficiary": thief, "uint256 _amount": 5 }] },
        // The receiver and the amount in different structs.
        { "Who who": { "address to": thief }, "Much much": { "uint256 amountIn": 5 } },
        { "address spender": thief },
        { "address operator": thief, "bool on": true },
      ]
    ) assertEquals([name, message, codes(name, message)], [name, message, ["permit warning"]]);
    // An order of the account in an unknown form.
    const named = { "address from": account, "address to": thief, "uint256 amount": 5 };
    assertEquals(codes(name, named), ["acts_for_you danger"]);
  }
});

Deno.test("moves: names that transfer the account's assets are reported", () => {
  for (
    const name of [
      "ChangeRecoveryAddress",
      "Recover",
      "AddSigner",
      "SetGuardian",
      "SetAdmin",
      "UpgradeTo",
      "Migration",
      "Allow",
      "Subscription",
      "Invoice",
    ]
  ) assertEquals([name, codes(name, { "uint256 id": 1 })], [name, ["permit warning"]]);
});

Deno.test("moves: a vote, a letter and a sign-in are not reported", () => {
  const harmless: readonly (readonly [string, Record<string, unknown>])[] = [
    ["Vote", { "uint256 proposal": 1, "uint8 choice": 1, "string reason": "amount to recipient" }],
    ["Mail", {
      "Person from": { "string name": "A", "address wallet": thief },
      "Person to": { "string name": "B", "address wallet": thief },
      "string contents": "hello",
    }],
    ["Login", { "string nonce": "12345678", "uint256 expires": 9 }],
    ["Rating", { "address item": thief, "uint8 stars": 5 }],
    ["Setting", { "string name": "volume", "uint256 value": 5 }],
    ["Follow", { "address to": thief }],
  ];
  for (const [name, message] of harmless) {
    assertEquals([name, codes(name, message)], [name, []]);
  }
});
