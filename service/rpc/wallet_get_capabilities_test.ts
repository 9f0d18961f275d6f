import { assertEquals } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import type { Caller } from "../keys/caller.ts";
import type { RpcContext } from "./context.ts";
import { walletGetCapabilities } from "./wallet_get_capabilities.ts";

Deno.test("capabilities: an unreachable chain keeps its entry, without any support", async () => {
  const up = { permissions: true, feeTokens: [] };
  const chains = new Map([
    [1, { id: 1, probe: () => Promise.resolve(up) }],
    [10, { id: 10, probe: () => Promise.reject(new AcctError("chain_down")) }],
  ]);
  const context = { chains } as unknown as RpcContext;
  const ask = (params: unknown[]) => walletGetCapabilities.call(context, {} as Caller, params);
  const all = await ask([]) as Record<string, { atomic: { status: string } }>;
  assertEquals(Object.keys(all), ["0x1", "0xa"]);
  assertEquals(all["0x1"]!.atomic, { status: "supported" });
  assertEquals(all["0xa"], { atomic: { status: "unsupported" } });
  assertEquals(await ask([null, ["0xa"]]), { "0xa": { atomic: { status: "unsupported" } } });
  // A chain without a configuration is unsupported.
  assertEquals(await ask([null, ["0x5"]]), {});
});
