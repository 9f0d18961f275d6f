/**
 * Loads the requests that follow a connection. The first dialog of a window needs none of their code: it
 * loads while the user reads, or with the first request that needs it.
 *
 * @module
 */
import { type Lazy, lazy } from "../../client/lazy.ts";

/** The requests that need an account. */
export const later: Lazy<typeof import("./connected.ts")> = lazy(() => import("./connected.ts"));
