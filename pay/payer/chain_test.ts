/** Tracking the key's transactions on lagging nodes. */
import { assertEquals, assertRejects } from "@std/assert";
import { createClient, custom, type Hex, numberToHex } from "viem";
import { settle } from "./chain.ts";
import { PaymentError } from "../record/error.ts";

const from: Hex = `0x${"11".repeat(20)}`;
const hash: Hex = `0x${"22".repeat(32)}`;
const transactions = [{ hash, nonce: 5, signed: "0x02" }] as const;

/** A node that responds to each poll as configured. */
function node(looks: readonly { block: number; count: number; receipt?: "0x0" | "0x1" }[]) {
  let look = -1;
  const sent: unknown[] = [];
  const now = () => looks[Math.min(Math.max(look, 0), looks.length - 1)]!;
  const client = createClient({
    transport: custom({
      request({ method, params }: { method: string; params: unknown }) {
        if (method === "eth_blockNumber") look++;
        if (method === "eth_sendRawTransaction") sent.push(params);
        const answers: Record<string, () => unknown> = {
          eth_blockNumber: () => numberToHex(now().block),
          eth_getTransactionCount: () => numberToHex(now().count),
          eth_sendRawTransaction: () => hash,
          eth_getTransactionReceipt: () =>
            look < 0 || now().receipt === undefined
              ? null
              : { status: now().receipt, transactionHash: hash, logs: [] },
        };
        return Promise.resolve(answers[method]!());
      },
    }, { retryCount: 0 }),
  });
  return { client, sent };
}

const options = { timeout: 5, interval: 1 };

Deno.test("settle: a nonce used before the receipt is available is no other transaction", async () => {
  const { client, sent } = node([
    { block: 1, count: 5 },
    { block: 2, count: 6 },
    { block: 2, count: 6 },
    { block: 2, count: 6, receipt: "0x1" },
  ]);
  assertEquals((await settle(client, from, transactions, options))?.status, "success");
  assertEquals(sent, [["0x02"]]);
});

Deno.test("settle: reverted, replaced, and not known yet", async () => {
  const reverted = node([{ block: 1, count: 5 }, { block: 2, count: 6, receipt: "0x0" }]);
  assertEquals((await settle(reverted.client, from, transactions, options))?.status, "reverted");
  const replaced = node([2, 3, 4, 5].map((block) => ({ block, count: 6 })));
  assertEquals(await settle(replaced.client, from, transactions, options), undefined);
  const pending = node([{ block: 1, count: 5 }]);
  const error = await assertRejects(
    () => settle(pending.client, from, transactions, options),
    PaymentError,
  );
  assertEquals((error as PaymentError).reason, "pending");
  const stopped = AbortSignal.abort(new Error("stopped"));
  await assertRejects(
    () => settle(pending.client, from, transactions, { ...options, signal: stopped }),
    Error,
    "stopped",
  );
});
