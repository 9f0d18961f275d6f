/** Transfers that others make: followed once, kept within bounds, taken back when they are undone. */
import { assert, assertEquals, assertLess } from "@std/assert";
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  numberToHex,
  pad,
} from "viem";
import { collectionAbi } from "../../contracts/artifacts/test/collection_abi.ts";
import { collectionBytecode } from "../../contracts/artifacts/test/collection_bytecode.ts";
import { itemsAbi } from "../../contracts/artifacts/test/items_abi.ts";
import { itemsBytecode } from "../../contracts/artifacts/test/items_bytecode.ts";
import { createChain } from "../../service/chain/chain.ts";
import { NodeError } from "../../service/chain/node.ts";
import { until } from "../../scripts/stack/patience.ts";
import { takeLease } from "../../service/store/leases.ts";
import { TRANSFER, TRANSFER_SINGLE } from "../../service/transfers/decode.ts";
import { createTransferFollower } from "../../service/transfers/follow.ts";
import { MAX_ROWS_PER_DAY } from "../../service/transfers/record.ts";
import { rpc, sendCalls, settled } from "./client.ts";
import { createReorganise } from "./reorganise.ts";
import { startTestStack } from "./start.ts";
import {
  callAs,
  collectionsOf,
  emitter,
  knownUser,
  outsider,
  readToEnd,
  transactAs,
  transfersOf,
} from "./transfers.ts";

const word = (value: bigint | number) => numberToHex(value, { size: 32 });
const forged = (to: Address, amount: bigint) => ({
  topics: [TRANSFER, pad(outsider), pad(to)],
  data: [word(amount)],
});

Deno.test("transfers: what others send is listed, and nothing twice", async (t) => {
  await using stack = await startTestStack();
  const { service, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2001);
  const bob = await knownUser(stack, 2002);
  await readToEnd(stack);
  const short = async (account: Address, unlisted = false) => {
    await readToEnd(stack);
    const found = await transfersOf(stack, account, { unlisted });
    return found.map(({ kind, incoming, amount, other }) =>
      [kind, incoming ? "in" : "out", BigInt(amount), other] as const
    );
  };
  const { contractAddress: cards } = await transactAs(stack, { data: collectionBytecode.initCode });
  const { contractAddress: items } = await transactAs(stack, { data: itemsBytecode.initCode });
  assert(cards !== null && items !== null);

  await t.step("tokens, and the chain's own currency", async () => {
    const heard: unknown[] = [];
    const leave = service.context.hub.subscribe(ann.address, (change) => heard.push(change));
    await stack.mint(usd.address, ann.address, 20_000_000n);
    await transactAs(stack, { to: ann.address, value: 7n });
    const found = await short(ann.address);
    assertEquals(found.map(([kind, way, amount]) => [kind, way, amount]), [
      ["native", "in", 7n],
      ["erc20", "in", 20_000_000n],
    ]);
    assertEquals(found[0]![3], outsider);
    assertEquals(await short(bob.address), []);
    await until("both are told", () => heard.length === 2);
    assertEquals(
      heard,
      Array(2).fill({
        type: "assetsChanged",
        address: ann.address,
        chainIds: ["0x7a69"],
      }),
    );
    leave();
  });

  await t.step("what an account sends is in its history alone; who gets it is told", async () => {
    const heard: string[] = [];
    const leave = service.context.hub.subscribe(bob.address, ({ type }) => {
      // When it is told, it is there.
      heard.push(type);
    });
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [bob.address, 3n],
    });
    await settled(
      stack,
      await sendCalls(stack, ann, [
        { to: usd.address, value: "0x0", data },
        { to: bob.address, value: "0x2", data: "0x" },
      ]),
    );
    const mine = await short(ann.address);
    assertEquals(mine.length, 2);
    assertEquals(await short(bob.address), [
      ["native", "in", 2n, ann.address],
      ["erc20", "in", 3n, ann.address],
    ]);
    assertEquals(heard, ["assetsChanged"]);
    leave();
  });

  await t.step("an operation that fails has paid nothing", async () => {
    const broken = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [bob.address, 2n ** 200n],
    });
    // No sponsor pays for one that fails.
    await stack.fund(ann.address, 10n ** 18n);
    const before = await short(bob.address);
    const id = await sendCalls(stack, ann, [
      { to: bob.address, value: "0x1", data: "0x" },
      { to: usd.address, value: "0x0", data: broken },
    ]);
    assertEquals((await settled(stack, id)).status, 500);
    assertEquals(await short(bob.address), before);
  });

  await t.step("what an allowed spender takes leaves a row", async () => {
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: "approve",
      args: [outsider, 5n],
    });
    await settled(
      stack,
      await sendCalls(stack, ann, [{ to: usd.address, value: "0x0", data: approve }]),
    );
    await callAs(stack, usd.address, {
      abi: erc20Abi,
      functionName: "transferFrom",
      args: [ann.address, outsider, 5n],
    });
    assertEquals((await short(ann.address))[0], ["erc20", "out", 5n, outsider]);
  });

  await t.step(
    "items: held ones by collection, a batch whole, and those sent away not",
    async () => {
      await callAs(stack, cards, {
        abi: collectionAbi,
        functionName: "mint",
        args: [ann.address, 41n],
      }, 5n);
      await callAs(stack, cards, {
        abi: collectionAbi,
        functionName: "mint",
        args: [ann.address, 42n],
      }, 5n);
      await callAs(stack, items, {
        abi: itemsAbi,
        functionName: "mintBatch",
        args: [ann.address, [7n, 8n, 9n], [1n, 0n, 30n]],
      });
      await readToEnd(stack);
      const held = async () =>
        (await collectionsOf(stack, ann.address)).map(({ address, kind, name, own, items }) => ({
          address,
          kind,
          name,
          own,
          items: items.map(({ id, amount }) => [BigInt(id), BigInt(amount)]).sort(),
        }));
      const both = (await held()).toSorted((a, b) => a.kind.localeCompare(b.kind));
      assertEquals(both.map(({ address }) => address.toLowerCase()), [items, cards]);
      assertEquals(both.map(({ kind, name, own, items }) => [kind, name, own, items]), [
        ["erc1155", "", false, [[7n, 1n], [9n, 30n]]],
        ["erc721", "Collection", false, [[41n, 1n], [42n, 1n]]],
      ]);
      // Anyone can send items: they are apart from what is listed.
      assertEquals((await short(ann.address, true)).map(([kind]) => kind), [
        "erc1155",
        "erc1155",
        "erc721",
        "erc721",
      ]);
      const send = encodeFunctionData({
        abi: erc721Abi,
        functionName: "safeTransferFrom",
        args: [ann.address, bob.address, 41n],
      });
      await settled(stack, await sendCalls(stack, ann, [{ to: cards, value: "0x0", data: send }]));
      await readToEnd(stack);
      const rest = (await held()).find(({ kind }) => kind === "erc721")!;
      // The account has used the collection itself.
      assertEquals([rest.own, rest.items], [true, [[42n, 1n]]]);
      const [got] = await collectionsOf(stack, bob.address);
      assertEquals(got!.items.map(({ id }) => BigInt(id)), [41n]);
      assertEquals((await short(bob.address, true))[0], ["erc721", "in", 1n, ann.address]);
    },
  );

  await t.step("pages follow each other, with nothing left out", async () => {
    const all = await transfersOf(stack, ann.address);
    const paged: string[] = [];
    for (let after: string | undefined;;) {
      const page = await transfersOf(stack, ann.address, { limit: 1, ...(after && { after }) });
      if (page.length === 0) break;
      after = page[0]!.id;
      paged.push(after);
    }
    assertEquals(paged, all.map(({ id }) => id));
    assertEquals(paged.length, 3);
    const { error } = await rpc(stack, "acct_getTransfers", [{ account: ann.address, after: "1" }]);
    assertEquals(error?.data?.field, "params[0].after");
  });

  await t.step(
    "the chain's events are words: a forged item is in no list of what is held",
    async () => {
      const log = {
        topics: [TRANSFER_SINGLE, pad(outsider), pad(outsider), pad(ann.address)],
        data: [word(1), word(1)],
      };
      const { contractAddress } = await transactAs(stack, { data: emitter(log), gas: 500_000n });
      await readToEnd(stack);
      const held = await collectionsOf(stack, ann.address);
      assert(!held.some(({ address }) => address.toLowerCase() === contractAddress));
      assertEquals((await short(ann.address, true)).length, 5);
    },
  );
});

Deno.test("transfers: ten thousand to one account are its share, and harm no other", async () => {
  await using stack = await startTestStack();
  const { node, service, tokens: [usd] } = stack;
  const victim = await knownUser(stack, 2011);
  const other = await knownUser(stack, 2012);
  await readToEnd(stack);
  await node.request("evm_setAutomine", [false]);
  const code = emitter(forged(victim.address, 1n), 5_000);
  const send = (data: Hex) =>
    node.request<Hex>("eth_sendTransaction", [{
      from: outsider,
      data,
      gas: numberToHex(14_000_000),
    }]);
  const hashes = [await send(code), await send(code)];
  await node.request("anvil_mine", ["0x1"]);
  await node.request("evm_setAutomine", [true]);
  const receipts = await Promise.all(
    hashes.map((hash) =>
      node.request<{ logs: unknown[]; blockNumber: Hex }>("eth_getTransactionReceipt", [hash])
    ),
  );
  assertEquals(receipts.map(({ logs }) => logs.length), [5_000, 5_000]);
  await stack.mint(usd.address, other.address, 9n);
  await stack.mint(usd.address, victim.address, 8n);
  await readToEnd(stack);
  assertEquals((await transfersOf(stack, other.address)).map(({ amount }) => amount), ["0x9"]);
  assertEquals((await transfersOf(stack, victim.address)).map(({ amount }) => amount), ["0x8"]);
  const { rows } = await service.store.selectFrom("transfers")
    .select((eb) => eb.fn.countAll<number>().as("rows")).where(
      "account",
      "=",
      victim.address.toLowerCase(),
    )
    .executeTakeFirstOrThrow();
  // Two contracts emitted them.
  assertEquals(Number(rows), 2 * MAX_ROWS_PER_DAY.token + 1);
  assertEquals(
    (await transfersOf(stack, victim.address, { unlisted: true, limit: 100 })).length,
    40,
  );
});

Deno.test("transfers: a block that no node lists is left out, and those after it are not", async () => {
  await using stack = await startTestStack({ transfers: { interval: 50 } });
  const { service, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2021);
  await readToEnd(stack);
  const { reads } = service.context.chains.get(stack.chainId)!;
  const { request } = reads;
  const refused = new Set<string>();
  let receipts = 0;
  let large = true;
  // While a block is mined whose hash will be refused, the logs wait.
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
  assertEquals(receipts, 5);
  // One that is refused as logs, and answered as receipts.
  large = false;
  await mint(3n, true);
  await readToEnd(stack);
  assertEquals(await amounts(), ["0x3", "0x2"]);
});

Deno.test("transfers: a reorganisation takes them back, and the same block is read again", async () => {
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
  const leave = service.context.hub.subscribe(ann.address, ({ type }) => heard.push(type));
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

Deno.test("transfers: of two processes one asks the node; the other takes over when it ends", async () => {
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
  const other = createTransferFollower(
    () => ({ ...context, chains: new Map([[chainId, second]]) }),
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
    // The first one ends; its lease goes to a process that ends without a word.
    await context.transfers.stop();
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

Deno.test("transfers: a service that was away reads on; one that is told not to reads nothing", async () => {
  await using stack = await startTestStack();
  const { service: { context, store }, node, chainId, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2051);
  await readToEnd(stack);
  await context.transfers.stop();
  await stack.mint(usd.address, ann.address, 1n);
  await node.request("anvil_mine", ["0x40"]);
  await stack.mint(usd.address, ann.address, 2n);
  const off = createChain({ ...context.chains.get(chainId)!.config, transfers: "off" });
  const idle = createTransferFollower(() => ({ ...context, chains: new Map([[chainId, off]]) }), {
    interval: 10,
  });
  idle.start();
  await idle.stop();
  assertEquals(await transfersOf(stack, ann.address), []);
  const begin = performance.now();
  const again = createTransferFollower(() => context);
  again.start();
  await readToEnd(stack);
  // Eight blocks at a time, without a pause between them.
  assertLess(performance.now() - begin, 60_000);
  await again.stop();
  assertEquals((await transfersOf(stack, ann.address)).map(({ amount }) => amount), ["0x2", "0x1"]);
  const left = await store.selectFrom("transfer_blocks").select("block_number")
    .where("chain_id", "=", chainId).execute();
  assertEquals(left.length <= 128, true);
});
