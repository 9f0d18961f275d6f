import { numberToHex } from "viem";
import { asAccount } from "./as_account.ts";
import type { Handler } from "./context.ts";

/**
 * Shows the person their account, with its balances: `[]`. There they can choose another network for
 * the page, or disconnect from it.
 */
export const acctShowAccount: Handler = (context) =>
  asAccount(context, undefined, async (account, flow) => {
    const { chainId, disconnect = false } = await context.ask("acct_showAccount", {
      account,
      chainId: context.chainId(),
      testnets: context.options.showTestnets,
    }, flow);
    if (disconnect) context.disconnect();
    else if (chainId !== undefined) {
      // The wallet's answer is checked like a page's wish.
      const { walletSwitchChain } = await import("./wallet_switch_chain.ts");
      await walletSwitchChain(context, [{ chainId: numberToHex(chainId) }]);
    }
    return { chainId: numberToHex(context.chainId()), connected: !disconnect };
  });
