/** Tokens that call the receiver of a transfer are no fee tokens. */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type Address, encodeAbiParameters, type Hex } from "viem";
import { callingTokenBytecode } from "../../../contracts/artifacts/test/calling_token_bytecode.ts";
import { feeTokenBytecode } from "../../../contracts/artifacts/test/fee_token_bytecode.ts";
import { oddTokenBytecode } from "../../../contracts/artifacts/test/odd_token_bytecode.ts";
import { addressOf, deployOnce } from "../../../contracts/create2.ts";
import { sender } from "../../../contracts/deploy.ts";
import { deployerKey } from "../../../contracts/testing/stack.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { callsReceiver } from "../../../service/chain/receiver_calls.ts";
import { createChain } from "../../../service/chain/create_chain.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";

/** Kinds of `CallingToken.sol`. */
const kinds = ["none", "registered", "direct", "strict", "forgiving"] as const;

/** Init code of the token of a kind. */
function initCode(kind: typeof kinds[number]): Hex {
  const argument = encodeAbiParameters([{ type: "uint8" }], [kinds.indexOf(kind)]);
  return `${callingTokenBytecode.initCode}${argument.slice(2)}` as Hex;
}

async function deployAll({ rpcUrl }: Pick<Stack, "rpcUrl">): Promise<void> {
  const client = await sender({ rpcUrl, account: deployerKey });
  for (const kind of kinds) await deployOnce(client, initCode(kind));
  for (const code of [feeTokenBytecode, oddTokenBytecode]) await deployOnce(client, code.initCode);
}

Deno.test("calling tokens: each kind of hook is found, and ordinary tokens are accepted", async (t) => {
  await using stack = await startStack();
  await deployAll(stack);
  for (const kind of kinds) {
    await t.step(kind, async () => {
      const calls = await callsReceiver(stack.node, addressOf(initCode(kind)));
      assertEquals(calls, kind !== "none");
    });
  }
  await t.step("ordinary and unusual tokens", async () => {
    const tokens: Address[] = [
      ...stack.tokens.map(({ address }) => address),
      addressOf(feeTokenBytecode.initCode),
      addressOf(oddTokenBytecode.initCode),
    ];
    for (const token of tokens) assertEquals(await callsReceiver(stack.node, token), false, token);
  });

  await t.step("the service rejects the chain, and names the token and the rule", async () => {
    const [{ config }] = stack.service.context.chains.values() as unknown as [
      { config: Parameters<typeof createChain>[0] },
    ];
    const { tokenFees } = config;
    const [usual] = tokenFees!.tokens;
    for (const kind of ["registered", "direct"] as const) {
      const address = addressOf(initCode(kind));
      const tokens = [usual!, { ...usual!, address }];
      const chain = createChain({ ...config, tokenFees: { ...tokenFees!, tokens } });
      const error = await assertRejects(() => chain.probe(), AcctError);
      assertEquals(error.data.cause, "chain_unsupported");
      for (const word of [address, "calls the receivers", "ERC-777"]) {
        assertStringIncludes(error.message, word);
      }
    }
    const { feeTokens } = await createChain(config).probe();
    assertEquals(feeTokens.length, tokenFees!.tokens.length);
  });

  await t.step("a node that refuses state overrides is no evidence", async () => {
    const node = {
      request: <T>(method: string, params: readonly unknown[] = []) =>
        stack.node.request<T>(method, params.slice(0, 2)),
    };
    const direct = addressOf(initCode("direct"));
    assertEquals(await callsReceiver(node as Stack["node"], direct), false);
  });
});
