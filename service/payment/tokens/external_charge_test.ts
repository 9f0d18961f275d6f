import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { encodeFunctionResult, type Hex } from "viem";
import { AcctError } from "../../../core/protocol/errors.ts";
import type { OperationJson } from "../../../core/protocol/service/mod.ts";
import type { Chain } from "../../chain/chain.ts";
import { NodeError } from "../../chain/node.ts";
import { validatePaymasterAbi } from "../../entry_point/packed_abi.ts";
import { checkCharge } from "./external_charge.ts";

const at = (byte: string): Hex => `0x${byte.repeat(20)}`;
const now = Math.floor(Date.now() / 1000);
const operation: OperationJson = {
  sender: at("11"),
  nonce: "0x0",
  callData: "0x1234",
  callGasLimit: "0x1",
  verificationGasLimit: "0x1",
  preVerificationGas: "0x1",
  maxFeePerGas: "0x1",
  maxPriorityFeePerGas: "0x1",
  paymaster: at("22"),
  paymasterData: "0x55",
  paymasterVerificationGasLimit: "0x1",
  paymasterPostOpGasLimit: "0x1",
};

/** Runs the check on a node without `eth_simulateV1` that returns a paymaster's validation. */
function check(answer: () => Hex, asked: string[] = []): Promise<number> {
  const request = (method: string) => {
    asked.push(method);
    return Promise.resolve().then(answer);
  };
  const chain = {
    id: 1,
    probe: () => Promise.resolve({ simulates: false }),
    node: { request },
  } as unknown as Chain;
  return checkCharge({
    chain,
    account: { address: at("11"), factory: at("33"), factoryData: "0x" },
    token: at("44"),
    paymaster: at("22"),
    stubSignature: "0x",
    maximum: 1n,
    minValidUntil: now + 75,
  }, operation);
}

function verdict(
  { failed = 0n, until = 0, after = 0 }: { failed?: bigint; until?: number; after?: number },
): Hex {
  const packed = failed | BigInt(until) << 160n | BigInt(after) << 208n;
  return encodeFunctionResult({
    abi: validatePaymasterAbi,
    functionName: "validatePaymasterUserOp",
    result: ["0x1234", packed],
  });
}

Deno.test("external charge: without eth_simulateV1 the validation is asked for alone", async () => {
  const asked: string[] = [];
  assertEquals(await check(() => verdict({ until: now + 75 }), asked), now + 75);
  assertEquals(asked, ["eth_call"]);
  assertEquals(await check(() => verdict({ after: now - 5 })), Number.MAX_SAFE_INTEGER);
});

Deno.test("external charge: a verdict that is no yes, or none at all, is a refusal", async () => {
  const verdicts: [answer: () => Hex, reason: string][] = [
    [() => verdict({ failed: 1n }), "does not know its signature"],
    // The address of an aggregator, which is not supported.
    [() => verdict({ failed: BigInt(at("ab")) }), "does not know its signature"],
    [() => verdict({ until: now + 74 }), "ends too soon"],
    [() => verdict({ until: 1 }), "ends too soon"],
    [() => verdict({ after: now + 60 }), "does not hold yet"],
    [() => "0x", "returns invalid data"],
    [() => `0x${"ff".repeat(96)}`, "returns invalid data"],
    [() => {
      throw new NodeError(3, "execution reverted", "0x08c379a0");
    }, "refuses the operation"],
  ];
  for (const [answer, reason] of verdicts) {
    const error = await assertRejects(() => check(answer), AcctError);
    assertEquals(error.data.cause, "sponsor_failed");
    assertStringIncludes(error.message, reason);
  }
});

Deno.test("external charge: a node that is down is not the paymaster's fault", async () => {
  const down = () => {
    throw new AcctError("chain_down");
  };
  const error = await assertRejects(() => check(down), AcctError);
  assertEquals(error.data.cause, "chain_down");
});
