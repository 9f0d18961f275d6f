import { assertEquals } from "@std/assert";
import { until } from "../../../scripts/stack/patience.ts";
import { prepare, tryPrepare, user } from "../support/client.ts";
import { BUSY, headersOf, openTenants, pingTo } from "./tenants.ts";

const PARALLEL = 120;
const LIMIT = 40;
const ping = pingTo("aa".repeat(20));

Deno.test("tenants: a key with many concurrent requests passes no limit, and others are answered", async () => {
  await using tenants = await openTenants(LIMIT);
  const { busy, calm, simulated } = tenants;
  await prepare(calm, user(2_000), [ping]);
  const users = Array.from({ length: PARALLEL }, (_, n) => user(3_000 + n));
  const all = Promise.all(
    users.map((who, n) => tryPrepare(busy, who, [pingTo(BUSY)], { headers: headersOf(n) })),
  );
  await until("the first of them is worked on", () => simulated.size > 0);
  for (let n = 0; n < 3; n++) {
    const { sponsor } = await prepare(calm, user(2_000 + n), [ping]);
    assertEquals(sponsor?.name, "Local");
  }
  const replies = await all;
  assertEquals(replies.filter(({ error }) => error !== undefined), []);
  assertEquals(replies.filter(({ result }) => result?.sponsor?.name === "Local").length, LIMIT);
  assertEquals(simulated.size, PARALLEL);
});
