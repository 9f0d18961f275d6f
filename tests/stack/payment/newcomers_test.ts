/**
 * Strangers at many addresses request first operations; a new user elsewhere is still sponsored.
 */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { CallJson } from "../../../core/wire/values.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { bundlerHandler } from "../../../scripts/stack/bundler/serve.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { openStore } from "../../../service/store/store.ts";
import { type Reach, tryPrepare, user } from "../support/client.ts";
import { chainOf, spawnService, unlimited } from "../support/spawn.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
/** The policy of docs/self-hosting/sponsor.md, with a fifth of its limits. */
const policy = {
  operationsPerDay: 200,
  operationsPerSenderPerDay: 20,
  deploymentsPerDay: 40,
  firstOperationsByServer: false,
  operationsPerDayWithoutOrigin: 0,
  operationsPerNetworkPerDay: 100,
  percentPerNetworkBlock: 10,
  callGasPerOperation: 1_000_000,
  gweiPerOperation: 5_000_000,
  gweiPerDay: 500_000_000,
};
/** Network blocks rented by a stranger. */
const BLOCKS = 13;

Deno.test("newcomers: thirteen rented networks use up half of a day at most", async () => {
  await using scope = new AsyncDisposableStack();
  const stack = scope.use(await startStack());
  const bundler = scope.use(
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, bundlerHandler(stack.bundler)),
  );
  const { database } = scope.use(await ownDatabase({ file: true }));
  const folder = await Deno.makeTempDir();
  scope.defer(() => Deno.remove(folder, { recursive: true }));
  const config = join(folder, "config.json");
  const bundlerUrl = `http://127.0.0.1:${(bundler.addr as Deno.NetAddr).port}`;
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      database,
      trustProxy: ["127.0.0.1"],
      limits: unlimited,
      log: "error",
      chains: [chainOf(stack, { rpcUrl: stack.rpcUrl, bundlerUrl })],
    }),
  );
  const store = await openStore(database);
  await ensureProject(store, "p", "p");
  const apiKey = await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: ["https://shop.example"],
    policy,
  });
  await store.destroy();
  const service = await spawnService(config);
  scope.defer(async () => void await service.end("SIGTERM"));
  const reach: Reach = { serverUrl: service.url, apiKey, chainId: stack.chainId };
  // A program can write any origin.
  const ask = (seed: number, address: string) =>
    tryPrepare(reach, user(seed), [ping], {
      headers: { origin: "https://shop.example", "x-forwarded-for": address },
    });

  let signed = 0;
  const left = Array.from({ length: 4 * BLOCKS }, (_, n) => n);
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let n = left.pop(); n !== undefined; n = left.pop()) {
      const { result } = await ask(40_000 + n, `198.18.${n % BLOCKS}.${1 + n % 3}`);
      if (result?.sponsor !== null) signed++;
    }
  }));
  assertEquals(signed, policy.deploymentsPerDay / 2 + BLOCKS);
  const honest = await ask(50_000, "203.0.113.77");
  assert(honest.result?.sponsor, honest.result?.sponsorFailed ?? JSON.stringify(honest.error));
});
