/**
 * Lists the modules that the first load shares with later pieces. Each piece imports the list, so that
 * bundlers which make a chunk for each set of pieces (esbuild) make one for all of these; the modules
 * themselves import what they need. `schema/check.ts` is for later pieces alone: 0.2 kB here are less
 * than a chunk of its own.
 *
 * @module
 */
import "../lib/account_json.ts";
import "../lib/base64url.ts";
import "../lib/hidden.ts";
import "../lib/json.ts";
import "../lib/random_id.ts";
import "../lib/signals.ts";
import "../lib/url.ts";
import "../protocol/error_json.ts";
import "../protocol/errors.ts";
import "../protocol/schema/handle.ts";
import "../client/lazy.ts";
import "../client/page_origin.ts";
import "../protocol/schema/check.ts";
import "../protocol/schema/definition.ts";
