/** Showing the account: its address and balances, the network in use, and the way out. @module */
import { AcctError } from "../../protocol/errors.ts";
import { writable } from "../../lib/readable.ts";
import { cleanText } from "../../lib/text.ts";
import type { ShowAccountChoice, ShowAccountPreview } from "../../dialog/account.ts";
import { askPerson } from "./ask_person.ts";
import { accountView, chainView, recordOf, type WalletContext } from "../context.ts";
import { loadPreview } from "./load_preview.ts";
import { singleStep } from "./flow.ts";
import { holdingsOf } from "./holdings.ts";
import type { AskOptions, ParamsOf, ResultOf } from "../../protocol/requests.ts";

type Result = ResultOf["acct_showAccount"];

/** Shows it; closing it is no refusal, since nothing was asked. */
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
  const preview = writable<ShowAccountPreview>({ status: "loading", holdings: null, networks });
  const { signal } = options;
  loadPreview(preview, async () => ({
    holdings: await holdingsOf(context.service, account, signal),
  }), signal);
  try {
    return await askPerson<"acct_showAccount", Result>(context.ui, {
      method: "acct_showAccount",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      preview,
      run: (choice) => Promise.resolve(resultOf(choice)),
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
