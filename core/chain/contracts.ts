/**
 * Lists the contracts that the SDK knows. It signs operations for these only; a service may only
 * choose among them.
 *
 * @module
 */
import type { Address, Hex } from "viem";
import { factory, implementation, permissions, proxyInitCodeHash } from "./addresses.ts";

/** EntryPoint v0.8 (ERC-4337). */
export const ENTRY_POINT: Address = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108";

/** One released set of contracts. */
export interface ContractSet {
  /** `AcctFactory`. */
  readonly factory: Address;
  /** `Acct`, the code behind each account. */
  readonly implementation: Address;
  /** `Permissions`, the contract that spenders call. */
  readonly permissions: Address;
  /** Hash of an account's init code, from which its address follows. */
  readonly proxyInitCodeHash: Hex;
}

/** Contract set that new accounts are created with. */
export const contracts: ContractSet = {
  factory,
  implementation,
  permissions,
  proxyInitCodeHash,
};

/** Name and version in the EIP-712 domain of every account. */
export const ACCOUNT_DOMAIN = { name: "Acct", version: "1" } as const;
