/**
 * Operations and settlement come from the blocks, even if transfers are disabled or logs are
 * refused.
 */
import { assertEquals } from "@std/assert";
import type { CallJson } from "../../../core/wire/values.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { listen } from "../../../scripts/stack/listen.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { NodeError } from "../../../service/chain/node/node.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { createService, developmentPolicy } from "../../../service/mod.ts";
import { type Reach, sendCalls, type User, user } from "../support/client.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x1", data: "0x" };

/** A separate service on the chain of a stack, which follows no transfers. */
async function serveWithoutTransfers(stack: Stack) {
  const scope = new AsyncDisposableStack();
  const { database } = scope.use(await ownDatabase());
  const { config } = stack.service.context.chains.get(stack.chainId)!;
  const service = await createService({
    host: "localhost:1",
    database,
    chains: [{ ...config, transfers: "off" }],
    transfers: { interval: 50 },
    log: () => {},
  });
  scope.defer(() => service.stop());
  const listener = listen(0, service.fetch);
  scope.defer(() => listener.stop());
  await ensureProject(service.store, "p", "p");
  const apiKey = await createKey(service.store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: developmentPolicy,
  });
  const serverUrl = `http://127.0.0.1:${listener.port}`;
  const reach: Reach = { serverUrl, apiKey, chainId: stack.chainId };
  const stop = () => scope.disposeAsync();
  return { service, reach, [Symbol.asyncDispose]: stop };
}

/** Sends an operation; resolves once the database has its inclusion, without a request for it. */
async function landed(
  { service: { store }, reach }: Awaited<ReturnType<typeof serveWithoutTransfers>>,
  who: User,
): Promise<void> {
  const id = await sendCalls(reach, who, [ping]);
  await until("it is included", async () => {
    const { state } = await store.selectFrom("operations").select("state").where("id", "=", id)
      .executeTakeFirstOrThrow();
    return state === "included";
  });
  const { state } = await store.selectFrom("sponsorships").select("state")
    .where("sender", "=", who.account.address.toLowerCase()).orderBy("nonce", "desc")
    .executeTakeFirstOrThrow();
  assertEquals(state, "settled");
}

Deno.test("block handlers: without transfers, operations land and are settled with their block", async () => {
  await using stack = await startStack();
  await using served = await serveWithoutTransfers(stack);
  const { service } = served;
  const who = user(8_101);
  await stack.fund(who.account.address, 10n ** 18n);
  await landed(served, who);
  assertEquals(await service.store.selectFrom("transfers").selectAll().execute(), []);

  // Nodes that list no block's logs, unless one contract's are requested.
  const { reads } = service.context.chains.get(stack.chainId)!;
  const { request } = reads;
  let refused = 0;
  (reads as { request: typeof request }).request = (method, params) => {
    if (method !== "eth_getLogs" && method !== "eth_getBlockReceipts") {
      return request(method, params);
    }
    refused++;
    throw new NodeError(-32005, "query returned more than 10000 results", null);
  };
  await landed(served, who);
  assertEquals(refused > 0, true);
});
