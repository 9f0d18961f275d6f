/** Operations that a reorganisation rolls back while the bundler still processes them. */
import { assertEquals } from "@std/assert";
import { bundlerCodes, BundlerError } from "../../../service/chain/node/bundler.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { setIncluded, setLost } from "../../../service/store/rows/included_operations.ts";
import { prepare, send, settled, sign, user } from "../support/client.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };

Deno.test("taken back: while the bundler is asked for it again, it is not dropped", async () => {
  await using stack = await startStack();
  const { store } = stack.service;
  const who = user(1600);
  const { send: honest } = stack.bundler;
  const asked: string[] = [];
  stack.bundler.send = async (operation) => {
    asked.push(operation.nonce);
    // At first it does not answer, so that the outcome is unknown.
    if (asked.length === 1) throw new AcctError("chain_down");
    if (asked.length > 2) return await honest(operation);
    // It landed anyway; then a reorganisation rolled it and earlier ones back.
    await setIncluded(store, id, {
      txHash: `0x${"01".repeat(32)}`,
      blockHash: `0x${"02".repeat(32)}`,
      blockNumber: 1,
      success: true,
      receipt: "{}",
    });
    await setLost(store, id);
    throw new BundlerError(bundlerCodes.rejectedByEntryPoint, "AA25 invalid account nonce");
  };
  const { operation } = await prepare(stack, who, [ping]);
  const { result } = await send(stack, who, await sign(stack, who, operation));
  const { id } = result!;
  assertEquals((await settled(stack, id)).status, 200);
  assertEquals(asked.length, 3);
});
