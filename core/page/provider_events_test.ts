import { assertEquals } from "@std/assert";
import { Acct } from "../acct.ts";
import { createEmitter } from "../protocol/events.ts";

Deno.test("provider: adding and removing listeners can be chained, like Node's EventEmitter", async () => {
  const { provider, disconnect } = Acct.create({
    apiKey: "dev",
    preference: { keysUrl: "https://k.example", serverUrl: "https://s.example" },
  });
  const ignore = () => {};
  const last = provider.on("accountsChanged", ignore).on("chainChanged", ignore)
    .removeListener("accountsChanged", ignore).removeListener("chainChanged", ignore);
  assertEquals(last, provider);
  await disconnect();
});

Deno.test("events: a listener that was added twice is called twice, and removed once", () => {
  const emitter = createEmitter();
  const seen: string[] = [];
  // Two components share a function; if one is removed, the other must still be called.
  const shared = (chainId: string) => seen.push(chainId);
  emitter.on("chainChanged", shared);
  emitter.on("chainChanged", shared);
  emitter.emit("chainChanged", "0x1");
  assertEquals(seen.splice(0), ["0x1", "0x1"]);
  emitter.removeListener("chainChanged", shared);
  emitter.removeListener("chainChanged", () => {});
  emitter.emit("chainChanged", "0x2");
  assertEquals([seen.splice(0), emitter.has("chainChanged")], [["0x2"], true]);
  emitter.removeListener("chainChanged", shared);
  emitter.emit("chainChanged", "0x3");
  assertEquals([seen, emitter.has("chainChanged")], [[], false]);
});

Deno.test("events: listeners added or removed during an event affect only the next one", () => {
  const emitter = createEmitter();
  const seen: string[] = [];
  const second = () => seen.push("second");
  emitter.on("chainChanged", () => {
    seen.push("first");
    emitter.removeListener("chainChanged", second);
    emitter.on("chainChanged", () => seen.push("late"));
  });
  emitter.on("chainChanged", second);
  emitter.emit("chainChanged", "0x1");
  assertEquals(seen.splice(0), ["first", "second"]);
  emitter.emit("chainChanged", "0x2");
  assertEquals(seen, ["first", "late"]);
});
