import { assertEquals } from "@std/assert";
import { type Address, type Hex, numberToHex, pad, toEventSelector } from "viem";
import { sumTransfers } from "./simulate.ts";

const me: Address = "0x00000000000000000000000000000000000000aa";
const other: Address = "0x00000000000000000000000000000000000000bb";
const token: Address = "0x00000000000000000000000000000000000000cc";
const transfer = toEventSelector("Transfer(address,address,uint256)");

const log = (from: Address, to: Address, amount: bigint, address: Address = token) => ({
  address,
  topics: [transfer, pad(from), pad(to)] as Hex[],
  data: numberToHex(amount, { size: 32 }),
});

Deno.test("changes: transfers are summed by token, both ways", () => {
  const native: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
  const changes = sumTransfers(me, [
    log(me, other, 5n),
    log(other, me, 2n),
    log(other, other, 100n),
    log(me, other, 7n, native),
    log(me, me, 9n),
  ]);
  assertEquals([...changes], [[token, -3n], [null, -7n]]);
});

Deno.test("changes: what cancels out is no change; NFTs and rubbish are left out", () => {
  assertEquals(sumTransfers(me, [log(me, other, 5n), log(other, me, 5n)]).size, 0);
  const odd = { ...log(me, other, 1n), topics: [transfer, pad(me), pad(other), pad("0x01")] };
  assertEquals(sumTransfers(me, [odd, { ...log(me, other, 1n), data: "0x" }]).size, 0);
});

Deno.test("changes: a contract that names a thousand tokens is cut short", () => {
  const logs = Array.from(
    { length: 1_000 },
    (_, n) => log(other, me, 1n, numberToHex(n + 1, { size: 20 })),
  );
  assertEquals(sumTransfers(me, logs).size, 40);
});
