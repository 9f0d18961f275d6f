/** Sends through the libraries that developers use, and reads their results. @module */
import {
  createWalletClient,
  custom,
  defineChain,
  publicActions,
  type TransactionReceipt,
} from "viem";
import { createAcctConnector } from "../../connector/connector.ts";
import type { Address, Hex } from "../../core/lib/hex.ts";
import type { ProviderInterface } from "../../core/protocol/provider_types.ts";
import { PATIENCE_MS, until } from "../../scripts/stack/patience.ts";
import { load } from "./versions.ts";

/** Names of the libraries. */
export const libraryNames = ["viem", "ethers", "web3", "ox", "wagmi 2.19", "wagmi 3"] as const;

/** Name of a library. */
export type LibraryName = typeof libraryNames[number];

/** A call that the account sends. */
export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

/** A receipt as returned by a library. */
export interface Receipt {
  readonly status: "success" | "reverted";
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly from: Address;
  readonly to: Address;
}

/** A library over a provider. */
export interface Library {
  /** The connected account. */
  readonly address: Address;
  /** Sends a call, and returns the hash of its transaction. */
  send(call: Call): Promise<Hex>;
  /** Waits for the receipt of a transaction. */
  wait(hash: Hex): Promise<Receipt>;
  /** Stops background work. */
  close(): void;
}

type Open = (provider: ProviderInterface, chainId: number) => Promise<Library>;

/** Milliseconds between polls; the libraries' default of seconds would only slow a run down. */
const POLL_MS = 50;

/** The local chain, for libraries that need its definition. */
const chainOf = (id: number) =>
  defineChain({
    id,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    supportsTransactionReplacementDetection: false,
    rpcUrls: { default: { http: [] } },
  });

/** Opens our connector in the version of wagmi that the import map names. */
const openWagmi: Open = async (provider, chainId) => {
  const { createConfig, unstable_connector } = await import("wagmi");
  const actions = await import("wagmi/actions");
  const chain = chainOf(chainId);
  const connector = createAcctConnector({ apiKey: "pk" }, () => Promise.resolve(provider));
  const config = createConfig({
    chains: [chain],
    connectors: [connector],
    // Reads go the way of the requests.
    transports: { [chainId]: unstable_connector({ type: "acct" }) },
    pollingInterval: POLL_MS,
    storage: null,
    multiInjectedProviderDiscovery: false,
  });
  const { accounts: [address] } = await actions.connect(config, {
    connector: config.connectors[0]!,
  });
  return {
    address: address!,
    send: (call) => actions.sendTransaction(config, call),
    async wait(hash) {
      const { status, transactionHash, blockHash, from, to } = await present(() =>
        actions.getTransactionReceipt(config, { hash }).catch(readUnknown)
      );
      return { status, transactionHash, blockHash, from, to: to! };
    },
    close() {},
  };
};

/** Opens each library. */
export const openLibrary: Readonly<Record<LibraryName, Open>> = {
  "wagmi 2.19": openWagmi,
  "wagmi 3": openWagmi,
  async viem(provider, chainId) {
    const chain = chainOf(chainId);
    const transport = custom(provider);
    const [account] = await createWalletClient({ chain, transport }).requestAddresses();
    const client = createWalletClient({
      account: account!,
      chain,
      transport,
      pollingInterval: POLL_MS,
    }).extend(publicActions);
    return {
      address: account!,
      send: (call) => client.sendTransaction(call),
      async wait(hash) {
        const found: TransactionReceipt = await client.waitForTransactionReceipt({
          hash,
          timeout: PATIENCE_MS,
        });
        const { status, transactionHash, blockHash, from, to } = found;
        return { status, transactionHash, blockHash, from, to: to! };
      },
      close() {},
    };
  },

  async ethers(provider) {
    const { BrowserProvider } = await load<Ethers>("ethers");
    // By default it caches answers for 250 ms, including answers from before a reorganisation.
    const browser = new BrowserProvider(provider, undefined, { cacheTimeout: -1 });
    browser.pollingInterval = POLL_MS;
    const signer = await browser.getSigner();
    return {
      address: await signer.getAddress(),
      send: async (call) => (await signer.sendTransaction(call)).hash,
      async wait(hash) {
        const found = await browser.waitForTransaction(hash, 1, PATIENCE_MS);
        return {
          status: found.status === 1 ? "success" : "reverted",
          transactionHash: found.hash,
          blockHash: found.blockHash,
          from: found.from,
          to: found.to,
        };
      },
      close: () => browser.destroy(),
    };
  },

  async web3(provider) {
    const { Web3 } = await load<{ readonly Web3: new (provider: unknown) => Web3 }>("web3");
    const web3 = new Web3(provider);
    web3.eth.transactionPollingInterval = POLL_MS;
    const [address] = await web3.eth.requestAccounts();
    return {
      address: address!,
      send: async (call) =>
        (await web3.eth.sendTransaction({ from: address!, ...call })).transactionHash,
      async wait(hash) {
        // It rejects while a transaction has no receipt.
        const found = await present(() => web3.eth.getTransactionReceipt(hash).catch(readMissing));
        const { transactionHash, blockHash, from, to } = found;
        const status = found.status === 1n ? "success" : "reverted";
        return { status, transactionHash, blockHash, from, to };
      },
      close() {},
    };
  },

  async ox(given) {
    const { Provider, TransactionReceipt } = await load<Ox>("ox");
    const provider = Provider.from(given);
    const [address] = await provider.request({ method: "eth_requestAccounts" }) as Address[];
    return {
      address: address!,
      send: async (call) =>
        await provider.request({
          method: "eth_sendTransaction",
          params: [{ from: address, ...call }],
        }) as Hex,
      async wait(hash) {
        const found = await present(() =>
          provider.request({ method: "eth_getTransactionReceipt", params: [hash] })
        );
        return TransactionReceipt.fromRpc(found);
      },
      close() {},
    };
  },
};

/** A failure as its developer finally reads it. */
export interface Failure {
  /** Name of the error's class. */
  readonly name: string;
  /** Code of the error, if any. */
  readonly code: unknown;
  /** Message of the error. */
  readonly text: string;
  /** Messages of its causes, wherever the library keeps them. */
  readonly causes: readonly string[];
  /** Our own data, at the bottom. */
  readonly data: { readonly cause?: string; readonly receipt?: Receipt } | null;
}

/** Reads a failure as its developer would. */
export function readFailure(error: unknown): Failure {
  const all: Readonly<Record<string, unknown>>[] = [];
  for (let at = error; isFields(at) && !all.includes(at);) {
    all.push(at);
    const info = isFields(at.info) ? at.info.error : undefined;
    at = [at.cause, at.innerError, at.error, info].find(isFields);
  }
  const [first] = all;
  const data = all.map((each) => each.data).findLast(isFields) ?? null;
  return {
    name: String(first?.name),
    code: first?.code ?? null,
    text: String(first?.message),
    causes: all.slice(1).map(({ message }) => String(message)),
    data,
  };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Polls until there is a result. */
async function present<T>(look: () => Promise<T | null>): Promise<NonNullable<T>> {
  let found: T | null = null;
  await until("a receipt", async () => (found = await look()) !== null, POLL_MS);
  return found!;
}

/** Returns null for viem's error of a missing receipt. */
function readUnknown(error: unknown): null {
  if (isFields(error) && error.name === "TransactionReceiptNotFoundError") return null;
  throw error;
}

/** Returns null for web3's error of a missing transaction (430). */
function readMissing(error: unknown): null {
  if (isFields(error) && error.code === 430) return null;
  throw error;
}

/** The part of ethers that is used here. */
interface Ethers {
  readonly BrowserProvider: new (
    provider: unknown,
    network: undefined,
    options: { readonly cacheTimeout: number },
  ) => {
    pollingInterval: number;
    getSigner(): Promise<{
      getAddress(): Promise<Address>;
      sendTransaction(call: Call): Promise<{ readonly hash: Hex }>;
    }>;
    waitForTransaction(
      hash: Hex,
      confirmations: number,
      timeout: number,
    ): Promise<
      & Pick<Receipt, "blockHash" | "from" | "to">
      & { readonly hash: Hex; readonly status: number }
    >;
    destroy(): void;
  };
}

/** The part of web3.js that is used here. */
interface Web3 {
  readonly eth: {
    transactionPollingInterval: number;
    requestAccounts(): Promise<Address[]>;
    sendTransaction(call: Call & { readonly from: Address }): Promise<Web3Receipt>;
    getTransactionReceipt(hash: Hex): Promise<Web3Receipt | null>;
  };
}
type Web3Receipt = Omit<Receipt, "status"> & { readonly status: bigint };

/** The part of ox that is used here. */
interface Ox {
  readonly Provider: {
    from(provider: unknown): {
      request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>;
    };
  };
  readonly TransactionReceipt: { fromRpc(receipt: unknown): Receipt };
}
