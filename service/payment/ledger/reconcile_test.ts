import { assertEquals } from "@std/assert";
import { concat, type Hex, hexToNumber, numberToHex, pad, toEventSelector } from "viem";
import { openTestStore } from "../../../scripts/stack/database.ts";
import type { Chain } from "../../chain/chain.ts";
import { USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import { NodeError } from "../../chain/node/node.ts";
import type { PaymentContext } from "./context.ts";
import { addBlock } from "../../store/rows/transfers.ts";
import { reconcile } from "./reconcile.ts";

const paymaster: Hex = numberToHex(9, { size: 20 });
const word = (value: bigint | number) => numberToHex(value, { size: 32 });

interface Event {
  readonly block: number;
  readonly index: number;
  readonly kind: "deposited" | "withdrawn" | "paid";
  /** Total after a deposit, otherwise the amount that left, in wei. */
  readonly wei: bigint;
}

/** A chain with these events; only of its last block the node still has the state. */
function chainWith(events: readonly Event[], head: number, deposit: () => bigint): Chain {
  const names = {
    deposited: toEventSelector("Deposited(address,uint256)"),
    withdrawn: toEventSelector("Withdrawn(address,address,uint256)"),
    paid: USER_OPERATION_EVENT,
  };
  const logOf = ({ block, index, kind, wei }: Event) => ({
    topics: [
      names[kind],
      ...(kind === "paid" ? [word(index), word(1)] : []),
      pad(paymaster),
    ],
    data: kind === "paid"
      ? concat([word(0), word(1), word(wei), word(1)])
      : kind === "deposited"
      ? word(wei)
      : concat([word(5), word(wei)]),
    blockNumber: numberToHex(block),
    blockHash: word(block),
    transactionHash: word(index),
    logIndex: numberToHex(index),
  });
  const request = (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === "eth_getLogs") {
      const [{ topics: [wanted], fromBlock, toBlock }] = params as [
        { topics: [Hex | Hex[]]; fromBlock: Hex; toBlock: Hex },
      ];
      return Promise.resolve(
        events.filter(({ block, kind }) =>
          block >= hexToNumber(fromBlock) && block <= hexToNumber(toBlock) &&
          [wanted].flat().includes(names[kind])
        ).map(logOf),
      );
    }
    if (method === "eth_getBlockByNumber") {
      const number = hexToNumber(params[0] as Hex);
      return Promise.resolve({ number: params[0], hash: word(number) });
    }
    const block = hexToNumber(params[1] as Hex);
    return block === head
      ? Promise.resolve(word(deposit()))
      : Promise.reject(new NodeError(-32000, `missing trie node of block ${block}`, undefined));
  };
  return { id: 1, node: { request }, sponsor: { paymaster } } as unknown as Chain;
}

Deno.test("reconcile: a node without old state is enough, every wei is named", async () => {
  await using store = await openTestStore();
  const head = 10_000;
  await addBlock(store, 1, null, { block: { number: head, hash: word(head) } });
  const progress = {
    chain_id: 1,
    paymaster,
    reconciled_block: 100,
    reconciled_hash: word(100),
    reconciled_wei: "1000",
  };
  await store.insertInto("sponsor_progress").values(progress).execute();
  const logged: string[] = [];
  const context = {
    store,
    metrics: { set() {}, count() {} },
    log: (level: string, event: string) => logged.push(`${level} ${event}`),
  } as unknown as PaymentContext;
  const events: readonly Event[] = [
    { block: 200, index: 3, kind: "paid", wei: 100n },
    { block: 300, index: 1, kind: "deposited", wei: 1_900n },
    { block: 300, index: 0, kind: "paid", wei: 50n },
    { block: 300, index: 2, kind: "withdrawn", wei: 400n },
    { block: 9_000, index: 0, kind: "withdrawn", wei: 500n },
    { block: 9_001, index: 7, kind: "deposited", wei: 1_001n },
  ];
  let deposit = 1_001n;
  const chain = chainWith(events, head, () => deposit);
  const result = await reconcile(context, chain, { kind: "sponsor", paymaster });
  assertEquals(result, {
    from: 101,
    to: head,
    before: 1_000n,
    after: 1_001n,
    known: 0n,
    unknown: 150n,
    deposited: 1_051n,
    withdrawn: 900n,
    difference: 0n,
  });
  // An operation without an event is still found.
  await store.updateTable("sponsor_progress").set(progress).execute();
  deposit = 901n;
  assertEquals(
    (await reconcile(context, chain, { kind: "sponsor", paymaster }))?.difference,
    -100n,
  );
  assertEquals(logged, ["error sponsor_reconciled", "error sponsor_reconciled"]);

  // The block of the last run was replaced: its deposit says nothing about this chain.
  await store.updateTable("sponsor_progress").set({ ...progress, reconciled_hash: word(7) })
    .execute();
  assertEquals(await reconcile(context, chain, { kind: "sponsor", paymaster }), null);
  assertEquals(logged[2], "warn sponsor_reconciliation_restarted");
  const kept = await store.selectFrom("sponsor_progress").selectAll().executeTakeFirstOrThrow();
  assertEquals([kept.reconciled_block, kept.reconciled_hash], [head, word(head)]);
});
