/** Takes the place of the pieces that one file for plain pages lacks. @module */
import { ownerMethods, preparedMethods } from "../../../core/page/handlers/connected.ts";
import { AcctError } from "../../../core/protocol/errors.ts";

/** Handlers that name the build with the method. */
export const handlers: Readonly<Record<string, { run(): Promise<never> }>> = Object.fromEntries(
  [...ownerMethods, ...preparedMethods].map((method) => [method, {
    run: () =>
      Promise.reject(
        new AcctError("method_unsupported", {
          detail: `cross-platform.js lacks ${method}: acct.js, beside it, has it.`,
        }),
      ),
  }]),
);
