import type { Handler } from "./context.ts";

/** The connected account, or `null`. Asks nobody. */
export const ethCoinbase: Handler = (context) =>
  Promise.resolve(context.session()?.account.address ?? null);
