/** What a dialog shows while somebody chooses a name. @module */
import type { TextRecord } from "../names/claim.ts";
import type { LabelRefusal } from "../protocol/service/names.ts";
import type { ErrorView, PreviewStatus, Warning } from "./request.ts";

/**
 * What is known of the label that was typed last:
 * - `empty`: nothing was typed;
 * - `checking`: the service is asked; `slow` after two seconds without an answer;
 * - `offline`: the service or the network cannot be reached; typing or `check` asks again;
 * - `free`: it can be had;
 * - else why it is not given out.
 */
export type LabelState = "empty" | "checking" | "slow" | "offline" | "free" | LabelRefusal;

/** Preview of a name to choose. */
export interface ClaimNamePreview {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why no name can be had, with `error`. */
  readonly error?: ErrorView;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /** ENS domain below which the name will be. */
  readonly domain: string;
  /** The label that was typed last. */
  readonly label: {
    /** As it was typed. */
    readonly typed: string;
    /** What is known of it. */
    readonly state: LabelState;
    /** As it will be written (ENSIP-15), once it is known to be free. */
    readonly normalized?: string;
  };
  /** Looks a label up; call it with each change of what is typed. */
  check(typed: string): void;
  /** Text records that the page adds; everybody can read them. */
  readonly texts: readonly TextRecord[];
  /** Things to know. */
  readonly warnings: readonly Warning[];
}

/** What the person chooses: the label, as it was typed and found free, or none. */
export type ClaimNameChoice =
  | { readonly kind: "claim"; readonly typed: string }
  | { readonly kind: "skip" };
