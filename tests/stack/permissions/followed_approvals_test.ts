/** Approvals are listed from the data stored by the follower of the chain. */
import { assertEquals } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  numberToHex,
  pad,
  toEventSelector,
} from "viem";
import type { ApprovalsJson } from "../../../core/wire/approvals.ts";
import { call, sendCalls, settled } from "../support/client.ts";
import { startTestStack } from "../support/start.ts";
import { emitter, knownUser, readToEnd, transactAs } from "../indexer/transfers.ts";

const router: Address = `0x${"5e".repeat(20)}`;

Deno.test("approvals: listed without reading the account's events from a node", async () => {
  await using stack = await startTestStack({ transfers: { interval: 20 } });
  const { service, node, chainId, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2301);
  const list = async () => {
    const [found] = await call<ApprovalsJson[]>(stack, "acct_getApprovals", [{
      account: ann.address,
      chainId: numberToHex(chainId),
    }]);
    return found!;
  };
  const chain = service.context.chains.get(chainId)!;
  const asked: unknown[] = [];
  for (const from of new Set([chain.node, chain.reads])) {
    const { request } = from;
    Object.assign(from, {
      request: (
        method: string,
        params: readonly { readonly topics?: readonly unknown[] }[] = [],
      ) => {
        const isOfAccount = params[0]?.topics?.[1] === pad(ann.address);
        if (method === "eth_getLogs" && isOfAccount) asked.push(params[0]);
        return request(method, params);
      },
    });
  }
  assertEquals((await list()).approvals, []);
  assertEquals(asked.length, 1);
  // The follower stores blocks from some blocks later, and earlier ones are read once more.
  await node.request("anvil_mine", ["0x90"]);
  await readToEnd(stack);
  await list();
  asked.length = 0;
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [router, 5n],
  });
  await stack.fund(ann.address, 10n ** 18n);
  await settled(stack, await sendCalls(stack, ann, [{ to: usd.address, value: "0x0", data }]));
  // Events of a contract that only claims it, or claims it about another's token, are not trusted.
  const event = toEventSelector("Approval(address,address,uint256)");
  await transactAs(stack, {
    data: emitter({ topics: [event, pad(ann.address), pad(router)], data: [pad("0x07")] }, 50),
    gas: 1_000_000n,
  });
  await readToEnd(stack);
  const { approvals, complete, more } = await list();
  const found = approvals.map(({ token, spender, amount, own }) => [
    token.address,
    spender.toLowerCase(),
    amount,
    own,
  ]);
  assertEquals(found, [[usd.address, router, "0x5", true]]);
  assertEquals([complete, more, asked], [true, false, []]);
});
