/** The index of permissions under random reorganisations, lagging machines, errors and crashes. */
import { assertEquals } from "@std/assert";
import { type Address, type Hex, isHex, numberToHex, pad } from "viem";
import { contracts } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { until } from "../../scripts/stack/patience.ts";
import { createHeads } from "../chain/node/heads.ts";
import { NodeError } from "../chain/node/node.ts";
import { readAll, rebuildIndex } from "./permissions/permission_index.ts";
import { topics } from "./permissions/permission_logs.ts";
import { account, contextOf, endsOf, fakeChain } from "./testing/fake_chain.ts";
import { addPermissions, permissionsReadTo } from "../store/rows/permissions.ts";
import { serially, subjects } from "../store/serially.ts";
import { createBlockFollower } from "./follow.ts";

const SEEDS = (Deno.env.get("FUZZ_SEEDS") ?? "1 2 3").split(" ").map(Number);

interface Block {
  readonly hash: Hex;
  readonly ends: readonly number[];
}

/** Numbers between 0 and 1 that follow from a seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function logsOf(blocks: readonly Block[], number: number) {
  const { hash, ends } = blocks[number]!;
  return ends.map((id, index) => ({
    address: contracts.permissions as Address,
    topics: [topics[1]!, pad(numberToHex(id), { size: 32 }), pad(account, { size: 32 })],
    data: "0x" as const,
    blockNumber: numberToHex(number),
    blockHash: hash,
    logIndex: numberToHex(index),
    transactionHash: pad("0x01", { size: 32 }),
  }));
}

/** Answers as a machine that has these blocks. */
function answer(blocks: readonly Block[], method: string, [first]: readonly unknown[]): unknown {
  const head = blocks.length - 1;
  if (method === "eth_chainId") return "0x1";
  if (method === "eth_blockNumber") return numberToHex(head);
  if (method === "eth_getBlockByNumber") {
    const number = isHex(first) ? Number(first) : head;
    if (number > head) return null;
    return {
      number: numberToHex(number),
      hash: blocks[number]!.hash,
      parentHash: blocks[number - 1]?.hash ?? pad("0x", { size: 32 }),
      timestamp: numberToHex(1_700_000_000 + number),
      transactions: [],
    };
  }
  if (method !== "eth_getLogs") throw new NodeError(-32601, "method not found", undefined);
  const { blockHash, fromBlock, toBlock } = first as Record<string, Hex | undefined>;
  if (blockHash !== undefined) {
    const number = blocks.findIndex(({ hash }) => hash === blockHash);
    if (number < 0) throw new NodeError(-32000, "unknown block", undefined);
    return logsOf(blocks, number);
  }
  const numbers = blocks.map((_, number) => number)
    .filter((number) => number >= Number(fromBlock) && number <= Number(toBlock));
  return numbers.flatMap((number) => logsOf(blocks, number));
}

Deno.test("permissions: the index finally equals the chain, after any events", async () => {
  for (const seed of SEEDS) {
    await using store = await openTestStore();
    const random = createRandom(seed);
    const upTo = (most: number) => Math.floor(random() * most);
    let made = 0;
    const mine = (): Block => ({
      hash: numberToHex(++made, { size: 32 }),
      ends: random() < 0.3 ? Array.from({ length: 1 + upTo(2) }, () => ++made) : [],
    });
    let blocks: readonly Block[] = Array.from({ length: 20 + upTo(400) }, mine);
    let before: readonly Block[] = blocks;
    let isIll = true;
    let machine: readonly Block[] | null = null;
    const { chain } = fakeChain(0, []);
    const request = (method: string, params: readonly unknown[] = []): Promise<unknown> => {
      // Requests that are sent together reach one machine.
      if (machine === null) {
        const which = isIll ? random() : 1;
        machine = which < 0.1
          ? before
          : which < 0.3
          ? blocks.slice(0, Math.max(1, blocks.length - 1 - upTo(12)))
          : blocks;
        setTimeout(() => machine = null, 0);
      }
      const asked = machine;
      const trouble = isIll ? random() : 1;
      return new Promise((resolve, reject) =>
        setTimeout(() => {
          try {
            if (trouble < 0.03) throw new AcctError("chain_down", { detail: "It is down." });
            if (trouble < 0.06) throw new NodeError(-32005, "limit exceeded", undefined);
            resolve(answer(asked, method, params));
          } catch (error) {
            reject(error);
          }
        }, 0)
      );
    };
    for (const node of [chain.node, chain.reads]) {
      (node as { request: unknown }).request = request;
    }
    const start = () => {
      const own = { ...chain, heads: createHeads() } as typeof chain;
      const { context } = contextOf(store, own);
      const options = { interval: 1, lease: 20 };
      const follower = createBlockFollower(context, options);
      follower.start();
      return follower;
    };
    let followers = [start(), start()];
    for (let step = 0; step < 40; step++) {
      const what = random();
      if (what < 0.5) blocks = [...blocks, mine()];
      else if (what < 0.6) {
        before = blocks;
        const kept = Math.max(1, blocks.length - 1 - upTo(random() < 0.2 ? 160 : 6));
        blocks = [
          ...blocks.slice(0, kept),
          ...Array.from({ length: blocks.length - kept + 1 }, mine),
        ];
      } else if (what < 0.65) {
        await Promise.all(followers.map((follower) => follower.stop()));
        blocks = [...blocks, ...Array.from({ length: upTo(40) }, mine)];
        followers = [start(), start()];
      } else if (what < 0.7) await readAll(store, chain).catch(() => {});
      else if (what < 0.73) await rebuildIndex(store, chain).catch(() => {});
      else if (what < 0.8) {
        // An operation is seen in the newest block of a chain that may be replaced.
        const seen = random() < 0.5 ? before : blocks;
        const number = seen.length - 1;
        const ends = seen[number]!.ends.map((id, position) => ({
          chain_id: 1,
          account,
          permission_id: numberToHex(id, { size: 32 }),
          block_number: number,
          position,
        }));
        await serially(store, [subjects.transfers(1)], async (tx) => {
          const read = await permissionsReadTo(tx, 1) ?? -1;
          if (read < number) await addPermissions(tx, { permissions: [], ends });
        });
      } else await new Promise((resolve) => setTimeout(resolve, upTo(15)));
    }
    isIll = false;
    blocks = [...blocks, mine()];
    const said = () =>
      blocks.flatMap(({ ends }, number) => ends.map((id) => [id, number] as const));
    await until(`all is read, with seed ${seed}`, async () => {
      const read = await permissionsReadTo(store, 1);
      return read === blocks.length - 1;
    });
    await Promise.all(followers.map((follower) => follower.stop()));
    assertEquals(await endsOf(store), said(), `seed ${seed}`);
  }
});
