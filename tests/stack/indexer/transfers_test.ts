/** Transfers by others: stored once, within limits, rolled back on a reorganisation. */
import { assert, assertEquals } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  numberToHex,
  pad,
} from "viem";
import { collectionAbi } from "../../../contracts/artifacts/test/collection_abi.ts";
import { collectionBytecode } from "../../../contracts/artifacts/test/collection_bytecode.ts";
import { itemsAbi } from "../../../contracts/artifacts/test/items_abi.ts";
import { itemsBytecode } from "../../../contracts/artifacts/test/items_bytecode.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { TRANSFER, TRANSFER_SINGLE } from "../../../service/indexer/reading/decode.ts";
import { MAX_ROWS_PER_DAY } from "../../../service/indexer/transfers/block_transfers.ts";
import { rpc, sendCalls, settled } from "../support/client.ts";
import { startTestStack } from "../support/start.ts";
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

Deno.test("transfers: incoming transfers are listed, none of them twice", async (t) => {
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
    const leave = service.context.hub.subscribe([ann.address], (change) => heard.push(change));
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

  await t.step("own transfers are in the history alone; the receiver is notified", async () => {
    const heard: string[] = [];
    const leave = service.context.hub.subscribe([bob.address], ({ type }) => {
      // When it is announced, it is stored.
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

  await t.step("a failed operation has paid nothing", async () => {
    const broken = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [bob.address, 2n ** 200n],
    });
    // No sponsor pays for a failing one.
    await stack.fund(ann.address, 10n ** 18n);
    const before = await short(bob.address);
    const id = await sendCalls(stack, ann, [
      { to: bob.address, value: "0x1", data: "0x" },
      { to: usd.address, value: "0x0", data: broken },
    ]);
    assertEquals((await settled(stack, id)).status, 500);
    assertEquals(await short(bob.address), before);
  });

  await t.step("a transfer by an allowed spender adds a row", async () => {
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

  await t.step("items: owned ones by collection, a complete batch, none sent away", async () => {
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
    // Anyone can send items, so they are separate from listed ones.
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
  });

  await t.step("pages continue each other, without gaps", async () => {
    const all = await transfersOf(stack, ann.address);
    const paged: string[] = [];
    const next = () => {
      const after = paged.at(-1);
      return transfersOf(stack, ann.address, { limit: 1, ...(after !== undefined && { after }) });
    };
    for (let page = await next(); page.length > 0; page = await next()) paged.push(page[0]!.id);
    assertEquals(paged, all.map(({ id }) => id));
    assertEquals(paged.length, 3);
    const { error } = await rpc(stack, "acct_getTransfers", [{ account: ann.address, after: "1" }]);
    assertEquals(error?.data?.field, "params[0].after");
  });

  await t.step("events prove nothing: a forged item is in no list of owned ones", async () => {
    const log = {
      topics: [TRANSFER_SINGLE, pad(outsider), pad(outsider), pad(ann.address)],
      data: [word(1), word(1)],
    };
    const { contractAddress } = await transactAs(stack, { data: emitter(log), gas: 500_000n });
    await readToEnd(stack);
    const held = await collectionsOf(stack, ann.address);
    assert(!held.some(({ address }) => address.toLowerCase() === contractAddress));
    assertEquals((await short(ann.address, true)).length, 5);
  });
});

Deno.test("transfers: ten thousand to one account are limited to its share, without effect on others", async () => {
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
