/** A wallet without a window, for examples that take a provider. @module */
import { createPublicClient, createWalletClient, http, type PublicClient } from "viem";
import { base } from "viem/chains";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { Address, Hex } from "../../core/lib/hex.ts";
import { PATIENCE_MS, until } from "../../scripts/stack/patience.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { openPage, type Page, type PageOptions } from "../conformance/wallet.ts";
import type { World } from "./world.ts";

/** A connected wallet. */
export interface Wallet extends AsyncDisposable {
  /** The page with its provider. */
  readonly page: Page;
  /** Provider of the page. */
  readonly provider: Page["provider"];
  /** The account. */
  readonly address: Address;
  /** Waits until calls landed; returns their status. */
  settled(id: string): Promise<number>;
}

/** The first address that the documents send to. */
export const FRIEND: Address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/** Opens a page on Base, not yet connected. */
export function openWalletPage({ stack, apiKey }: World, options: PageOptions = {}): Page {
  const { serverUrl, keysUrl } = stack;
  return openPage({ apiKey, serverUrl, keysUrl, chainId: base.id }, options);
}

/** Opens a page on Base and connects. */
export async function openWallet(world: World, options: PageOptions = {}): Promise<Wallet> {
  const page = openWalletPage(world, options);
  const { provider } = page;
  const [address] = await provider.request({ method: "eth_requestAccounts" });
  return {
    page,
    provider,
    address: address!,
    async settled(id) {
      let status = 100;
      await until(`${id} is final`, async () => {
        ({ status } = await provider.request({ method: "wallet_getCallsStatus", params: [id] }));
        return status !== 100;
      });
      return status;
    },
    [Symbol.asyncDispose]: () => page[Symbol.asyncDispose](),
  };
}

/** Reads Base. */
export function readerOf({ base: { rpcUrl } }: World): PublicClient {
  return createPublicClient({
    chain: { ...base, rpcUrls: { default: { http: [rpcUrl] } } } as typeof base,
    transport: patientHttp(rpcUrl),
    pollingInterval: 50,
  }) as PublicClient;
}

/** A key on Base with ether, and its wallet. */
export async function keyOf({ base: chain }: World) {
  const privateKey: Hex = generatePrivateKey();
  const key = privateKeyToAccount(privateKey);
  await chain.fund(key.address, 10n ** 18n);
  const wallet = createWalletClient({
    account: key,
    chain: base,
    transport: http(chain.rpcUrl, { timeout: PATIENCE_MS }),
  });
  return { privateKey, key, wallet };
}
