/** Types of the dialogs that change owners. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus, TokenView } from "./common.ts";
import type { PermissionView } from "./permission.ts";

/** An owner of the account. */
export interface OwnerView {
  /** Index in the account. */
  readonly index: number;
  /** Kind of owner; one of kind `recovery` can only start a recovery that waits. */
  readonly kind: "passkey" | "address" | "recovery";
  /** The owner's 32 (address) or 64 (key x‖y) bytes. */
  readonly owner: Hex;
  /** Address of an owner that is no passkey. */
  readonly address?: Address;
  /** Name of the passkey, if this device knows it. */
  readonly name?: string;
  /** True for the passkey that this device uses. */
  readonly here: boolean;
}

/** Progress of owner changes on a chain. */
export interface OwnerChainView {
  /** Chain id. */
  readonly id: number;
  /** Display name. */
  readonly name: string;
  /**
   * `done`: it has these owners; `coming`: earlier ones, and the service submits the changes;
   * `waiting`: earlier ones, and nothing submits the changes; `ahead`: later ones, by a change that
   * the service does not know; `forked`: others; a change by one of these brings either back; `lost`:
   * others, and none of these; `unknown`: the account runs code there that the wallet does not know;
   * `down`: the chain cannot be reached.
   */
  readonly state: "done" | "coming" | "waiting" | "ahead" | "forked" | "lost" | "unknown" | "down";
  /** Version of the account's code there; `null` where it is not deployed, or not known. */
  readonly version: number | null;
  /** Later version to which it can be updated there; `null` for none. */
  readonly update: number | null;
  /** Recoveries that wait there: the index of the owner who started each, and Unix seconds. */
  readonly recovering: readonly { readonly index: number; readonly readyAt: number }[];
}

/** The owners of an account, with the progress of changes per chain. */
export interface OwnersView {
  /** Owners after all changes. */
  readonly owners: readonly OwnerView[];
  /** Progress per chain. */
  readonly chains: readonly OwnerChainView[];
}

/** Preview of adding a passkey. */
export interface AddPasskeyPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /** True if it is offered because the only passkey exists on a single device. */
  readonly offered: boolean;
}

/** The user's choice: create a passkey with this name, or skip. */
export type AddPasskeyChoice =
  | { readonly kind: "create"; readonly name: string }
  | { readonly kind: "skip" };

/** The user's choice. */
export interface ChangeOwnersChoice {
  /** True if an added address gets all powers; otherwise it can only start a recovery. */
  readonly full?: boolean;
  /** Seconds that a recovery waits, 1 to 30 days; as the preview proposes if it is left out. */
  readonly delay?: number;
  /** True if the address whose recovery is stopped is removed as well. */
  readonly remove?: boolean;
  /** True if the approvals that stand are ended after a removal, by a batch on each chain. */
  readonly endApprovals?: boolean;
}

/** A recovery that waits, as dialogs show it. */
export interface RecoveryView {
  /** Earliest time at which it takes effect, in Unix seconds. */
  readonly readyAt: number;
  /** Names of the chains on which it waits. */
  readonly chains: readonly string[];
  /** Names of those where the service cannot stop it. */
  readonly late: readonly string[];
  /** True if several wait: to stop them keeps their owner from starting others. */
  readonly several: boolean;
}

/** A permission that ends with the owner who gave it. */
export interface OwnerGrantView {
  /** The permission. */
  readonly permission: PermissionView;
  /** Name of its chain. */
  readonly chain: string;
}

/** An approval that stands, whichever owner gave it. */
export interface ApprovalView {
  /** The token, or collection. */
  readonly token: TokenView;
  /** Address that may take it. */
  readonly spender: Address;
  /** Amount in the smallest unit; `null` for all of a collection. */
  readonly amount: bigint | null;
  /** Name of its chain. */
  readonly chain: string;
}

/** Preview of a change of owners. */
export interface ChangeOwnersPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /** Kind of change. */
  readonly kind: "add" | "remove" | "stop";
  /** The owner to add or remove, or whose recovery is stopped. */
  readonly owner: OwnerView;
  /** Seconds that recoveries wait; absent while loading, and unless an address is added. */
  readonly delay?: {
    /** The proposal. */
    readonly proposed: number;
    /** The delay of the account's recovery addresses now; absent if it has none. */
    readonly current?: number;
  };
  /** The recovery to stop; absent for other changes, and while loading. */
  readonly recovery?: RecoveryView;
  /**
   * Permissions that the removed owner gave, which end with it; `null` if the service did not tell.
   * Absent for other changes, and while loading.
   */
  readonly grants?: readonly OwnerGrantView[] | null;
  /**
   * Approvals of the account that stand, which a removal does not end by itself; `null` if the service
   * did not tell. Absent for other changes, and while loading.
   */
  readonly approvals?: readonly ApprovalView[] | null;
  /**
   * The owners that stay, where the change sets them on a chain that has others; absent where each
   * chain has them or gets them by itself, and while loading.
   */
  readonly staying?: readonly OwnerView[];
  /** Progress per chain; empty while loading. */
  readonly chains: readonly OwnerChainView[];
}
