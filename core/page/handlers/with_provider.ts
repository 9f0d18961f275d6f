/** Lists the handlers that are loaded with the provider, for connecting. @module */
import { numberToHex } from "viem";
import { ethRequestAccounts, walletConnect } from "./connect.ts";
import type { Handlers, PageContext } from "./context.ts";
import { handle } from "../../schema/handle.ts";
import { ethAccounts as ethAccountsMethod } from "../../protocol/methods/connection/eth_accounts.ts";
import { ethChainId as ethChainIdMethod } from "../../protocol/methods/connection/eth_chain_id.ts";
import { ethCoinbase as ethCoinbaseMethod } from "../../protocol/methods/connection/eth_coinbase.ts";
import { netVersion as netVersionMethod } from "../../protocol/methods/connection/net_version.ts";
import { walletDisconnect as walletDisconnectMethod } from "../../protocol/methods/connection/wallet_disconnect.ts";
import { ethRequestAccounts as ethRequestAccountsMethod } from "../../protocol/methods/connection/eth_request_accounts.ts";
import { walletConnect as walletConnectMethod } from "../../protocol/methods/connection/wallet_connect.ts";

/** Methods whose handlers are loaded with the provider. */
export type FirstMethod =
  | "eth_accounts"
  | "eth_chainId"
  | "eth_coinbase"
  | "eth_requestAccounts"
  | "net_version"
  | "wallet_connect"
  | "wallet_disconnect";

/** Handler of each method that is loaded with the provider. */
export const firstHandlers: Handlers<FirstMethod, PageContext> = {
  eth_accounts: handle(
    ethAccountsMethod,
    (context: PageContext) => Promise.resolve(accounts(context)),
  ),
  eth_chainId: handle(
    ethChainIdMethod,
    (context: PageContext) => Promise.resolve(numberToHex(context.chainId())),
  ),
  eth_coinbase: handle(
    ethCoinbaseMethod,
    (context: PageContext) => Promise.resolve(accounts(context)[0] ?? null),
  ),
  net_version: handle(
    netVersionMethod,
    (context: PageContext) => Promise.resolve(String(context.chainId())),
  ),
  wallet_disconnect: handle(walletDisconnectMethod, (context: PageContext) => {
    context.disconnect();
    return Promise.resolve(null);
  }),
  eth_requestAccounts: handle(ethRequestAccountsMethod, ethRequestAccounts),
  wallet_connect: handle(walletConnectMethod, walletConnect),
};

function accounts(context: PageContext): readonly `0x${string}`[] {
  const session = context.session();
  return session === null ? [] : [session.account.address];
}
