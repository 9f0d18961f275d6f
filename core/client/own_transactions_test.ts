import { assertEquals, assertRejects } from "@std/assert";
import type { Hex } from "../lib/hex.ts";
import type { CallsStatusJson } from "../wire/calls_status.ts";
import { AcctError } from "../ground/errors.ts";
import { localService } from "../testing/local_wallet.ts";
import { createOwnTransactions } from "./own_transactions.ts";

const from: Hex = `0x${"0a".repeat(20)}`;
const to: Hex = `0x${"0b".repeat(20)}`;
const word = (byte: string): Hex => `0x${byte.repeat(32)}`;
const id = word("1d");
const { signal } = new AbortController();

/** A status of the operation, with the block that includes it, if any. */
function statusIn(status: 100 | 200 | 400 | 500, transaction?: Hex, block?: Hex): CallsStatusJson {
  return {
    version: "2.0.0",
    id,
    chainId: "0x7a69",
    atomic: true,
    status,
    ...(transaction && block && {
      receipts: [{
        logs: [],
        status: status === 200 ? "0x1" : "0x0",
        blockHash: block,
        blockNumber: "0x1",
        gasUsed: "0x5",
        transactionHash: transaction,
      }],
    }),
  };
}

/** Bundles' receipts as the node returns them; all of them succeed. */
function bundleIn(transactionHash: Hex, blockHash: Hex) {
  return {
    transactionHash,
    blockHash,
    status: "0x1",
    from: to,
    to: from,
    logs: [],
    gasUsed: "0x9",
  };
}

/** A page that sent a transaction. It was included in a first bundle and block. */
async function startPage() {
  const world = {
    status: statusIn(200, word("a1"), word("b1")),
    chain: new Map<unknown, object>([[word("a1"), bundleIn(word("a1"), word("b1"))]]),
    asked: 0,
  };
  const service = {
    ...localService(),
    call: () => {
      world.asked++;
      return Promise.resolve(world.status);
    },
    chain: (_chain: number, _method: string, params: unknown) =>
      Promise.resolve(world.chain.get((params as unknown[])[0]) ?? null),
  } as unknown as ReturnType<typeof localService>;
  const own = createOwnTransactions(service);
  const hash = await own.land({ id, from, call: { to } }, signal);
  world.asked = 0;
  const receipt = async (wanted = hash) =>
    await own.describe(
      "eth_getTransactionReceipt",
      [wanted],
      world.chain.get(wanted) ?? null,
      { signal },
    ) as { status: Hex; transactionHash: Hex; blockHash: Hex; from: Hex; to: Hex } | null;
  return { world, receipt };
}

Deno.test("own transactions: the service is not called while the block is unchanged", async () => {
  const { world, receipt } = await startPage();
  const { status, from: sender, to: target } = (await receipt())!;
  assertEquals([status, sender, target, world.asked], ["0x1", from, to, 0]);
});

Deno.test("own transactions: a transaction that was included again is found by its first hash", async () => {
  const { world, receipt } = await startPage();
  world.chain.clear();
  world.status = statusIn(100);
  assertEquals(await receipt(), null);
  world.status = statusIn(200, word("a2"), word("b2"));
  assertEquals(await receipt(), null, "the node lags behind the service");
  world.chain.set(word("a2"), bundleIn(word("a2"), word("b2")));
  const found = (await receipt())!;
  assertEquals([found.status, found.transactionHash, found.blockHash, found.from], [
    "0x1",
    word("a2"),
    word("b2"),
    from,
  ]);
  assertEquals((await receipt(word("a2")))!.from, from);
});

Deno.test("own transactions: the outcome in another block replaces the first one", async () => {
  const { world, receipt } = await startPage();
  world.chain.set(word("a1"), bundleIn(word("a1"), word("b2")));
  world.status = statusIn(500, word("a1"), word("b2"));
  assertEquals((await receipt())!.status, "0x0");
});

Deno.test("own transactions: a transaction that was dropped by a reorganization has no receipt", async () => {
  const { world, receipt } = await startPage();
  world.chain.clear();
  world.status = statusIn(400);
  assertEquals(await receipt(), null);
});

Deno.test("own transactions: an aborted wait reports that it may have been sent, and its id", async () => {
  const late = new AbortController();
  const land = (signal: AbortSignal, call: () => Promise<unknown>) =>
    createOwnTransactions({ ...localService(), call } as unknown as ReturnType<typeof localService>)
      .land({ id, from, call: { to } }, signal);
  const ends: readonly (readonly [cause: string, wait: () => Promise<Hex>])[] = [
    ["aborted", () => land(AbortSignal.abort(), () => Promise.resolve(statusIn(100)))],
    [
      "aborted",
      () =>
        land(late.signal, () => {
          queueMicrotask(() => late.abort());
          return Promise.resolve(statusIn(100));
        }),
    ],
    ["service_down", () => land(signal, () => Promise.reject(new AcctError("service_down")))],
  ];
  for (const [cause, wait] of ends) {
    const error = await assertRejects(wait, AcctError);
    assertEquals([error.code, error.data.cause, error.data.id], [4900, "may_be_sent", id]);
    assertEquals((error.cause as AcctError).data.cause, cause);
  }
});

Deno.test("own transactions: a revert includes the chain's reason, if any", async () => {
  for (const reason of ["Call 1: too late", undefined]) {
    const status = { ...statusIn(500, word("a1"), word("b1")), ...(reason && { reason }) };
    const service = { ...localService(), call: () => Promise.resolve(status) as Promise<never> };
    const error = await assertRejects(
      () => createOwnTransactions(service).land({ id, from, call: { to } }, signal),
      AcctError,
    );
    assertEquals([error.data.cause, error.data.reason], ["reverted", reason]);
    assertEquals(error.data.receipt?.transactionHash, word("a1"));
    assertEquals(error.message.endsWith(reason ?? "Only its fee was paid."), true);
  }
});
