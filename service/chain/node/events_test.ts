import { assertEquals, assertRejects } from "@std/assert";
import { encodeAbiParameters, type Hex, numberToHex, pad, toEventSelector } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import {
  findLanded,
  findLandedAmong,
  type LogJson,
  readLanded,
  type ReceiptJson,
} from "./events.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { type Node, NodeError } from "./node.ts";

const event = toEventSelector(
  "UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)",
);
const before = toEventSelector("BeforeExecution()");
const hash = (n: number): Hex => numberToHex(n, { size: 32 });
const place = {
  transactionHash: hash(0xaa),
  blockHash: hash(0xbb),
  blockNumber: "0x5",
  logIndex: "0x0",
} as const;

function ended(n: number, success = true): LogJson {
  const types = [{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }];
  return {
    ...place,
    address: ENTRY_POINT,
    topics: [event, hash(n), pad("0x01"), pad("0x00")],
    data: encodeAbiParameters(types, [1n, success, 2n, 3n]),
  };
}
const own = (n: number): LogJson => ({
  ...place,
  address: pad("0x07", { size: 20 }),
  topics: [hash(n)],
  data: "0x",
});
const begun: LogJson = { ...place, address: ENTRY_POINT, topics: [before], data: "0x" };
const receipt = (logs: LogJson[]): ReceiptJson => ({ ...place, from: "0x", gasUsed: "0x0", logs });

Deno.test("events: each operation of a bundle has its own logs and outcome", () => {
  const bundle = receipt([
    own(9),
    begun,
    own(1),
    own(2),
    ended(1),
    ended(2, false),
    own(3),
    ended(3),
  ]);
  const tags = (n: number) => readLanded(bundle, hash(n))?.receipt.logs.map((log) => log.topics[0]);
  assertEquals([tags(1), tags(2), tags(3), tags(4)], [
    [hash(1), hash(2)],
    [],
    [hash(3)],
    undefined,
  ]);
  assertEquals([1, 2, 3].map((n) => readLanded(bundle, hash(n))?.success), [true, false, true]);
});

Deno.test("events: another contract's copy of the event is ignored", () => {
  const forged = { ...ended(1), address: pad("0x07", { size: 20 }) };
  assertEquals(readLanded(receipt([begun, forged]), hash(1)), null);
});

Deno.test("events: a node that refuses a wide range gets smaller ones", async () => {
  const asked: string[] = [];
  const node: Node = {
    request<T>(method: string, params: readonly unknown[] = []): Promise<T> {
      if (method === "eth_blockNumber") return Promise.resolve("0x1770" as T);
      if (method === "eth_getTransactionReceipt") {
        return Promise.resolve(receipt([begun, ended(1)]) as T);
      }
      const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex };
      if (toBlock === ("latest" as Hex)) {
        return Promise.reject(new NodeError(-32000, "range too wide", undefined));
      }
      asked.push(`${Number(fromBlock)}-${Number(toBlock)}`);
      return Promise.resolve((Number(fromBlock) === 3_000 ? [ended(1)] : []) as T);
    },
  };
  const found = await findLandedAmong(node, [hash(1), hash(2)], numberToHex(1_000));
  assertEquals(asked, ["1000-2999", "3000-4999", "5000-6000"]);
  assertEquals([...found.keys()], [hash(1)]);
});

Deno.test("events: a missing receipt does not hide another operation", async () => {
  const other = { ...receipt([begun, ended(2)]), transactionHash: hash(0xcc) };
  const torn = { ...ended(3), data: "0x" as const, transactionHash: hash(0xdd) };
  const down = new AcctError("chain_down");
  const node: Node = {
    request<T>(method: string, [first]: readonly unknown[] = []): Promise<T> {
      if (method === "eth_getLogs") {
        const { topics } = first as { topics: [Hex, Hex[]] };
        const logs = [ended(1), { ...ended(2), transactionHash: hash(0xcc) }, torn];
        return Promise.resolve(logs.filter((log) => topics[1].includes(log.topics[1]!)) as T);
      }
      if (first === hash(0xaa)) return Promise.reject(down);
      return Promise.resolve((first === hash(0xcc) ? other : receipt([begun, torn])) as T);
    },
  };
  const found = await findLandedAmong(node, [1, 2, 3].map(hash), "0x0");
  assertEquals([...found.keys()], [hash(2)]);
  assertEquals((await findLandedAmong(node, [hash(1)], "0x0")).size, 0);
  for (const n of [1, 3]) {
    const { data } = await assertRejects(() => findLanded(node, hash(n), "0x0"), AcctError);
    assertEquals(data.cause, "chain_down");
  }
});
