/** Words for the rules of a permission. @module */
import type { RuleKind } from "@sdk/core/dialog";
/** The words. */
export interface PermissionWords {
  /** A word of the call data by its position, 1 for the first. */
  readonly word: (position: string) => string;
  readonly kinds: Readonly<Record<RuleKind, string>>;
  readonly untouched: string;
}
