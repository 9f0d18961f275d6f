/** Provides the tests of others with our wallet on a running stack. @module */
import { PATIENCE_MS } from "../../../scripts/stack/patience.ts";
import type { Address } from "../../../core/lib/hex.ts";
import { openPage, type Page, type PageOptions, type PageStack } from "../../conformance/wallet.ts";

/** A chain, as the tests reach its node. */
export interface SuiteChain {
  readonly id: number;
  readonly rpcUrl: string;
}

/** Everything that a test file of others needs. */
export interface SuiteWorld {
  /** The part of the stack that a page needs. */
  readonly stack: PageStack;
  /** Chains of the stack: the ones that the tests call Mainnet and its second. */
  readonly chains: readonly SuiteChain[];
  /** URL of the copy of the repository, with a trailing slash. */
  readonly folder: string;
  /** Path of the test file within it. */
  readonly file: string;
  /** Which of the two repositories. */
  readonly suite: "viem" | "wagmi";
  /** Names of tests that are expected to fail. */
  readonly failing: readonly string[];
}

/** The world of this process. */
export const world: SuiteWorld = JSON.parse(Deno.args[0] ?? "{}");

/** Balance of a fresh account on every chain, in wei. */
const BALANCE = 10_000n * 10n ** 18n;

/** Sends a request to a chain's node. */
export async function askNode(
  chainId: number,
  method: string,
  params: unknown,
): Promise<unknown> {
  const { rpcUrl } = world.chains.find(({ id }) => id === chainId)!;
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: params ?? [] }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { result, error } = await response.json();
  if (error !== undefined) throw Object.assign(new Error(error.message), error);
  return result;
}

/** Sends an account ether. */
export async function giveEther(chainId: number, address: Address): Promise<void> {
  await askNode(chainId, "anvil_setBalance", [address, `0x${BALANCE.toString(16)}`]);
}

/** Opens a page with a session on the first chain. */
export function openSuitePage(options?: PageOptions): Page {
  return openPage({ ...world.stack, chainId: world.chains[0]!.id }, options);
}

/** Opens a page with an account that has ether on every chain; it stays connected on request. */
export async function openFunded(
  { connected }: { readonly connected: boolean },
): Promise<{ readonly page: Page; readonly address: Address }> {
  const page = openSuitePage();
  const [address] = await page.provider.request({ method: "eth_requestAccounts" });
  for (const { id } of world.chains) {
    await giveEther(id, address!);
  }
  if (!connected) await page.provider.request({ method: "wallet_disconnect" });
  return { page, address: address! };
}
