/** `acct_prepare`: prepares an operation to review and sign. @module */
import type { Address, Hex } from "../../../lib/hex.ts";
import {
  MAX_BOUNDED_TOKENS,
  MAX_CALL_DATA_BYTES,
  MAX_DATA_SUFFIX_BYTES,
  MAX_JOINT_OPERATIONS,
  MAX_LOOKED_UP,
  MAX_NAMED_TOKENS,
} from "../../../ground/limits.ts";
import {
  address,
  as,
  boolean,
  bytes,
  exact,
  list,
  optional,
  refined,
  text,
  whole,
} from "../../../schema/schema.ts";
import { sponsor } from "../../../schema/fields.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { account, calls, exactQuantity, hexChainId } from "../schema/fields.ts";
import type { WorthJson } from "./reads/acct_get_prices.ts";
import type { LookedUpName } from "./reads/acct_look_up_names.ts";
import type { FeeOptionJson, FeeTokenJson } from "../../../wire/fees.ts";
import { wrong } from "../../../schema/check.ts";
import type {
  AccountJson,
  CallJson,
  ChainJson,
  OperationJson,
  TokenJson,
} from "../../../wire/values.ts";

/** Params of `acct_prepare`. */
export interface PrepareParams {
  /** Chain id. */
  readonly chainId: Hex;
  /** The sending account. */
  readonly account: AccountJson;
  /** Index of the signing owner. Default: 0. */
  readonly ownerIndex?: Hex;
  /** The calls, in order; empty with `callData`. */
  readonly calls: readonly CallJson[];
  /** Call data of the account itself instead of calls, encoded by the wallet. */
  readonly callData?: Hex;
  /** Tokens to describe in addition to those in the calls. */
  readonly tokens?: readonly Address[];
  /** Recipients to look up names for, at most 20. */
  readonly payees?: readonly Address[];
  /** True to request the prices of the tokens in the operator's currency. */
  readonly priced?: boolean;
  /** Currency of these prices. Default: the configuration's `fiat`. */
  readonly currency?: string;
  /**
   * Requests bounds that the account checks after the calls (`executeBounded`), because not all
   * calls were decoded. The bounds cover the native currency, these tokens, and all tokens that the
   * service finds.
   */
  readonly bounds?: readonly Address[];
  /** Bytes that the dApp appends to the encoded calls (ERC-8021). */
  readonly suffix?: Hex;
  /** Paymaster service that the dApp named (ERC-7677); the service calls it. */
  readonly paymaster?: {
    readonly url: string;
    readonly context?: Readonly<Record<string, unknown>>;
  };
  /** True if the account pays even if a sponsor would. */
  readonly payFromAccount?: boolean;
  /**
   * Fee token, if the account pays; absent for the native currency. If the token is currently
   * unusable, the quote is in the native currency, and its `feeOptions` contain the reason.
   */
  readonly feeToken?: Address;
  /** Nonce of the quote to refresh, so that a sponsor counts both as one. */
  readonly replaces?: Hex;
  /**
   * True to allow a separate nonce key (below 8) for a sponsored operation, so that operations
   * prepared in parallel can all be included. Otherwise only key 0 is used.
   */
  readonly parallel?: boolean;
  /** Number of operations, of any chains, that one signature will cover. Default: 1. */
  readonly together?: number;
}

/** Result of `acct_prepare`: everything needed to show and sign an operation. */
export interface PrepareResult {
  /** The operation to sign; the client verifies every field. */
  readonly operation: OperationJson;
  /** Chain of the operation. */
  readonly chain: ChainJson;
  /** True if the account has code on this chain. */
  readonly deployed: boolean;
  /** Implementation behind the account's proxy; `null` before deployment. */
  readonly implementation: Address | null;
  /** The sponsor, or `null` if the account pays. */
  readonly sponsor: { readonly name: string; readonly domain: string | null } | null;
  /** Reason why the requested sponsor does not pay; the account would pay instead. */
  readonly sponsorFailed: string | null;
  /**
   * Expected and maximum cost, and balance. In wei the maximum is the sum of all gas limits ×
   * maxFeePerGas; with `feeToken` all three are in its smallest unit.
   */
  readonly fee: { readonly expected: Hex; readonly maximum: Hex; readonly balance: Hex };
  /** Fee token; absent for the native currency and with a sponsor. */
  readonly feeToken?: FeeTokenJson;
  /** Payment options of the account, if there are any besides the native currency. */
  readonly feeOptions?: readonly FeeOptionJson[];
  /**
   * Bounds in the operation's call data, in their order; absent if none were requested, or if the
   * simulation failed. `most` is in the smallest unit.
   */
  readonly bounds?: readonly { readonly token: TokenJson; readonly most: Hex }[];
  /** Tokens that could not be bounded: their balance cannot be read, or there are too many. */
  readonly unbounded?: readonly Address[];
  /**
   * Outcome of the simulation. `differs` is true if a second simulation had a worse result, which
   * is then reported.
   */
  readonly simulation:
    | { readonly status: "success"; readonly differs?: true }
    | { readonly status: "reverts"; readonly reason: string }
    | { readonly status: "unavailable" };
  /** Simulated balance changes of the account; `delta` is a signed decimal. */
  readonly changes: readonly { readonly token: TokenJson; readonly delta: string }[];
  /** Simulated changes of items, such as NFTs; `delta` is a signed decimal. */
  readonly items?: readonly ItemChangeJson[];
  /** Approvals for others after the calls, as far as the simulation reports them. */
  readonly approvals?: readonly ApprovalJson[];
  /** Tokens named in the calls. */
  readonly tokens: readonly TokenJson[];
  /** Names of `payees` that were found in time; absent without `payees`. */
  readonly names?: readonly LookedUpName[];
  /** Prices of the named tokens and the native currency that were found in time. */
  readonly prices?: readonly WorthJson[];
  /** Expiry of the quote and the sponsor's signature, in Unix seconds of the service's clock. */
  readonly validUntil: number;
  /** Lifetime of both in seconds from the response, because a client's clock may be far off. */
  readonly validFor: number;
}

/** Simulated change of an item. */
export interface ItemChangeJson {
  /** Collection; `?` if the contract has no name. */
  readonly token: TokenJson;
  /** Id of the item. */
  readonly id: Hex;
  /** Signed decimal. */
  readonly delta: string;
}

/** Approval for a spender to take tokens of the account. */
export interface ApprovalJson {
  /** Allowance of a token, of one item, of a whole collection, or through Permit2. */
  readonly kind: "allowance" | "item" | "operator" | "permit2";
  /** Token, or collection. */
  readonly token: TokenJson;
  /** Spender of the approval. */
  readonly spender: Address;
  /** Amount in the smallest unit, or the item's id; 1 for a whole collection. */
  readonly amount: Hex;
  /** Allowance before the calls, read from the chain. */
  readonly before?: Hex;
}

/** Definition of the method. */
export const acctPrepare: ServiceDefinition<"acct_prepare", PrepareParams> = {
  name: "acct_prepare",
  params: refined(
    exact({
      chainId: hexChainId,
      account,
      ownerIndex: optional(exactQuantity(32)),
      calls,
      callData: optional(bytes(MAX_CALL_DATA_BYTES)),
      tokens: optional(list(address, MAX_NAMED_TOKENS)),
      payees: optional(list(address, MAX_LOOKED_UP)),
      priced: optional(boolean),
      currency: optional(text(3)),
      bounds: optional(list(address, MAX_BOUNDED_TOKENS)),
      suffix: as("capabilities.dataSuffix.value", optional(bytes(MAX_DATA_SUFFIX_BYTES))),
      paymaster: as("capabilities.paymasterService", optional(sponsor)),
      payFromAccount: optional(boolean),
      feeToken: optional(address),
      replaces: optional(exactQuantity(256)),
      parallel: optional(boolean),
      together: optional(whole(1, MAX_JOINT_OPERATIONS)),
    }),
    ({ calls, callData }, { path }) => {
      if ((calls.length === 0) === (callData === undefined)) {
        throw wrong(`${path}.calls`, "or callData is required, and not both");
      }
    },
  ),
};
