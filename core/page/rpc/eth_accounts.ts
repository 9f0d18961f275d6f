import type { Handler, SessionContext } from "./context.ts";

/** The connected account, or none. Asks nobody. */
export const ethAccounts: Handler<SessionContext> = (context) => {
  const session = context.session();
  return Promise.resolve(session === null ? [] : [session.account.address]);
};
