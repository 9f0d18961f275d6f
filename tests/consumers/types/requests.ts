/** Requests of an app: which ones compile and which ones do not. */
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
  type NetworkSync,
  type RpcBlock,
  type RpcTransactionReceipt,
  type TypedDataDomain,
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
  // @ts-expect-error the result is the method's, independent of the caller's expectation
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
  const syncing = await provider.request({ method: "eth_syncing" });
  equal<typeof syncing, NetworkSync | false>(true);
  // @ts-expect-error a balance is that of an address
  provider.request({ method: "eth_getBalance" });
  // @ts-expect-error the wallet sends no raw transactions
  provider.request({ method: "eth_sendRawTransaction", params: [hash] });
  // @ts-expect-error filters are state of a node, and refused
  provider.request({ method: "eth_newFilter", params: [{}] });
  // @ts-expect-error filters are state of a node, and refused
  provider.request({ method: "eth_getFilterChanges", params: [hash] });
  // @ts-expect-error uncles are not forwarded
  provider.request({ method: "eth_getUncleCountByBlockHash", params: [hash] });
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
  // Empty parameters may be given if there are none, and omitted if all are optional.
  provider.request({ method: "eth_chainId", params: [] });
  provider.request({ method: "wallet_getAssets" });
}

/** Mistakes that would be ignored or rejected at run time, next to valid code. */
export function fields(provider: ProviderInterface, to: Address): void {
  const url = "https://p";
  provider.request({
    method: "eth_sendTransaction",
    params: [{ to, from: to, value: "0x1", input: "0x", gas: "0x1", nonce: "0x0", type: "0x2" }],
  });
  // @ts-expect-error a typo in a field of a transaction
  provider.request({ method: "eth_sendTransaction", params: [{ to, vaule: "0x1" }] });
  provider.request({
    method: "wallet_sendCalls",
    params: [{
      calls: [{ to, capabilities: { abi: ["function a()"], hint: { optional: true, text: "" } } }],
      capabilities: {
        paymasterService: { url, context: { a: 1 }, optional: true },
        abi: [{ type: "function", name: "a", inputs: [] }],
        permissions: { id: "0x1" },
        auxiliaryFunds: { optional: true, requiredAssets: [] },
      },
    }],
  });
  provider.request({
    method: "wallet_sendCalls",
    // @ts-expect-error a typo in a known capability
    params: [{ calls: [{ to }], capabilities: { paymasterServce: { url } } }],
  });
  provider.request({
    method: "wallet_sendCalls",
    // @ts-expect-error a typo next to a known capability
    params: [{ calls: [{ to }], capabilities: { paymasterService: { url }, abii: ["f()"] } }],
  });
  provider.request({
    method: "wallet_sendCalls",
    // @ts-expect-error a typo in a known capability's field
    params: [{ calls: [{ to }], capabilities: { paymasterService: { url, contxt: {} } } }],
  });
  provider.request({
    method: "wallet_sendCalls",
    // @ts-expect-error an unknown capability that is not optional
    params: [{ calls: [{ to }], capabilities: { auxiliaryFunds: { requiredAssets: [] } } }],
  });
  // @ts-expect-error an account cannot create contracts
  provider.request({ method: "wallet_sendCalls", params: [{ calls: [{ data: "0x" }] }] });
  provider.request({
    method: "wallet_sendCalls",
    // @ts-expect-error an ABI is a list
    params: [{ calls: [{ to, capabilities: { abi: 5 } }] }],
  });
  provider.request({
    method: "wallet_prepareCalls",
    // @ts-expect-error an account cannot create contracts
    params: [{ calls: [{ data: "0x" }], key: { type: "p256", publicKey: "0x" } }],
  });
  const siwe = { nonce: "12345678", chainId: "0x1" };
  provider.request({
    method: "wallet_connect",
    params: [{
      version: "1",
      capabilities: {
        signInWithEthereum: siwe,
        subnameTextRecords: [{ key: "avatar", value: "" }],
        hint: { optional: true },
      },
    }],
  });
  provider.request({
    method: "wallet_connect",
    // @ts-expect-error a typo in a capability
    params: [{ capabilities: { signInWithEthreum: { nonce: "12345678", chainId: "0x1" } } }],
  });
  // @ts-expect-error a typo in the request
  provider.request({ method: "wallet_connect", params: [{ capabilites: {} }] });
  provider.request({
    method: "wallet_addEthereumChain",
    params: [{ chainId: "0x1", chainName: "", rpcUrls: [""], blockExplorerUrls: null }],
  });
  // @ts-expect-error a typo in a chain
  provider.request({ method: "wallet_addEthereumChain", params: [{ chainId: "0x1", rpcUrl: "" }] });
  const chains: string[] = ["0x1"];
  provider.request({ method: "wallet_getAssets", params: [{ account: to, chainFilter: chains }] });
}

/** Typed data of any shape that EIP-712 allows. */
export async function signatures(
  provider: ProviderInterface,
  to: Address,
  domain: TypedDataDomain,
): Promise<void> {
  interface Mail {
    readonly from: string;
  }
  const message: Mail = { from: "" };
  const types = { Mail: [{ name: "from", type: "string" }] } as const;
  const data = { types, primaryType: "Mail", domain, message };
  provider.request({ method: "eth_signTypedData_v4", params: [to, data] });
  provider.request({ method: "eth_signTypedData_v4", params: [to, JSON.stringify(data)] });
  // @ts-expect-error typed data has four members
  provider.request({ method: "eth_signTypedData_v4", params: [to, { typos: 1 }] });
  const plain = await provider.request({
    method: "wallet_sign",
    params: [{ request: { type: "0x01", data } }],
  });
  equal<typeof plain, Hex>(true);
  const versioned = await provider.request({
    method: "wallet_sign",
    params: [{ version: "1", request: { type: "0x45", data: { message: "x" } } }],
  });
  equal<typeof versioned, { readonly signature: Hex }>(true);
  // @ts-expect-error a version is text
  provider.request({ method: "wallet_sign", params: [{ version: 1, request: { type: "0x01", data } }] });
}

/** Permissions in both formats. */
export function grants(provider: ProviderInterface, to: Address): void {
  const grant = { spender: to, expiry: 1 };
  provider.request({
    method: "wallet_grantPermissions",
    params: [{
      ...grant,
      permissions: {
        calls: [
          { target: to, selector: "0x12345678" },
          { target: to, functionSignature: "mint()", selector: undefined },
        ],
      },
    }],
  });
  provider.request({
    method: "wallet_grantPermissions",
    // @ts-expect-error a call needs a selector or a signature
    params: [{ ...grant, permissions: { calls: [{ target: to }] } }],
  });
  const request = {
    chainId: "0x1",
    to,
    rules: [{ type: "expiry", data: { timestamp: 1 } }],
  } as const;
  const period = { periodAmount: "0x1", periodDuration: 86_400 } as const;
  provider.request({
    method: "wallet_requestExecutionPermissions",
    params: [{
      ...request,
      permission: {
        type: "erc20-token-periodic",
        isAdjustmentAllowed: false,
        data: { ...period, tokenAddress: to, justification: "" },
      },
    }],
  });
  provider.request({
    method: "wallet_requestExecutionPermissions",
    params: [{ ...request, permission: { type: "native-token-periodic", data: period } }],
  });
  provider.request({
    method: "wallet_requestExecutionPermissions",
    // @ts-expect-error an allowance of a token names it
    params: [{ ...request, permission: { type: "erc20-token-periodic", data: period } }],
  });
  provider.request({
    method: "wallet_revokeExecutionPermission",
    params: [{ permissionContext: "0x" }],
  });
  provider.request({
    method: "wallet_requestExecutionPermissions",
    // @ts-expect-error a request has a permission
    params: [{ nonsense: 1 }],
  });
}

/** Listeners as viem types them. */
export function listeners(provider: ProviderInterface): void {
  const listener = (accounts: string[]) => accounts;
  provider.on("accountsChanged", listener);
  provider.on("accountsChanged", (accounts: readonly Address[]) => accounts);
  provider.removeListener("accountsChanged", listener);
  // @ts-expect-error accounts are addresses
  provider.on("accountsChanged", (accounts: number[]) => accounts);
}

/** The way out: a method without known types is passed with its types. */
export async function others(provider: ProviderInterface): Promise<void> {
  type Trace = { Method: "debug_trace"; Parameters: readonly [hash: Hex]; ReturnType: boolean };
  const traced = await provider.request<Trace>({ method: "debug_trace", params: ["0x1"] });
  equal<typeof traced, boolean>(true);
  // @ts-expect-error its parameters are required
  provider.request<Trace>({ method: "debug_trace" });
  // @ts-expect-error its name is checked
  provider.request<Trace>({ method: "debug_race", params: ["0x1"] });
  type NodeConfig = { Method: "eth_config"; Parameters?: undefined; ReturnType: boolean };
  equal<Awaited<ReturnType<typeof config>>, boolean>(true);
  function config() {
    return provider.request<NodeConfig>({ method: "eth_config" });
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
