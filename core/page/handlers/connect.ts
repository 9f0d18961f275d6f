/** Handles the methods that connect. @module */
import type {
  ConnectParams,
  WalletConnectResponse,
} from "../../protocol/methods/connection/wallet_connect.ts";
import { numberToHex } from "viem";
import { wrong } from "../../protocol/schema/check.ts";
import type { Handler, PageContext } from "./context.ts";

/** Returns the connected account; connects if there is none. */
export const ethRequestAccounts: Handler<"eth_requestAccounts", void, PageContext> = async (
  context,
) => {
  const session = context.session();
  if (session !== null) return [session.account.address];
  const { account } = await context.connect();
  return [account.address];
};

/** Connects with capabilities; the result has a new account's name below the dApp's ENS domain. */
export async function walletConnect(
  context: PageContext,
  params: ConnectParams,
): Promise<WalletConnectResponse> {
  const { signInWithEthereum, subnameTextRecords } = params.capabilities ?? {};
  if (subnameTextRecords !== undefined && !context.options.ens) {
    throw wrong("params[0].capabilities.subnameTextRecords", "needs the option ens");
  }
  const { account, siwe, ens } = await context.connect({
    siwe: signInWithEthereum,
    texts: subnameTextRecords,
  });
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
