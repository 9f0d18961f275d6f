/** Handles the methods that connect. @module */
import type {
  ConnectParams,
  WalletConnectResponse,
} from "../../protocol/methods/connection/wallet_connect.ts";
import { numberToHex } from "viem";
import type { Handler, PageContext } from "./context.ts";

/** Returns the connected account; connects if no account is connected. */
export const ethRequestAccounts: Handler<"eth_requestAccounts", void, PageContext> = async (
  context,
) => {
  const session = context.session();
  if (session !== null) return [session.account.address];
  const { account } = await context.connect();
  return [account.address];
};

/**
 * Connects with capabilities; the result contains a new account's name below the dApp's ENS domain.
 */
export async function walletConnect(
  context: PageContext,
  { siwe: base, unread }: ConnectParams,
): Promise<WalletConnectResponse> {
  const { account, siwe, ens } = await context.connect(
    unread
      ? await (context.loaded() ?? await context.load()).readCapabilities(unread, context, base)
      : { siwe: base },
  );
  return {
    accounts: [{
      address: account.address,
      capabilities: {
        ...(siwe && { signInWithEthereum: siwe }),
        ...(ens && { subname: { name: ens } }),
      },
    }],
    chainId: numberToHex(context.chainId()),
  };
}
