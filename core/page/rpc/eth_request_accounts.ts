import type { Handler, SessionContext } from "./context.ts";

/** Connects, unless the page is connected, and gives the accounts (EIP-1102). */
export const ethRequestAccounts: Handler<SessionContext> = async (context) => {
  const session = context.session();
  if (session !== null) return [session.account.address];
  const { account } = await context.connect();
  return [account.address];
};
