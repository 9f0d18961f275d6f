/** What a story is. @module */
import type { DialogRequest } from "../../core/dialog/request.ts";

/** A request to show, with what brings it into its state. */
export interface Story {
  /** Makes the request. */
  readonly request: () => DialogRequest;
  /** Test ids to press, one after the other. */
  readonly press?: readonly string[];
  /** Whether the browser says that it has no network. */
  readonly offline?: boolean;
  /** What the request becomes after its first frames. */
  readonly becomes?: (request: DialogRequest) => void;
  /** Whether waits of seconds are over at once, so that what they lead to is seen. */
  readonly late?: boolean;
}
