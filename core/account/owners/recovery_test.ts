/** Plans of recoveries: recovery owners who were removed do not return. */
import { assertEquals } from "@std/assert";
import type { Hex } from "viem";
import { account, first, friend, second, signed } from "../../testing/owners.ts";
import { readHistory, setAt, tipOf } from "./history.ts";
import { addressOwner, storedWord } from "./key.ts";
import { planRecovery } from "./recovery.ts";

const other = addressOwner(`0x${"0d".repeat(20)}`);
const words = (...owners: readonly Hex[]) =>
  owners.map((owner) => storedWord({ kind: "recovery", owner }));

Deno.test("recovery plan: keeps the recovery owners, but none that a later change removed", async () => {
  const added = await signed({
    owners: [
      { index: 0, kind: "full", owner: first.bytes },
      { index: 1, kind: "recovery", owner: friend.bytes },
      { index: 2, kind: "recovery", owner: other },
    ],
  });
  const history = await readHistory(account, [added]);
  const set = tipOf(history);
  const salt: Hex = `0x${"00".repeat(32)}`;
  const kept = (...places: readonly { head: Hex; words: readonly Hex[] }[]) =>
    planRecovery({ history, set }, places, second.bytes, salt).owners
      .flatMap(({ kind, owner }) => kind === "recovery" ? [owner] : []);
  assertEquals(kept({ head: set.head, words: words(friend.bytes, other) }), [friend.bytes, other]);
  // A network that lags will get the second one by the known change.
  const lags = { head: setAt(history, added.from[0]!)!.head, words: words(friend.bytes) };
  assertEquals(kept({ head: set.head, words: [] }, lags), [friend.bytes, other]);
  // On this network, an unknown change has removed it.
  const changed = { head: `0x${"f1".repeat(32)}` as const, words: words(friend.bytes) };
  assertEquals(kept({ head: set.head, words: [] }, changed), [friend.bytes]);
});
