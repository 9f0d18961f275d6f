/**
 * A page that provides its own chain, nodes, prices and tokens and tries to make the wallet use
 * them.
 *
 * @module
 */
import { askToConnect, introduce, offer, say, setup } from "./opener.ts";

/** Everything that could lead the wallet to a server of this page, or to its view of the chain. */
function lure(url: string, token: string): Record<string, unknown> {
  return {
    rpcUrl: url,
    rpcUrls: { [setup.chainId]: url, default: { http: [url] } },
    rpc: url,
    node: url,
    bundlerUrl: url,
    serverUrl: url,
    serviceUrl: url,
    keysUrl: url,
    transport: { url },
    chain: { id: setup.chainId, name: "Mine", rpcUrls: { default: { http: [url] } } },
    chains: [{ id: setup.chainId, rpcUrls: { default: { http: [url] } } }],
    nativeCurrency: { name: "Dust", symbol: "DUST", decimals: 0 },
    blockExplorerUrls: [url],
    tokens: [{
      address: token,
      symbol: "DUST",
      name: "Dust",
      decimals: 0,
      logoUrl: `${url}/t.png`,
    }],
    tokenLists: [url],
    tokenList: url,
    prices: { [token]: 0, native: 0 },
    price: "0",
    feeTokens: [{ address: token, symbol: "DUST", decimals: 0, paymaster: token, rate: "0" }],
    quote: { token, rate: "0x0", max: "0x0" },
    preview: { status: "ready", calls: [], fee: { kind: "sponsored" } },
    simulation: { changes: [] },
    capabilities: { paymasterService: { url }, rpcUrls: { [setup.chainId]: url } },
  };
}

/** Introduces itself with all of it. */
function introduceWith(url: string, token: string): void {
  introduce({ name: "Shop", logoUrl: null, ...lure(url, token) }, lure(url, token));
  askToConnect("connect", lure(url, token));
}

/** Requests a transfer, with all of it in every field. */
function send(account: string, url: string, token: string, data: string): void {
  const more = lure(url, token);
  const calls = [{ to: token, value: "0x0", data, ...more, abi: [], decoded: { kind: "none" } }];
  const params = { ...more, account, chainId: setup.chainId, calls };
  say({ ...more, acct: "request", id: "send", method: "wallet_sendCalls", params });
}

/** Sends a request of a method about foreign data. */
function askFor(method: string, url: string, token: string): void {
  const params = { ...lure(url, token), chainId: setup.chainId, type: "ERC20", options: {} };
  say({ acct: "request", id: method, method, params });
}

offer({ introduceWith, send, askFor });
