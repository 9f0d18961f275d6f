import { assertEquals, assertRejects } from "@std/assert";
import type { Address } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { createAssets } from "./assets.ts";
import type { Balance } from "./source.ts";

const ann: Address = `0x${"Aa".repeat(20)}`;
const bob: Address = `0x${"bb".repeat(20)}`;

/** Creates two chains, and a source that counts its reads and answers on demand. */
function open() {
  const clock = { now: 0 };
  const reads: string[] = [];
  const fails: Record<number, Error | undefined> = {};
  const chain = (id: number) => ({ id, probe: () => Promise.resolve() }) as unknown as Chain;
  const assets = createAssets(
    new Map([[1, chain(1)], [2, chain(2)]]),
    {
      balances({ id }, account): Promise<Balance[]> {
        reads.push(`${id}:${account.slice(0, 4).toLowerCase()}`);
        const failure = fails[id];
        if (failure !== undefined) return Promise.reject(failure);
        return Promise.resolve([{ address: null, amount: BigInt(reads.length), token: null }]);
      },
    },
    () => clock.now,
  );
  return { assets, clock, reads, fails };
}

Deno.test("assets: an answer is cached for fifteen seconds, including while it is pending", async () => {
  const { assets, clock, reads } = open();
  await Promise.all([assets.list({ account: ann }), assets.list({ account: ann })]);
  assertEquals(reads, ["1:0xaa", "2:0xaa"]);
  clock.now = 14_999;
  await assets.list({ account: ann.toLowerCase() as Address });
  assertEquals(reads.length, 2);
  clock.now = 15_000;
  await assets.list({ account: ann });
  assertEquals(reads.length, 4);
});

Deno.test("assets: dropping an account clears its cache, including pending reads", async () => {
  const { assets, reads } = open();
  await assets.list({ account: bob });
  const old = assets.list({ account: ann, chainFilter: ["0x1"] });
  assets.drop(ann.toLowerCase() as Address);
  const [{ "0x1": before }, { "0x1": after }] = await Promise.all([
    old,
    assets.list({ account: ann, chainFilter: ["0x1"] }),
  ]);
  assertEquals([before![0]!.balance, after![0]!.balance], ["0x3", "0x4"]);
  await assets.list({ account: bob });
  assertEquals(reads.length, 4);
});

Deno.test("assets: an unreachable chain is omitted and asked again, a fault of ours is thrown", async () => {
  const { assets, fails } = open();
  fails[2] = new AcctError("chain_down");
  assertEquals(Object.keys(await assets.list({ account: ann })), ["0x1"]);
  fails[2] = undefined;
  assertEquals(Object.keys(await assets.list({ account: ann })), ["0x1", "0x2"]);
  fails[1] = new TypeError("a fault");
  await assertRejects(() => assets.list({ account: bob }), TypeError, "a fault");
});
