/** Transfers in logs: only the standards' exact forms, with the operation that emitted them. */
import { assertEquals } from "@std/assert";
import {
  type Address,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  pad,
  toEventSelector,
} from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import {
  BEFORE_EXECUTION,
  readMoves,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_SINGLE,
} from "./decode.ts";

const address = (two: string): Address => `0x${two.repeat(20)}`;
const [ann, bob, carl] = [address("aa"), address("bb"), address("cc")];
const token = address("70");
const word = (value: bigint | number) => numberToHex(value, { size: 32 });
const join = (...words: Hex[]) => `0x${words.map((each) => each.slice(2)).join("")}` as const;
const from = (account: Address) => pad(account);

/** Logs of one block in order, in one transaction by default. */
function block(...logs: readonly [topics: Hex[], data: Hex, more?: Partial<LogJson>][]) {
  return logs.map(([topics, data, more], index): LogJson => ({
    address: token,
    topics,
    data,
    transactionHash: word(1),
    blockHash: word(2),
    blockNumber: "0x1",
    logIndex: numberToHex(index),
    ...more,
  }));
}

const pair = [{ type: "uint256[]" }, { type: "uint256[]" }] as const;
const batch = (ids: readonly bigint[], amounts: readonly bigint[]) =>
  encodeAbiParameters(pair, [ids, amounts]);
const read = (topics: Hex[], data: Hex) =>
  readMoves(block([topics, data])).map(({ kind, item, amount }) => [kind, item, amount]);

Deno.test("transfers: each standard has its form", () => {
  assertEquals(read([TRANSFER, from(ann), from(bob)], word(7)), [["erc20", null, 7n]]);
  assertEquals(read([TRANSFER, from(ann), from(bob), word(9)], "0x"), [["erc721", 9n, 1n]]);
  const multi = [from(carl), from(ann), from(bob)];
  assertEquals(read([TRANSFER_SINGLE, ...multi], join(word(3), word(4))), [["erc1155", 3n, 4n]]);
  assertEquals(read([TRANSFER_BATCH, ...multi], batch([1n, 2n, 3n], [5n, 0n, 6n])), [
    ["erc1155", 1n, 5n],
    ["erc1155", 3n, 6n],
  ]);
});

Deno.test("transfers: malformed events are ignored", () => {
  const multi = [from(carl), from(ann), from(bob)];
  const dirty: Hex = `0x${"01".repeat(12)}${ann.slice(2)}`;
  const rows: readonly [what: string, topics: Hex[], data: Hex][] = [
    ["no topics but the event", [TRANSFER], join(from(ann), from(bob), word(1))],
    ["one address indexed", [TRANSFER, from(ann)], join(from(bob), word(1))],
    ["no amount", [TRANSFER, from(ann), from(bob)], "0x"],
    ["two amounts", [TRANSFER, from(ann), from(bob)], join(word(1), word(1))],
    ["an amount and an id", [TRANSFER, from(ann), from(bob), word(9)], word(7)],
    ["a short amount", [TRANSFER, from(ann), from(bob)], "0x01"],
    ["an address with upper bytes", [TRANSFER, dirty, from(bob)], word(7)],
    ["a receiver with upper bytes", [TRANSFER, from(ann), dirty], word(7)],
    ["nothing moved", [TRANSFER, from(ann), from(bob)], word(0)],
    ["to itself", [TRANSFER, from(ann), from(ann)], word(7)],
    ["an id short of a word", [TRANSFER, from(ann), from(bob), "0x09"], "0x"],
    ["an item without a caller", [TRANSFER_SINGLE, from(ann), from(bob)], join(word(1), word(1))],
    ["an item without an amount", [TRANSFER_SINGLE, ...multi], word(1)],
    ["an item with more", [TRANSFER_SINGLE, ...multi], join(word(1), word(1), word(1))],
    ["lists of two lengths", [TRANSFER_BATCH, ...multi], batch([1n, 2n], [1n])],
    ["lists that end early", [TRANSFER_BATCH, ...multi], join(word(64), word(128), word(9))],
    ["lists that overlap", [
      TRANSFER_BATCH,
      ...multi,
    ], join(word(64), word(64), word(1), word(1))],
    ["lists with more behind", [TRANSFER_BATCH, ...multi], join(batch([1n], [1n]), word(0))],
    [
      "more items than are read",
      [TRANSFER_BATCH, ...multi],
      batch(
        Array(201).fill(1n),
        Array(201).fill(1n),
      ),
    ],
    ["another event", [toEventSelector("Moved(address,address,uint256)"), ...multi], word(1)],
  ];
  for (const [what, topics, data] of rows) assertEquals([what, read(topics, data)], [what, []]);
});

Deno.test("transfers: each belongs to the operation of the next execution event", () => {
  const operation = (sender: Address, hash: number): [Hex[], Hex, Partial<LogJson>] => [
    [USER_OPERATION_EVENT, word(hash), from(sender), from(carl)],
    "0x",
    { address: ENTRY_POINT },
  ];
  const begin: [Hex[], Hex, Partial<LogJson>] = [[BEFORE_EXECUTION], "0x", {
    address: ENTRY_POINT,
  }];
  const move = (of: Address, amount: number): [Hex[], Hex] => [
    [TRANSFER, from(of), from(carl)],
    word(amount),
  ];
  const elsewhere = { transactionHash: word(8) };
  const logs = block(
    [...move(ann, 1), elsewhere],
    // A fee that is taken before anything is executed.
    move(bob, 2),
    move(carl, 3),
    begin,
    move(ann, 4),
    operation(ann, 100),
    move(ann, 5),
    operation(bob, 101),
    move(bob, 6),
    // An event of the same form by another contract.
    [operation(ann, 102)[0], "0x", {}],
    [...move(ann, 7), elsewhere],
  );
  // The transfer from Carl to Carl is ignored.
  assertEquals(
    readMoves(logs).map(({ amount, origin }) => [Number(amount), origin?.sender ?? null]),
    [[1, null], [2, bob], [4, ann], [5, bob], [6, null], [7, null]],
  );
});
