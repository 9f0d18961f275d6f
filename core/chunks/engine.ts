/**
 * Lists the modules that a session shares with the engine of accounts, as `first.ts` does for the first
 * load. Pieces that come after a session import `core/page/session_chunk.ts`; the engine does not, since
 * the wallet host has it without a session of a page.
 *
 * @module
 */
import "./first.ts";
import "../account/typed_data_types.ts";
import "../chain/contracts.ts";
import "../chain/native.ts";
import "../lib/pieces.ts";
import "../protocol/service/mod.ts";
