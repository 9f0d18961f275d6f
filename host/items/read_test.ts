/** Collectibles: own ones first, each with a key in the URL that identifies it. */
import { assertEquals } from "@std/assert";
import type { ServiceClient } from "../../core/client/client.ts";
import type { CollectionJson } from "../../core/wire/transfers.ts";
import { hashOf, readRoute } from "../parts/route.ts";
import { findItem, keyOf, readItems, shortId } from "./read.ts";

const account = `0x${"aa".repeat(20)}` as const;
const collection = (n: number, own: boolean): CollectionJson => ({
  address: `0x${String(n).repeat(40)}`,
  kind: "erc721",
  name: `Nr. ${n}`,
  symbol: "N",
  hidden: false,
  own,
  items: [
    { id: "0x0", amount: "0x1", since: 1 },
    { id: `0x${"f".repeat(64)}`, amount: "0x1", since: 1 },
  ],
});

Deno.test("collectibles: own ones first; networks that are down are named", async () => {
  const chains = [{ id: 1, name: "One" }, { id: 2, name: "Two" }];
  const found = [
    {
      chainId: "0x1",
      collections: [collection(1, true), collection(2, false)],
      complete: true,
      more: false,
    },
    { chainId: "0x2", collections: [collection(3, true)], complete: true, more: true },
    { chainId: "0x3", collections: [], complete: false, more: false },
  ];
  const items = await readItems({
    configuration: () => Promise.resolve({ chains }),
    call: () => Promise.resolve(found),
  } as unknown as ServiceClient, account);
  assertEquals(items.collections.map(({ name, chainName }) => [name, chainName]), [
    ["Nr. 1", "One"],
    ["Nr. 3", "Two"],
    ["Nr. 2", "One"],
  ]);
  assertEquals([items.missing, items.more], [["3"], true]);
  for (const one of items.collections) {
    for (const item of one.items) {
      const { at, item: key } = readRoute(hashOf("collectibles", keyOf(one, item)));
      assertEquals(at, "collectibles");
      assertEquals(findItem(items, key!), { collection: one, item });
    }
  }
  assertEquals(findItem(items, `1.${account}.0x0`), undefined);
});

Deno.test("collectibles: a long number is shortened in its middle", () => {
  assertEquals([shortId("0x0"), shortId("0x2540be3ff")], ["0", "9999999999"]);
  assertEquals(shortId(`0x${"f".repeat(64)}`), "1157…9935");
});
