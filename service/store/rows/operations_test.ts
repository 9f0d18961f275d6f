import { assertEquals, assertRejects } from "@std/assert";
import type { Hex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { sponsored } from "../../testing/ledger.ts";
import { reserve } from "../../payment/ledger/ledger.ts";
import {
  addOperation,
  dropOperation,
  lockForResend,
  type NewOperation,
  removeOperation,
} from "./operations.ts";
import { setIncluded } from "./included_operations.ts";
import type { OperationTable } from "../schema.ts";
import type { Store } from "../store.ts";

const sender: Hex = `0x${"11".repeat(20)}`;
const operation = {
  sender,
  nonce: "0x0",
  callData: "0x",
  callGasLimit: "0x1",
  verificationGasLimit: "0x1",
  preVerificationGas: "0x1",
  maxFeePerGas: "0x1",
  maxPriorityFeePerGas: "0x1",
} as const;
const entry = (n: number, options: Partial<NewOperation> = {}): NewOperation => ({
  id: `0x${n.toString(16).padStart(64, "0")}`,
  chainId: 1,
  operation,
  account: { address: sender, owners: [], nonce: "0x0" },
  callerId: null,
  keyId: "k",
  nonce: { key: 0n, sequence: BigInt(n) },
  readAt: Date.now(),
  fromBlock: 0,
  standing: () => "submitted",
  ...options,
});

Deno.test("operations: only one of many concurrent senders sends", async () => {
  await using store = await openTestStore();
  const { row } = await addOperation(store, entry(1));
  const claims = await Promise.all(Array.from({ length: 20 }, () => lockForResend(store, row)));
  assertEquals(claims.filter(Boolean).length, 1);
  const now = await store.selectFrom("operations").selectAll().executeTakeFirstOrThrow();
  assertEquals(now.updated_at > row.updated_at, true);
  assertEquals(await lockForResend(store, now), true);
});

Deno.test("operations: twenty concurrent copies are one row and one index", async () => {
  await using store = await openTestStore();
  const added = await Promise.all(Array.from({ length: 20 }, () => addOperation(store, entry(1))));
  assertEquals(added.filter(({ fresh }) => fresh).length, 1);
  assertEquals(new Set(added.map(({ row }) => row.idx)), new Set([1]));
  const more = await Promise.all(
    Array.from({ length: 20 }, (_, n) => addOperation(store, entry(2 + n))),
  );
  assertEquals(more.map(({ row }) => row.idx).toSorted((a, b) => a - b), [
    ...Array.from({ length: 20 }, (_, n) => 2 + n),
  ]);
});

Deno.test("operations: an account has at most 32 pending ones per chain", async () => {
  await using store = await openTestStore();
  for (let n = 0; n < 32; n++) {
    await addOperation(store, entry(n, { standing: () => n === 0 ? "submitted" : "held" }));
  }
  const error = await assertRejects(() => addOperation(store, entry(32)), AcctError);
  assertEquals([error.data.cause, error.data.retryAfter], ["limit_exceeded", 10]);
  // Neither another chain nor another account is limited by them, and a repeated request is
  // answered.
  await addOperation(store, entry(33, { chainId: 2 }));
  const other: Hex = `0x${"22".repeat(20)}`;
  await addOperation(store, entry(34, { operation: { ...operation, sender: other } }));
  assertEquals((await addOperation(store, entry(3))).fresh, false);
  // A dropped operation frees its place.
  const { row } = await addOperation(store, entry(31));
  assertEquals(await dropOperation(store, row, "why"), true);
  assertEquals((await addOperation(store, entry(32))).fresh, true);
});

/** Reserves nonces for an account that is not on the chain yet. */
const reserveFresh = (store: Store, nonce: Hex) =>
  reserve(store, {
    ...sponsored(1),
    sender,
    fresh: true,
  }, { nonces: [nonce], taken: new Set(), replaces: null });

Deno.test("operations: the mark of acceptance is set with the row, so that the next is sponsored", async () => {
  await using store = await openTestStore();
  const take = (nonce: Hex) => reserveFresh(store, nonce);
  await take("0x0");
  await assertRejects(() => take("0x1"), AcctError, "Only one first operation");
  // A process that stops now has done nothing else.
  await addOperation(store, entry(0));
  assertEquals((await take("0x1")).nonce, "0x1");
});

for (
  const [name, end] of Object.entries({
    refused: removeOperation,
    dropped: (store: Store, row: OperationTable) => dropOperation(store, row, "why"),
  })
) {
  Deno.test(`operations: one that is ${name} loses its mark with its row`, async () => {
    await using store = await openTestStore();
    await reserveFresh(store, "0x0");
    const { row } = await addOperation(store, entry(0));
    assertEquals(await end(store, row), true);
    // A process that stops now has done nothing else.
    await assertRejects(() => reserveFresh(store, "0x1"), AcctError, "Only one first operation");
    // A finished operation does not clear the mark of another one.
    await addOperation(store, entry(1, { nonce: { key: 0n, sequence: 0n } }));
    assertEquals(await end(store, row), false);
    assertEquals((await reserveFresh(store, "0x1")).nonce, "0x1");
  });
}

Deno.test("operations: an operation that landed since the chain was read uses no index", async () => {
  await using store = await openTestStore();
  const readAt = Date.now() - 5;
  await addOperation(store, entry(1));
  await setIncluded(store, entry(1).id, {
    txHash: "0x1",
    blockHash: "0x2",
    blockNumber: 1,
    success: true,
    receipt: "{}",
  });
  const late = { nonce: { key: 0n, sequence: 1n } };
  const error = await assertRejects(
    () => addOperation(store, entry(2, { ...late, readAt })),
    AcctError,
  );
  assertEquals(error.data.cause, "quote_changed");
  // Reads from now on are judged by the chain, because a reorganisation may have reverted it.
  const { row } = await addOperation(store, entry(2, { ...late, readAt: Date.now() + 1_000 }));
  assertEquals(row.idx, 2);
});

Deno.test("operations: a caller's id identifies one operation of an account", async () => {
  await using store = await openTestStore();
  const long = "x".repeat(8_194);
  for (const callerId of ["mine", long]) {
    await addOperation(store, entry(callerId.length, { callerId }));
    const error = await assertRejects(
      () => addOperation(store, entry(callerId.length + 1, { callerId })),
      AcctError,
    );
    assertEquals(error.data.cause, "duplicate_id");
  }
});

Deno.test("operations: a rejected one frees its place, unless another came after it", async () => {
  await using store = await openTestStore();
  const { row: first } = await addOperation(store, entry(1));
  await removeOperation(store, first);
  const { row: second } = await addOperation(store, entry(2));
  const { row: third } = await addOperation(store, entry(3));
  assertEquals([first.idx, second.idx, third.idx], [1, 1, 2]);
  await removeOperation(store, second);
  // A second removal has no effect, and an included operation stays.
  await removeOperation(store, second);
  await setIncluded(store, third.id as Hex, {
    txHash: "0x1",
    blockHash: "0x2",
    blockNumber: 1,
    success: true,
    receipt: "{}",
  });
  await removeOperation(store, third);
  assertEquals((await addOperation(store, entry(4))).row.idx, 3);
});
