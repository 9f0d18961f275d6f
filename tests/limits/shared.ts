/** Fields that the page reads, and the wallet host or the service after it. @module */
import * as limits from "../../core/ground/limits.ts";
import {
  address,
  addressed,
  bytes,
  call,
  claim,
  letters,
  oneCall,
  operation,
  other,
  page,
  prepared,
  type Row,
  sent,
  service,
  texts,
  times,
  wallet,
} from "./requests.ts";
import { provide, serve } from "./sides.ts";

/** A member of a token to watch. */
function watched(
  name: string,
  limit: keyof typeof limits,
  of: (size: number) => unknown,
): Row {
  const path = `params.options.${name}`;
  const token = (value: unknown) => ({ address: other(5), [name]: value });
  return {
    limit,
    of,
    page: {
      path,
      read: (value) => provide("wallet_watchAsset", { type: "ERC20", options: token(value) }),
    },
    host: wallet("wallet_watchAsset", path, (value) => ({ ...addressed, asset: token(value) })),
  };
}

/** Fields with a limit. */
export const sharedRows: readonly Row[] = [
  watched("symbol", "MAX_SYMBOL_LENGTH", letters),
  watched("decimals", "MAX_DECIMALS", Number),
  {
    limit: "MAX_CALLS",
    of: times(call),
    cause: "bundle_too_large",
    page: page("wallet_sendCalls", "calls", (calls) => ({ calls })),
    host: wallet("wallet_sendCalls", "calls", (calls) => ({ ...addressed, calls })),
    service: service("acct_prepare", "calls", (calls) => ({ ...prepared, calls })),
  },
  {
    limit: "MAX_BATCH_BYTES",
    of: oneCall(limits.MAX_BATCH_BYTES),
    cause: "bundle_too_large",
    page: page("wallet_sendCalls", "calls", (calls) => ({ calls })),
    host: wallet("wallet_sendCalls", "calls", (calls) => ({ ...addressed, calls })),
  },
  {
    limit: "MAX_BUNDLE_ID_BYTES",
    of: letters,
    page: page("wallet_sendCalls", "id", (id) => ({ calls: [call], id })),
    host: wallet("wallet_sendCalls", "id", (id) => ({ ...addressed, calls: [call], id })),
    service: service("acct_send", "id", (id) => ({ ...sent, id })),
  },
  {
    limit: "MAX_BUNDLE_ID_BYTES",
    of: letters,
    page: { path: "params[0]", read: (id) => provide("wallet_getCallsStatus", [id]) },
    host: wallet("wallet_showCallsStatus", "params[0]", (id) => ({ id, chainId: 1 })),
    service: { path: "params[0]", read: (id) => serve("wallet_getCallsStatus", [id]) },
  },
  {
    limit: "MAX_URL_LENGTH",
    of: (size) => `https://a.example/${letters(size - 18)}`,
    page: page("wallet_sendCalls", "capabilities.paymasterService.url", (url) => ({
      calls: [call],
      capabilities: { paymasterService: { url } },
    })),
    host: wallet("wallet_sendCalls", "capabilities.paymasterService.url", (url) => ({
      ...addressed,
      calls: [call],
      paymaster: { url },
    })),
    service: service("acct_prepare", "capabilities.paymasterService.url", (url) => ({
      ...prepared,
      paymaster: { url },
    })),
  },
  {
    limit: "MAX_CONTEXT_LENGTH",
    of: (size) => ({ a: letters(size - 8) }),
    page: page("wallet_sendCalls", "capabilities.paymasterService.context", (context) => ({
      calls: [call],
      capabilities: { paymasterService: { url: "https://a.example", context } },
    })),
    host: wallet("wallet_sendCalls", "capabilities.paymasterService.context", (context) => ({
      ...addressed,
      calls: [call],
      paymaster: { url: "https://a.example", context },
    })),
    service: service("acct_prepare", "capabilities.paymasterService.context", (context) => ({
      ...prepared,
      paymaster: { url: "https://a.example", context },
    })),
  },
  {
    limit: "MAX_ABI_ITEMS",
    of: times("function f()"),
    cause: "bundle_too_large",
    page: page("wallet_sendCalls", "capabilities.abi", (abi) => ({
      calls: [call],
      capabilities: { abi },
    })),
    host: wallet("wallet_sendCalls", "capabilities.abi", (abi) => ({
      ...addressed,
      calls: [call],
      abi,
    })),
  },
  {
    limit: "MAX_ABI_NAME_LENGTH",
    of: letters,
    below: ".name",
    page: page("wallet_sendCalls", "calls[0].capabilities.abi[0]", (name) => ({
      calls: [{ ...call, capabilities: { abi: [{ type: "function", name, inputs: [] }] } }],
    })),
    host: wallet("wallet_sendCalls", "calls[0].capabilities.abi[0]", (name) => ({
      ...addressed,
      calls: [{ ...call, abi: [{ type: "function", name, inputs: [] }] }],
    })),
  },
  {
    limit: "MAX_CHAINS",
    of: times("0x1"),
    page: page("wallet_getAssets", "chainFilter", (chainFilter) => ({ chainFilter })),
    service: service("wallet_getAssets", "chainFilter", (chainFilter) => ({
      account: address,
      chainFilter,
    })),
  },
  {
    limit: "MAX_CHAINS",
    of: times("0x1"),
    page: {
      path: "params[1]",
      read: (chains) => provide("wallet_getCapabilities", [address, chains]),
    },
    service: {
      path: "params[1]",
      read: (chains) => serve("wallet_getCapabilities", [address, chains]),
    },
  },
  {
    limit: "MAX_ASSET_TYPES",
    of: times("native"),
    page: page("wallet_getAssets", "assetTypeFilter", (assetTypeFilter) => ({ assetTypeFilter })),
    service: service("wallet_getAssets", "assetTypeFilter", (assetTypeFilter) => ({
      account: address,
      assetTypeFilter,
    })),
  },
  {
    limit: "MAX_ASSETS",
    of: times({ address: null, type: "native" }),
    below: ".0x1",
    page: page("wallet_getAssets", "assetFilter", (assets) => ({ assetFilter: { "0x1": assets } })),
    service: service("wallet_getAssets", "assetFilter", (assets) => ({
      account: address,
      assetFilter: { "0x1": assets },
    })),
  },
  {
    limit: "MAX_HISTORY_ITEMS",
    of: (size) => size,
    page: page("wallet_getCallsHistory", "limit", (limit) => ({ limit })),
    service: service("wallet_getCallsHistory", "limit", (limit) => ({ address, limit })),
  },
  {
    limit: "MAX_NAME_LENGTH",
    of: (size) => `a.${letters(size - 2)}`,
    host: wallet("wallet_connect", "ens", (domain) => ({
      chainId: 1,
      ens: { domain, texts: [] },
    })),
    service: service("acct_claimName", "domain", (domain) => ({ ...claim, domain })),
  },
  {
    limit: "MAX_TEXT_RECORDS",
    of: (size) => Array.from({ length: size }, (_, index) => ({ key: `k${index}`, value: "a" })),
    host: texts((texts) => texts),
    service: service(
      "acct_claimName",
      "capabilities.subnameTextRecords",
      (texts) => ({ ...claim, texts }),
    ),
  },
  {
    limit: "MAX_TEXT_KEY_LENGTH",
    of: letters,
    below: "[0].key",
    host: texts((key) => [{ key, value: "a" }]),
    service: service("acct_claimName", "capabilities.subnameTextRecords", (key) => ({
      ...claim,
      texts: [{ key, value: "a" }],
    })),
  },
  {
    limit: "MAX_TEXT_VALUE_LENGTH",
    of: letters,
    below: "[0].value",
    host: texts((value) => [{ key: "a", value }]),
    service: service("acct_claimName", "capabilities.subnameTextRecords", (value) => ({
      ...claim,
      texts: [{ key: "a", value }],
    })),
  },
  {
    limit: "MAX_NONCE_LENGTH",
    of: letters,
    page: page("wallet_connect", "capabilities.signInWithEthereum.nonce", (nonce) => ({
      capabilities: { signInWithEthereum: { nonce, chainId: "0x1" } },
    })),
    host: wallet("wallet_connect", "capabilities.signInWithEthereum.nonce", (nonce) => ({
      chainId: 1,
      siwe: { nonce, chainId: 1 },
    })),
  },
  {
    limit: "MAX_STATEMENT_LENGTH",
    of: letters,
    page: page("wallet_connect", "capabilities.signInWithEthereum.statement", (statement) => ({
      capabilities: { signInWithEthereum: { nonce: "12345678", chainId: "0x1", statement } },
    })),
    host: wallet("wallet_connect", "capabilities.signInWithEthereum.statement", (statement) => ({
      chainId: 1,
      siwe: { nonce: "12345678", chainId: 1, statement },
    })),
  },
  {
    limit: "MAX_DATA_SUFFIX_BYTES",
    of: bytes,
    page: page("wallet_sendCalls", "capabilities.dataSuffix.value", (value) => ({
      calls: [call],
      capabilities: { dataSuffix: { value } },
    })),
    host: wallet("wallet_sendCalls", "capabilities.dataSuffix.value", (suffix) => ({
      ...addressed,
      calls: [call],
      suffix,
    })),
    service: service("acct_prepare", "capabilities.dataSuffix.value", (suffix) => ({
      ...prepared,
      calls: [call],
      suffix,
    })),
  },
  {
    limit: "MAX_SIGN_IN_ID_LENGTH",
    of: letters,
    page: page("wallet_connect", "capabilities.signInWithEthereum.requestId", (requestId) => ({
      capabilities: { signInWithEthereum: { nonce: "12345678", chainId: "0x1", requestId } },
    })),
    host: wallet("wallet_connect", "capabilities.signInWithEthereum.requestId", (requestId) => ({
      chainId: 1,
      siwe: { nonce: "12345678", chainId: 1, requestId },
    })),
  },
  {
    limit: "MAX_RFC3339_LENGTH",
    // Fractions of a second have at most nine digits, far below the limit.
    of: (length) =>
      length > 40 ? "2026-11-24T12:00:00Z".padEnd(length, "0") : "2026-11-24T12:00:00Z",
    page: page("wallet_connect", "capabilities.signInWithEthereum.issuedAt", (issuedAt) => ({
      capabilities: { signInWithEthereum: { nonce: "12345678", chainId: "0x1", issuedAt } },
    })),
    host: wallet("wallet_connect", "capabilities.signInWithEthereum.issuedAt", (issuedAt) => ({
      chainId: 1,
      siwe: { nonce: "12345678", chainId: 1, issuedAt },
    })),
  },
  {
    limit: "MAX_RESOURCES",
    of: (count) => Array.from({ length: count }, (_, index) => `urn:r:${index}`),
    page: page("wallet_connect", "capabilities.signInWithEthereum.resources", (resources) => ({
      capabilities: { signInWithEthereum: { nonce: "12345678", chainId: "0x1", resources } },
    })),
    host: wallet("wallet_connect", "capabilities.signInWithEthereum.resources", (resources) => ({
      chainId: 1,
      siwe: { nonce: "12345678", chainId: 1, resources },
    })),
  },
  {
    limit: "MAX_RESOURCE_LENGTH",
    of: (length) => "urn:".padEnd(length, "a"),
    page: page("wallet_connect", "capabilities.signInWithEthereum.resources[0]", (uri) => ({
      capabilities: { signInWithEthereum: { nonce: "12345678", chainId: "0x1", resources: [uri] } },
    })),
    host: wallet("wallet_connect", "capabilities.signInWithEthereum.resources[0]", (uri) => ({
      chainId: 1,
      siwe: { nonce: "12345678", chainId: 1, resources: [uri] },
    })),
  },
  {
    limit: "MAX_SIGNATURE_BYTES",
    of: bytes,
    page: page("wallet_sendPreparedCalls", "signature", (signature) => ({
      chainId: "0x1",
      key: { type: "p256", publicKey: bytes(64) },
      context: { account: {}, operation: {}, ownerIndex: "0x0" },
      signature,
    })),
    service: service("acct_send", "operation.signature", (signature) => ({
      ...sent,
      operation: { ...operation, signature },
    })),
  },
];
