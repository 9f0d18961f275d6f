/** Words for the rules of a permission. @module */
import type { RuleKind } from "@sdk/core/dialog";
/** The words. */
export interface PermissionWords {
  /** An argument by its position, 1 for the first. */
  readonly argument: (position: string) => string;
  readonly kinds: Readonly<Record<RuleKind, string>>;
  readonly untouched: string;
}
