/**
 * Lists what the wallet shares with the requests that load after it, as
 * `core/chunks/first.ts` does for the first load.
 *
 * @module
 */
import "../chunks/engine.ts";
import "../account/owners/history.ts";
import "../passkey/attestation.ts";
import "./context.ts";
import "./finish_signature.ts";
import "./operation/stopwatch.ts";
import "./prompt/can_show.ts";
import "./prompt/load_preview.ts";
import "./prompt/prompt_user.ts";
