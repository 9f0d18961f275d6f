/** Defines the interface to an ERC-4337 bundler. @module */
import type { Hex } from "viem";
import type { OperationJson } from "../../../core/wire/values.ts";

/** Gas limits of an operation. */
export interface GasEstimate {
  /** Gas for validation and deployment, with a margin for a real signature. */
  readonly verificationGasLimit: bigint;
  /** Gas for the calls. */
  readonly callGasLimit: bigint;
  /** Gas that the EntryPoint cannot meter. */
  readonly preVerificationGas: bigint;
  /** Gas for the paymaster's validation; 0 without one. */
  readonly paymasterVerificationGasLimit: bigint;
  /** Gas for the paymaster's settlement; 0 without one. */
  readonly paymasterPostOpGasLimit: bigint;
}

/** ERC-4337 bundler. */
export interface Bundler {
  /**
   * Estimates an operation with stub signatures and no gas limits. `balance` overrides the
   * account's balance, so that an account without ether can be estimated.
   *
   * @throws {BundlerError} if it would be rejected.
   */
  estimate(operation: OperationJson, options: { readonly balance: bigint }): Promise<GasEstimate>;
  /**
   * Submits a signed operation; resolves with its hash.
   *
   * @throws {BundlerError} if it is rejected; it was not sent then.
   * @throws {AcctError} `chain_down` if the bundler does not answer; it may have been sent.
   */
  send(operation: OperationJson): Promise<Hex>;
  /** Returns whether the bundler has the operation in its mempool or has seen it land. */
  knows(hash: Hex): Promise<boolean>;
  /** Forwards a method of ERC-7769. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Error codes of ERC-7769. */
export const bundlerCodes = {
  invalidFields: -32602,
  rejectedByEntryPoint: -32500,
  rejectedByPaymaster: -32501,
  bannedOpcode: -32502,
  outOfTimeRange: -32503,
  throttled: -32504,
  stakeTooLow: -32505,
  unsupportedAggregator: -32506,
  signatureFailed: -32507,
  paymasterDepositTooLow: -32508,
  executionReverted: -32521,
} as const;

/**
 * Error of a bundler.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7769#error-codes
 */
export class BundlerError extends Error {
  override readonly name = "BundlerError";
  /** Error code of ERC-7769. */
  readonly code: number;
  /** The EntryPoint's code (`AA23`), if there is one. */
  readonly aa: string | null;
  /** Revert data of the account, the paymaster or the calls. */
  readonly data: Hex | null;

  /** Creates the error; the AA code is parsed from the reason. */
  constructor(code: number, reason: string, data: Hex | null = null) {
    super(reason);
    this.code = code;
    this.aa = /\bAA\d\d\b/.exec(reason)?.[0] ?? null;
    this.data = data;
  }
}
