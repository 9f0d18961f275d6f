/** Defines values that several methods of the service share. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { FeeTokenJson } from "./fees.ts";

/** An account and the inputs of its address. */
export interface AccountJson {
  /** Account address. */
  readonly address: Address;
  /** Initial owners: 32 bytes (an address) or 64 bytes (a passkey's x‖y). */
  readonly owners: readonly Hex[];
  /** Factory nonce. */
  readonly nonce: Hex;
}

/** One call of a batch. */
export interface CallJson {
  /** Contract or recipient. */
  readonly to: Address;
  /** Value in wei. */
  readonly value: Hex;
  /** Call data. */
  readonly data: Hex;
}

/** A user operation of EntryPoint v0.8 in the format of bundlers. */
export interface OperationJson {
  /** Address of the account. */
  readonly sender: Address;
  /** Key (192 bits) and sequence (64 bits). */
  readonly nonce: Hex;
  /** The wallet's factory; absent once deployed. */
  readonly factory?: Address;
  /** `createAccount(owners, nonce)`. */
  readonly factoryData?: Hex;
  /** `execute` or `executeBatch`. */
  readonly callData: Hex;
  /** Gas for the calls. */
  readonly callGasLimit: Hex;
  /** Gas for validation and deployment. */
  readonly verificationGasLimit: Hex;
  /** Gas that the EntryPoint cannot measure. */
  readonly preVerificationGas: Hex;
  /** Maximum wei per gas. */
  readonly maxFeePerGas: Hex;
  /** Wei per gas for the block producer. */
  readonly maxPriorityFeePerGas: Hex;
  /** Paymaster, if the account does not pay. */
  readonly paymaster?: Address;
  /** Gas for the paymaster's validation. */
  readonly paymasterVerificationGasLimit?: Hex;
  /** Gas for the paymaster's `postOp`. */
  readonly paymasterPostOpGasLimit?: Hex;
  /** The paymaster's data. */
  readonly paymasterData?: Hex;
  /** The account's signature; `0x` or absent while prepared. */
  readonly signature?: Hex;
}

/** A token, as described by the chain; `address: null` is the native currency. */
export interface TokenJson {
  /** Contract, or `null`. */
  readonly address: Address | null;
  /** Symbol. */
  readonly symbol: string;
  /** Name. */
  readonly name: string;
  /** Decimals. */
  readonly decimals: number;
  /** True if the operator lists it; any contract can choose any name. */
  readonly listed?: true;
}

/** A chain that the service supports. */
export interface ChainJson {
  /** Chain id. */
  readonly id: number;
  /** Name. */
  readonly name: string;
  /** True for a test network. */
  readonly testnet: boolean;
  /** Native currency. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  /** URL of a block explorer. */
  readonly explorer?: string;
  /** True if the chain has the P-256 precompile (EIP-7951, RIP-7212). */
  readonly p256: boolean;
  /** True if operations of dApps with a service key are sponsored by default. */
  readonly sponsored: boolean;
  /** Fee tokens; absent if none exist, or until the chain was reached once. */
  readonly feeTokens?: readonly FeeTokenJson[];
}

/** A WebAuthn assertion. */
export interface AssertionJson {
  /** Authenticator data. */
  readonly authenticatorData: Hex;
  /** Client data, as text. */
  readonly clientDataJSON: string;
  /** r‖s, 64 bytes, low s. */
  readonly signature: Hex;
}
