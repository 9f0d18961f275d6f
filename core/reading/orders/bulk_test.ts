/** Tests trees of Seaport orders under one signature. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { concat, type Hex, keccak256, stringToHex } from "viem";
import { hashStruct } from "viem/utils";
import { type TypedData, typedDataHashes } from "../../account/typed_data_hash.ts";
import {
  account,
  dataOf,
  nft,
  other,
  paid,
  read,
  seaport,
  until,
  word,
  zero,
} from "../../testing/orders.ts";
import { exchanges } from "./exchanges.ts";
import { isForNothing } from "./mod.ts";

const empty = {
  offerer: zero,
  zone: zero,
  offer: [],
  consideration: [],
  orderType: 0,
  startTime: 0,
  endTime: 0,
  zoneHash: word,
  salt: 0,
  conduitKey: word,
  counter: 0,
};
const typeOf = (height: number) => `BulkOrder(OrderComponents${"[2]".repeat(height)} tree)`;
const heightOf = (count: number) => Math.max(1, Math.ceil(Math.log2(count)));

/** Builds a tree of these orders, padded with empty ones. */
function treeOf(orders: readonly object[], height = heightOf(orders.length)): unknown {
  let layer: unknown[] = Array.from({ length: 2 ** height }, (_, index) => orders[index] ?? empty);
  while (layer.length > 2) {
    layer = Array.from(
      { length: layer.length / 2 },
      (_, index) => layer.slice(2 * index, 2 * index + 2),
    );
  }
  return layer;
}
const bulk = (
  orders: readonly object[],
  protocol = "Seaport 1.6",
  height = heightOf(orders.length),
) => dataOf(protocol, { tree: treeOf(orders, height) }, 1, typeOf(height));
const numbered = (id: number, changes: object = {}) =>
  seaport({
    offer: [{
      itemType: 2,
      token: nft,
      identifierOrCriteria: String(id),
      startAmount: "1",
      endAmount: "1",
    }],
    salt: String(id),
    endTime: until + id,
    ...changes,
  });

Deno.test("bulk orders: the types match the hashes in Seaport's contracts", () => {
  // Copied from the contracts' sources, for the first two heights.
  for (
    const [height, hash] of [
      [1, "0x3ca2711d29384747a8f61d60aad3c450405f7aaff5613541dee28df2d6986d32"],
      [2, "0xbf8e29b89f29ed9b529c154a63038ffca562f8d7cd1e2545dda53a1b582dde30"],
    ] as const
  ) {
    for (const { type } of exchanges.filter(({ type }) => type.startsWith(typeOf(height)))) {
      assertEquals(keccak256(stringToHex(type)), hash);
    }
  }
  const heights = exchanges.filter(({ protocol, primaryType }) =>
    protocol === "Seaport 1.6" && primaryType === "BulkOrder"
  );
  assertEquals(heights.length, 24);
});

Deno.test("bulk orders: the signed root is that of the tree that the contracts rebuild", () => {
  const orders = [numbered(1), numbered(2), numbered(3)];
  const data = bulk(orders);
  const { EIP712Domain: _, ...types } = data.types;
  const structs = types as Record<string, { name: string; type: string }[]>;
  let layer = [...orders, empty].map((order): Hex =>
    hashStruct({ data: { ...order }, types: structs, primaryType: "OrderComponents" })
  );
  while (layer.length > 1) {
    layer = Array.from(
      { length: layer.length / 2 },
      (_, index) => keccak256(concat(layer.slice(2 * index, 2 * index + 2))),
    );
  }
  const typeHash = "0xbf8e29b89f29ed9b529c154a63038ffca562f8d7cd1e2545dda53a1b582dde30";
  assertEquals(typedDataHashes(data).messageHash, keccak256(concat([typeHash, layer[0]!])));
});

Deno.test("bulk orders: each order of the tree is read, and its empty orders are counted", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 17 }), fc.boolean(), (count, second) => {
      const protocol = second ? "Seaport 1.6" : "Seaport 1.5";
      const orders = Array.from({ length: count }, (_, index) => numbered(index));
      const order = read(bulk(orders, protocol))!;
      assertEquals(order.protocol, protocol);
      assertEquals(order.empty, 2 ** heightOf(count) - count);
      assertEquals(
        order.orders?.map(({ gives, gets, until }) => [gives[0]?.id, gets?.[0]?.amount, until]),
        orders.map((_, index) => [BigInt(index), 900_000_000_000_000_000n, BigInt(until + index)]),
      );
      // Totals of all orders, for dialogs that show only one.
      assertEquals([order.gives.length, order.gets?.length, order.until], [
        count,
        count,
        BigInt(until + count - 1),
      ]);
      assertEquals(isForNothing(order), false);
    }),
    { numRuns: 20 },
  );
});

Deno.test("bulk orders: one order without proceeds among many is a danger", () => {
  const gift = numbered(2, {
    consideration: [{ ...paid("950000000000000000", "900000000000000000"), recipient: other }],
  });
  assertEquals(isForNothing(read(bulk([numbered(1), gift, numbered(3)]))!), true);
});

Deno.test("bulk orders: only truly empty orders are omitted", () => {
  const filled = (changes: object) =>
    read(bulk([numbered(1), numbered(2), { ...empty, ...changes }]));
  assertEquals(filled({})?.empty, 2);
  // Forms of empty values.
  assertEquals(filled({ salt: "0x0", counter: "0" })?.empty, 2);
  const item = { ...paid("1", "1"), recipient: other };
  for (
    const change of [
      { salt: "1" },
      { counter: 1 },
      { endTime: 1 },
      { startTime: 1 },
      { orderType: 1 },
      { zone: other },
      { zoneHash: `0x${"00".repeat(31)}01` },
      { conduitKey: `0x01${"00".repeat(31)}` },
      { offer: [paid("1", "1")] },
      { consideration: [item] },
      { offerer: other },
    ]
  ) {
    // A nonempty order without an offerer: the tree is shown as plain typed data.
    assertEquals(filled(change), null, JSON.stringify(change));
  }
  assertEquals(read(bulk([empty, empty])), null);
  assertEquals(filled({ ...numbered(9), offerer: account })?.orders?.length, 3);
});

Deno.test("bulk orders: shapes that differ from Seaport's tree are not orders", () => {
  const data = bulk([numbered(1), numbered(2), numbered(3), numbered(4)]);
  assertEquals(read(data)?.orders?.length, 4);
  const withTypes = (changes: object): TypedData =>
    ({ ...data, types: { ...data.types, ...changes } }) as TypedData;
  const tree = (type: string) => withTypes({ BulkOrder: [{ name: "tree", type }] });
  const low = treeOf([numbered(1), numbered(2)]);
  for (
    const odd of [
      tree("OrderComponents[2]"),
      tree("OrderComponents[2][3]"),
      tree("OrderComponents[][]"),
      tree("OrderComponents[2][2][2]"),
      withTypes({ BulkOrder: [{ name: "orders", type: "OrderComponents[2][2]" }] }),
      withTypes({
        BulkOrder: [...data.types.BulkOrder!, { name: "note", type: "string" }],
      }),
      withTypes({ OfferItem: data.types.OfferItem!.slice(0, 4) }),
      { ...data, message: { tree: low } },
      { ...data, message: { tree: [low, low, low] } },
      { ...data, message: { tree: [low, [numbered(1)]] } },
      { ...data, message: { tree: { 0: low, 1: low, length: 2 } } },
      { ...data, message: {} },
      { ...data, domain: { ...data.domain, name: "Seaport2" } },
      { ...data, domain: { ...data.domain, verifyingContract: other } },
      { ...data, domain: { ...data.domain, chainId: 5 } },
    ] as TypedData[]
  ) {
    assertEquals(read(odd), null, JSON.stringify(odd.types.BulkOrder));
  }
  assertEquals(read(bulk([numbered(1), numbered(2, { offerer: other })])), null);
});

Deno.test("bulk orders: a tree of random values never throws", () => {
  const data = bulk([numbered(1), numbered(2), numbered(3)]);
  fc.assert(fc.property(fc.anything(), (tree) => {
    read({ ...data, message: { tree } as TypedData["message"] });
  }));
  fc.assert(fc.property(fc.anything(), (leaf) => {
    const tree = [[leaf, numbered(1)], [numbered(2), numbered(3)]];
    read({ ...data, message: { tree } as TypedData["message"] });
  }));
});
