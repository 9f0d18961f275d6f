import { assertEquals } from "@std/assert";
import { concat, encodeFunctionData, type Hex, pad, zeroHash } from "viem";
import { ownersAbi, ownerTopics } from "../../chain/owners_abi.ts";
import { account, first, full, second, signed } from "../../testing/owners.ts";
import { toContract } from "./change.ts";
import { historyOnChain } from "./on_chain.ts";

Deno.test("owners on chain: the sender of a change cannot hide it from readers", async () => {
  const change = await signed({ owners: full(first, second) });
  const call = encodeFunctionData({
    abi: ownersAbi,
    functionName: "applyOwnerChange",
    args: [toContract(change), change.signature],
  });
  const selector: Hex = "0x760f2574";
  const decoys: [count: number, decoy: Hex][] = [
    [0, "0x"],
    // The maximum that fits into a transaction.
    [30_000, selector],
    [3_000, concat([selector, pad("0x40")])],
    [3_000, concat([selector, zeroHash])],
  ];
  for (const [count, decoy] of decoys) {
    const input = concat(["0x12345678", ...new Array<Hex>(count).fill(decoy), call]);
    const log = {
      address: account.address,
      topics: [ownerTopics.OwnersChanged, change.head, zeroHash],
      data: "0x",
      transactionHash: zeroHash,
      blockNumber: "0x1",
      logIndex: "0x0",
    };
    const { steps } = await historyOnChain((method) =>
      Promise.resolve(
        method === "eth_blockNumber" ? "0x10" : method === "eth_getLogs" ? [log] : { input },
      ), account);
    assertEquals([...steps.keys()], [change.head]);
  }
});
