/** Types of the dialog that claims a name. @module */
import type { TextRecord } from "../names/claim.ts";
import type { LabelRefusal } from "../wire/names.ts";
import type { ErrorView, PreviewStatus, Warning } from "./common.ts";

/**
 * State of the last typed label:
 * - `empty`: no input;
 * - `checking`: availability is being checked; `slow` after two seconds without a response;
 * - `offline`: the service or the network is unreachable; typing or `check` retries;
 * - `free`: the name is available;
 * - any other value is the reason why it is not available.
 */
export type LabelState = "empty" | "checking" | "slow" | "offline" | "free" | LabelRefusal;

/** Preview of a name to claim. */
export interface ClaimNamePreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Reloads after an error. */
  readonly retry?: () => void;
  /** ENS domain of the name, such as `shop.eth`. */
  readonly domain: string;
  /** The last typed label. */
  readonly label: {
    /** The label as typed. */
    readonly typed: string;
    /** Availability. */
    readonly state: LabelState;
    /** Normalized form (ENSIP-15), once the name is known to be available. */
    readonly normalized?: string;
    /** Similar labels that are available; set after a label was taken, if there are any. */
    readonly suggestions?: readonly string[];
  };
  /** Checks a label; call it on each input. */
  check(typed: string): void;
  /** Text records that the dApp adds; they are public. */
  readonly texts: readonly TextRecord[];
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
}

/** The user's choice: claim the typed label, which is available, or skip. */
export type ClaimNameChoice =
  | { readonly kind: "claim"; readonly typed: string }
  | { readonly kind: "skip" };
