/**
 * Smart-account wallets secured by passkeys, for pages without a framework: the provider of
 * `@sdk/core` and the dialogs of `@sdk/ui` in one. React is no part of it.
 *
 * @example
 * ```ts
 * import { Acct, Mode, ReactUIHandler } from "@sdk/acct";
 *
 * export function connect(apiKey: string): Promise<unknown> {
 *   const { provider } = Acct.create({
 *     apiKey,
 *     appName: "My shop",
 *     preference: { mode: Mode.AppSpecific, uiHandler: new ReactUIHandler() },
 *   });
 *   return provider.request({ method: "eth_requestAccounts" });
 * }
 * ```
 *
 * @module
 */
export * from "@sdk/core";
export { ReactUIHandler, type ReactUIHandlerOptions } from "@sdk/ui";
