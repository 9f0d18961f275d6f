/** Creates a `LocalWallet` for tests, with one chain, a fake service and a fake user. @module */
import type { Hex } from "../lib/hex.ts";
import type { Readable } from "../lib/readable.ts";
import type { ServiceClient } from "../client/client.ts";
import type { ChainJson } from "../wire/values.ts";
import { memoryStorage } from "../lib/storage.ts";
import type { DialogRequest, UIHandler } from "../dialog/types.ts";
import { createLocalWallet, type LocalWalletOptions } from "../wallet/local.ts";
import type { Wallet } from "../dialog/requests.ts";
import { softwareAuthenticator } from "./authenticator.ts";

/** Origin of the wallet. */
export const origin = "https://keys.example";

export const chain: ChainJson = {
  id: 1,
  name: "One",
  testnet: false,
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  p256: true,
  sponsored: true,
};

/** Responses of the service that differ from the defaults. */
export interface Answers extends Partial<Omit<ServiceClient, "call">> {
  /** Responds to one of the service's methods; `true` by default. */
  readonly call?: (method: string, params: unknown) => unknown;
}

/** Fakes a service whose chain has no data. */
export function localService({ call = () => true, ...answers }: Answers = {}): ServiceClient {
  return {
    configuration: () =>
      Promise.resolve({ version: 1, keysUrl: origin, chains: [chain], descriptors: true }),
    chain: () => Promise.resolve("0x"),
    rpc: () => Promise.resolve(null),
    // Tests choose the type of their response.
    call: (method, params) => Promise.resolve().then(() => call(method, params)) as Promise<never>,
    ...answers,
  };
}

/** Fakes a user who creates an account, and calls `act` for every other request. */
export function fakeUser<R extends DialogRequest>(
  act: (request: R) => Promise<unknown>,
): UIHandler {
  return {
    init() {},
    cleanup() {},
    canHandle: () => true,
    async request(method, params) {
      if (method !== "wallet_connect") return await act(params as R);
      const request = params as DialogRequest<"wallet_connect">;
      await whenSettled(request);
      return await request.approve({ kind: "create", name: "Me" });
    },
  };
}

/** Creates the wallet of a shop's page, with a fake authenticator. */
export function localWallet(ui: UIHandler, options: Partial<LocalWalletOptions> = {}): Wallet {
  return createLocalWallet({
    ui,
    service: localService(),
    ceremony: softwareAuthenticator(origin),
    storage: memoryStorage(),
    app: { name: "Shop", logoUrl: null, origin: "https://shop.example" },
    rpId: "keys.example",
    origin,
    ...options,
  });
}

/** Connects the wallet and returns the account's address. */
export async function connectedAccount(wallet: Wallet): Promise<Hex> {
  const { signal } = new AbortController();
  const { account } = await wallet.ask("wallet_connect", { chainId: chain.id }, { signal });
  return account.address;
}

/** Waits until the preview meets a condition. */
export function until<P>(
  { preview }: { readonly preview: Readable<P> },
  condition: (preview: P) => boolean,
): Promise<P> {
  return new Promise((resolve) => {
    const look = () => {
      const now = preview.get();
      if (!condition(now)) return;
      stop();
      resolve(now);
    };
    const stop = preview.subscribe(look);
    queueMicrotask(look);
  });
}

/** Waits until the preview is ready or failed. */
export function whenSettled<P extends { readonly status: string }>(
  request: { readonly preview: Readable<P> },
): Promise<P> {
  return until(request, ({ status }) => status === "ready" || status === "error");
}
