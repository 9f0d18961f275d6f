/**
 * Reorganisations as a node makes them: at once, for all who look. `anvil_reorg` takes the state back
 * first and the blocks after it, and mines on meanwhile: what is sent or read in between can end up
 * in a chain that contradicts itself. So nothing passes while it works, and nothing is being mined
 * when it begins. Operations stay pending in the service: they wait at the gates.
 *
 * @module
 */
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, pad, slice } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { PARALLEL_KEYS } from "../../core/account/operation.ts";
import type { Stack } from "../../scripts/stack/mod.ts";
import { PATIENCE_MS } from "../../scripts/stack/patience.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../service/chain/events.ts";
import { createNode, type Node } from "../../service/chain/node.ts";
import { splitNonce } from "../../service/entry_point/codec.ts";

/** Takes back blocks, and makes as many others; gives how many operations were taken back. */
export type Reorganise = (depth: number) => Promise<number>;

/** Milliseconds in which a chain has mined whatever it was sent. */
const QUIET = PATIENCE_MS;

/** Puts gates between the chain and all callers in this process. */
export function createReorganise(stack: Stack, senders: readonly Address[]): Reorganise {
  const chain = stack.service.context.chains.get(stack.chainId)!;
  // How long a node may take under load is not what is looked at here.
  const node = createNode(stack.rpcUrl, { timeout: PATIENCE_MS });
  const alone = createNode(stack.rpcUrl, { timeout: PATIENCE_MS, batch: false });
  const bundler = createGate();
  stack.bundler.send = bundler.around(stack.bundler.send);
  const chainGate = createGate();
  for (const held of [stack.node, chain.node, chain.reads]) {
    held.request = chainGate.around((held === chain.reads ? alone : node).request);
  }
  return async (depth) => {
    // A bundler that was stopped between nonce and transaction would send one with a nonce that is
    // far too high then, which waits forever.
    await using _sends = await bundler.close();
    await stack.bundler.idle();
    await using _reads = await chainGate.close();
    await quiet(node);
    const before = await checkChain(node, senders);
    await node.request("anvil_reorg", [depth, []]);
    return before - await checkChain(node, senders);
  };
}

/** Lets calls through, or holds them back. */
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

/** Waits until nothing waits to be mined and no block comes any more. */
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
 * Checks that state and blocks agree: an account's nonces are the operations that landed, no more
 * and no less. A chain that contradicts itself says nothing about its readers. Returns the number
 * of operations that landed.
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
