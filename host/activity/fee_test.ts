/** The fee of an operation, as the logs of its transaction prove it. */
import { assertEquals } from "@std/assert";
import { type Address, type Hex, pad, toEventSelector, toHex, zeroAddress } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { feeIn } from "./fee.ts";

const address = (byte: string): Address => `0x${byte.repeat(20)}`;
const [account, bob, paymaster, usd] = ["aa", "b0", "c0", "dd"].map(address) as [
  Address,
  Address,
  Address,
  Address,
];
const id: Hex = `0x${"11".repeat(32)}`;
const word = (value: bigint) => toHex(value, { size: 32 });

const operation = (by: Address, sender = account, hash = id) => ({
  address: ENTRY_POINT,
  topics: [
    toEventSelector("UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)"),
    hash,
    pad(sender),
    pad(by),
  ],
  data: `0x${[7n, 1n, 900n, 30n].map((each) => word(each).slice(2)).join("")}` as Hex,
});
const moved = (from: Address, to: Address, amount: bigint, token = usd) => ({
  address: token,
  topics: [toEventSelector("Transfer(address,address,uint256)"), pad(from), pad(to)],
  data: word(amount),
});
const of = (...logs: Parameters<typeof feeIn>[0]) => feeIn(logs, { id, account, party: bob });

Deno.test("fee: paid in the native currency, by a sponsor, or in a token", () => {
  const payment = moved(account, bob, 5n);
  assertEquals(of(payment, operation(zeroAddress)), { token: null, amount: 900n });
  assertEquals(of(payment, operation(paymaster)), "free");
  assertEquals(
    of(
      moved(account, paymaster, 40n),
      payment,
      moved(paymaster, account, 10n),
      operation(paymaster),
    ),
    { token: usd, amount: 30n },
  );
});

Deno.test("fee: unknown if another token left the account, or another operation did", () => {
  // A paymaster may collect its fee at another address.
  assertEquals(of(moved(account, address("ee"), 3n), operation(paymaster)), null);
  assertEquals(feeIn([moved(account, bob, 5n), operation(paymaster)], { id, account }), null);
  assertEquals(of(operation(zeroAddress, account, `0x${"22".repeat(32)}`)), null);
  const other: Hex = `0x${"33".repeat(32)}`;
  assertEquals(of(operation(zeroAddress), operation(zeroAddress, account, other)), null);
  // The operation of another account in the same transaction changes nothing.
  const [bobs, fee] = [operation(paymaster, bob, other), moved(bob, paymaster, 8n)];
  assertEquals(of(fee, bobs, operation(paymaster)), "free");
  // An event of another contract is no operation.
  assertEquals(of({ ...operation(zeroAddress), address: bob }), null);
  assertEquals(of(), null);
});
