/** Values that are stored between visits: only stored values are returned. */
import { assertEquals } from "@std/assert";
import { memoryStorage } from "../../core/lib/storage.ts";
import { forget, recall, remember } from "./memory.ts";

Deno.test("memory: amounts stay integers, and external texts stay texts", () => {
  const storage = memoryStorage();
  const value = [{ amount: 12n, symbol: "5n" }, { amount: -1n, symbol: '{"$integer":"7"}' }];
  remember(storage, "balances 0xAB", value);
  assertEquals(recall(storage, "balances 0xab")?.value, value);
  assertEquals(recall(storage, "balances 0xac"), null);
  forget(storage, "balances 0xAb");
  assertEquals(recall(storage, "balances 0xab"), null);
});

Deno.test("memory: a value with texts is only returned in its language", () => {
  const storage = memoryStorage();
  remember(storage, "history 0xab", ["Sent 1 USDC"], "en");
  assertEquals(recall(storage, "history 0xab", "en")?.value, ["Sent 1 USDC"]);
  assertEquals(recall(storage, "history 0xab", "de"), null);
  assertEquals(recall(storage, "history 0xab"), null);
  // Signing out forgets it, regardless of its language.
  forget(storage, "history 0xab");
  assertEquals(recall(storage, "history 0xab", "en"), null);
});

Deno.test("memory: damaged or oversized values are ignored", () => {
  const storage = memoryStorage();
  for (const text of ["", "5", "null", "[]", "{", '{"at":"x","value":1}', '{"at":1}']) {
    storage.set("acct.seen.1.x", text);
    assertEquals([text, recall(storage, "x")], [text, null]);
  }
  remember(storage, "large", "x".repeat(60_001));
  assertEquals(recall(storage, "large"), null);
});
