/** Handles the methods that connect. @module */
import type {
  ConnectParams,
  WalletConnectResponse,
} from "../../protocol/methods/connection/wallet_connect.ts";
import { numberToHex } from "viem";
import type { TextRecord } from "../../names/claim.ts";
import { wrong } from "../../protocol/schema/check_first.ts";
import type { Handler, PageContext } from "./context.ts";

/** Path of the records of a name. */
const RECORDS = "params[0].capabilities.subnameTextRecords";

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
  let texts: readonly TextRecord[] | undefined;
  if (subnameTextRecords !== undefined) {
    if (!context.options.ens) throw wrong(RECORDS, "needs the option ens");
    const { readTexts } = context.loaded() ?? await context.load();
    texts = readTexts({ value: subnameTextRecords, path: RECORDS });
  }
  const { account, siwe, ens } = await context.connect({ siwe: signInWithEthereum, texts });
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
