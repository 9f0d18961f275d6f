/** Types of the dialogs that change owners. @module */
import type { Address } from "../lib/hex.ts";
import type { OwnerChainView, OwnerView } from "../protocol/methods/account/acct_get_owners.ts";
import type { ErrorView, PreviewStatus, TokenView } from "./common.ts";
import type { PermissionView } from "./permission.ts";

/** Preview of adding a passkey. */
export interface AddPasskeyPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Reloads after an error. */
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
  /** Delay of a recovery in seconds, 1 to 30 days. Default: the preview's proposal. */
  readonly delay?: number;
  /** True to also remove the address whose recovery is stopped. */
  readonly remove?: boolean;
  /** True to revoke the active approvals after a removal, with a batch on each chain. */
  readonly endApprovals?: boolean;
}

/** A waiting recovery in the form that dialogs show. */
export interface RecoveryView {
  /** Earliest time at which the recovery takes effect, in Unix seconds. */
  readonly readyAt: number;
  /** Names of the chains on which it is waiting. */
  readonly chains: readonly string[];
  /** Names of the chains on which the service cannot stop it. */
  readonly late: readonly string[];
  /** True if several are waiting: stopping them also blocks further recoveries of their owner. */
  readonly several: boolean;
}

/** A permission that expires with the owner who granted it. */
export interface OwnerGrantView {
  /** The permission. */
  readonly permission: PermissionView;
  /** Name of the permission's chain. */
  readonly chain: string;
  /** The site or agent that has it, or the name of its spender, from this device's records. */
  readonly holder?: string;
}

/** An active approval, granted by any owner. */
export interface ApprovalView {
  /** The token, or collection. */
  readonly token: TokenView;
  /** Spender of the approval. */
  readonly spender: Address;
  /** Amount in the smallest unit; `null` for a whole collection. */
  readonly amount: bigint | null;
  /** Name of the approval's chain. */
  readonly chain: string;
  /** Name of the spender, from this device's records. */
  readonly holder?: string;
}

/** Preview of a change of owners. */
export interface ChangeOwnersPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Reloads after an error. */
  readonly retry?: () => void;
  /** Kind of change. */
  readonly kind: "add" | "remove" | "stop";
  /** The owner to add or remove, or whose recovery is stopped. */
  readonly owner: OwnerView;
  /** Delay of recoveries in seconds; absent while loading, and unless an address is added. */
  readonly delay?: {
    /** The proposal. */
    readonly proposed: number;
    /** Current delay of the account's recovery addresses; absent if it has none. */
    readonly current?: number;
  };
  /** The recovery to stop; absent for other changes, and while loading. */
  readonly recovery?: RecoveryView;
  /**
   * Permissions granted by the removed owner, which expire with it; `null` if the service did not
   * return them. Absent for other changes, and while loading.
   */
  readonly grants?: readonly OwnerGrantView[] | null;
  /**
   * Active approvals of the account, which a removal does not revoke; `null` if the service did not
   * return them. Absent for other changes, and while loading.
   */
  readonly approvals?: readonly ApprovalView[] | null;
  /**
   * The remaining owners, if the change sets them on a chain that has different ones. Absent if
   * each chain has them or receives them without this change, and while loading.
   */
  readonly staying?: readonly OwnerView[];
  /** Progress per chain; empty while loading. */
  readonly chains: readonly OwnerChainView[];
}
