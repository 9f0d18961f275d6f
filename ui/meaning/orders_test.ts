import { assertEquals } from "@std/assert";
import type { AssetView } from "../../core/dialog/types.ts";
import { loadLocale } from "../text/locale.ts";
import { describeOrder, isGift } from "./orders.ts";

Deno.test("orders: detects orders that spend assets without proceeds", () => {
  const some: AssetView = { kind: "native", address: null, amount: 1n };
  const none: AssetView = { ...some, amount: 0n };
  const of = (gives: AssetView[], gets: AssetView[] | null) => isGift({ gives, gets, until: null });
  assertEquals([of([some], []), of([some], [none])], [true, true]);
  assertEquals([of([some], [some]), of([none], []), of([some], null)], [false, false, false]);
});

Deno.test("orders: the headline names both sides, and no token that names itself", async () => {
  const locale = await loadLocale(["en"]);
  const usdc = { address: `0x${"33".repeat(20)}`, symbol: "USDC", decimals: 6 } as const;
  const chain = { nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 } };
  const item = { kind: "item", address: usdc.address, amount: 1n, id: 7n } as const;
  const paid = { kind: "token", address: usdc.address, amount: 20_000_000n } as const;
  const other = { ...paid, address: `0x${"44".repeat(20)}` } as const;
  const says = (gets: readonly AssetView[] | null, unlisted = false) =>
    describeOrder(
      { protocol: "Seaport", gives: [item], gets, until: null },
      [unlisted ? { ...usdc, unlisted } : usdc],
      chain,
      locale,
    )?.replaceAll("\u00a0", " ");
  assertEquals(says([paid]), "Swap 1 collectible for at least 20 USDC");
  assertEquals(says([paid], true), "Swap 1 collectible for at least an unknown token");
  assertEquals(says([]), "You send at most 1 collectible");
  assertEquals(says(null), "You send at most 1 collectible");
  assertEquals(says([paid, paid, paid, paid]), undefined);
  assertEquals(says([other]), undefined);
});
