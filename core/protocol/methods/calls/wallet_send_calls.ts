/**
 * `wallet_sendCalls`: sends calls as one atomic batch.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import {
  appCall,
  batch,
  bundleId,
  type Call,
  capabilities,
  dataSuffix,
  sponsor,
  type SponsorRequest,
  usedPermission,
} from "../../../schema/fields.ts";
import {
  address,
  anything,
  boolean,
  chainId,
  object,
  oneOf,
  optional,
  type Schema,
  single,
} from "../../../schema/common.ts";

/** A capability that this package does not support; it must be optional. */
export interface UnknownCapability {
  /** Lets the request continue without it; otherwise it is rejected with 5700. */
  readonly optional: true;
  /** Members of the capability. */
  readonly [field: string]: unknown;
}

/**
 * Known capabilities, and unknown optional capabilities. The union makes compilers check literals
 * by name; an index signature alone would also apply to known names.
 */
export type CapabilitiesOf<Known> =
  | Known
  | (Known & { readonly [name: string]: UnknownCapability | undefined });

/**
 * The dApp's ABI of the called contracts: functions as text (`function plant(uint256 seeds)`) or in
 * the compiler's JSON format, at most 500 items. The dialog shows it as the dApp's description, and
 * only for calls without another explanation.
 */
export type AbiCapability = readonly (string | Readonly<Record<string, unknown>>)[];

/** A paymaster service for one request (ERC-7677). */
export interface PaymasterServiceCapability {
  /** https URL of the paymaster service. */
  readonly url: string;
  /** Passed to the service unchanged. */
  readonly context?: Readonly<Record<string, unknown>> | undefined;
  /** True if the request may continue without it. */
  readonly optional?: boolean | undefined;
}

/** Capabilities of a transaction, a grant or a revocation. */
export interface RequestCapabilities {
  /** Paymaster service of the operation (ERC-7677). */
  readonly paymasterService?: PaymasterServiceCapability | undefined;
}

/** Capabilities of a batch (EIP-5792). */
export interface SendCallsCapabilities extends RequestCapabilities {
  /** Permission to use; the account is its spender. */
  readonly permissions?: { readonly id: Hex; readonly optional?: boolean | undefined } | undefined;
  /** ABI of all called contracts. */
  readonly abi?: AbiCapability | undefined;
  /**
   * At most 1024 bytes to append to the operation's call data, such as an attribution (ERC-8021).
   * The calls do not change, and the dialog shows the bytes.
   */
  readonly dataSuffix?:
    | { readonly value: Hex; readonly optional?: boolean | undefined }
    | undefined;
  /** Ignored: batches are always atomic. */
  readonly atomic?: Readonly<Record<string, unknown>> | undefined;
}

/** Capabilities of one call of a batch (EIP-5792). */
export interface CallCapabilities {
  /** ABI of the called contract, instead of the batch's ABI. */
  readonly abi?: AbiCapability | undefined;
}

/** A batch of calls (EIP-5792). */
export interface SendCallsRequest {
  /** `2.0.0`. */
  readonly version?: string | undefined;
  /** Chain id. Default: the current chain. */
  readonly chainId?: Hex | undefined;
  /** The connected account. */
  readonly from?: Address | undefined;
  /** Bundle id chosen by the dApp, usable once: at most 4096 bytes. */
  readonly id?: string | undefined;
  /** True to require atomicity; batches are always atomic. */
  readonly atomicRequired?: boolean | undefined;
  /** The calls, 1 to 256, encoded in at most 112,000 bytes. */
  readonly calls: readonly {
    /** Required: an account cannot create contracts. */
    readonly to: Address;
    readonly value?: Hex | undefined;
    readonly data?: Hex | undefined;
    readonly capabilities?: CapabilitiesOf<CallCapabilities> | undefined;
  }[];
  /** Capabilities. */
  readonly capabilities?: CapabilitiesOf<SendCallsCapabilities> | undefined;
}

/** Parameters and result. */
export type WalletSendCalls = {
  readonly params: readonly [SendCallsRequest];
  readonly result: { readonly id: string };
};

/** Validated parameters. */
export interface SendCallsParams {
  readonly chainId?: number;
  readonly from?: Address;
  readonly id?: string;
  readonly calls: readonly Call[];
  readonly capabilities?: {
    readonly paymasterService?: SponsorRequest;
    readonly permissions?: { readonly id: Hex };
    readonly abi?: unknown;
    readonly dataSuffix?: { readonly value: Hex };
  };
}

/** Request to the wallet. */
export interface SendCallsWalletRequest {
  readonly account: Address;
  readonly chainId: number;
  readonly calls: readonly Call[];
  /** The dApp's ABI for all calls; the wallet validates it. */
  readonly abi?: unknown;
  readonly id?: string;
  /** Id of the permission to use; the account is its spender. */
  readonly permission?: Hex;
  readonly paymaster?: SponsorRequest;
  /** Bytes to append to the call data of the account. */
  readonly suffix?: Hex;
}

const request: Schema<SendCallsParams> = object({
  version: optional(oneOf("2.0.0")),
  chainId: optional(chainId),
  from: optional(address),
  id: optional(bundleId),
  atomicRequired: optional(boolean),
  calls: batch(appCall({ abi: optional(anything) })),
  capabilities: optional(capabilities({
    paymasterService: optional(sponsor),
    permissions: optional(usedPermission),
    abi: optional(anything),
    dataSuffix: optional(dataSuffix),
    atomic: optional(anything),
  })),
});

/** Definition of the method. */
export const walletSendCalls: Definition<SendCallsParams> = define({
  // The handler reads the ABIs, because their code is loaded with the first calls that have one.
  params: single(request),
  prompts: "sends",
});
