/**
 * Tools for tests of apps: a user who approves or rejects without a dialog, virtual passkeys for
 * Playwright, and presses on the wallet's dialogs. Not for production code.
 *
 * @example
 * ```ts
 * import { Acct, Mode } from "@sdk/core";
 * import { testUser } from "@sdk/core/testing";
 *
 * export async function rejects(apiKey: string): Promise<number> {
 *   const uiHandler = testUser({ answer: "reject" });
 *   const { provider } = Acct.create({ apiKey, preference: { mode: Mode.AppSpecific, uiHandler } });
 *   return await provider.request({ method: "eth_requestAccounts" })
 *     .then(() => 0, ({ code }) => code);
 * }
 * ```
 *
 * @module
 */
export {
  type AnsweredRequest,
  type TestAnswer,
  type TestUser,
  testUser,
  type TestUserOptions,
} from "./test_user.ts";
export {
  givePasskeys,
  type VirtualCredential,
  type VirtualPasskeys,
  type VirtualPrompt,
} from "./passkeys.ts";
export { press } from "./press.ts";
export type {
  DialogPlace,
  PasskeyCommand,
  PasskeyContext,
  PasskeyEvent,
  PasskeyPage,
  PasskeyRoute,
  PasskeySession,
} from "./browser.ts";
