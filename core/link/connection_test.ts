import { assertEquals } from "@std/assert";
import { memoryStorage } from "../lib/storage.ts";
import { type Connection, connectionStore } from "./connection.ts";

const connection: Connection = {
  secret: new Uint8Array(16).fill(1),
  resume: new Uint8Array(32).fill(2),
  token: "t".repeat(22),
  opener: "o".repeat(43),
};

Deno.test("connection: it is stored until its time after the last use is over", () => {
  const storage = memoryStorage();
  let now = 1_000;
  const open = (ttl: number) => connectionStore({ storage, key: "link", ttl, now: () => now });
  open(60).set(connection);
  now += 59_999;
  assertEquals(open(60).get(), connection);
  now++;
  assertEquals(open(60).get(), null);
  open(60).set(connection);
  open(60).set(null);
  assertEquals([open(60).get(), storage.get("link")], [null, null]);
});

Deno.test("connection: with a lifetime of 0 nothing is stored", () => {
  const storage = memoryStorage();
  const store = connectionStore({ storage, key: "link", ttl: 0, now: Date.now });
  store.set(connection);
  assertEquals([store.get(), storage.get("link")], [connection, null]);
});

Deno.test("connection: a malformed entry counts as none", () => {
  const storage = memoryStorage();
  const store = connectionStore({ storage, key: "link", ttl: 60, now: () => 0 });
  store.set(connection);
  const stored = JSON.parse(storage.get("link")!);
  for (const field of ["secret", "resume", "token", "opener", "until"]) {
    for (const value of ["<>", null, 1, {}]) {
      if (field === "until" && value === 1) continue;
      storage.set("link", JSON.stringify({ ...stored, [field]: value }));
      assertEquals([field, value, store.get()], [field, value, null]);
    }
  }
});
