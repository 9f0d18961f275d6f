import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../../core/ground/errors.ts";
import type { Chain } from "../../chain/chain.ts";
import { requirePrefund } from "./prefund.ts";

const operation = {
  sender: `0x${"11".repeat(20)}`,
  nonce: "0x0",
  callData: "0x",
  callGasLimit: "0x1",
  verificationGasLimit: "0x1",
  preVerificationGas: "0x1",
  maxFeePerGas: "0x2",
  maxPriorityFeePerGas: "0x1",
} as const;
/** A chain that only returns deposits. */
const chainWith = (answer: string) =>
  ({ node: { request: () => Promise.resolve(answer) } }) as unknown as Chain;
const word = (wei: number) => `0x${wei.toString(16).padStart(64, "0")}`;

Deno.test("prefund: balance and deposit together cover the EntryPoint's prefund", async () => {
  for (const [balance, deposit] of [[6n, 0], [0n, 6], [5n, 1]] as const) {
    await requirePrefund(chainWith(word(deposit)), operation, { balance });
  }
  await assertRejects(
    () => requirePrefund(chainWith(word(1)), operation, { balance: 4n }),
    AcctError,
    "6 wei, and 5 are there",
  );
  await requirePrefund(chainWith(word(0)), { ...operation, maxFeePerGas: "0x0" }, { balance: 0n });
});

Deno.test("prefund: without a paymaster its gas is zero", async () => {
  const paymasterPostOpGasLimit = "0xffff" as const;
  const error = await requirePrefund(
    chainWith(word(0)),
    { ...operation, paymasterPostOpGasLimit, paymasterVerificationGasLimit: "0x1" },
    { balance: 6n },
  ).catch((error) => error.message);
  assertEquals(error, undefined);
});

Deno.test("prefund: a malformed answer counts as an unreachable node", async () => {
  for (const answer of ["0x", "0x1234"]) {
    const error = await assertRejects(
      () => requirePrefund(chainWith(answer), operation, { balance: 0n }),
    );
    assertEquals(error instanceof AcctError && error.data.cause, "chain_down", answer);
  }
});
