/** Handles the methods that send calls. @module */
import type { SendCallsParams } from "../../protocol/methods/calls/wallet_send_calls.ts";
import type { SendTransactionParams } from "../../protocol/methods/calls/eth_send_transaction.ts";
import { type Address, numberToHex } from "viem";
import { lazy } from "../../client/lazy.ts";
import { AcctError } from "../../ground/errors.ts";
import type { ParamsOf } from "../../dialog/requests.ts";
import { refuseOwnCall, refuseOwnCalls } from "../../account/own_contracts.ts";
import { asAccount, chooseSponsor, type Refuse, requireChain } from "./account.ts";
import { renameField } from "../options/rename_field.ts";
import type { Handler, PageContext } from "./context.ts";

/** Sends calls as one atomic batch, without waiting for the chain. */
export const walletSendCalls: Handler<"wallet_sendCalls", SendCallsParams> = async (
  context,
  params,
) => {
  const { chainId = context.chainId(), from, id, calls, capabilities = {} } = params;
  const { abi, permissions, paymasterService, dataSuffix } = capabilities;
  // Without an ABI, there is no `await`, so that the window opens in the click.
  if (abi !== undefined || calls.some((call) => call.abi !== undefined)) {
    await checkAbis(calls, abi);
  }
  if (chainId !== context.chainId()) await requireChain(context, chainId, "chain_unsupported");
  const request = {
    chainId,
    calls,
    ...(abi !== undefined && { abi }),
    ...(id !== undefined && { id }),
    ...(permissions && { permission: permissions.id }),
    ...(dataSuffix && { suffix: dataSuffix.value }),
    ...chooseSponsor(context, chainId, paymasterService),
  };
  const { id: sent } = await send(
    context,
    from,
    request,
    (account) => refuseOwnCalls(calls, "params[0].calls", account),
  );
  return { id: sent };
};

/** Sends one call and returns the hash of its transaction, once it is on the chain. */
export const ethSendTransaction: Handler<
  "eth_sendTransaction",
  SendTransactionParams
> = async (
  context,
  { call: calls, from, chainId = context.chainId(), capabilities },
) => {
  if (chainId !== context.chainId()) await requireChain(context, chainId);
  const request = {
    chainId,
    calls,
    ...chooseSponsor(context, chainId, capabilities?.paymasterService),
  };
  const call = calls[0]!;
  const { id, account } = await send(
    context,
    from,
    request,
    (account) => refuseOwnCall(call, "params[0]", account),
  ).catch(renameField("params[0].calls[0]", "params[0]"));
  // The code is loaded already. Another wait could fail with an abort after the transaction is
  // sent.
  return context.loaded()!.land({ id, from: account, call }, context.signal);
};

function send(
  context: PageContext,
  from: Address | undefined,
  request: Omit<ParamsOf["wallet_sendCalls"], "account">,
  refuse: Refuse,
): Promise<{ id: string; account: Address }> {
  return asAccount(context, { wanted: from, refuse }, async (account, flow) => {
    const watch = (id: string) => context.loaded()?.watch(id);
    const sent = await context.ask("wallet_sendCalls", { account, ...request }, flow)
      .catch((error) => {
        // It may still be included.
        if (error instanceof AcctError && error.data.id !== undefined) watch(error.data.id);
        throw error;
      });
    const { id = sent.id, chainId } = request;
    watch(id);
    context.emit("assetsChanged", { address: account, chainIds: [numberToHex(chainId)] });
    return { id, account };
  });
}

/**
 * Reads the ABIs of calls. Few dApps pass any, so the code is loaded with the first one. It is
 * loaded before the window opens, because a rejected request opens no window.
 *
 * @throws {AcctError} `invalid_params` with the path of the item, `bundle_too_large` with too many
 */
async function checkAbis(calls: SendCallsParams["calls"], abi: unknown): Promise<void> {
  const { appAbisOf, readAppAbis } = await lazy(() => import("../../abi/app_abi.ts")).load();
  readAppAbis(appAbisOf("params[0]", { abi, calls }));
}
