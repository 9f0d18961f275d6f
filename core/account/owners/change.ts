/**
 * Defines an owner change. A full owner signs it once for every chain. It contains the complete
 * owners after the change and the heads that it may continue. Its digest is the new head.
 *
 * @module
 */
import { type Address, hashTypedData, type Hex, hexToBigInt, size, slice, toHex } from "viem";
import { ACCOUNT_DOMAIN } from "../../chain/contracts.ts";
import type { OwnerChangeJson, OwnerJson, RecoveryJson } from "../../wire/owners.ts";
import { ZERO_WORD } from "./key.ts";

/** Delay of a recovery in seconds, for an account whose owners were never changed. */
export const DEFAULT_DELAY_S = 259_200;

/** A change without its signature. */
export type UnsignedChange = Omit<OwnerChangeJson, "signature">;
/** A recovery without its signature. */
export type UnsignedRecovery = Omit<RecoveryJson, "signature">;

const owner = [
  { name: "index", type: "uint256" },
  { name: "kind", type: "uint8" },
  { name: "x", type: "bytes32" },
  { name: "y", type: "bytes32" },
] as const;
const common = [
  { name: "from", type: "bytes32[]" },
  { name: "owners", type: "Owner[]" },
  { name: "next", type: "uint256" },
] as const;
const ownerChangeTypes = {
  OwnerChange: [...common, { name: "delay", type: "uint256" }],
  Owner: owner,
} as const;
const recoveryTypes = {
  Recovery: [...common, { name: "salt", type: "uint256" }],
  Owner: owner,
} as const;

/** Owners after a step, in the contract's format. */
interface ContractOwners {
  readonly from: readonly Hex[];
  readonly owners: readonly ContractOwner[];
  readonly next: bigint;
}

/** A change in the contract's format. */
export interface ContractChange extends ContractOwners {
  readonly delay: bigint;
}

/** A recovery in the contract's format. */
export interface ContractRecovery extends ContractOwners {
  readonly salt: bigint;
}

interface ContractOwner {
  readonly index: bigint;
  readonly kind: number;
  readonly x: Hex;
  readonly y: Hex;
}

/** Encodes a change for the contract. */
export function toContract(change: UnsignedChange): ContractChange {
  return { ...toContractOwners(change), delay: BigInt(change.delay) };
}

/** Encodes a recovery for the contract. */
export function toContractRecovery(recovery: UnsignedRecovery): ContractRecovery {
  return { ...toContractOwners(recovery), salt: hexToBigInt(recovery.salt) };
}

function toContractOwners(
  { from, owners, next }: Pick<UnsignedChange, "from" | "owners" | "next">,
): ContractOwners {
  return {
    from,
    owners: owners.map(({ index, kind, owner }) => ({
      index: BigInt(index),
      kind: kind === "full" ? 0 : 1,
      x: slice(owner, 0, 32),
      y: size(owner) === 64 ? slice(owner, 32) : ZERO_WORD,
    })),
    next: BigInt(next),
  };
}

/** Reads a change that was decoded from call data. */
export function fromContract(change: ContractChange): UnsignedChange {
  return { ...fromContractOwners(change), delay: Number(change.delay) };
}

/** Reads a recovery that was decoded from call data. */
export function fromContractRecovery(recovery: ContractRecovery): UnsignedRecovery {
  return { ...fromContractOwners(recovery), salt: toHex(recovery.salt, { size: 32 }) };
}

function fromContractOwners(
  { from, owners, next }: ContractOwners,
): Pick<UnsignedChange, "from" | "owners" | "next"> {
  return {
    from: [...from],
    owners: owners.map(({ index, kind, x, y }): OwnerJson => ({
      index: Number(index),
      kind: kind === 0 ? "full" : "recovery",
      owner: (BigInt(y) === 0n ? x : `${x}${y.slice(2)}`).toLowerCase() as Hex,
    })),
    next: Number(next),
  };
}

/** Returns whether a step is a recovery. */
export function isRecovery<S extends object>(step: S): step is Extract<S, { salt: Hex }> {
  return "salt" in step;
}

/** Computes the digest that an owner signs. It becomes the head after the step. */
export function stepDigest(
  account: Address,
  step: UnsignedChange | UnsignedRecovery,
): Hex {
  return isRecovery(step)
    ? hashTypedData(recoveryTypedData(account, step))
    : ownerChangeDigest(account, step);
}

/** Builds a recovery as typed data, without a chain id. */
export function recoveryTypedData(account: Address, recovery: UnsignedRecovery): {
  readonly domain: { readonly name: "Acct"; readonly version: "1"; verifyingContract: Address };
  readonly types: typeof recoveryTypes;
  readonly primaryType: "Recovery";
  readonly message: ContractRecovery;
} {
  return {
    domain: { ...ACCOUNT_DOMAIN, verifyingContract: account },
    types: recoveryTypes,
    primaryType: "Recovery",
    message: toContractRecovery(recovery),
  };
}

/** Computes the digest that an owner signs. It becomes the head after the change. */
export function ownerChangeDigest(account: Address, change: UnsignedChange): Hex {
  return hashTypedData(ownerChangeTypedData(account, change));
}

/** Builds an owner change as typed data, for owners that sign typed data; without a chain id. */
export function ownerChangeTypedData(account: Address, change: UnsignedChange): {
  readonly domain: { readonly name: "Acct"; readonly version: "1"; verifyingContract: Address };
  readonly types: typeof ownerChangeTypes;
  readonly primaryType: "OwnerChange";
  readonly message: ContractChange;
} {
  return {
    domain: { ...ACCOUNT_DOMAIN, verifyingContract: account },
    types: ownerChangeTypes,
    primaryType: "OwnerChange",
    message: toContract(change),
  };
}
