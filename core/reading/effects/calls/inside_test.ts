/** Tests the calls found inside of calls that other contracts execute. */
import { assertEquals } from "@std/assert";
import { type Address, getAddress, type Hex, pad } from "viem";
import { encode } from "../../../testing/clear_calls.ts";
import { readCalls } from "../../ledger.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);
const outer = getAddress(`0x${"22".repeat(20)}`);
const none = pad("0x");

/** Reads the effects of a call of the outer contract. */
const read = (signature: string, args: readonly unknown[]) =>
  readCalls([{ to: outer, value: 0n, data: encode(signature, args) }], account);

const handover = encode("transferOwnership(address)", [thief]);
const transfer = encode("transfer(address,uint256)", [thief, 5n]);

Deno.test("inside: calls executed by a timelock, a governor or several owners are read", () => {
  const rows: readonly (readonly [string, (data: Hex) => readonly unknown[]])[] = [
    [
      "schedule(address,uint256,bytes,bytes32,bytes32,uint256)",
      (data) => [token, 0n, data, none, none, 1n],
    ],
    [
      "scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)",
      (data) => [[token], [0n], [data], none, none, 1n],
    ],
    [
      "execute(address,uint256,bytes,bytes32,bytes32)",
      (data) => [token, 0n, data, none, none],
    ],
    [
      "executeBatch(address[],uint256[],bytes[],bytes32,bytes32)",
      (data) => [[token], [0n], [data], none, none],
    ],
    ["propose(address[],uint256[],bytes[],string)", (data) => [[token], [0n], [data], "Pay"]],
    [
      "queue(address[],uint256[],bytes[],bytes32)",
      (data) => [[token], [0n], [data], none],
    ],
    [
      "execute(address[],uint256[],bytes[],bytes32)",
      (data) => [[token], [0n], [data], none],
    ],
    ["relay(address,uint256,bytes)", (data) => [token, 0n, data]],
    ["submitTransaction(address,uint256,bytes)", (data) => [token, 0n, data]],
  ];
  for (const [signature, args] of rows) {
    assertEquals(
      [
        signature,
        read(signature, args(handover)).allows.map(({ kind, spender, by }) => [
          kind,
          spender,
          by,
        ]),
      ],
      [signature, [["control", thief, outer]]],
    );
    // The token is the outer contract's.
    assertEquals(
      [
        signature,
        read(signature, args(transfer)).gives.map(({ amount, to, by }) => [
          amount,
          to,
          by,
        ]),
      ],
      [signature, [[5n, thief, outer]]],
    );
  }
});

Deno.test("inside: a function named by its signature, next to its arguments, is read", () => {
  const signature = "transferOwnership(address)";
  const args: Hex = `0x${handover.slice(10)}`;
  const rows: readonly (readonly [string, (signature: string, data: Hex) => readonly unknown[]])[] =
    [
      [
        "propose(address[],uint256[],string[],bytes[],string)",
        (signature, data) => [[token], [0n], [signature], [data], "Pay"],
      ],
      [
        "queueTransaction(address,uint256,string,bytes,uint256)",
        (signature, data) => [token, 0n, signature, data, 1n],
      ],
      [
        "executeTransaction(address,uint256,string,bytes,uint256)",
        (signature, data) => [token, 0n, signature, data, 1n],
      ],
    ];
  for (const [name, argsOf] of rows) {
    const of = (signature: string, data: Hex): readonly unknown[] => {
      const { allows, unread } = read(name, argsOf(signature, data));
      return [name, allows.map(({ kind, spender, by }) => [kind, spender, by]), unread];
    };
    const found = [name, [["control", thief, outer]], 0];
    assertEquals(of(signature, args), found);
    // Without a signature, the function is in the data.
    assertEquals(of("", handover), found);
    // A signature without a matching function is not mistaken for data.
    assertEquals(of("x".repeat(5_000), handover), [name, [], 1]);
  }
});

Deno.test("inside: a forwarder's request is made on behalf of its sender", () => {
  const one = (from: Address) => [from, token, 0n, 100_000n, 99, transfer, "0x"];
  const earlier = (from: Address) => [from, token, 0n, 100_000n, 7n, transfer];
  const calls = (from: Address) => [
    read("execute((address,address,uint256,uint256,uint48,bytes,bytes))", [one(from)]),
    read(
      "executeBatch((address,address,uint256,uint256,uint48,bytes,bytes)[],address)",
      [[one(from)], thief],
    ),
    read("execute((address,address,uint256,uint256,uint256,bytes),bytes)", [
      earlier(from),
      "0x",
    ]),
  ];
  for (const { gives } of calls(account)) {
    assertEquals(gives.map(({ amount, to, by }) => [amount, to, by]), [[5n, thief, undefined]]);
  }
  for (const { gives } of calls(thief)) {
    assertEquals(gives.map(({ amount, to, by }) => [amount, to, by]), [[5n, thief, thief]]);
  }
});

Deno.test("inside: an amount that a forwarder takes in the account's name is counted once", () => {
  const taking = encode("transferFrom(address,address,uint256)", [account, thief, 5n]);
  const request = (from: Address) => [from, token, 0n, 100_000n, 99, taking, "0x"];
  for (const from of [account, thief]) {
    const one = read("execute((address,address,uint256,uint256,uint48,bytes,bytes))", [
      request(from),
    ]);
    const two = read(
      "executeBatch((address,address,uint256,uint256,uint48,bytes,bytes)[],address)",
      [[request(from), request(from)], thief],
    );
    // Its allowance suffices for any sender.
    assertEquals(one.gives.map(({ amount, to, by }) => [amount, to, by]), [[5n, thief, undefined]]);
    assertEquals(two.gives.map(({ amount }) => amount), [10n]);
  }
});
