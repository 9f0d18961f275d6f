import { assertEquals } from "@std/assert";
import type { AssetView } from "../../core/dialog/types.ts";
import { isGift } from "./orders.ts";

Deno.test("orders: detects orders that spend assets without proceeds", () => {
  const some: AssetView = { kind: "native", address: null, amount: 1n };
  const none: AssetView = { ...some, amount: 0n };
  const of = (gives: AssetView[], gets: AssetView[] | null) => isGift({ gives, gets, until: null });
  assertEquals([of([some], []), of([some], [none])], [true, true]);
  assertEquals([of([some], [some]), of([none], []), of([some], null)], [false, false, false]);
});
