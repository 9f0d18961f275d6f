/**
 * Loads the requests that follow a connection. The first dialog of a window does not need their
 * code: it is loaded while the user reads, or with the first request that needs it.
 *
 * @module
 */
import { type Lazy, lazy } from "../../client/lazy.ts";

/** The requests that need an account. */
export const later: Lazy<typeof import("./handlers.ts")> = lazy(() => import("./handlers.ts"));
