import { assertEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  pad,
  toEventSelector,
  zeroAddress,
} from "viem";
import { PERMIT2, readEffects } from "./effects.ts";

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
  const { changes } = readEffects(me, [
    log(me, other, 5n),
    log(other, me, 2n),
    log(other, other, 100n),
    log(me, other, 7n, native),
    log(me, me, 9n),
  ]);
  assertEquals([...changes], [[token, -3n], [null, -7n]]);
});

Deno.test("changes: amounts that cancel out, NFTs and malformed logs are skipped", () => {
  assertEquals(readEffects(me, [log(me, other, 5n), log(other, me, 5n)]).changes.size, 0);
  const odd = { ...log(me, other, 1n), topics: [transfer, pad(me), pad(other), pad("0x01")] };
  assertEquals(readEffects(me, [odd, { ...log(me, other, 1n), data: "0x" }]).changes.size, 0);
});

Deno.test("changes: a contract that names a thousand tokens is cut short", () => {
  const logs = Array.from(
    { length: 1_000 },
    (_, n) => log(other, me, 1n, numberToHex(n + 1, { size: 20 })),
  );
  assertEquals(readEffects(me, logs).changes.size, 40);
});

const event = (
  address: Address,
  signature: string,
  topics: readonly Hex[],
  words: readonly bigint[],
) => ({
  address,
  topics: [toEventSelector(signature), ...topics],
  data: concat(words.map((word) => numberToHex(word, { size: 32 }))),
});

Deno.test("items: ERC-721, ERC-1155 and ERC-6909 are counted by collection and id", () => {
  const single = "TransferSingle(address,address,address,uint256,uint256)";
  const batch = "TransferBatch(address,address,address,uint256[],uint256[])";
  const { items, changes } = readEffects(me, [
    event(token, "Transfer(address,address,uint256)", [pad(me), pad(other), pad("0x07")], []),
    event(token, single, [pad(other), pad(other), pad(me)], [8n, 3n]),
    {
      ...event(token, batch, [pad(other), pad(me), pad(other)], []),
      data: encodeAbiParameters(
        [{ type: "uint256[]" }, { type: "uint256[]" }],
        [[8n, 9n], [1n, 4n]],
      ),
    },
    event(other, "Transfer(address,address,address,uint256,uint256)", [
      pad(me),
      pad(other),
      pad("0x05"),
    ], [BigInt(other), 6n]),
  ]);
  assertEquals(changes.size, 0);
  assertEquals(items.map(({ token: each, id, delta }) => [each, id, delta]), [
    [token, 7n, -1n],
    [token, 8n, 2n],
    [token, 9n, -4n],
    [other, 5n, -6n],
  ]);
});

Deno.test("approvals: the last event of each, of this account only", () => {
  const approval = "Approval(address,address,uint256)";
  const all = "ApprovalForAll(address,address,bool)";
  const permit2 = "Approval(address,address,address,uint160,uint48)";
  const { approvals } = readEffects(me, [
    event(token, approval, [pad(me), pad(other)], [5n]),
    event(token, approval, [pad(me), pad(other)], [0n]),
    event(token, approval, [pad(other), pad(me)], [9n]),
    event(token, approval, [pad(me), pad(other), pad("0x07")], []),
    event(token, all, [pad(me), pad(other)], [1n]),
    event(PERMIT2, permit2, [pad(me), pad(token), pad(other)], [11n, 99n]),
    // Another contract cannot emit events for Permit2.
    event(zeroAddress, permit2, [pad(me), pad(token), pad(other)], [12n, 99n]),
  ]);
  assertEquals(approvals.map(({ kind, amount }) => [kind, amount]), [
    ["allowance", 0n],
    ["item", 7n],
    ["operator", 1n],
    ["permit2", 11n],
  ]);
});
