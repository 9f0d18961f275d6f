/** Words of a token to show. @module */
import type { CauseText } from "../text.ts";

/** The words. */
export interface WatchAssetWords {
  readonly title: string;
  readonly intro: string;
  readonly action: string;
  readonly balance: string;
  /** The site's description is not the contract's. */
  readonly differs: CauseText;
  /** The address is no token. */
  readonly none: CauseText;
}
