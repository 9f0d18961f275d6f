/**
 * Defines a change of an account's owners, which a full owner signs once for every chain: the complete
 * owners after it, and the heads that it may continue. Its digest is the new head.
 *
 * @module
 */
import { type Address, hashTypedData, type Hex, size, slice } from "viem";
import { ACCOUNT_DOMAIN } from "../../chain/contracts.ts";
import type { OwnerChangeJson, OwnerJson } from "../../protocol/service/owners.ts";
import { ZERO_WORD } from "./key.ts";

/** Seconds that a recovery waits in an account that was never changed. */
export const DEFAULT_DELAY_S = 259_200;

/** A change without its signature. */
export type UnsignedChange = Omit<OwnerChangeJson, "signature">;

const ownerChangeTypes = {
  OwnerChange: [
    { name: "from", type: "bytes32[]" },
    { name: "owners", type: "Owner[]" },
    { name: "next", type: "uint256" },
    { name: "delay", type: "uint256" },
  ],
  Owner: [
    { name: "index", type: "uint256" },
    { name: "kind", type: "uint8" },
    { name: "x", type: "bytes32" },
    { name: "y", type: "bytes32" },
  ],
} as const;

/** A change as the contract takes it. */
export interface ContractChange {
  readonly from: readonly Hex[];
  readonly owners: readonly ContractOwner[];
  readonly next: bigint;
  readonly delay: bigint;
}

interface ContractOwner {
  readonly index: bigint;
  readonly kind: number;
  readonly x: Hex;
  readonly y: Hex;
}

/** Encodes a change for the contract. */
export function toContract({ from, owners, next, delay }: UnsignedChange): ContractChange {
  return {
    from,
    owners: owners.map(({ index, kind, owner }) => ({
      index: BigInt(index),
      kind: kind === "full" ? 0 : 1,
      x: slice(owner, 0, 32),
      y: size(owner) === 64 ? slice(owner, 32) : ZERO_WORD,
    })),
    next: BigInt(next),
    delay: BigInt(delay),
  };
}

/** Reads a change that was decoded from call data. */
export function fromContract({ from, owners, next, delay }: ContractChange): UnsignedChange {
  return {
    from: [...from],
    owners: owners.map(({ index, kind, x, y }): OwnerJson => ({
      index: Number(index),
      kind: kind === 0 ? "full" : "recovery",
      owner: (BigInt(y) === 0n ? x : `${x}${y.slice(2)}`).toLowerCase() as Hex,
    })),
    next: Number(next),
    delay: Number(delay),
  };
}

/** Computes the digest that an owner signs, which is the head after the change. */
export function ownerChangeDigest(account: Address, change: UnsignedChange): Hex {
  return hashTypedData(ownerChangeTypedData(account, change));
}

/** Builds the same as typed data, for owners that sign typed data; without a chain id. */
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
