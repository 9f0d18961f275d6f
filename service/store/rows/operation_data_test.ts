import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { forgetOperationData } from "./operation_data.ts";
import { setIncluded } from "./included_operations.ts";
import { addOperation, history, readOperation, setState } from "./operations.ts";
import { openStore } from "../store.ts";

const sender = `0x${"11".repeat(20)}` as const;
const never = new AbortController().signal;

Deno.test("operation data: old data of settled ones is deleted, their history stays", async () => {
  await using store = await openTestStore();
  const add = async (n: number, days: number, end: "included" | "dropped" | "pending") => {
    const id = `0x${String(n).padStart(64, "0")}` as const;
    await addOperation(store, {
      id,
      chainId: 1,
      operation: {
        sender,
        nonce: "0x0",
        callData: "0x",
        callGasLimit: "0x1",
        verificationGasLimit: "0x1",
        preVerificationGas: "0x1",
        maxFeePerGas: "0x1",
        maxPriorityFeePerGas: "0x1",
      },
      account: { address: sender, owners: [], nonce: "0x0" },
      callerId: null,
      keyId: "k",
      nonce: { key: 0n, sequence: BigInt(n) },
      readAt: Date.now(),
      fromBlock: 0,
      standing: () => "submitted",
    });
    if (end === "included") {
      const at = { txHash: id, blockHash: id, blockNumber: 1, success: true, receipt: "{}" };
      await setIncluded(store, id, at);
    } else if (end === "dropped") await setState(store, id, end, "why");
    const time = Date.now() - days * 86_400_000;
    await store.updateTable("operation_data").set({ created_at: time }).where("id", "=", id)
      .execute();
    await store.updateTable("operations").set({ created_at: time, updated_at: time })
      .where("id", "=", id).execute();
    return id;
  };
  // More than one batch.
  for (let n = 0; n < 450; n++) await add(n, 11, n % 3 === 0 ? "dropped" : "included");
  const young = [await add(500, 9, "included"), await add(501, 9, "dropped")];
  const pending = await add(502, 11, "pending");
  await forgetOperationData(store, 10, never);
  const left = await store.selectFrom("operation_data").select("id").orderBy("id").execute();
  assertEquals(left.map(({ id }) => id), [...young, pending]);
  const page = { sender, limit: 1_000, ascending: true } as const;
  assertEquals((await history(store, page)).length, 300 + 2);
  assertEquals((await readOperation(store, `0x${"1".padStart(64, "0")}`))?.receipt, null);
  assertEquals((await readOperation(store, young[1]!))?.state, "dropped");
});

Deno.test("operation data: a stop ends the pause between two deletions", async () => {
  await using store = await openStore(":memory:");
  const id = (n: number) => `0x${String(n).padStart(64, "0")}`;
  await store.insertInto("operations").values(
    Array.from({ length: 300 }, (_, n) => ({
      ...{
        id: id(n),
        chain_id: 1,
        sender,
        idx: n,
        nonce_key: "0x0",
        nonce_sequence: n,
        deploys: 0,
      },
      ...{ caller_id: null, key_id: "k", state: "included" as const, reason: null, from_block: 0 },
      ...{ tx_hash: null, block_hash: null, block_number: null, success: null },
      ...{ created_at: 1, updated_at: 1 },
    })),
  ).execute();
  await store.insertInto("operation_data").values(
    Array.from({ length: 300 }, (_, n) => (
      { id: id(n), operation: "{}", account: "{}", receipt: null, created_at: 1 }
    )),
  ).execute();
  const left = async () => (await store.selectFrom("operation_data").select("id").execute()).length;
  // No pause expires unless the test advances the time.
  using _ = new FakeTime();
  const stopped = new AbortController();
  const done = forgetOperationData(store, 10, stopped.signal);
  while (await left() === 300);
  stopped.abort();
  await done;
  assertEquals(await left(), 100);
});
