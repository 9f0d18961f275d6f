/**
 * Handles the reads of balances and activity, with the stream of account changes. A separate chunk
 * that is loaded with the first such request.
 *
 * @module
 */
import type { MethodName } from "../../protocol/methods.ts";
import "../../chunks/session.ts";
import { numberToHex } from "viem";
import { walletGetAssets as walletGetAssetsMethod } from "../../protocol/methods/account/wallet_get_assets.ts";
import {
  type CallsHistoryParams,
  walletGetCallsHistory as walletGetCallsHistoryMethod,
} from "../../protocol/methods/calls/wallet_get_calls_history.ts";
import type { GetAssetsParams } from "../../wire/assets.ts";
import { accountToRead } from "./account.ts";
import type { Handler, Handlers } from "./context.ts";
import { handle } from "../../schema/handle.ts";

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

/** Handlers of these methods. */
export const handlers = {
  wallet_getAssets: handle(walletGetAssetsMethod, walletGetAssets),
  wallet_getCallsHistory: handle(walletGetCallsHistoryMethod, walletGetCallsHistory),
} satisfies Partial<Handlers<MethodName>>;
