/**
 * Reorganisations as a node makes them: atomic for all readers. `anvil_reorg` first reverts the
 * state and then the blocks, and mines in the meantime. Requests in between can result in a chain
 * that contradicts itself. The gates therefore block all requests while it works, and no block is
 * being mined when it starts. Operations stay pending in the service: they wait at the gates.
 *
 * @module
 */
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, pad, slice } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { PARALLEL_KEYS } from "../../../core/client/prepared_operation.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { PATIENCE_MS } from "../../../scripts/stack/patience.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../../service/chain/node/events.ts";
import { createNode, type Node } from "../../../service/chain/node/node.ts";
import { splitNonce } from "../../../service/entry_point/codec.ts";

/** Rolls back blocks, and mines as many others. Returns the number of operations rolled back. */
export type Reorganise = (depth: number) => Promise<number>;

/** Milliseconds in which a chain has mined everything sent to it. */
const QUIET = PATIENCE_MS;

/** Puts gates between the chain and all callers in this process. */
export function createReorganise(stack: Stack, senders: readonly Address[]): Reorganise {
  const chain = stack.service.context.chains.get(stack.chainId)!;
  // The response time of a node under load is not tested here.
  const node = createNode(stack.rpcUrl, { timeout: PATIENCE_MS });
  const alone = createNode(stack.rpcUrl, { timeout: PATIENCE_MS, batch: false });
  const bundler = createGate();
  stack.bundler.send = bundler.around(stack.bundler.send);
  const chainGate = createGate();
  for (const held of [stack.node, chain.node, chain.reads]) {
    held.request = chainGate.around((held === chain.reads ? alone : node).request);
  }
  return async (depth) => {
    // A bundler stopped between nonce and transaction would then send one with a nonce that is far
    // too high, and it would wait forever.
    await using _sends = await bundler.close();
    await stack.bundler.idle();
    await using _reads = await chainGate.close();
    await quiet(node);
    const before = await checkChain(node, senders);
    await node.request("anvil_reorg", [depth, []]);
    return before - await checkChain(node, senders);
  };
}

/** Lets calls through, or holds them. */
interface Gate {
  /** The function behind the gate. */
  around<F extends (...args: never[]) => Promise<unknown>>(inner: F): F;
  /** Closes it and waits for pending requests; disposing opens it. */
  close(): Promise<AsyncDisposable>;
}

function createGate(): Gate {
  const underWay = new Set<Promise<unknown>>();
  let closed: Promise<void> | null = null;
  return {
    around<F extends (...args: never[]) => Promise<unknown>>(inner: F): F {
      const through = async (...args: Parameters<F>) => {
        while (closed !== null) await closed;
        const asked = inner(...args);
        underWay.add(asked);
        try {
          return await asked;
        } finally {
          underWay.delete(asked);
        }
      };
      return through as F;
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      await Promise.allSettled(underWay);
      return {
        [Symbol.asyncDispose]() {
          closed = null;
          resolve();
          return Promise.resolve();
        },
      };
    },
  };
}

/** Waits until no transaction is pending and no block arrives any longer. */
async function quiet(node: Node): Promise<void> {
  let before = "";
  for (const end = Date.now() + QUIET;;) {
    const [pool, block] = await Promise.all([
      node.request<{ pending: Hex; queued: Hex }>("txpool_status"),
      node.request<Hex>("eth_blockNumber"),
    ]);
    const empty = Number(pool.pending) === 0 && Number(pool.queued) === 0;
    if (empty && before === block) return;
    before = empty ? block : "";
    if (Date.now() > end) throw new Error(`the chain does not come to rest: ${text(pool)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Checks that state and blocks agree: an account's nonces equal its included operations. A chain
 * that contradicts itself is no test of its readers. Returns the number of operations that landed.
 */
async function checkChain(node: Node, senders: readonly Address[]): Promise<number> {
  const logs = await node.request<LogJson[]>("eth_getLogs", [{
    address: ENTRY_POINT,
    topics: [USER_OPERATION_EVENT, null, senders.map((sender) => pad(sender, { size: 32 }))],
    fromBlock: "0x0",
    toBlock: "latest",
  }]);
  const landed = new Map<string, bigint[]>();
  for (const { topics, data } of logs) {
    const { key, sequence } = splitNonce(slice(data, 0, 32));
    const lane = `${slice(topics[2] as Hex, 12).toLowerCase()} ${key}`;
    landed.set(lane, [...landed.get(lane) ?? [], sequence]);
  }
  const lanes = senders.flatMap((sender) =>
    Array.from({ length: Number(PARALLEL_KEYS) }, (_, key) => [sender, BigInt(key)] as const)
  );
  await Promise.all(lanes.map(async ([sender, key]) => {
    const data = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: "getNonce",
      args: [sender, key],
    });
    const result = await node.request<Hex>("eth_call", [{ to: ENTRY_POINT, data }, "latest"]);
    const nonce = decodeFunctionResult({
      abi: entryPoint08Abi,
      functionName: "getNonce",
      data: result,
    });
    const { sequence } = splitNonce(`0x${nonce.toString(16)}`);
    const found = landed.get(`${sender.toLowerCase()} ${key}`) ?? [];
    if (
      !found.every((each, index) => each === BigInt(index)) || sequence !== BigInt(found.length)
    ) {
      throw new Error(
        `anvil contradicts itself: ${sender} ${key} is at ${sequence}, landed are ${text(found)}`,
      );
    }
  }));
  return logs.length;
}

const text = (value: unknown) =>
  JSON.stringify(value, (_key, inner) => typeof inner === "bigint" ? String(inner) : inner);
