/**
 * The environment that the documents assume, on this machine: a service for Base and Ethereum, USDC
 * at its address, and a domain for names.
 *
 * @module
 */
import type { Address, Hex } from "viem";
import { type HostFiles, serveHost } from "../../host/mod.ts";
import { type LocalChain, startLocalChain } from "../../scripts/stack/chain.ts";
import { type Stack, startStack } from "../../scripts/stack/mod.ts";
import { createKey } from "../../service/keys/keys.ts";
import { developmentPolicy } from "../../service/mod.ts";

/** USDC on Base, as the documents have it. */
export const USDC: Address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** Slots of a token in which its name, symbol and supply are. */
const TOKEN_SLOTS = 6;

/** The stack, and the networks that the documents name. */
export interface World extends AsyncDisposable {
  /** The stack; its own network is 31337. */
  readonly stack: Stack;
  /** The network with Base's id. */
  readonly base: LocalChain;
  /** The network with Ethereum's id. */
  readonly ethereum: LocalChain;
  /** A publishable key for live networks. */
  readonly apiKey: string;
}

/** Starts it; `host` is the wallet host's page, if windows are opened. */
export async function startWorld(host: HostFiles | null): Promise<World> {
  await using scope = new AsyncDisposableStack();
  const timed = async <T>(_part: string, work: () => Promise<T>) => await work();
  const chain = (id: number, name: string, listed: readonly Address[] = []) =>
    startLocalChain({ id, name, listed, timed }, scope);
  const [base, ethereum] = await Promise.all([chain(8453, "Base", [USDC]), chain(1, "Ethereum")]);
  await placeToken(base);
  const live = (each: LocalChain) => ({ ...each.config, testnet: false });
  let apiKey = "";
  const stack = scope.use(
    await startStack({
      ens: "demo.eth",
      chains: [live(base), live(ethereum)],
      ...(host !== null && { keysHost: serveHost(host, { apiKey: () => apiKey }) }),
    }),
  );
  apiKey = await createKey(stack.service.store, {
    projectId: "development",
    kind: "pk",
    environment: "live",
    host: new URL(stack.keysUrl).host.replace(/^keys\./, ""),
    domains: ["localhost"],
    policy: developmentPolicy,
    random: crypto.getRandomValues(new Uint8Array(16)),
  });
  const owned = scope.move();
  return {
    stack,
    base,
    ethereum,
    apiKey,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Puts a test token at USDC's address. */
async function placeToken({ node, tokens: [{ address }] }: LocalChain): Promise<void> {
  const code = await node.request<Hex>("eth_getCode", [address, "latest"]);
  await node.request("anvil_setCode", [USDC, code]);
  for (let index = 0; index < TOKEN_SLOTS; index++) {
    const slot: Hex = `0x${index.toString(16).padStart(64, "0")}`;
    const value = await node.request<Hex>("eth_getStorageAt", [address, slot, "latest"]);
    await node.request("anvil_setStorageAt", [USDC, slot, value]);
  }
}
