import { assertEquals } from "@std/assert";
import { createHeads } from "../chain/node/heads.ts";
import type { TelemetryContext } from "./context.ts";
import { openStore } from "../store/store.ts";
import { measure, serviceMetrics } from "./service_metrics.ts";

Deno.test("metrics: all chains are checked in parallel, even if many do not answer", async () => {
  await using store = await openStore(":memory:");
  const metrics = serviceMetrics();
  const ids = [1, 2, 3, 4, 5, 6];
  const all = Promise.withResolvers<void>();
  let asked = 0;
  const late = setTimeout(() => all.reject(new Error("asked one after the other")), 5_000);
  // Answers once all were queried; half of them with an error.
  const request = async (id: number) => {
    if (++asked === ids.length) all.resolve();
    await all.promise;
    if (id % 2 === 0) throw new Error("down");
    return "0x1";
  };
  const chains = new Map(ids.map((id) => {
    const node = { request: () => request(id) };
    return [id, { id, node, config: {}, heads: createHeads() }];
  }));
  const context = { metrics, store, chains, hub: { size: () => 0 } };
  await measure(context as unknown as TelemetryContext);
  clearTimeout(late);
  const up = metrics.text().split("\n").filter((line) => line.startsWith("acct_chain_up{"));
  assertEquals(up.toSorted(), ids.map((id) => `acct_chain_up{chain="${id}"} ${id % 2}`));
});
