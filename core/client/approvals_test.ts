import { assertEquals } from "@std/assert";
import {
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
} from "viem";
import { AcctError } from "../ground/errors.ts";
import type { ApprovalsJson, StandingApprovalJson } from "../wire/approvals.ts";
import { chain, localService } from "../testing/local_wallet.ts";
import { listApprovals } from "./approvals.ts";

const account: Address = `0x${"ac".repeat(20)}`;
const at = (n: number): Address => numberToHex(n, { size: 20 });
const second = { ...chain, id: 2, name: "Two" };

function approval(n: number, chainId: Hex = "0x1"): StandingApprovalJson {
  return {
    chainId,
    kind: "allowance",
    token: { address: at(n), symbol: "T", name: "T", decimals: 0 },
    spender: at(0x5e),
    amount: "0x5",
    own: true,
  };
}

/** A service with two networks; `stands` decides which approvals are active. */
function service(
  answers: readonly (readonly ApprovalsJson[])[],
  stands: (token: Address) => boolean,
  down?: number,
) {
  let calls = 0;
  const fake = localService({
    configuration: () =>
      Promise.resolve({ version: 1, keysUrl: "https://keys.example", chains: [chain, second] }),
    call: () => answers[Math.min(calls++, answers.length - 1)],
    chain: (id, _method, params) =>
      Promise.resolve().then(() => {
        if (id === down) throw new AcctError("chain_down");
        const [{ data }] = params as [{ data: Hex }];
        const { args } = decodeFunctionData({ abi: multicall3Abi, data });
        const reads = args![0] as readonly { target: Address }[];
        return encodeFunctionResult({
          abi: multicall3Abi,
          functionName: "aggregate3",
          result: reads.map(({ target }) => ({
            success: true,
            returnData: numberToHex(stands(target.toLowerCase() as Address) ? 5n : 0n, {
              size: 32,
            }),
          })),
        });
      }),
  });
  return { fake, calls: () => calls };
}

const full = (chainId: Hex, approvals: readonly StandingApprovalJson[]): ApprovalsJson => ({
  chainId,
  approvals,
  received: [],
  complete: true,
  more: false,
});

Deno.test("approvals: the chain decides which are active, not the list", async () => {
  const { fake } = service(
    [[full("0x1", [approval(1), approval(2)]), full("0x2", [])]],
    (token) => token === at(1),
  );
  const { approvals, missing, more } = await listApprovals(fake, account);
  assertEquals(approvals, [approval(1)]);
  assertEquals([missing, more], [[], []]);
});

Deno.test("approvals: a network that is down is named, and does not hide others", async () => {
  const dead = { ...full("0x2", []), complete: false };
  const { fake, calls } = service([[full("0x1", [approval(1)]), dead]], () => true);
  const found = await listApprovals(fake, account);
  assertEquals(found.approvals, [approval(1)]);
  assertEquals(found.missing.map(({ name }) => name), ["Two"]);
  assertEquals(calls(), 2, "what does not come further is not asked again and again");
  // The list is available, but the network does not answer whether it is current.
  const listed = [full("0x1", [approval(1)]), full("0x2", [approval(2, "0x2")])];
  const unread = await listApprovals(service([listed], () => true, 2).fake, account);
  assertEquals([unread.approvals, unread.missing], [[approval(1)], [second]]);
});

Deno.test("approvals: a long history is read further, and a truncated list is marked", async () => {
  const part = (known: number): readonly ApprovalsJson[] => [
    { ...full("0x1", Array.from({ length: known }, (_, n) => approval(n + 1))), complete: false },
    full("0x2", []),
  ];
  const end = [{ ...full("0x1", [approval(1), approval(2)]), more: true }, full("0x2", [])];
  const { fake } = service([part(0), part(1), end], () => true);
  const { approvals, missing, more } = await listApprovals(fake, account);
  assertEquals([approvals.length, missing, more], [2, [], [chain]]);
});
