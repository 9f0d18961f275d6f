/** Computes the address of an account locally. @module */
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  hexToBigInt,
  keccak256,
} from "viem";
import { factoryAbi } from "../chain/abi.ts";
import { contracts, type ContractSet } from "../chain/contracts.ts";
import type { AccountJson } from "../wire/values.ts";

/** Values that an address is derived from. */
export interface Origin {
  /** Initial owners: 32 bytes (an address) or 64 bytes (a passkey's x‖y). */
  readonly owners: readonly Hex[];
  /** Factory nonce: one owner can have several accounts. */
  readonly nonce: bigint;
}

/**
 * Computes the CREATE2 address of an account; the salt is `keccak256(abi.encode(owners, nonce))`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1014
 */
export function accountAddress(origin: Origin, set: ContractSet = contracts): Address {
  const salt = keccak256(
    encodeAbiParameters([{ type: "bytes[]" }, { type: "uint256" }], [
      [...origin.owners],
      origin.nonce,
    ]),
  );
  return getContractAddress({
    opcode: "CREATE2",
    from: set.factory,
    salt,
    bytecodeHash: set.proxyInitCodeHash,
  });
}

/** Builds the factory call that deploys an account. */
export function factoryCall(
  origin: Origin,
  set: ContractSet = contracts,
): { readonly factory: Address; readonly factoryData: Hex } {
  return {
    factory: set.factory,
    factoryData: encodeFunctionData({
      abi: factoryAbi,
      functionName: "createAccount",
      args: [[...origin.owners], origin.nonce],
    }),
  };
}

/** Derives the account whose only initial owner is a passkey's key. */
export function accountOf(publicKey: Hex): AccountJson {
  return {
    address: accountAddress({ owners: [publicKey], nonce: 0n }),
    owners: [publicKey],
    nonce: "0x0",
  };
}

/** Derives the address from the owners and the nonce, ignoring `address`. */
export function derivedAddress({ owners, nonce }: AccountJson): Address {
  return accountAddress({ owners, nonce: hexToBigInt(nonce) });
}

/** Checks that the address is derived from the owners and the nonce. */
export function isDerived(account: AccountJson): boolean {
  return derivedAddress(account).toLowerCase() === account.address.toLowerCase();
}
