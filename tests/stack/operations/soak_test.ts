import { assertEquals } from "@std/assert";
import { pad, toEventSelector } from "viem";
import type { CallJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { call, prepare, send, settled, sign, user } from "../support/client.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
const landedEvent = toEventSelector(
  "UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)",
);

Deno.test("soak: many concurrent operations, each accepted one lands exactly once", async () => {
  await using stack = await startStack();
  const people = Array.from({ length: 5 }, (_, n) => user(700 + n));
  const accepted = new Map<string, number>();
  // Each worker retries when the service requests it, like a wallet.
  const work = async (who: (typeof people)[number], n: number): Promise<void> => {
    for (let sent = 0; sent < 6;) {
      const payFromAccount = (n + sent) % 3 === 0;
      const prepared = await prepare(stack, who, [ping], { parallel: n % 2 === 0, payFromAccount });
      const { result, error } = await send(
        stack,
        who,
        await sign(stack, who, prepared.operation),
        `${who.account.address} ${n} ${sent}`,
      );
      if (error === undefined) {
        accepted.set(result.id, (accepted.get(result.id) ?? 0) + 1);
        sent++;
      } else {
        // Another worker used the nonce, or all of them, so it retries. No other error may occur.
        assertEquals(error.data?.cause, "quote_changed", JSON.stringify(error));
      }
    }
  };
  await Promise.all(
    people.map(({ account }) => stack.fund(account.address, 10n ** 18n)),
  );
  await Promise.all(people.flatMap((who) => [0, 1, 2, 3].map((n) => work(who, n))));

  const done = await Promise.all([...accepted.keys()].map((id) => settled(stack, id)));
  assertEquals(new Set(done.map(({ status }) => status)), new Set([200]));
  assertEquals([...accepted.values()], Array.from(accepted, () => 1));
  assertEquals(accepted.size, people.length * 4 * 6);
  const logs = await stack.node.request<{ topics: string[] }[]>("eth_getLogs", [{
    address: stack.addresses.entryPoint,
    fromBlock: "0x0",
    topics: [landedEvent],
  }]);
  assertEquals(logs.map((log) => log.topics[1]).toSorted(), [...accepted.keys()].toSorted());
  for (const { account } of people) {
    const own = logs.filter((log) => log.topics[2] === pad(account.address).toLowerCase()).length;
    const items = await call<{ index: number }[]>(stack, "wallet_getCallsHistory", [{
      address: account.address,
      limit: 100,
    }]);
    // Each has one index, without a gap.
    assertEquals(items.map(({ index }) => index), Array.from({ length: own }, (_, n) => own - n));
  }
});
