/**
 * Lists the contracts that the SDK trusts. It signs operations only for these; a service may only
 * choose among them.
 *
 * @module
 */
import type { Address, Hex } from "viem";
import { factory, implementation, permissions, proxyInitCodeHash } from "./addresses.ts";

/** EntryPoint v0.8 (ERC-4337). */
export const ENTRY_POINT: Address = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108";

/** Multicall3, at the same address on every supported chain. */
export const MULTICALL: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** One released set of contracts. */
export interface ContractSet {
  /** `AcctFactory`. */
  readonly factory: Address;
  /** `Acct`, the code behind each account. */
  readonly implementation: Address;
  /** `Permissions`, the contract that spenders call. */
  readonly permissions: Address;
  /** Hash of an account's init code, which determines its address. */
  readonly proxyInitCodeHash: Hex;
}

/** Contract set that new accounts are created with. */
export const contracts: ContractSet = {
  factory,
  implementation,
  permissions,
  proxyInitCodeHash,
};

/** A released version of the account's code. */
export interface Implementation {
  /** Version; a later one has a higher number. */
  readonly version: number;
  /** Address of the code, the same on every chain. */
  readonly address: Address;
}

/**
 * All versions, oldest first; the factory creates accounts with the first one. The SDK signs only
 * for accounts with one of these versions, and offers the last one: no service or app can add to
 * them.
 */
export const implementations: readonly Implementation[] = [{ version: 1, address: implementation }];

/** Name and version in the EIP-712 domain of every account, the same in all versions of the code. */
export const ACCOUNT_DOMAIN = { name: "Acct", version: "1" } as const;
