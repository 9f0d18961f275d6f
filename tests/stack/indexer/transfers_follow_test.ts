/** The follower of transfers: refused blocks, reorganisations, several processes, pauses. */
import { assertEquals, assertLess } from "@std/assert";
import { createChain } from "../../../service/chain/create_chain.ts";
import { NodeError } from "../../../service/chain/node/node.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { takeLease } from "../../../service/store/leases.ts";
import { createBlockFollower } from "../../../service/indexer/follow.ts";
import { createReorganise } from "./reorganise.ts";
import { startTestStack } from "../support/start.ts";
import { knownUser, readToEnd, transactAs, transfersOf } from "./transfers.ts";

Deno.test("transfers: a block that no node lists is skipped, and the next ones are not", async () => {
  await using stack = await startTestStack({ transfers: { interval: 50 } });
  const { service, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2021);
  await readToEnd(stack);
  const { reads } = service.context.chains.get(stack.chainId)!;
  const { request } = reads;
  const refused = new Set<string>();
  let receipts = 0;
  let large = true;
  // While a block with a refused hash is mined, the logs wait.
  let gate: Promise<void> | null = null;
  (reads as { request: typeof request }).request = async (method, params) => {
    if (method === "eth_getLogs") {
      await gate;
      const [{ blockHash }] = params as [{ blockHash: string }];
      if (refused.has(blockHash)) {
        throw new NodeError(-32005, "query returned more than 10000 results", null);
      }
    }
    if (method === "eth_getBlockReceipts") {
      receipts++;
      if (large) throw new NodeError(-32005, "The answer is too large.", null);
    }
    return await request(method, params);
  };
  const mint = async (amount: bigint, refuse: boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    await stack.mint(usd.address, ann.address, amount);
    const { hash } = await stack.node.request<{ hash: string }>("eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    if (refuse) refused.add(hash);
    resolve();
  };
  await mint(1n, true);
  await mint(2n, false);
  await readToEnd(stack);
  const amounts = async () => (await transfersOf(stack, ann.address)).map(({ amount }) => amount);
  assertEquals(await amounts(), ["0x2"]);
  assertEquals(receipts, 15);
  // A block that is refused as logs, and answered as receipts.
  large = false;
  await mint(3n, true);
  await readToEnd(stack);
  assertEquals(await amounts(), ["0x3", "0x2"]);
});

Deno.test("transfers: a reorganisation rolls them back, and the same block is read again", async () => {
  await using stack = await startTestStack();
  const { service, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2031);
  const reorganise = createReorganise(stack, [ann.address]);
  await stack.mint(usd.address, ann.address, 1n);
  await readToEnd(stack);
  await stack.mint(usd.address, ann.address, 2n);
  await transactAs(stack, { to: ann.address, value: 3n });
  await readToEnd(stack);
  const amounts = async () => (await transfersOf(stack, ann.address)).map(({ amount }) => amount);
  assertEquals(await amounts(), ["0x3", "0x2", "0x1"]);
  const heard: string[] = [];
  const leave = service.context.hub.subscribe([ann.address], ({ type }) => heard.push(type));
  await reorganise(2);
  await until("they are gone", async () => (await amounts()).length === 1);
  assertEquals(await amounts(), ["0x1"]);
  await until("it is told", () => heard.length > 0);
  assertEquals(new Set(heard), new Set(["assetsChanged"]));
  await stack.mint(usd.address, ann.address, 4n);
  await readToEnd(stack);
  assertEquals(await amounts(), ["0x4", "0x1"]);
  leave();
});

Deno.test("transfers: of two processes one queries the node; the other takes over when it stops", async () => {
  await using stack = await startTestStack({ transfers: { interval: 50, lease: 600 } });
  const { service: { context, store }, chainId, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2041);
  await readToEnd(stack);
  const first = context.chains.get(chainId)!;
  const second = createChain(first.config);
  const counted = (chain: typeof first) => {
    const { request } = chain.reads;
    const seen: string[] = [];
    (chain.reads as { request: typeof request }).request = (method, params) => {
      if (method === "eth_getLogs") seen.push(JSON.stringify(params));
      return request(method, params);
    };
    return seen;
  };
  const [byFirst, bySecond] = [counted(first), counted(second)];
  const other = createBlockFollower(
    { ...context, chains: new Map([[chainId, second]]) },
    { interval: 50, lease: 600 },
  );
  other.start();
  try {
    for (let n = 1n; n <= 5n; n++) await stack.mint(usd.address, ann.address, n);
    await readToEnd(stack);
    assertEquals(bySecond, []);
    // Each block once.
    assertEquals(new Set(byFirst).size, byFirst.length);
    assertEquals(byFirst.length, 5);
    // The first one stops; its lease goes to a process that crashes.
    await context.follower.stop();
    assertEquals(await takeLease(store, `transfers ${chainId}`, 1_000, "killed"), true);
    await stack.mint(usd.address, ann.address, 6n);
    await readToEnd(stack);
    assertEquals([byFirst.length, new Set(bySecond).size], [5, 1]);
    assertEquals(
      (await transfersOf(stack, ann.address)).map(({ amount }) => amount),
      ["0x6", "0x5", "0x4", "0x3", "0x2", "0x1"],
    );
  } finally {
    await other.stop();
  }
});

Deno.test("transfers: a stopped service catches up; one with following disabled reads nothing", async () => {
  await using stack = await startTestStack();
  const { service: { context, store }, node, chainId, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2051);
  await readToEnd(stack);
  await context.follower.stop();
  await stack.mint(usd.address, ann.address, 1n);
  await node.request("anvil_mine", ["0x40"]);
  await stack.mint(usd.address, ann.address, 2n);
  const off = createChain({ ...context.chains.get(chainId)!.config, transfers: "off" });
  const idle = createBlockFollower({ ...context, chains: new Map([[chainId, off]]) }, {
    interval: 10,
  });
  idle.start();
  await idle.stop();
  assertEquals(await transfersOf(stack, ann.address), []);
  const begin = performance.now();
  const again = createBlockFollower(context);
  again.start();
  await readToEnd(stack);
  // Eight concurrent blocks, without a pause between them.
  assertLess(performance.now() - begin, 60_000);
  await again.stop();
  assertEquals((await transfersOf(stack, ann.address)).map(({ amount }) => amount), ["0x2", "0x1"]);
  const left = await store.selectFrom("transfer_blocks").select("block_number")
    .where("chain_id", "=", chainId).execute();
  assertEquals(left.length <= 128, true);
});
