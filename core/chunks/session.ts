/**
 * Lists the modules of a session that later chunks share, as `core/chunks/first.ts` does for the
 * first load. Each chunk that is loaded after a session imports the list.
 *
 * @module
 */
import "./engine.ts";
import "../client/client.ts";
import "../page/session/account_subscription.ts";
import "../page/handlers/with_session.ts";
