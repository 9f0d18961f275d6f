/**
 * Submits owner changes and vetoes to every chain that has a relayer key. Accounts are deployed where they are
 * not yet, so that a removed owner loses access everywhere.
 *
 * @module
 */
import { createWalletClient, defineChain, type Hex, http, type WalletClient } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { OwnersOnChain } from "../../core/protocol/service/owners.ts";
import type { AccountJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../context.ts";
import { readOwnerHistory } from "../store/owner_changes.ts";
import type { Store } from "../store/store.ts";
import { type MissingCall, missingCall, readChain } from "./owners.ts";
import { readVetoes, vetoCall } from "./vetoes.ts";

/** Submits owner changes and vetoes. */
export interface Relayer {
  /** Submits an account's changes and vetoes to all chains; resolves when each was tried. */
  relay(account: AccountJson): Promise<void>;
  /** Resumes all accounts with changes or vetoes, as after a restart. */
  resume(): Promise<void>;
  /** Waits for pending transactions. */
  stop(): Promise<void>;
}

/** Timeout until a transaction is included. */
const TIMEOUT_MS = 20_000;
/** Transactions per account, chain and attempt. */
const MAX_TRANSACTIONS = 8;
/** Time after which a waiting recovery is looked at again at the latest. */
const MAX_WAIT_MS = 3_600_000;

/** Creates the relayer. The context is read lazily, because it holds the relayer. */
export function createRelayer(context: () => Context): Relayer {
  // Serialized per chain, so that a key's transactions keep the order of their nonces.
  const queues = new Map<number, Promise<void>>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let stopped = false;

  const retryIn = (seconds: number, chain: Chain, account: AccountJson): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void relayTo(chain, account);
    }, Math.min(seconds * 1000, MAX_WAIT_MS));
    timers.add(timer);
  };
  const relayTo = (chain: Chain, account: AccountJson): Promise<void> => {
    const run = async () => {
      if (stopped) return;
      const next = await nextCalls(context().store, account);
      // Several where a recovery stands between: it is started, and finished when it has waited.
      for (let calls = 0; calls < MAX_TRANSACTIONS; calls++) {
        const call = next(await readChain(chain, account));
        if (call === null) return;
        const wait = (call.at ?? 0) - await blockTime(chain);
        if (wait > 0) return retryIn(wait, chain, account);
        await send(chain, { to: call.to, data: call.data });
      }
    };
    const next = (queues.get(chain.id) ?? Promise.resolve()).then(run).catch((error) => {
      // The change is stored: the next read tries again.
      context().log("error", "owners", { chain: chain.id }, error);
    });
    queues.set(chain.id, next);
    return next;
  };

  return {
    async relay(account) {
      const carried = [...context().chains.values()].filter(({ config }) => config.relayer);
      await Promise.all(carried.map((chain) => relayTo(chain, account)));
    },
    async resume() {
      const { store } = context();
      const rows = await store.selectFrom("owner_changes").select(["account", "owners", "nonce"])
        .union(store.selectFrom("vetoes").select(["account", "owners", "nonce"])).execute();
      for (const { account, owners, nonce } of rows) {
        if (stopped) return;
        await this.relay({
          address: account as Hex,
          owners: JSON.parse(owners),
          nonce: nonce as Hex,
        });
      }
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(queues.values());
    },
  };
}

/** Returns the function that finds the next call for a chain; `null` if there is nothing to do. */
export async function nextCalls(
  store: Store,
  account: AccountJson,
): Promise<(chain: OwnersOnChain) => MissingCall | null> {
  const history = await readOwnerHistory(store, account);
  const vetoes = await readVetoes(store, account);
  const stops = vetoes.map(({ veto }) => veto);
  return (chain) => vetoCall(account, vetoes, chain) ?? missingCall(history, chain, stops);
}

/** Reads the time of the latest block. */
async function blockTime({ node }: Chain): Promise<number> {
  const { timestamp } = await node.request<{ timestamp: Hex }>(
    "eth_getBlockByNumber",
    ["latest", false],
  );
  return Number(timestamp);
}

/** Sends a transaction of the chain's relayer and waits until it is included. */
async function send(
  { id, config, node }: Chain,
  transaction: { readonly to: Hex; readonly data: Hex },
): Promise<void> {
  const client: WalletClient = createWalletClient({ transport: http(config.rpcUrl) });
  const account = privateKeyToAccount(config.relayer!.key);
  const chain = defineChain({
    id,
    name: config.name,
    nativeCurrency: config.nativeCurrency,
    rpcUrls: { default: { http: [config.rpcUrl] } },
  });
  const hash = await client.sendTransaction({ account, chain, ...transaction });
  const until = Date.now() + TIMEOUT_MS;
  for (let wait = 20;; wait = Math.min(wait * 1.6, 2_000)) {
    const receipt = await node.request<{ status: Hex } | null>("eth_getTransactionReceipt", [hash]);
    if (receipt?.status === "0x1") return;
    if (receipt !== null) throw new Error(`transaction ${hash} was reverted`);
    if (Date.now() > until) throw new Error(`transaction ${hash} is still not in a block`);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
