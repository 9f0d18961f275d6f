/** Tests the amounts that a router's swap in Uniswap v4 takes from its caller. */
import { assertEquals } from "@std/assert";
import { type Address, concat, getAddress, type Hex, maxUint256, numberToHex } from "viem";
import { encode } from "../../testing/clear_calls.ts";
import { ether, input, router } from "../../testing/router_calls.ts";
import { readCalls } from "../ledger.ts";

const account = getAddress(`0x${"aa".repeat(20)}`);
const thief = getAddress(`0x${"66".repeat(20)}`);
const token = getAddress(`0x${"11".repeat(20)}`);

/** Reads the assets that a swap with these actions spends. */
function givesOf(...actions: readonly (readonly [type: number, params: Hex])[]) {
  const types = concat(actions.map(([type]) => numberToHex(type, { size: 1 })));
  const swap = input("bytes, bytes[]", [types, actions.map(([, params]) => params)]);
  const data = encode("execute(bytes,bytes[],uint256)", ["0x10", [swap], maxUint256]);
  return readCalls([{ to: router, value: 0n, data }], account).gives
    .map(({ address, amount }) => [address, amount]);
}

const swap = (amount: bigint): Hex =>
  input(
    "((address,address,uint24,int24,address) key,bool zeroForOne,uint128 amount,uint128 least," +
      "bytes data)",
    [{
      key: [token, ether, 500, 10, ether],
      zeroForOne: true,
      amount,
      least: 0n,
      data: "0x",
    }],
  );
const settle = (currency: Address, amount: bigint, byCaller: boolean) =>
  [0x0b, input("address, uint256, bool", [currency, amount, byCaller])] as const;
const take = [0x0e, input("address, address, uint256", [ether, thief, 0n])] as const;

Deno.test("uniswap v4: the caller's settled amount is spent, not only the returned one", () => {
  assertEquals(givesOf([0x06, swap(5n)], settle(token, 7n, true), take), [[token, 7n]]);
  // The amount owed is the swapped amount; without a swap it can be any amount.
  assertEquals(givesOf([0x06, swap(5n)], settle(token, 0n, true), take), [[token, 5n]]);
  assertEquals(givesOf(settle(token, 0n, true), take), [[token, maxUint256]]);
  const all = [0x0c, input("address, uint256", [token, 9n])] as const;
  assertEquals(givesOf([0x06, swap(5n)], all, take), [[token, 9n]]);
  // Paid by the router, and by the value of the call.
  assertEquals(givesOf([0x06, swap(5n)], settle(token, 7n, false), take), []);
  assertEquals(givesOf([0x06, swap(5n)], settle(ether, 7n, true), take), []);
});
