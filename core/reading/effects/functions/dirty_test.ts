/**
 * Tests data that contracts accept although encoders do not produce it: outgoing assets are never
 * underestimated.
 */
import { assert, assertEquals } from "@std/assert";
import {
  type Address,
  concat,
  getAddress,
  type Hex,
  maxUint256,
  numberToHex,
  pad,
  stringToHex,
} from "viem";
import { encode } from "../../../testing/clear_calls.ts";
import { readCalls } from "../../ledger.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);
const other = getAddress(`0x${"33".repeat(20)}`);
const router = getAddress(`0x${"22".repeat(20)}`);
const weth = getAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2");
const none = `0x${"00".repeat(20)}` as const;
const word = (value: bigint | number) => numberToHex(value, { size: 32 });
const list = (...words: readonly Hex[]) => concat(words);

const readingOf = (data: Hex, value = 0n, to: Address = router) =>
  readCalls([{ to, value, data }], account);
/** Returns the contract and amount of each asset that leaves the account. */
const given = (data: Hex, value = 0n) =>
  readingOf(data, value).gives.map(({ address, amount }) => [address, amount]);
/** Returns the kinds of allowances. */
const allowed = (data: Hex) => readingOf(data).allows.map(({ kind }) => kind);

const run = (commands: Hex, inputs: readonly Hex[]) =>
  encode("execute(bytes,bytes[],uint256)", [commands, inputs, 9n]);
/** Encodes values as the arguments of a function, without its selector. */
const args = (types: string, values: readonly unknown[]): Hex =>
  `0x${encode(`f(${types})`, values).slice(10)}`;
const swap = (path: Hex, amount: bigint, most: bigint) =>
  args("address,uint256,uint256,bytes,bool", [account, amount, most, path, true]);
const actions = (types: Hex, inputs: readonly Hex[]) =>
  run("0x10", [args("bytes,bytes[]", [types, inputs])]);

Deno.test("dirty: bits of offsets and lengths that routers mask hide no swap", () => {
  const path = concat([token, "0x000bb8", other]);
  const high = 1n << 32n;
  for (
    const [command, text] of [["0x00", swap(path, 5n, 1n)], ["0x01", swap(path, 1n, 5n)]] as const
  ) {
    const taken = command === "0x00" ? token : other;
    assertEquals(given(run(command, [text])), [[taken, 5n]]);
    const [offset, length] = [word(0xa0).slice(2), word(43).slice(2)];
    const dirtyOffset = text.replace(offset, word(high + 0xa0n).slice(2)) as Hex;
    const dirtyLength = text.replace(length, word(high + 43n).slice(2)) as Hex;
    assertEquals(given(run(command, [dirtyOffset])), [[taken, 5n]]);
    assertEquals(given(run(command, [dirtyLength])), [[taken, 5n]]);
  }
});

Deno.test("dirty: bytes after the last pool of a path do not change the paid amount", () => {
  for (const count of [0, 1, 20, 22]) {
    const rest: Hex = `0x${"77".repeat(count)}`;
    const path = concat([token, "0x000bb8", weth, "0x000bb8", other, rest]);
    assertEquals(given(run("0x01", [swap(path, 1n, 5n)])), [[other, 5n]]);
    for (
      const data of [
        encode("exactOutput((bytes,address,uint256,uint256))", [[path, account, 1n, 5n]]),
        encode("exactOutput((bytes,address,uint256,uint256,uint256))", [[
          path,
          account,
          9n,
          1n,
          5n,
        ]]),
      ]
    ) {
      assertEquals(given(data), [[other, 5n]]);
    }
  }
});

Deno.test("dirty: ether sent along does not pay for a token that a contract also takes", () => {
  const data = encode("transformERC20(address,address,uint256,uint256,(uint32,bytes)[])", [
    weth,
    other,
    5n,
    0n,
    [],
  ]);
  assertEquals(given(data, 7n), [[null, 7n], [weth, 5n]]);
});

Deno.test("dirty: currency that a vault owns for the account is spent like its tokens", () => {
  const move = (kind: number, asset: Address, to: Address) =>
    readingOf(encode("manageUserBalance((uint8,address,uint256,address,address)[])", [
      [[kind, asset, 5n, account, to]],
    ])).gives.map(({ kind, amount, to }) => [kind, amount, to]);
  assertEquals(move(1, other, thief), [["token", 5n, thief]]);
  assertEquals(move(1, none, thief), [["native", 5n, thief]]);
  // A deposit is paid with the value of the call.
  assertEquals(move(0, none, thief), []);
  assertEquals(move(1, none, account), []);
});

Deno.test("dirty: steps beyond the limit are a danger", () => {
  const item = (address: Address, amount: bigint) =>
    list(word(1), pad(address), word(0), word(amount));
  // Many groups reference the same worthless items; one references the token.
  const groups = 12;
  const worthless = 40;
  const first = 32 * groups;
  const second = first + 32 * (4 + 4 * worthless);
  const group = (items: readonly Hex[]) =>
    list(word(96), pad(thief), word(0), word(items.length), ...items);
  const data = list(
    encode("bulkTransfer(((uint8,address,uint256,uint256)[],address,bool)[],bytes32)", [
      [],
      word(0),
    ]).slice(0, 10) as Hex,
    word(64),
    word(0),
    word(groups),
    ...Array.from({ length: groups - 1 }, () => word(first)),
    word(second),
    group(Array.from({ length: worthless }, () => item(other, 0n))),
    group([item(token, 5n)]),
  );
  const reading = readingOf(data);
  assert(
    reading.gives.some(({ address, amount }) => address === token && amount === 5n) ||
      reading.allows.some(({ kind }) => kind === "control"),
  );

  const settle = args("address,uint256,bool", [token, 5n, true]);
  const close = args("address", [other]);
  const many = Array.from({ length: 200 }, () => close);
  const types: Hex = `0x${"12".repeat(200)}0b`;
  assertEquals(given(actions("0x0b", [settle])), [[token, 5n]]);
  assertEquals(allowed(actions(types, [...many, settle])), ["control"]);

  const take = args("address,address,uint256", [token, thief, 5n]);
  const change = encode("modifyLiquidities(bytes,uint256)", [
    args("bytes,bytes[]", [`0x${"12".repeat(200)}0e`, [...many, take]]),
    9n,
  ]);
  assertEquals(allowed(change), ["control"]);
});

Deno.test("dirty: a debt that is repaid in full counts the amount taken for it", () => {
  const pool = [none, token, 0, 0, none] as const;
  const single = args(
    "((address,address,uint24,int24,address),bool,uint128,uint128,bytes)",
    [[pool, false, 1n, 0n, "0x"]],
  );
  const take = args("address,address,uint256", [token, thief, 1_000n]);
  const all = args("address,uint256,bool", [token, 0n, true]);
  assertEquals(given(actions("0x060b", [single, all])), [[token, 1n]]);
  assertEquals(given(actions("0x060e0b", [single, take, all])), [[token, 1_001n]]);
});

Deno.test("dirty: a permit of the account is not smaller inside a batch", () => {
  const permit = encode("permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", [
    account,
    thief,
    maxUint256,
    9n,
    27,
    word(1),
    word(1),
  ]);
  const batch = encode("aggregate((address,bytes)[])", [[[token, permit]]]);
  assertEquals(
    readingOf(batch).allows.map(({ kind, spender, by }) => [kind, spender, by]),
    [["token", thief, undefined]],
  );
});

Deno.test("dirty: a timelock's function is recognized by the longest signature", () => {
  const order =
    "(address,address,(uint8,address,uint256,uint256,uint256)[],(uint8,address,uint256,uint256,uint256,address)[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)";
  const match =
    `matchAdvancedOrders((${order},uint120,uint120,bytes,bytes)[],(uint256,uint8,uint256,uint256,bytes32[])[],((uint256,uint256)[],(uint256,uint256)[])[],address)`;
  const data = encode(match, [
    [[
      [router, none, [], [], 0, 0n, 0n, word(0), 0n, word(0), 0n],
      1n,
      1n,
      "0x",
      "0x",
    ]],
    [],
    [],
    thief,
  ]);
  const queued = encode("queueTransaction(address,uint256,string,bytes,uint256)", [
    token,
    0n,
    match,
    `0x${data.slice(10)}`,
    9n,
  ]);
  assertEquals(stringToHex(match).length > 602, true);
  assertEquals(allowed(queued), ["control"]);
});

Deno.test("dirty: effects of a batch in its caller's name are the caller's", () => {
  const data = encode("aggregateWithSender(address[],bytes[],uint256[])", [
    [token],
    [encode("transfer(address,uint256)", [thief, 5n])],
    [0n],
  ]);
  assertEquals(
    readingOf(data).gives.map(({ amount, to, by }) => [amount, to, by]),
    [[5n, thief, undefined]],
  );
});

Deno.test("dirty: a router's command pays out a position to another address", () => {
  const collect = (to: Address) =>
    encode("collect((uint256,address,uint128,uint128))", [[1n, to, 9n, 9n]]);
  const paid = (to: Address) =>
    readingOf(run("0x12", [collect(to)])).gives.map(({ kind, amount, to }) => [kind, amount, to]);
  assertEquals(paid(thief), [["token", null, thief]]);
  assertEquals(paid(account), []);
});

Deno.test("dirty: revoking control from all is no danger", () => {
  for (
    const signature of [
      "setFallbackHandler(address)",
      "setOperator(address)",
      "setPendingOwner(address)",
      "setPendingAdmin(address)",
      "nominateNewOwner(address)",
      "setAuthority(address)",
      "signalTransfer(address)",
      "setClaimerFor(address)",
    ]
  ) {
    const kinds = [thief, none].map((to) => allowed(encode(signature, [to])));
    assertEquals([signature, ...kinds], [signature, ["control"], []]);
  }
  // Renouncing a contract's ownership removes the account's control.
  assertEquals(allowed(encode("transferOwnership(address)", [none])), ["control"]);
});
