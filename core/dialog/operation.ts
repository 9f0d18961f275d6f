/** Types of the dialogs that submit an operation: calls, grants and revocations. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type {
  ChainView,
  ErrorView,
  FiatView,
  PartyView,
  PreviewStatus,
  TokenView,
  Warning,
} from "./common.ts";
import type { CallView, DigestView } from "./explanation.ts";
import type { FeeView, ShortageView } from "./fee.ts";
import type { AgentView, PermissionView } from "./permission.ts";
import type { ReadingView } from "./reading.ts";

/** A balance change expected by the simulation, without guarantee. */
export interface ChangeView {
  /** Token whose balance changes. */
  readonly token: TokenView;
  /** Change in the smallest unit; negative for outgoing tokens. */
  readonly delta: bigint;
}

/** A change of items, such as NFTs, expected by the simulation, without guarantee. */
export interface ItemView {
  /** Collection. */
  readonly token: TokenView;
  /** Id of the item. */
  readonly id: bigint;
  /** Number of items; negative for outgoing ones. */
  readonly delta: bigint;
}

/** Bounds that the account itself enforces after the calls. */
export interface BoundsView {
  /** Maximum outgoing amount of each token; a token with 0 must not decrease. */
  readonly most: readonly { readonly token: TokenView; readonly amount: bigint }[];
  /** Tokens that others may take, and that the account cannot measure. */
  readonly unbounded: readonly Address[];
}

/** Preview of any operation on a chain. */
export interface OperationPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of preparing; set with status `error`. */
  readonly error?: ErrorView;
  /** Expected balance changes, or `null` while loading. */
  readonly changes: readonly ChangeView[] | null;
  /** Expected changes of items; absent if there are none. */
  readonly items?: readonly ItemView[];
  /**
   * Bounds that the account enforces; absent if all calls were decoded, `null` while loading or if
   * the service could not simulate.
   */
  readonly bounds?: BoundsView | null;
  /** Fee and its payer, or `null` while loading. */
  readonly fee: FeeView | null;
  /** Tokens that the account lacks; if set, the operation cannot be confirmed. */
  readonly shortages?: readonly ShortageView[];
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
  /** Increases when shown values get worse for the user; the confirm guard then restarts. */
  readonly revision: number;
  /** Reloads after an error. */
  readonly retry?: () => void;
  /**
   * Prepares the fee in another token, or in the native currency (`null`); set with `fee.options`.
   * The preview is `loading` until the new quote arrives.
   */
  readonly chooseFee?: (token: Address | null) => void;
}

/** Preview of a batch of calls. */
export interface SendCallsPreview extends OperationPreview {
  /** Calls, decoded on this device; available from the start. */
  readonly calls: readonly CallView[];
  /** Maximum assets that the calls move, or let others move. */
  readonly reading?: ReadingView;
  /**
   * Tokens of the reading that the service can describe. Tokens listed by the operator come first.
   */
  readonly tokens?: readonly TokenView[];
  /** Prices of the tokens; absent if the operator has none. */
  readonly fiat?: FiatView;
  /** Known facts about the recipients; names may be added later. */
  readonly parties?: readonly PartyView[];
  /** Bytes that the dApp appends to the call data; the account ignores them. */
  readonly suffix?: Hex;
  /** Computes the digests (ERC-8213) of a call's data on demand. */
  readonly digests?: (call: CallView) => Promise<readonly DigestView[]>;
  /** Account that granted the permission of the calls. */
  readonly onBehalfOf?: Address;
}

/** Preview of a grant. */
export interface GrantPreview extends OperationPreview {
  /** Permission to grant. */
  readonly permission: PermissionView;
  /** Maximum assets that the spender can take until the permission expires. */
  readonly reading?: ReadingView;
  /** The app's description of the agent that receives it. */
  readonly agent?: AgentView;
  /** The permission as requested; set if the user can grant less. */
  readonly requested?: PermissionView;
  /**
   * Grants less than requested: the preview is prepared again. It has no effect once the user has
   * confirmed, and throws for more than was requested. Set with `requested`.
   */
  readonly lower?: (less: LoweredGrantView) => void;
}

/** A smaller permission. */
export interface LoweredGrantView {
  /** Allowances in the order of the request; each at least 1. */
  readonly allowances: readonly bigint[];
  /** End in Unix seconds. */
  readonly end: number;
}

/** Preview of a revocation. */
export interface RevokePreview extends OperationPreview {
  /** Id of the permission; `null` for all permissions of the account. */
  readonly id: Hex | null;
  /** Site or agent that has the permission, or the name of its spender; absent if unknown. */
  readonly holder?: string;
  /** Permission to revoke; absent if the service has no copy. */
  readonly permission?: PermissionView;
  /** Further networks on which all permissions are revoked, with the same prompt. */
  readonly networks?: readonly RevokeNetworkView[];
}

/** Another network of a revocation. */
export interface RevokeNetworkView {
  /** The network. */
  readonly chain: ChainView;
  /** `failed` if sending there is currently impossible: the permissions remain. */
  readonly status: "loading" | "ready" | "failed";
  /** The fee there; `null` until it is known. */
  readonly fee: FeeView | null;
}

/** Preview of an update, or of the account's creation on a chain. */
export interface UpgradeAccountPreview extends OperationPreview {
  /** Current version of the account; `null` if it is created. */
  readonly from: number | null;
  /** New version. */
  readonly to: number;
  /** Address of the new code. */
  readonly code: Address;
}
