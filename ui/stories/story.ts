/** Type of a story. @module */
import type { DialogRequest } from "../../core/dialog/types.ts";

/** A request to show, with the actions that lead to its state. */
export interface Story {
  /** Creates the request. */
  readonly request: () => DialogRequest;
  /** Test ids to press, one after another. */
  readonly press?: readonly string[];
  /** Simulates a lost network. */
  readonly offline?: boolean;
  /** Changes the request after its first frames. */
  readonly becomes?: (request: DialogRequest) => void;
  /** True to complete delays of seconds immediately, so that their result is shown. */
  readonly late?: boolean;
}
