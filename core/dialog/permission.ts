/** Types of permissions in dialogs. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { SpendUnit } from "../permission/limits/period.ts";
import type { RuleDetail } from "../permission/limits/rules.ts";
import type { TokenView } from "./common.ts";

/** An app's description of an agent, for dialogs, without hidden characters. */
export interface AgentView {
  /** Name, consisting of letters, digits and spaces. */
  readonly name: string;
  /** Purpose of the payments. */
  readonly purpose?: string;
  /** Hosts that the agent promises to pay; neither the account nor the chain enforces this. */
  readonly hosts?: readonly string[];
}

/** A rule for an argument, described for dialogs. */
export interface RuleView extends RuleDetail {
  /** Type of the argument, from the function's signature. */
  readonly type?: string;
}

/** A permission, described for dialogs. */
export interface PermissionView {
  /** Address that may use the permission. */
  readonly spender: Address;
  /** Start in Unix seconds; absent while unknown. */
  readonly start?: number;
  /** End in Unix seconds, inclusive. */
  readonly end: number;
  /**
   * Functions that may be called; if empty, only plain transfers of the listed tokens are allowed.
   */
  readonly calls: readonly {
    readonly target: Address;
    readonly selector: Hex;
    /** Function signature with this selector. */
    readonly signature?: string;
    /** Source of the signature: the wallet's own table, or the dApp, which can choose any names. */
    readonly source?: "wallet" | "app";
    /** Rules for its arguments, all of which must match. */
    readonly rules?: readonly RuleView[];
  }[];
  /** Spend limits; several limits for one token all apply. */
  readonly spends: readonly {
    readonly token: TokenView;
    readonly allowance: bigint;
    readonly unit: SpendUnit;
    readonly multiplier: number;
    /** Remaining allowance of the current period, if known. */
    readonly remaining?: bigint;
  }[];
  /** Tokens that must not decrease. */
  readonly watched?: readonly TokenView[];
}
