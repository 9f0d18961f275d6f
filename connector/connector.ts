/** Implements the wagmi connector over a provider that is loaded on demand. @module */
import type { AcctError, AcctOptions, Address, Hex, ProviderInterface } from "@sdk/core";
import { hostOfKey, rdnsOf } from "@sdk/core/wallet_host";
import { icon } from "@sdk/core/icon";
import { getAddress, numberToHex, SwitchChainError, UserRejectedRequestError } from "viem";
import { ChainNotConfiguredError, createConnector } from "wagmi";
import { NotConnectedError } from "./actions/errors.ts";
import type { AccountWithCapabilities, WalletConnectCapabilities } from "./types/provider.ts";
import type { CreateConnectorFn } from "./types/peers.ts";

/** Parameters of {@linkcode acct}: the options of `Acct.create`. */
export type AcctParameters = AcctOptions;

/** Parameters of `connect` beyond wagmi's own. */
export interface AcctConnectorProperties extends Record<string, unknown> {
  /** Connects; `capabilities` can sign in or set text records in the same request. */
  connect<withCapabilities extends boolean = false>(parameters?: {
    readonly chainId?: number | undefined;
    readonly isReconnecting?: boolean | undefined;
    readonly withCapabilities?: withCapabilities | boolean | undefined;
    readonly capabilities?: WalletConnectCapabilities | undefined;
  }): Promise<{
    accounts: withCapabilities extends true ? readonly AccountWithCapabilities[]
      : readonly Address[];
    chainId: number;
  }>;
}

type Connect = AcctConnectorProperties["connect"];
type Wanted = Parameters<Connect>[0];
/** Result of `wallet_connect`. */
type Connected = { readonly accounts: readonly AccountWithCapabilities[] };

/** Connector function for wagmi's configuration. */
export type AcctConnectorFn = CreateConnectorFn<ProviderInterface, AcctConnectorProperties>;

/** Creates the connector; `loadProvider` is called once, and again after a failure. */
export function createAcctConnector(
  parameters: AcctParameters,
  loadProvider: () => Promise<ProviderInterface>,
): AcctConnectorFn {
  return createConnector<ProviderInterface, AcctConnectorProperties>((config) => {
    let loaded: ProviderInterface | undefined;
    let loading: Promise<ProviderInterface> | undefined;
    let connected = false;
    /** Loads the provider once; a chunk that failed to load is fetched again. */
    const load = (): Promise<ProviderInterface> =>
      loading ??= loadProvider().then((provider) => {
        provider.on("accountsChanged", connector.onAccountsChanged);
        provider.on("chainChanged", connector.onChainChanged);
        provider.on("connect", connector.onConnect);
        provider.on("disconnect", connector.onDisconnect);
        return loaded = provider;
      }).catch((error) => {
        loading = undefined;
        console.error("[acct] Loading failed:", error);
        throw error;
      });

    // Once loaded, no `await` before the request: a popup must open within the click.
    const ask = async (method: string, params?: readonly unknown[]): Promise<unknown> =>
      (loaded ?? await load()).request<{ ReturnType: unknown }>({ method, params }).catch(refused);

    const connector = {
      id: "acct",
      name: "Acct",
      type: "acct",
      icon,
      rdns: getRdns(parameters),
      async setup(): Promise<void> {
        // Loads before the first click, because a popup must open within it. Not on servers.
        if (typeof document !== "undefined") await load().catch(() => {});
      },
      connect:
        (async ({ chainId, isReconnecting, withCapabilities, capabilities }: Wanted = {}) => {
          const accounts = capabilities && !isReconnecting
            ? (await ask("wallet_connect", [{ version: "1", capabilities }]) as Connected).accounts
            : (await ask(isReconnecting ? "eth_accounts" : "eth_requestAccounts") as readonly Hex[])
              .map((address) => ({ address, capabilities: {} }));
          connected = accounts.length > 0;
          const current = await connector.getChainId();
          const wanted = chainId ??
            (config.chains.find(({ id }) => id === current) ?? config.chains[0]).id;
          // The session stays connected on failure: the app can switch chains later.
          if (connected && wanted !== current) {
            await connector.switchChain({ chainId: wanted }).catch(() => {});
          }
          const result = accounts.map((account) => {
            const address = getAddress(account.address);
            return withCapabilities ? { ...account, address } : address;
          });
          const last: number = await connector.getChainId();
          // The session was closed while wagmi reconnected, or later in another tab.
          if (!connected) throw new NotConnectedError();
          return { accounts: result, chainId: last };
        }) as Connect,
      async disconnect(): Promise<void> {
        connected = false;
        await ask("wallet_disconnect");
      },
      getAccounts: (): Promise<readonly Address[]> => ask("eth_accounts").then(toAddresses),
      getChainId: (): Promise<number> => ask("eth_chainId").then(Number),
      getProvider: load,
      isAuthorized: (): Promise<boolean> =>
        connector.getAccounts().then(({ length }) => length > 0, () => false),
      async switchChain({ chainId }: { chainId: number }) {
        const chain = config.chains.find(({ id }) => id === chainId);
        if (chain === undefined) throw new SwitchChainError(new ChainNotConfiguredError());
        await ask("wallet_switchEthereumChain", [{ chainId: numberToHex(chainId) }]).catch(
          notSwitched,
        );
        // The provider emits no event if it was on that chain already.
        config.emitter.emit("change", { chainId });
        return chain;
      },
      onAccountsChanged(accounts: readonly string[]): void {
        if (!accounts.length) connector.onDisconnect();
        else if (connected) config.emitter.emit("change", { accounts: toAddresses(accounts) });
      },
      onChainChanged(chainId: string): void {
        config.emitter.emit("change", { chainId: Number(chainId) });
      },
      /** Handles a connection made in another tab. */
      async onConnect({ chainId }: { chainId: string }): Promise<void> {
        const accounts = await connector.getAccounts();
        if (!accounts.length) return;
        connected = true;
        config.emitter.emit("connect", { accounts, chainId: Number(chainId) });
      },
      onDisconnect(): void {
        connected = false;
        config.emitter.emit("disconnect");
      },
    };
    return connector;
  });
}

/** Throws a rejection as the error of wagmi's own connectors, which apps compare with. */
function refused(error: AcctError): never {
  throw error.code === 4001 ? new UserRejectedRequestError(error) : error;
}

/** Throws a failed switch like wagmi's own connectors. */
function notSwitched(error: AcctError): never {
  throw new SwitchChainError(error);
}

/** Checksums addresses, as wagmi expects. */
function toAddresses(accounts: unknown): Address[] {
  return (accounts as readonly string[]).map((account) => getAddress(account));
}

/** Derives the connector's rdns from the wallet host in the options. */
function getRdns({ apiKey, preference }: AcctParameters): string {
  const host = hostOfKey(apiKey);
  const keysUrl = preference?.keysUrl ?? (host === null ? "" : `https://keys.${host}`);
  try {
    return rdnsOf(keysUrl);
  } catch {
    return "acct";
  }
}
