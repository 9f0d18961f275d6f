/**
 * Attacks on the index of transfers: forged operations, floods of dust, nodes that answer in part.
 */
import { assertEquals } from "@std/assert";
import { encodeFunctionData, erc20Abi, type Hex, numberToHex, pad } from "viem";
import { until } from "../../../scripts/stack/patience.ts";
import { USER_OPERATION_EVENT } from "../../../service/chain/node/events.ts";
import { NodeError } from "../../../service/chain/node/node.ts";
import { collectionAbi } from "../../../contracts/artifacts/test/collection_abi.ts";
import { collectionBytecode } from "../../../contracts/artifacts/test/collection_bytecode.ts";
import { TRANSFER_SINGLE } from "../../../service/indexer/reading/decode.ts";
import { sendCalls, settled } from "../support/client.ts";
import { startTestStack } from "../support/start.ts";
import {
  collectionsOf,
  emitter,
  knownUser,
  readToEnd,
  transactAs,
  transfersOf,
} from "./transfers.ts";

const word = (value: bigint | number) => numberToHex(value, { size: 32 });

/** Changes the answers of the service's node to a method. */
function intercept(
  { service, chainId }: Awaited<ReturnType<typeof startTestStack>>,
  change: (
    method: string,
    params: readonly unknown[],
    ask: () => Promise<unknown>,
  ) => Promise<unknown>,
): void {
  const { reads } = service.context.chains.get(chainId)!;
  const { request } = reads;
  const changed = (method: string, params: readonly unknown[] = []) =>
    change(method, params, () => request(method, params));
  (reads as { request: unknown }).request = changed;
}

Deno.test("transfers: an operation's event by another contract is no payment", async () => {
  await using stack = await startTestStack();
  const ann = await knownUser(stack, 2201);
  const shop = await knownUser(stack, 2202);
  await stack.fund(ann.address, 10n ** 18n);
  const id = await sendCalls(stack, ann, [{ to: shop.address, value: "0x5", data: "0x" }]);
  assertEquals((await settled(stack, id)).status, 200);
  await readToEnd(stack);
  const before = await transfersOf(stack, shop.address);
  assertEquals(before.map(({ amount }) => amount), ["0x5"]);
  for (const times of [1, 3]) {
    const { status } = await transactAs(stack, {
      data: emitter({
        topics: [USER_OPERATION_EVENT, id as Hex, pad(ann.address), word(0)],
        data: [word(0), word(1), word(1), word(1)],
      }, times),
      gas: 1_000_000n,
    });
    assertEquals(status, "0x1");
  }
  await readToEnd(stack);
  assertEquals(await transfersOf(stack, shop.address), before);
});

Deno.test("transfers: a payment with a temporarily missing receipt is not lost", async () => {
  await using stack = await startTestStack({ transfers: { interval: 50 } });
  const ann = await knownUser(stack, 2211);
  await readToEnd(stack);
  let missing = 3;
  intercept(stack, async (method, _params, ask) => {
    if (method === "eth_getTransactionReceipt" && missing-- > 0) return null;
    return await ask();
  });
  await transactAs(stack, { to: ann.address, value: 7n });
  await readToEnd(stack);
  assertEquals((await transfersOf(stack, ann.address)).map(({ amount }) => amount), ["0x7"]);
});

Deno.test("transfers: many payments in a block are few requests", async () => {
  await using stack = await startTestStack({ transfers: { interval: 50 } });
  const ann = await knownUser(stack, 2221);
  await readToEnd(stack);
  let requests = 0;
  intercept(stack, async (method, _params, ask) => {
    if (/Receipt/.test(method)) requests++;
    return await ask();
  });
  await stack.node.request("evm_setAutomine", [false]);
  const count = 300;
  for (let n = 0; n < count; n++) {
    await stack.node.request("eth_sendTransaction", [{
      from: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      to: ann.address,
      value: "0x1",
      gas: numberToHex(60_000),
    }]);
  }
  await stack.node.request("anvil_mine", ["0x1"]);
  await stack.node.request("evm_setAutomine", [true]);
  await readToEnd(stack);
  assertEquals((await transfersOf(stack, ann.address, { limit: 100 })).length, 100);
  assertEquals(requests, 1);
});

Deno.test("transfers: receipts missing from all nodes block a block for a limited time", async () => {
  await using stack = await startTestStack({ transfers: { interval: 20 } });
  const { tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2231);
  await readToEnd(stack);
  intercept(stack, async (method, _params, ask) => {
    if (/Receipt/.test(method)) {
      throw new NodeError(-32005, "query returned more than 10000 results", null);
    }
    return await ask();
  });
  await transactAs(stack, { to: ann.address, value: 7n });
  await stack.mint(usd.address, ann.address, 9n);
  await readToEnd(stack);
  assertEquals((await transfersOf(stack, ann.address)).map(({ amount }) => amount), ["0x9"]);
});

Deno.test("transfers: a node that does not know a block yet loses none of its transfers", async () => {
  await using stack = await startTestStack({ transfers: { interval: 20 } });
  const { tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2241);
  await readToEnd(stack);
  let looks = 0;
  intercept(stack, async (method, _params, ask) => {
    if (method === "eth_getLogs" && looks++ < 12) {
      throw new NodeError(-32000, "unknown block", null);
    }
    if (method === "eth_getBlockReceipts") {
      throw new NodeError(-32601, "the method eth_getBlockReceipts does not exist", null);
    }
    return await ask();
  });
  await stack.mint(usd.address, ann.address, 9n);
  await readToEnd(stack);
  assertEquals((await transfersOf(stack, ann.address)).map(({ amount }) => amount), ["0x9"]);
});

Deno.test("transfers: an empty list for a block that has transfers is not trusted", async () => {
  await using stack = await startTestStack({ transfers: { interval: 20 } });
  const { tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2251);
  await readToEnd(stack);
  let empty = 3;
  intercept(stack, async (method, _params, ask) => {
    if (method === "eth_getLogs" && empty > 0) return [];
    if (method === "eth_getBlockReceipts" && empty-- > 0) return null;
    return await ask();
  });
  await stack.mint(usd.address, ann.address, 9n);
  await readToEnd(stack);
  assertEquals((await transfersOf(stack, ann.address)).map(({ amount }) => amount), ["0x9"]);
});

Deno.test("transfers: after a reorganisation deeper than the remembered blocks none is missing", async () => {
  await using stack = await startTestStack({ transfers: { interval: 20 } });
  const { service: { store }, chainId, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2261);
  await stack.mint(usd.address, ann.address, 9n);
  await readToEnd(stack);
  await stack.node.request("anvil_mine", ["0x3"]);
  await readToEnd(stack);
  // As if all remembered blocks had been another chain's.
  await store.updateTable("transfer_blocks").set({ block_hash: word(1) })
    .where("chain_id", "=", chainId).execute();
  await stack.mint(usd.address, ann.address, 8n);
  await until(
    "all is read again",
    async () => (await transfersOf(stack, ann.address)).length === 2,
  );
  await readToEnd(stack);
  const amounts = (await transfersOf(stack, ann.address)).map(({ amount }) => amount);
  assertEquals(amounts, ["0x8", "0x9"]);
});

Deno.test("transfers: dust of a listed token hides no payment", async () => {
  await using stack = await startTestStack();
  const { tokens: [usd], node } = stack;
  const ann = await knownUser(stack, 2271);
  await readToEnd(stack);
  const outsider = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  await stack.mint(usd.address, outsider, 1_000n);
  await node.request("evm_setAutomine", [false]);
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [ann.address, 1n],
  });
  for (let n = 0; n < 520; n++) {
    await node.request("eth_sendTransaction", [{
      from: outsider,
      to: usd.address,
      data,
      gas: numberToHex(100_000),
    }]);
    if (n % 200 === 199) await node.request("anvil_mine", ["0x1"]);
  }
  await node.request("anvil_mine", ["0x1"]);
  await node.request("evm_setAutomine", [true]);
  await stack.mint(usd.address, ann.address, 25_000_000n);
  await readToEnd(stack);
  const [newest] = await transfersOf(stack, ann.address, { limit: 1 });
  assertEquals(BigInt(newest!.amount), 25_000_000n);
});

Deno.test("items: weeks of others' items, with answers of megabytes, hide none of the account's own", async () => {
  await using stack = await startTestStack();
  const { node, service: { store } } = stack;
  const ann = await knownUser(stack, 2281);
  const { contractAddress: cards } = await transactAs(stack, { data: collectionBytecode.initCode });
  const mint = encodeFunctionData({
    abi: collectionAbi,
    functionName: "mint",
    args: [ann.address, 41n],
  });
  await stack.fund(ann.address, 10n ** 18n);
  await settled(stack, await sendCalls(stack, ann, [{ to: cards!, value: "0x5", data: mint }]));
  await readToEnd(stack);
  // It answers each question with 360 KB of ones.
  const spam = `0x${"5a".repeat(20)}` as const;
  await node.request("anvil_setCode", [spam, "0x60015f5260015f52620580005ff3"]);
  for (let id = 0; id < 3; id++) {
    await transactAs(stack, {
      data: emitter({
        topics: [TRANSFER_SINGLE, pad(spam), pad(spam), pad(ann.address)],
        data: [word(id), word(1)],
      }),
      gas: 500_000n,
    });
  }
  await readToEnd(stack);
  const template = await store.selectFrom("transfers").selectAll()
    .where("account", "=", ann.address.toLowerCase()).where("kind", "=", "erc1155")
    .limit(1).executeTakeFirstOrThrow();
  // The number of some months.
  for (let portion = 0; portion < 16; portion++) {
    await store.insertInto("transfers").values(
      Array.from({ length: 200 }, (_, index) => ({
        ...template,
        token: spam,
        part: 1_000 + 200 * portion + index,
        item: numberToHex(200 * portion + index + 10),
      })),
    ).execute();
  }
  const [own, ...others] = await collectionsOf(stack, ann.address);
  assertEquals([own!.address.toLowerCase(), own!.own], [cards, true]);
  assertEquals(own!.items.map(({ id }) => BigInt(id)), [41n]);
  assertEquals(others.filter((each) => each.own), []);
  assertEquals(others.flatMap(({ items }) => items).length <= 200, true);
  assertEquals(others.some(({ items }) => items.length > 100), true);
});
