/** Charges of the token paymaster with a log that a node omitted. */
import { assertEquals } from "@std/assert";
import { type Hex, numberToHex, pad } from "viem";
import { openTestStore } from "../../../scripts/stack/database.ts";
import type { Chain } from "../../chain/chain.ts";
import type { LogJson } from "../../chain/node/events.ts";
import type { PaymentContext } from "./context.ts";
import { ledgerRow, paymaster } from "../../testing/ledger.ts";
import type { PaidOperation } from "./paid_operations.ts";
import { CHARGED_EVENT, settle } from "./settle.ts";

const word = (n: number): Hex => numberToHex(n, { size: 32 });
const [blockHash, txHash, hash] = [word(70), word(77), word(1)];
const row = ledgerRow({
  mode: "postpaid",
  token: numberToHex(8, { size: 20 }),
  signatures: JSON.stringify([{ hash, gwei: 1, until: 2_000 }]),
});
const operation: PaidOperation = {
  paymaster,
  hash,
  sender: row.sender as Hex,
  nonce: row.nonce as Hex,
  cost: 1n,
  blockNumber: 7,
  blockHash,
  txHash,
};
const charge = (of: Hex, address: Hex = paymaster): LogJson => ({
  address,
  topics: [CHARGED_EVENT, of, pad(address)],
  data: "0x",
  transactionHash: txHash,
  blockHash,
  blockNumber: "0x7",
  logIndex: "0x0",
});

/** Settles the operation by a block without logs; returns whether it counts as paid. */
async function settleBy(logs: readonly LogJson[]) {
  await using store = await openTestStore();
  await store.insertInto("sponsorships").values(row).execute();
  const asked: string[] = [];
  const request = (method: string, [filter]: readonly [Pick<LogJson, "address" | "topics">]) => {
    asked.push(method);
    const [event, of] = filter.topics;
    return Promise.resolve(
      logs.filter(({ address, topics }) =>
        address === filter.address && topics[0] === event && topics[1] === of
      ),
    );
  };
  const chain = { id: 1, node: { request } } as unknown as Chain;
  const context = { store } as unknown as PaymentContext;
  const { write } = await settle(context, chain, [operation], { logs: [] });
  await store.transaction().execute(write);
  const { paid, state } = await store.selectFrom("sponsorships").select(["paid", "state"])
    .executeTakeFirstOrThrow();
  return { paid, state, asked };
}

Deno.test("settle: a charge without a log from the node is found, without the receipt", async () => {
  const settled = { state: "settled" as const, asked: ["eth_getLogs"] };
  assertEquals(await settleBy([charge(hash)]), { ...settled, paid: 1 });
  assertEquals(await settleBy([charge(word(2))]), { ...settled, paid: 0 });
  const forged = charge(hash, numberToHex(99, { size: 20 }));
  assertEquals(await settleBy([forged]), { ...settled, paid: 0 });
});
