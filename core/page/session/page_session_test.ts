import { assertEquals } from "@std/assert";
import { memoryStorage } from "../../lib/storage.ts";
import { createEmitter } from "../../protocol/events.ts";
import { emissionsBetween, openPageSession } from "./page_session.ts";
import { sessionStore } from "./session.ts";

Deno.test("page session: a listener that changes its accounts does not change the session", () => {
  const before = { accounts: [], chainId: 1 };
  const after = { accounts: ["0x01"] as const, chainId: 1 };
  for (const [event, payload] of emissionsBetween(before, after)) {
    if (event === "accountsChanged") payload.pop();
  }
  assertEquals(after.accounts, ["0x01"]);
});

Deno.test("page session: requests that finish after it is closed do not throw", () => {
  // Tabs find each other only in a page.
  Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
  try {
    const session = openPageSession({
      store: sessionStore({ storage: memoryStorage(), key: "s", ttl: 60 }),
      key: "s",
      defaultChainId: 1,
      emitter: createEmitter(),
      onChange: () => {},
    });
    session.close();
    session.setChain(10);
    session.save(null);
    session.close();
    assertEquals([session.get(), session.chainId()], [null, 10]);
  } finally {
    Reflect.deleteProperty(globalThis, "document");
  }
});
