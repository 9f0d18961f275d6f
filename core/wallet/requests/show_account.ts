/** Shows the account: address, balances, the current network, and a way to disconnect. @module */
import { AcctError } from "../../ground/errors.ts";
import { writable } from "../../lib/readable.ts";
import { cleanText } from "../../lib/text.ts";
import type { ShowAccountChoice, ShowAccountPreview } from "../../dialog/account.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";
import { accountView, chainView, recordOf, type WalletContext } from "../context/context.ts";
import { loadPreview } from "../prompt/load_preview.ts";
import { holdingsOf } from "./holdings.ts";
import type { AskOptions, ParamsOf, ResultOf } from "../../dialog/requests.ts";

type Result = ResultOf["acct_showAccount"];

/** Shows the account; closing the dialog does not count as a rejection. */
export async function showAccount(
  context: WalletContext,
  { account, chainId, testnets }: ParamsOf["acct_showAccount"],
  options: AskOptions,
): Promise<Result> {
  const record = recordOf(context, account);
  const chain = await chainView(context, chainId);
  const chains = await context.service.configuration(options.signal)
    .then(({ chains }) => chains, () => []);
  const networks = chains.filter(({ testnet }) => testnets || !testnet)
    .map(({ id, name, testnet }) => ({ id, name: cleanText(name, 60), testnet }));
  const { homeUrl } = context;
  const preview = writable<ShowAccountPreview>({
    status: "loading",
    holdings: null,
    networks,
    ...(homeUrl !== undefined && { homeUrl }),
  });
  const { signal } = options;
  loadPreview(preview, async () => ({
    holdings: await holdingsOf(
      context.service,
      { account, watched: context.tokens.of(account) },
      signal,
    ),
  }), signal);
  try {
    return await promptUser<"acct_showAccount", Result>(context.ui, {
      method: "acct_showAccount",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      preview,
      onConfirm: (choice) => Promise.resolve(resultOf(choice)),
    }, options.signal);
  } catch (error) {
    if (!(error instanceof AcctError) || error.data.cause !== "user_rejected") throw error;
    return {};
  }
}

function resultOf(choice: ShowAccountChoice): Result {
  if (choice.kind === "network") return { chainId: choice.chainId };
  return choice.kind === "disconnect" ? { disconnect: true } : {};
}
