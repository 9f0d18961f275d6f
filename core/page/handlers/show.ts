/** Handles the methods that show a dialog. A separate chunk. @module */
import type { MethodName } from "../../protocol/methods.ts";
import "../../chunks/session.ts";
import { numberToHex } from "viem";
import { asAccount } from "./account.ts";
import { acctShowAccount as acctShowAccountMethod } from "../../protocol/methods/account/acct_show_account.ts";
import {
  type DescribedAsset,
  walletWatchAsset as walletWatchAssetMethod,
} from "../../protocol/methods/account/wallet_watch_asset.ts";
import { walletShowCallsStatus as walletShowCallsStatusMethod } from "../../protocol/methods/calls/wallet_show_calls_status.ts";
import type { Handler, Handlers, PageContext } from "./context.ts";
import { handle } from "../../schema/handle.ts";

/** Shows the account. In the dialog the user can switch networks, or disconnect from the dApp. */
const acctShowAccount: Handler<"acct_showAccount", void, PageContext> = (context) =>
  asAccount(context, {}, async (account, flow) => {
    const { chainId, disconnect = false } = await context.show("acct_showAccount", {
      account,
      chainId: context.chainId(),
      testnets: context.options.showTestnets,
    }, flow);
    if (disconnect) context.disconnect();
    else if (chainId !== undefined) {
      // The wallet's response is validated like a dApp's request.
      const connected = await context.load();
      await connected.answer("wallet_switchEthereumChain", context, [
        { chainId: numberToHex(chainId) },
      ]);
    }
    return { chainId: numberToHex(chainId ?? context.chainId()), connected: !disconnect };
  });

/**
 * Shows the status of a bundle; resolves when the user closes it.
 *
 * @throws {AcctError} `unknown_bundle` before a window opens
 */
const walletShowCallsStatus: Handler<"wallet_showCallsStatus", string> = async (context, id) => {
  const account = context.session()?.account.address;
  await context.service.rpc("wallet_getCallsStatus", account ? [id, account] : [id], context.signal)
    .catch((error) => {
      // The dialog retries all other errors.
      if (context.signal.aborted || error.data?.cause === "unknown_bundle") throw error;
    });
  return context.show("wallet_showCallsStatus", {
    id,
    chainId: context.chainId(),
    ...(account !== undefined && { account }),
  });
};

/** Shows a token among the account's balances, once the user agrees. */
const walletWatchAsset: Handler<
  "wallet_watchAsset",
  { readonly options: DescribedAsset },
  PageContext
> = (context, { options: asset }) =>
  asAccount(
    context,
    {},
    (account, flow) =>
      context.show("wallet_watchAsset", { account, chainId: context.chainId(), asset }, flow),
  );

/** Handlers of these methods. */
export const handlers = {
  acct_showAccount: handle(acctShowAccountMethod, acctShowAccount),
  wallet_showCallsStatus: handle(walletShowCallsStatusMethod, walletShowCallsStatus),
  wallet_watchAsset: handle(walletWatchAssetMethod, walletWatchAsset),
} satisfies Partial<Handlers<MethodName>>;
