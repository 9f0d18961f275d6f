/**
 * For the tests of apps: a user who approves or rejects without a dialog, virtual passkeys for
 * Playwright, and presses on the wallet's dialogs. Nothing of it belongs in an app itself.
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
