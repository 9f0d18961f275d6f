/** Types of permissions in dialogs. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { SpendUnit } from "../permission/period.ts";
import type { RuleDetail } from "../permission/rules/rules.ts";
import type { TokenView } from "./common.ts";

/** Words of an app about an agent, for dialogs, without hidden characters. */
export interface AgentView {
  /** Name, in letters, digits and blanks. */
  readonly name: string;
  /** Purpose of what it spends. */
  readonly purpose?: string;
  /** Hosts that it promises to pay; neither the account nor the chain holds it to them. */
  readonly hosts?: readonly string[];
}

/** A rule on an argument, described for dialogs. */
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
  /** Functions that may be called; if empty, only plain transfers of the listed tokens. */
  readonly calls: readonly {
    readonly target: Address;
    readonly selector: Hex;
    /** Function signature that has this selector. */
    readonly signature?: string;
    /** Source of the signature: the wallet's own table, or the dApp, which chooses its words. */
    readonly source?: "wallet" | "app";
    /** Rules on its arguments, all of which must hold. */
    readonly rules?: readonly RuleView[];
  }[];
  /** Spend limits; several of one token all hold. */
  readonly spends: readonly {
    readonly token: TokenView;
    readonly allowance: bigint;
    readonly unit: SpendUnit;
    readonly multiplier: number;
    /** Remaining allowance of the current period, if known. */
    readonly remaining?: bigint;
  }[];
  /** Tokens of which nothing may leave. */
  readonly watched?: readonly TokenView[];
}
