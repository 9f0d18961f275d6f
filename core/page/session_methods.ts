/** The methods that the session and the wallet answer: a page can connect with nothing else loaded. @module */
import type { Handler, SessionContext } from "./rpc/context.ts";
import { ethAccounts } from "./rpc/eth_accounts.ts";
import { ethChainId } from "./rpc/eth_chain_id.ts";
import { ethRequestAccounts } from "./rpc/eth_request_accounts.ts";
import { walletDisconnect } from "./rpc/wallet_disconnect.ts";

/** Name of such a method. */
export type SessionMethod =
  | "eth_accounts"
  | "eth_chainId"
  | "eth_requestAccounts"
  | "wallet_disconnect";

/** Who answers which. */
export const sessionMethods: Readonly<Record<SessionMethod, Handler<SessionContext>>> = {
  eth_accounts: ethAccounts,
  eth_chainId: ethChainId,
  eth_requestAccounts: ethRequestAccounts,
  wallet_disconnect: walletDisconnect,
};
