/** Words of the status of a bundle. @module */
import type { BundleView } from "@sdk/core/dialog";
import type { CauseText } from "../text.ts";

/** The words. */
export interface StatusWords {
  readonly title: string;
  readonly id: string;
  readonly transaction: string;
  readonly reason: string;
  readonly seeTransaction: string;
  readonly statuses: Readonly<Record<BundleView["code"], CauseText>>;
}
