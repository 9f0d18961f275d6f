import { assertEquals, assertLess } from "@std/assert";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { freePort } from "../../../scripts/stack/anvil.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { NODE_TIMEOUT_MS } from "../../../service/chain/node/node.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { createChainHealth } from "../../../service/telemetry/readiness.ts";
import { createService, developmentPolicy } from "../../../service/mod.ts";
import { bundlerHandler } from "../../../scripts/stack/bundler/serve.ts";
import {
  prepare,
  type Reach,
  rpc,
  send,
  sendCalls,
  settled,
  sign,
  status,
  tryPrepare,
  user,
} from "../support/client.ts";
import { freeze } from "../support/freeze.ts";
import { settle } from "../payment/settle.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};

/** The node's own deadline, plus the time of a slow machine. */
const SOON_MS = NODE_TIMEOUT_MS + 10_000;

/** A change as emitted by the stream. */
interface Seen {
  readonly id: string;
  readonly status: number;
  readonly transactionHash: string | null;
}

/** Reads the events of an account's change stream about its operations, until the signal. */
async function listen(
  stack: Stack,
  address: string,
  signal: AbortSignal,
): Promise<{ seen: Seen[]; done: Promise<void> }> {
  const response = await fetch(`${stack.serverUrl}/v1/events?address=${address}`, {
    headers: { [API_KEY_HEADER]: stack.apiKey },
    signal,
  });
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  const seen: Seen[] = [];
  const read = async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        const isStatus = /^event: callsStatusChanged$/m.test(block);
        if (data !== undefined && isStatus) seen.push(JSON.parse(data));
      }
    }
  };
  return { seen, done: read().catch(() => {}) };
}

Deno.test("chain", async (t) => {
  await using stack = await startStack({ nodeTimeout: NODE_TIMEOUT_MS });
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const begin = performance.now();
    return [await work(), performance.now() - begin];
  };

  await t.step("listeners are notified of an operation once it landed", async () => {
    const who = user(300);
    const stop = new AbortController();
    const { seen, done } = await listen(stack, who.account.address, stop.signal);
    const id = await sendCalls(stack, who, [ping]);
    await until("the change", () => seen.length > 0);
    assertEquals([seen[0]!.id, seen[0]!.status], [id, 200]);
    const { receipts } = await status(stack, id);
    assertEquals(seen[0]!.transactionHash, receipts![0]!.transactionHash);
    await sendCalls(stack, user(301), [ping]).then((other) => settled(stack, other));
    assertEquals(seen.length, 1);
    stop.abort();
    await done;
    await until("nobody listens", () => stack.service.context.hub.size() === 0);
  });

  await t.step(
    "a receipt lost to a reorganisation becomes pending, and lands again",
    async () => {
      const who = user(302);
      const stop = new AbortController();
      const id = await sendCalls(stack, who, [ping]);
      const first = await settled(stack, id);
      assertEquals(first.status, 200);
      const { seen, done } = await listen(stack, who.account.address, stop.signal);
      await stack.node.request("anvil_reorg", [1, []]);
      // The bundler forgot it; the service did not.
      await until("both changes", () => seen.length >= 2);
      assertEquals(seen.map((change) => change.status), [100, 200]);
      const again = await settled(stack, id);
      assertEquals(again.status, 200);
      assertEquals(again.receipts![0]!.blockHash === first.receipts![0]!.blockHash, false);
      stop.abort();
      await done;
    },
  );

  await t.step("a node that hangs: a clear error within 2 s, and recovery", async () => {
    const who = user(303);
    const { operation } = await prepare(stack, who, [ping]);
    const signed = await sign(stack, who, operation);
    const id = await sendCalls(stack, user(304), [ping]);
    {
      using _ = await freeze(stack.chainPid);
      const asked = [
        () => tryPrepare(stack, who, [ping]),
        () => send(stack, who, signed),
        () => rpc(stack, "eth_blockNumber", [], { path: `/v1/rpc/${stack.chainId}` }),
      ];
      const answers = await Promise.all(asked.map((work) => timed<{ error?: unknown }>(work)));
      for (const [{ error }, took] of answers) {
        assertEquals((error as { code: number }).code, 4901);
        assertLess(took, SOON_MS);
      }
      // Methods that need no chain go on.
      assertEquals((await rpc(stack, "wallet_getCallsStatus", [id])).error, undefined);
      assertEquals(
        (await rpc(stack, "wallet_getCallsHistory", [{
          address: who.account.address,
        }])).error,
        undefined,
      );
      assertEquals((await fetch(`${stack.serverUrl}/health`).then((r) => r.json())).ok, true);
    }
    const { result, error } = await send(stack, who, signed);
    assertEquals(error, undefined);
    assertEquals((await settled(stack, result!.id)).status, 200);
    assertEquals((await settled(stack, id)).status, 200);
  });

  await t.step("chain and bundler down at the start, up later: no restart needed", async () => {
    const ports = [await freePort(0), await freePort(0)] as const;
    const service = await createService({
      host: "localhost:1",
      database: ":memory:",
      chains: [{
        id: stack.chainId,
        name: "Local",
        testnet: true,
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrl: `http://127.0.0.1:${ports[0]}`,
        bundler: `http://127.0.0.1:${ports[1]}`,
      }],
    });
    await ensureProject(service.store, "p", "p");
    const apiKey = await createKey(service.store, {
      projectId: "p",
      kind: "pk",
      environment: "test",
      host: "localhost:1",
      domains: [],
      policy: developmentPolicy,
    });
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => service.fetch(request, "client"),
    );
    const reach: Reach = {
      serverUrl: `http://127.0.0.1:${server.addr.port}`,
      apiKey,
      chainId: stack.chainId,
    };
    const who = user(305);
    await stack.fund(who.account.address, 10n ** 18n);
    const down = async (text: string) => {
      const [{ error }, took] = await timed(() => tryPrepare(reach, who, [ping]));
      assertEquals([error?.code, error?.message.includes(text)], [4901, true], error?.message);
      // The address of a node may hold its operator's secret.
      assertEquals(JSON.stringify(error).includes(String(ports[0])), false);
      assertLess(took, SOON_MS);
    };
    await down("node");
    // The process is still ready: it answers for other chains.
    assertEquals(await fetch(`${reach.serverUrl}/ready`).then((r) => r.status), 200);
    const health = await fetch(`${reach.serverUrl}/health/chains`).then((r) => r.json());
    const nothing = { ok: false, error: "chain_down", nodes: [false], bundler: false };
    assertEquals(health, [{ id: reach.chainId, ...nothing }]);
    const listen = (port: number, handler: (request: Request) => Promise<Response>) =>
      Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, handler);
    await using _node = listen(ports[0], async (request) => {
      const { body, headers } = await fetch(stack.rpcUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: await request.text(),
      });
      return new Response(body, { headers });
    });
    await down("bundler");
    const healthNow = () => createChainHealth(service.context)();
    const half = { id: reach.chainId, ok: false, nodes: [true], bundler: false };
    assertEquals(await healthNow(), [half]);
    // A node is no bundler.
    const wrong = listen(ports[1], (request) => fetch(stack.rpcUrl, request));
    assertEquals(await healthNow(), [half]);
    await wrong.shutdown();
    await using _bundler = listen(ports[1], bundlerHandler(stack.bundler));
    assertEquals(await healthNow(), [{ ...half, ok: true, bundler: true }]);
    assertEquals((await settled(reach, await sendCalls(reach, who, [ping]))).status, 200);
    await service.stop();
  });

  await t.step("a bundler with lost answers: the signed operation lands once", async () => {
    const { config } = stack.service.context.chains.get(stack.chainId)!;
    const answer = bundlerHandler(stack.bundler);
    const lost = Promise.withResolvers<void>();
    /** If true, the operation itself arrives before the silence. */
    let arrives = true;
    let silent = false;
    await using bundler = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      async (request) => {
        const text = await request.text();
        const again = new Request(request.url, { method: "POST", body: text });
        if (!silent) return await answer(again);
        if (text.includes("eth_sendUserOperation") && arrives) await answer(again);
        await lost.promise;
        return new Response(null, { status: 503 });
      },
    );
    const service = await createService({
      host: "localhost:1",
      database: ":memory:",
      chains: [{ ...config, bundler: `http://127.0.0.1:${bundler.addr.port}` }],
    });
    await ensureProject(service.store, "p", "p");
    const apiKey = await createKey(service.store, {
      projectId: "p",
      kind: "pk",
      environment: "test",
      host: "localhost:1",
      domains: [],
      policy: developmentPolicy,
    });
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => service.fetch(request, "client"),
    );
    const reach: Reach = {
      serverUrl: `http://127.0.0.1:${server.addr.port}`,
      apiKey,
      chainId: stack.chainId,
    };
    for (const [seed, taken] of [[310, true], [311, false]] as const) {
      const who = user(seed);
      const { operation } = await prepare(reach, who, [ping]);
      const signed = await sign(reach, who, operation);
      arrives = taken;
      silent = true;
      const [{ result, error }, took] = await timed(() => send(reach, who, signed));
      assertEquals(error, undefined);
      assertLess(took, SOON_MS);
      // Sent again while the outcome is unknown: the same id, and no second operation.
      assertEquals((await send(reach, who, signed)).result, result);
      silent = false;
      assertEquals((await settled(reach, result!.id)).status, 200);
      await settle(service.context, stack.chainId);
      const row = await service.store.selectFrom("sponsorships").selectAll()
        .where("sender", "=", who.account.address.toLowerCase()).executeTakeFirstOrThrow();
      assertEquals(row.state, "settled");
    }
    lost.resolve();
    await service.stop();
  });

  await t.step("a node of another chain is named, not used", async () => {
    const service = await createService({
      host: "localhost:1",
      database: ":memory:",
      chains: [{
        id: 5,
        name: "Other",
        testnet: true,
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrl: stack.rpcUrl,
        bundler: stack.bundler,
      }],
    });
    const error = await service.context.chains.get(5)!.probe().catch((error) => error);
    assertEquals(error.message.includes("serves chain 31337"), true);
    await service.stop();
  });
});
