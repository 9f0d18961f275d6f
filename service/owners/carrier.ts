/**
 * Brings owner changes to every chain for which the operator keeps a key with some gas: the account is
 * deployed there if it is not yet, so that a removed owner is nobody anywhere.
 *
 * @module
 */
import { createWalletClient, defineChain, type Hex, http, type WalletClient } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { creationOf } from "../../core/account/owners.ts";
import type { AccountJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../context.ts";
import { ownerChangesOf } from "../store/owner_changes.ts";
import { onChain } from "./owners.ts";

/** Carries changes. */
export interface Carrier {
  /** Brings an account's changes to all chains; resolves when each was tried. */
  carry(account: AccountJson): Promise<void>;
  /** Looks at all accounts with changes, as after a start. */
  resume(): Promise<void>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

/** Milliseconds until a chain has a transaction, tried ever more slowly. */
const PATIENCE = 20_000;

/** Makes it; `context` is asked late, since it holds the carrier. */
export function createCarrier(context: () => Context): Carrier {
  // One after the other per chain: a key's transactions are in the order of their nonces.
  const queues = new Map<number, Promise<void>>();
  let stopped = false;

  const carryTo = (chain: Chain, account: AccountJson): Promise<void> => {
    const run = async () => {
      if (stopped) return;
      const changes = await ownerChangesOf(context().store, account.address);
      const { deployed, applied } = await onChain(chain, account.address);
      if (deployed === null || changes.length === 0) return;
      if (deployed && applied >= changes.length) return;
      const { factory: to, factoryData: data } = creationOf(account, changes);
      await send(chain, { to, data });
    };
    const next = (queues.get(chain.id) ?? Promise.resolve()).then(run).catch((error) => {
      // The change is kept: the next look tries again.
      context().log("error", "owners", { chain: chain.id }, error);
    });
    queues.set(chain.id, next);
    return next;
  };

  return {
    async carry(account) {
      const carried = [...context().chains.values()].filter(({ config }) => config.relayer);
      await Promise.all(carried.map((chain) => carryTo(chain, account)));
    },
    async resume() {
      const rows = await context().store.selectFrom("owner_changes")
        .select(["account", "owners", "nonce"]).where("sequence", "=", 0).execute();
      for (const { account, owners, nonce } of rows) {
        if (stopped) return;
        await this.carry({
          address: account as Hex,
          owners: JSON.parse(owners),
          nonce: nonce as Hex,
        });
      }
    },
    async stop() {
      stopped = true;
      await Promise.all(queues.values());
    },
  };
}

/** Sends a transaction of the chain's relayer, and waits until it is in a block. */
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
  const until = Date.now() + PATIENCE;
  for (let wait = 20;; wait = Math.min(wait * 1.6, 2_000)) {
    const receipt = await node.request<{ status: Hex } | null>("eth_getTransactionReceipt", [hash]);
    if (receipt?.status === "0x1") return;
    if (receipt !== null) throw new Error(`transaction ${hash} was reverted`);
    if (Date.now() > until) throw new Error(`transaction ${hash} is still not in a block`);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
