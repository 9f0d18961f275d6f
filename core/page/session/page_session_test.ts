import { assertEquals } from "@std/assert";
import { emissionsBetween } from "./page_session.ts";

Deno.test("page session: a listener that changes its accounts does not change the session", () => {
  const before = { accounts: [], chainId: 1 };
  const after = { accounts: ["0x01"] as const, chainId: 1 };
  for (const [event, payload] of emissionsBetween(before, after)) {
    if (event === "accountsChanged") payload.pop();
  }
  assertEquals(after.accounts, ["0x01"]);
});
