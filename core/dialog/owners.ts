/** What dialogs show while the owners of an account are changed. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus } from "./request.ts";

/** One owner, as far as it is known here. */
export interface OwnerView {
  /** Its index in the account: given once, never used again. */
  readonly index: number;
  /** What it is. */
  readonly kind: "passkey" | "address";
  /** The owner's 32 (address) or 64 (key x‖y) bytes. */
  readonly owner: Hex;
  /** The address, of an owner that is one. */
  readonly address?: Address;
  /** What the passkey is called, if this device knows it. */
  readonly name?: string;
  /** Whether it is the passkey with which the account is used on this device. */
  readonly here: boolean;
}

/** How far one chain is with the changes. */
export interface OwnerChainView {
  /** Chain id. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** `done`: it has all changes; `coming`: the service brings them; `waiting`: nobody does; `down`. */
  readonly state: "done" | "coming" | "waiting" | "down";
}

/** The owners of an account, and how far each chain is. */
export interface OwnersView {
  /** The owners after all changes. */
  readonly owners: readonly OwnerView[];
  /** The chains. */
  readonly chains: readonly OwnerChainView[];
}

/** Preview of making another passkey for an account. */
export interface AddPasskeyPreview {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why it cannot be done, with `error`. */
  readonly error?: ErrorView;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /** Whether it is offered because the account's only passkey exists on one device. */
  readonly offered: boolean;
}

/** What the person chooses: another passkey under this name, or none. */
export type AddPasskeyChoice =
  | { readonly kind: "create"; readonly name: string }
  | { readonly kind: "skip" };

/** Preview of a change of owners. */
export interface ChangeOwnersPreview {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why it cannot be done, with `error`. */
  readonly error?: ErrorView;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /** What is changed. */
  readonly kind: "add" | "remove";
  /** Whom it is about. */
  readonly owner: OwnerView;
  /** The chains that the service knows; empty while unknown. */
  readonly chains: readonly OwnerChainView[];
}
