/** Several requests of ERC-7715 in one: an error names the affected one. */
import { assertEquals, assertRejects } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../../core/ground/errors.ts";
import { PERMIT2 } from "../../../core/chain/permit2.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { openPage } from "../../conformance/wallet.ts";

const spender: Hex = `0x${"c8".repeat(20)}`;

Deno.test("execution: an error names the request that it is about", async () => {
  await using stack = await startStack();
  await using page = openPage(stack);
  const { provider } = page;
  const [account] = await provider.request({ method: "eth_requestAccounts" });
  const chainId = numberToHex(stack.chainId);
  const later = Math.floor(Date.now() / 1000) + 86_400;
  const request = (
    token: Hex | null,
    rules: readonly { type: string; data: unknown }[] = [],
    more: object = {},
  ) => ({
    chainId,
    to: spender,
    permission: {
      type: token === null ? "native-token-allowance" : "erc20-token-allowance",
      data: { allowanceAmount: "0x1", ...(token !== null && { tokenAddress: token }) },
    },
    rules,
    ...more,
  });
  const expires = (timestamp: number) => ({ type: "expiry", data: { timestamp } });
  const [{ address: token }] = stack.tokens;
  const first = request(token, [expires(later)]);
  const pays = (address: Hex) => ({ type: "payee", data: { addresses: [address] } });
  const ask = provider.request as (request: unknown) => Promise<unknown>;
  const fieldOf = async (second: object) => {
    const method = "wallet_requestExecutionPermissions";
    const { data } = await assertRejects(() => ask({ method, params: [first, second] }), AcctError);
    return data.field;
  };
  const rows: readonly (readonly [field: string, second: object])[] = [
    ["params[1].permission.data.tokenAddress", request(account!, [expires(later)])],
    ["params[1].rules[0].data.timestamp", request(token, [expires(1_000)])],
    ["params[1].rules[1].data.timestamp", request(null, [pays(spender), expires(1_000)])],
    ["params[1].rules[1].data.addresses", request(null, [expires(later), pays(PERMIT2)])],
    ["params[1].from", request(token, [expires(later)], { from: spender })],
    ["params[1].to", request(token, [expires(later)], { to: account })],
  ];
  for (const [field, second] of rows) assertEquals(await fieldOf(second), field);
});
