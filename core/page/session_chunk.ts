/**
 * Lists the modules of a session that later pieces share, as `core/chunks/first.ts` does for the first
 * load. Each piece that comes after a session imports the list.
 *
 * @module
 */
import "../chunks/engine.ts";
import "../client/client.ts";
import "./account_subscription.ts";
import "./handlers/connected.ts";
