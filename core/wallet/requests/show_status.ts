/** Shows the status of a bundle (EIP-5792) and keeps it up to date. @module */
import { type Address, type Hex, numberToHex } from "viem";
import { AcctError } from "../../ground/errors.ts";
import { withoutError, writable } from "../../lib/readable.ts";
import type { ConfigurationJson } from "../../protocol/service/mod.ts";
import type { CallsStatusJson } from "../../wire/calls_status.ts";
import { eitherSignal } from "../../lib/signals.ts";
import { cleanText } from "../../lib/text.ts";
import type { BundleView, PastTransferView, StatusPreview, TokenView } from "../../dialog/types.ts";
import { nameTransfers, readTransfers } from "../../reading/transfers.ts";
import { tokenView } from "../../reading/tokens.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";
import { pause } from "../../client/confirmed.ts";
import { accountView, chainView, type WalletContext } from "../context/context.ts";
import { errorView } from "../prompt/error_view.ts";
import type { AskOptions, ParamsOf } from "../../dialog/requests.ts";

/** Time after which the tokens of a confirmed bundle are shown without their names. */
const MAX_WAIT_MS = 2_000;

/** Shows the status until the user closes the dialog. */
export async function showStatus(
  context: WalletContext,
  { account, chainId, id }: ParamsOf["wallet_showCallsStatus"],
  options: AskOptions,
): Promise<null> {
  const known = account === undefined ? undefined : context.accounts.at(account);
  const preview = writable<StatusPreview>({ status: "loading", id, bundle: null });
  const over = new AbortController();
  const signal = eitherSignal(options.signal, over.signal);
  /** Transfers of the last receipt, so that its tokens are described once. */
  let last: { readonly key: string; readonly transfers: readonly PastTransferView[] } | undefined;
  const transfersOf = async (
    { chainId, status, receipts }: CallsStatusJson,
    account: Address,
  ): Promise<Pick<BundleView, "transfers">> => {
    const [receipt] = receipts ?? [];
    if (status !== 200 || receipt === undefined) return {};
    const key = `${receipt.blockHash} ${receipt.transactionHash}`;
    if (last?.key !== key) {
      const found = readTransfers(receipt.logs, account);
      const tokens = found.length === 0 ? [] : await listedTokens(context, chainId, signal);
      last = { key, transfers: nameTransfers(found, tokens) };
    }
    return last.transfers.length === 0 ? {} : { transfers: last.transfers };
  };
  /** Time of the last receipt's block, which is read after the bundle is shown. */
  let block: { readonly hash: Hex; time: number | null | undefined } | undefined;
  const timeOf = ({ chainId, status, receipts }: CallsStatusJson): Pick<BundleView, "time"> => {
    const [receipt] = receipts ?? [];
    if (status !== 200 || receipt?.blockHash === undefined) return {};
    if (block?.hash !== receipt.blockHash) {
      const own: NonNullable<typeof block> = { hash: receipt.blockHash, time: null };
      block = own;
      void readTime(context, chainId, receipt, signal).then((time) => {
        own.time = time;
        const { bundle, ...shown } = preview.get();
        if (block !== own || bundle === null) return;
        const { time: _, ...rest } = bundle;
        preview.set({ ...shown, bundle: time === undefined ? rest : { ...rest, time } });
      });
    }
    return block.time === undefined ? {} : { time: block.time };
  };
  const poll = async () => {
    try {
      for (let wait = 300;; wait = Math.min(wait * 1.5, 4_000)) {
        const params = account === undefined ? [id] : [id, account];
        const found = await context.service.rpc("wallet_getCallsStatus", params, signal);
        const status = found as CallsStatusJson;
        const bundle = viewOf(status, await context.service.configuration(signal));
        const moved = account === undefined ? {} : await transfersOf(status, account);
        preview.set({
          ...withoutError(preview.get()),
          status: "ready",
          bundle: { ...bundle, ...moved, ...timeOf(status) },
        });
        // A reorganization can make a final status pending again, so polling never stops.
        await pause(status.status === 100 ? wait : 10_000, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      const retry = () => {
        preview.set({ ...withoutError(preview.get()), status: "loading" });
        void poll();
      };
      preview.set({ ...preview.get(), status: "error", error: errorView(error), retry });
    }
  };
  void poll();
  try {
    await promptUser<"wallet_showCallsStatus", void>(context.ui, {
      method: "wallet_showCallsStatus",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: known === undefined ? null : accountView(known),
      chain: await chainView(context, chainId),
      preview,
      onConfirm: () => Promise.resolve(),
    }, options.signal);
  } catch (error) {
    if (!(error instanceof AcctError) || error.data.cause !== "user_rejected") throw error;
  } finally {
    over.abort();
  }
  return null;
}

/** Reads the time of a receipt's block; `undefined` if the node cannot return this block. */
async function readTime(
  { service }: WalletContext,
  chainId: Hex,
  { blockHash, blockNumber }: NonNullable<CallsStatusJson["receipts"]>[number],
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const params = [blockNumber, false];
    const found = await service.chain(Number(chainId), "eth_getBlockByNumber", params, signal);
    const { hash, timestamp } = found as { readonly hash: Hex; readonly timestamp: Hex };
    return hash.toLowerCase() === blockHash.toLowerCase() ? Number(timestamp) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the operator's tokens; none if the service takes too long, as addresses suffice. */
async function listedTokens(
  { service }: WalletContext,
  chainId: Hex,
  signal: AbortSignal,
): Promise<readonly TokenView[]> {
  const over = eitherSignal(signal, AbortSignal.timeout(MAX_WAIT_MS));
  const found = await service.call("acct_getTokens", { chainId }, over).catch(() => []);
  return found.map(tokenView);
}

function viewOf(status: CallsStatusJson, { chains }: ConfigurationJson): BundleView {
  const hash: Hex | undefined = status.receipts?.[0]?.transactionHash;
  const chain = chains.find(({ id }) => numberToHex(id) === status.chainId);
  return {
    code: status.status,
    chainName: chain?.name ?? status.chainId,
    ...(status.reason !== undefined && { reason: cleanText(status.reason, 200) }),
    ...(hash !== undefined && { transactionHash: hash }),
    ...(hash !== undefined && chain?.explorer !== undefined && {
      explorerUrl: `${chain.explorer.replace(/\/+$/, "")}/tx/${hash}`,
    }),
  };
}
