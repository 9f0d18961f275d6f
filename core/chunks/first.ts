/**
 * Lists the modules that the first load shares with later chunks. Each chunk imports this list, so
 * that bundlers that create a chunk for each set of importers (esbuild) create only one for all of
 * these modules. The modules themselves import only their dependencies. `schema/check.ts` is only
 * for later chunks: 0.2 kB in this list cost less than a separate chunk.
 *
 * @module
 */
import "../wire/account_json.ts";
import "../lib/base64url.ts";
import "../lib/hidden.ts";
import "../lib/json.ts";
import "../lib/random_id.ts";
import "../lib/signals.ts";
import "../lib/url.ts";
import "../ground/error_json.ts";
import "../ground/errors.ts";
import "../schema/handle.ts";
import "../client/lazy.ts";
import "../client/page_origin.ts";
import "../schema/check.ts";
import "../schema/definition.ts";
