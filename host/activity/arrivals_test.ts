/** The token that arrived with an operation, from its logs: only a single, clear one is named. */
import { assertEquals } from "@std/assert";
import { type Address, getAddress, numberToHex, pad, toEventSelector, zeroAddress } from "viem";
import { arrivalIn } from "./arrivals.ts";

const account: Address = `0x${"ab".repeat(20)}`;
const other: Address = `0x${"0f".repeat(20)}`;
const usd: Address = `0x${"70".repeat(20)}`;
const eur: Address = `0x${"71".repeat(20)}`;
const event = toEventSelector("Transfer(address,address,uint256)");
const moved = (token: Address, from: Address, to: Address, amount: number) => ({
  address: token,
  topics: [event, pad(from), pad(to)],
  data: numberToHex(amount, { size: 32 }),
});

Deno.test("arrival: a single token that arrived is found; a swap, a payment and forged logs are none", () => {
  const arrived = { token: usd, amount: 7n, from: getAddress(other) };
  assertEquals(arrivalIn([moved(usd, other, account, 7)], account), arrived);
  assertEquals(
    arrivalIn([moved(usd, other, account, 9), moved(usd, account, other, 2)], account),
    arrived,
  );
  const item = moved(usd, other, account, 7);
  for (
    const logs of [
      [],
      [moved(usd, account, other, 7)],
      [moved(usd, other, other, 7)],
      [moved(usd, other, account, 7), moved(eur, other, account, 1)],
      [moved(usd, other, account, 7), moved(eur, account, other, 1)],
      [moved(usd, other, account, 7), moved(usd, account, other, 7)],
      [{ ...item, topics: [...item.topics, pad("0x01")] }],
      [{ ...item, data: "0x07" as const }],
      // An item left with it.
      [item, {
        ...moved(eur, account, other, 0),
        topics: [...moved(eur, account, other, 0).topics, pad("0x01")],
      }],
      ...["TransferSingle(address,address,address,uint256,uint256)"].map((event) => [item, {
        ...item,
        topics: [toEventSelector(event), pad(other), pad(account), pad(other)],
      }]),
      [{ ...item, topics: [pad("0x02"), pad(other), pad(account)] }],
    ]
  ) assertEquals(arrivalIn(logs, account), null);
  // New tokens are from the zero address, and two senders are none.
  const { from: _, ...unnamed } = arrived;
  assertEquals(arrivalIn([moved(usd, zeroAddress, account, 7)], account)?.from, zeroAddress);
  const two = [moved(usd, other, account, 3), moved(usd, eur, account, 4)];
  assertEquals(arrivalIn(two, account), unnamed);
});
