/**
 * Lists the modules that a session shares with the account engine, as `first.ts` does for the first
 * load. Chunks that are loaded after a session import `core/chunks/session.ts`. The engine does
 * not, because the wallet host loads it without a page's session.
 *
 * @module
 */
import "./first.ts";
import "../account/typed_data_types.ts";
import "../chain/contracts.ts";
import "../chain/native.ts";
import "../lib/pieces.ts";
import "../protocol/service/mod.ts";
