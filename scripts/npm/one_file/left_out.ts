/** Replaces the chunks of handlers that the one file for plain pages does not contain. @module */
import { AcctError } from "../../../core/ground/errors.ts";

/** Provides a handler for every method. It rejects and names the build that has the method. */
export const handlers: Readonly<Record<string, { run(): Promise<never> }>> = new Proxy({}, {
  get: (_handlers, method) => ({
    run: () =>
      Promise.reject(
        new AcctError("method_unsupported", {
          detail: `cross-platform.js does not include ${String(method)}; use acct.js instead.`,
        }),
      ),
  }),
});
