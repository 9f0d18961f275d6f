/**
 * Exports the search for an account by its passkey as one chunk, because few sign-ins need it.
 *
 * @module
 */
import "../../chunks/engine.ts";
export { accountsOfKey } from "./find.ts";
export { historyOnChain, readPast } from "./on_chain.ts";
export { recoverKey } from "../../passkey/recover_key.ts";
