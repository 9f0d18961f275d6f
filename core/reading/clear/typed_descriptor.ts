/**
 * Types of descriptors (ERC-7730, version 2) of typed data (EIP-712), and the matching of messages.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7730
 * @module
 */
import { type Address, isAddress, isAddressEqual, keccak256, stringToHex } from "viem";
import { encodeType } from "../../account/message.ts";
import { typedDataHashes } from "../../account/typed_data_hash.ts";
import { isBuiltIn, type Structs, type TypedData } from "../../account/typed_data_types.ts";
import type { Shape } from "../../abi/shape.ts";
import type { Hex } from "../../lib/hex.ts";
import type { $schema, Deployment, Descriptor, FunctionFormat } from "../descriptor/descriptor.ts";

/** A descriptor of typed data. It is plain data: it can only determine how values are shown. */
export interface TypedDescriptor {
  /** Schema version of ERC-7730. */
  readonly $schema: typeof $schema;
  /** Messages that it applies to; it never explains others. */
  readonly context: {
    readonly $id: string;
    readonly eip712: {
      /** Verifying contracts, by the chain of the domain. */
      readonly deployments: readonly Deployment[];
      /** Members that the signed domain must have, as text. */
      readonly domain?: Readonly<Record<string, string>>;
      /** Hash that the signed domain must have. */
      readonly domainSeparator?: Hex;
    };
  };
  /** Owner and name of the contract. */
  readonly metadata: Descriptor["metadata"];
  /** Display of its messages. */
  readonly display: {
    /** Formats by the encoded type (EIP-712 `encodeType`) of the message. */
    readonly formats: Readonly<Record<string, FunctionFormat>>;
  };
}

/** Contract and type for a lookup of descriptors. */
export interface TypedTarget {
  /** Chain id of the domain. */
  readonly chainId: number;
  /** Verifying contract of the domain. */
  readonly contract: Address;
  /** Type hash of the message (EIP-712). */
  readonly typeHash: Hex;
}

/** Hashes an encoded type (EIP-712 `typeHash`). */
export function typeHash(encoded: string): Hex {
  return keccak256(stringToHex(encoded));
}

/**
 * Returns the lookup key of canonical typed data; `null` if its domain names no chain or contract.
 */
export function targetOf(data: TypedData): TypedTarget | null {
  const { chainId, verifyingContract } = data.domain;
  const declares = (name: string, type: string) =>
    data.types.EIP712Domain?.some((each) => each.name === name && each.type === type) === true;
  // Contracts hash both with these types, so they reject any other domain.
  if (!declares("chainId", "uint256") || !declares("verifyingContract", "address")) return null;
  const chain = Number(chainId);
  if (!Number.isSafeInteger(chain) || chain <= 0) return null;
  if (typeof verifyingContract !== "string" || !isAddress(verifyingContract)) return null;
  return { chainId: chain, contract: verifyingContract, typeHash: typeHash(encodeType(data)) };
}

/** Finds the format of a message; `null` unless contract, chain, domain and type match. */
export function formatOf(
  { context: { eip712 }, display }: TypedDescriptor,
  data: TypedData,
): FunctionFormat | null {
  const target = targetOf(data);
  const { deployments, domain = {}, domainSeparator } = eip712;
  const isDeployed = target !== null &&
    deployments.some(({ chainId, address }) =>
      chainId === target.chainId && isAddressEqual(address, target.contract)
    );
  const fits = Object.entries(domain).every(([name, value]) =>
    Object.hasOwn(data.domain, name) && String(data.domain[name]) === value
  );
  if (!isDeployed || !fits) return null;
  if (domainSeparator !== undefined && typedDataHashes(data).domainHash !== domainSeparator) {
    return null;
  }
  const type = encodeType(data);
  return Object.hasOwn(display.formats, type) ? display.formats[type]! : null;
}

/** Maximum nesting depth of structs. */
const MAX_DEPTH = 8;

/** Maximum values in the shape of a type, because a type can reference another many times. */
const MAX_SHAPES = 1_000;

/**
 * Converts the members of a struct; returns `null` if they are nested too deeply, recursive, or too
 * many.
 */
export function shapesOf(primaryType: string, types: Structs): readonly Shape[] | null {
  let left = MAX_SHAPES;
  const members = (type: string, depth: number): Shape[] | null => {
    if (depth > MAX_DEPTH) return null;
    const shapes: Shape[] = [];
    for (const { name, type: written } of types[type] ?? []) {
      left -= 1;
      if (left < 0) return null;
      const [, base = "", lists = ""] = /^([^[]*)((?:\[\d*\])*)$/.exec(written) ?? [];
      if (isBuiltIn(base)) {
        const sized = base.replace(/^(u?int)$/, "$1256");
        shapes.push({ type: `${sized}${lists}`, name, parts: [] });
        continue;
      }
      const parts = Object.hasOwn(types, base) ? members(base, depth + 1) : null;
      if (parts === null) return null;
      shapes.push({ type: `tuple${lists}`, name, parts });
    }
    return shapes;
  };
  return members(primaryType, 0);
}
