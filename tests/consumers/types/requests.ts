/** Requests of an app: what compiles and what does not. */
import type {
  AcctError,
  Address,
  CallsHistoryItemJson,
  ChainCapabilities,
  Hex,
  ProviderInterface,
} from "@sdk/core";
import {
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  type RpcBlock,
  type RpcTransactionReceipt,
} from "viem";
import type { Eip1193Provider } from "ethers";
import { equal } from "./equal.js";

export async function results(provider: ProviderInterface, to: Address): Promise<void> {
  const accounts = await provider.request({ method: "eth_requestAccounts" });
  equal<typeof accounts, readonly Address[]>(true);
  const { id } = await provider.request({
    method: "wallet_sendCalls",
    params: [{ calls: [{ to, value: "0x1" }], capabilities: { paymasterService: { url: "u" } } }],
  });
  const status = await provider.request({ method: "wallet_getCallsStatus", params: [id] });
  equal<typeof status.status, 100 | 200 | 400 | 500>(true);
  const [first] = await provider.request({ method: "wallet_getCallsHistory" });
  equal<typeof first, CallsHistoryItemJson | undefined>(true);
  equal<NonNullable<typeof first>["callerId"], string | undefined>(true);
  const got = await provider.request({ method: "wallet_getCapabilities", params: [to, ["0x1"]] });
  equal<typeof got, Readonly<Record<Hex, ChainCapabilities>>>(true);
  const chain = got["0x1"];
  equal<
    NonNullable<NonNullable<typeof chain>["atomic"]>["status"],
    "supported" | "ready" | "unsupported"
  >(true);
  const symbol: string | undefined = chain?.feeToken?.tokens[0]?.symbol;
  const both: boolean | undefined = chain?.atomicBatch?.supported && chain.permissions?.supported;
  // @ts-expect-error a status is no number
  const wrong: number | undefined = chain?.atomic?.status;
  // @ts-expect-error the result is the method's, whatever the caller expects
  const chainId: number = await provider.request({ method: "eth_chainId" });
  void [symbol, both, wrong, chainId];
}

export async function reads(provider: ProviderInterface, hash: Hex): Promise<void> {
  const balance = await provider.request({ method: "eth_getBalance", params: [hash, "latest"] });
  equal<typeof balance, Hex>(true);
  const block = await provider.request({
    method: "eth_getBlockByNumber",
    params: ["latest", false],
  });
  equal<typeof block, RpcBlock | null>(true);
  const receipt = await provider.request({ method: "eth_getTransactionReceipt", params: [hash] });
  equal<typeof receipt, RpcTransactionReceipt | null>(true);
  equal<Awaited<ReturnType<typeof number>>, Hex>(true);
  function number() {
    return provider.request({ method: "eth_blockNumber" });
  }
  // @ts-expect-error a balance is that of an address
  provider.request({ method: "eth_getBalance" });
  // @ts-expect-error the wallet sends no raw transactions
  provider.request({ method: "eth_sendRawTransaction", params: [hash] });
}

export function mistakes(provider: ProviderInterface, to: Address): void {
  // @ts-expect-error a typo in the method
  provider.request({ method: "wallet_sendCals", params: [{ calls: [{ to }] }] });
  // @ts-expect-error calls are required
  provider.request({ method: "wallet_sendCalls" });
  // @ts-expect-error calls are required
  provider.request({ method: "wallet_sendCalls", params: [{}] });
  // @ts-expect-error a typo in a field
  provider.request({ method: "wallet_sendCalls", params: [{ cals: [{ to }] }] });
  // @ts-expect-error a typo in a call
  provider.request({ method: "wallet_sendCalls", params: [{ calls: [{ too: to }] }] });
  // @ts-expect-error the method has no parameters
  provider.request({ method: "eth_chainId", params: [1] });
  // @ts-expect-error two parameters are required
  provider.request({ method: "personal_sign", params: ["hello"] });
  // @ts-expect-error a method is required
  provider.request({});
  // @ts-expect-error an event of that name does not exist
  provider.on("acountsChanged", () => {});
  // @ts-expect-error the payload is the event's
  provider.on("chainChanged", (chainId: number) => chainId);
  // Empty parameters may be given where there are none, and left out where all are optional.
  provider.request({ method: "eth_chainId", params: [] });
  provider.request({ method: "wallet_getAssets" });
}

/** The way out: a method that the types do not know is given with its types. */
export async function others(provider: ProviderInterface): Promise<void> {
  type Trace = { Method: "debug_trace"; Parameters: readonly [hash: Hex]; ReturnType: boolean };
  const traced = await provider.request<Trace>({ method: "debug_trace", params: ["0x1"] });
  equal<typeof traced, boolean>(true);
  // @ts-expect-error its parameters are required
  provider.request<Trace>({ method: "debug_trace" });
  // @ts-expect-error its name is checked
  provider.request<Trace>({ method: "debug_race", params: ["0x1"] });
  type Syncing = { Method: "eth_syncing"; Parameters?: undefined; ReturnType: boolean };
  equal<Awaited<ReturnType<typeof syncing>>, boolean>(true);
  function syncing() {
    return provider.request<Syncing>({ method: "eth_syncing" });
  }
  // Requests of others are passed on.
  const forward = (args: { readonly method: string; readonly params?: unknown }) =>
    provider.request<{ ReturnType: unknown }>(args);
  equal<Awaited<ReturnType<typeof forward>>, unknown>(true);
}

/** Providers of viem and ethers. */
export function clients(provider: ProviderInterface): void {
  const viem: EIP1193Provider = provider;
  const ethers: Eip1193Provider = provider;
  createWalletClient({ transport: custom(provider) });
  createPublicClient({ transport: custom(viem) });
  provider.on("disconnect", (error) => equal<typeof error, AcctError>(true));
  provider.on("accountsChanged", ([account]) => equal<typeof account, Address | undefined>(true));
  void ethers;
}
