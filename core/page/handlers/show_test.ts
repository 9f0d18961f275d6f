/** Tests the status of a bundle: an unknown one opens no window. */
import { assertEquals, assertRejects } from "@std/assert";
import type { ServiceClient } from "../../client/client.ts";
import { AcctError, type Cause } from "../../protocol/errors.ts";
import { createEmitter } from "../../protocol/events.ts";
import { connectPageTo } from "../connected.ts";
import type { PageContext } from "./context.ts";

/** Shows a bundle whose status is an error, if any; returns the methods that were shown. */
async function show(cause: Cause | null): Promise<string[]> {
  const shown: string[] = [];
  const context = {
    session: () => null,
    chainId: () => 1,
    signal: new AbortController().signal,
    show: (method: string) => Promise.resolve(void shown.push(method)),
  } as unknown as PageContext;
  const service = {
    rpc: () => cause === null ? Promise.resolve({}) : Promise.reject(new AcctError(cause)),
  } as unknown as ServiceClient;
  const page = connectPageTo({ emitter: createEmitter(), account: () => null }, service);
  await page.answer("wallet_showCallsStatus", context, ["0x1d"]);
  return shown;
}

Deno.test("show: a bundle that nobody sent is the standard's error, and opens no window", async () => {
  const { code, data } = await assertRejects(() => show("unknown_bundle"), AcctError);
  assertEquals([code, data.cause], [5730, "unknown_bundle"]);
});

Deno.test("show: other failures are the dialog's to retry", async () => {
  for (const cause of [null, "service_down", "chain_down", "limit_exceeded"] as const) {
    assertEquals(await show(cause), ["wallet_showCallsStatus"]);
  }
});
