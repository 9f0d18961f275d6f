/**
 * Replaces the node of viem's tests: our provider, for all methods except the test chain's
 * (`anvil_`, `evm_`) and raw transactions. It accepts the same requests over HTTP, for tests with a
 * URL.
 *
 * @module
 */
import type { Address, Hex } from "../../../../core/lib/hex.ts";
import { listen } from "../../../../scripts/stack/listen.ts";
import { askNode, world } from "../world.ts";
import { account, page } from "./constants.ts";

interface Request {
  readonly method: string;
  readonly params?: unknown;
}

/** Settings of the chain that all tests share, and methods that need a fork. */
const kept = /^(evm_setIntervalMining|evm_setAutomine)$/;
const absent = /^anvil_reset$/;

/**
 * Methods of the node: methods of a test chain, and methods of local accounts, because no wallet
 * sends for these.
 */
const ofNode = /^((anvil|evm|hardhat)_|eth_sendRawTransaction)/;

/** Sends a request to our provider, or to the node. */
async function request({ method, params }: Request): Promise<unknown> {
  if (kept.test(method)) return null;
  if (absent.test(method)) throw new Error("This chain is no fork of another.");
  if (ofNode.test(method)) return await askNode(world.chains[0]!.id, method, params);
  return await page.provider.request({ method, params } as never);
}

/** Answers a request over HTTP. */
async function answer({ id, ...asked }: Request & { readonly id: number }): Promise<unknown> {
  try {
    return { jsonrpc: "2.0", id, result: await request(asked) };
  } catch (error) {
    const { code = -32603, message, data } = error as {
      code?: number;
      message: string;
      data?: Hex;
    };
    return { jsonrpc: "2.0", id, error: { code, message, data } };
  }
}

const server = listen(0, async (asked) => {
  const body = await asked.json();
  return Response.json(
    Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body),
  );
});
const url = `http://127.0.0.1:${server.port}`;

const [index, chains] = await Promise.all([
  import(`${world.folder}src/index.ts`) as Promise<typeof import("viem")>,
  import(`${world.folder}src/chains/index.ts`) as Promise<typeof import("viem/chains")>,
]);

/** Options of their `getClient`. */
interface ClientOptions {
  readonly account?: true | Address;
  readonly chain?: false;
}

function define(usual: typeof chains.mainnet | typeof chains.sepolia | typeof chains.optimism) {
  const served = usual.id === world.chains[0]!.id;
  const chain = {
    ...usual,
    name: `${usual.name} (Local)`,
    rpcUrls: { default: { http: [served ? url : "http://127.0.0.1:9"] } },
  };
  const clientConfig = {
    batch: { multicall: false },
    chain,
    pollingInterval: 100,
    transport: served ? index.custom({ request }) : index.http(),
  };
  return {
    chain,
    clientConfig,
    forkBlockNumber: 0n,
    forkUrl: "http://127.0.0.1:9",
    port: server.port,
    rpcUrl: { http: url, ipc: "", ws: "" },
    getClient(options: ClientOptions = {}) {
      return index.createClient({
        ...clientConfig,
        ...options,
        account: options.account === true ? account : options.account,
        chain: options.chain === false ? undefined : chain,
        transport: clientConfig.transport,
      }).extend(() => ({ mode: "anvil" }));
    },
    restart: () => Promise.resolve(),
    start: () => Promise.resolve(() => Promise.resolve()),
  };
}

/** The chain of the stack. */
export const anvilMainnet = define(chains.mainnet);
/** Chains that no node serves. */
export const anvilSepolia = define(chains.sepolia);
/** As above. */
export const anvilOptimism = define(chains.optimism);
/** As above. */
export const anvilZksync = define(chains.zksync as never);
