/**
 * Handles the reads of what an account has and did, with the stream of its changes: a piece of its own,
 * loaded with the first of them.
 *
 * @module
 */
import "../session_chunk.ts";
import { numberToHex } from "viem";
import { walletGetAssets as walletGetAssetsMethod } from "../../protocol/methods/account/wallet_get_assets.ts";
import {
  type CallsHistoryParams,
  walletGetCallsHistory as walletGetCallsHistoryMethod,
} from "../../protocol/methods/calls/wallet_get_calls_history.ts";
import type { GetAssetsParams } from "../../protocol/service/mod.ts";
import { accountToRead } from "./account_to_read.ts";
import type { readMethods } from "./connected.ts";
import type { Handler, Handlers } from "./context.ts";
import { handle } from "../../protocol/schema/handle.ts";

export { createFollow } from "../../client/follow.ts";

/** Lists the balances of an account. */
const walletGetAssets: Handler<"wallet_getAssets", Partial<GetAssetsParams>> = async (
  context,
  params,
) =>
  await context.service.call(
    "wallet_getAssets",
    { ...params, account: accountToRead(context, params.account) },
    context.signal,
  );

/** Lists the bundles that an account sent. */
const walletGetCallsHistory: Handler<"wallet_getCallsHistory", CallsHistoryParams> = async (
  context,
  { address, chainId, ...page },
) =>
  await context.service.call("wallet_getCallsHistory", {
    address: accountToRead(context, address),
    ...(chainId !== undefined && { chainId: numberToHex(chainId) }),
    ...page,
  }, context.signal);

/** Handler of each of them. */
export const handlers: Handlers<typeof readMethods[number], "reads"> = {
  wallet_getAssets: handle(walletGetAssetsMethod, walletGetAssets),
  wallet_getCallsHistory: handle(walletGetCallsHistoryMethod, walletGetCallsHistory),
};
