import type { Handler, SessionContext } from "./context.ts";

/** Ends the session. */
export const walletDisconnect: Handler<SessionContext> = (context) => {
  context.disconnect();
  return Promise.resolve(null);
};
