import { assertEquals, assertRejects } from "@std/assert";
import { encodeFunctionResult, type Hex, multicall3Abi, numberToHex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Chain } from "../chain.ts";
import { NodeError } from "../node/node.ts";
import { checkSignature, type Creation, type Verdict } from "./verify.ts";

const operation: OperationJson = {
  sender: `0x${"aa".repeat(20)}`,
  nonce: "0x0",
  callData: "0x",
  callGasLimit: "0x1",
  verificationGasLimit: "0x1",
  preVerificationGas: "0x1",
  maxFeePerGas: "0x1",
  maxPriorityFeePerGas: "0x1",
  signature: "0x1234",
};
const creation: Creation = { factory: `0x${"bb".repeat(20)}`, factoryData: "0x12" };
const word = (value: bigint) => numberToHex(value, { size: 32 });

/** Fakes a chain with a node that gives this answer to calls and has no other method. */
const answering = (answer: Hex | Error) =>
  ({
    node: {
      request: (method: string) =>
        method !== "eth_call"
          ? Promise.reject(new NodeError(-32601, "unknown method", undefined))
          : answer instanceof Error
          ? Promise.reject(answer)
          : Promise.resolve(answer),
    },
  }) as unknown as Chain;
const ask = (answer: Hex | Error, created: Creation | null = null) =>
  checkSignature(answering(answer), operation, word(1n), created);

const reverts = new NodeError(3, "execution reverted", "0x");
const old = new NodeError(-32000, "execution reverted: no", undefined);
const table: [name: string, answer: Hex | Error, Verdict][] = [
  ["is good", word(0n), "valid"],
  ["is good for a time", word(5n << 160n), "valid"],
  ["is not an owner's", word(1n), "invalid"],
  ["is to be checked by another contract", word(0x123456n), "invalid"],
  ["makes the account revert", reverts, "invalid"],
  ["makes the account revert on an old node", old, "invalid"],
  ["gets a short answer", "0x00", "invalid"],
  ["has no account yet", "0x", "no_account"],
];
for (const [name, answer, expected] of table) {
  Deno.test(`verify: a signature that ${name} is ${expected}`, async () => {
    assertEquals(await ask(answer), expected);
  });
}

Deno.test("verify: an account that is created first needs no more than eth_call", async () => {
  const results = (success: boolean, returnData: Hex) =>
    encodeFunctionResult({
      abi: multicall3Abi,
      functionName: "aggregate3",
      result: [{ success: true, returnData: "0x" }, { success, returnData }],
    });
  assertEquals(await ask(results(true, word(1n)), creation), "valid");
  for (const [success, data] of [[true, word(0n)], [true, "0x"], [false, word(1n)]] as const) {
    assertEquals(await ask(results(success, data), creation), "invalid");
  }
});

Deno.test("verify: an error of a node does not make a signature invalid", async () => {
  for (const created of [null, creation]) {
    for (const [code, text] of [[-32005, "rate limit"], [-32603, "internal"]] as const) {
      const error = await assertRejects(
        () => ask(new NodeError(code, text, undefined), created),
        AcctError,
      );
      assertEquals(error.data.cause, "chain_down");
    }
  }
});
