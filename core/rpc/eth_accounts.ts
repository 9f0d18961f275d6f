import type { Handler } from "./context.ts";

/** The connected account, or none. Asks nobody. */
export const ethAccounts: Handler = (context) => {
  const session = context.session();
  return Promise.resolve(session === null ? [] : [session.account.address]);
};

/** The connected account, or `null`. Asks nobody. */
export const ethCoinbase: Handler = (context) =>
  Promise.resolve(context.session()?.account.address ?? null);
