/**
 * Lists the modules that the wallet shares with requests that load later, as
 * `core/chunks/first.ts` does for the first load.
 *
 * @module
 */
import "./engine.ts";
import "../account/owners/history.ts";
import "../passkey/attestation.ts";
import "../wallet/context/context.ts";
import "../wallet/context/finish_signature.ts";
import "../wallet/operation/stopwatch.ts";
import "../wallet/prompt/load_preview.ts";
import "../wallet/prompt/prompt_user.ts";
