/**
 * Signs several operations with one signature: an owner signs the root of a Merkle tree of their
 * hashes, and each operation's signature includes its proof. The leaves include the chain,
 * EntryPoint and account.
 *
 * @module
 */
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  toHex,
} from "viem";
import { type ToSign, toSign } from "../to_sign.ts";

/** First byte of an operation's signature that has a proof. */
const BY_ROOT = "0x02";

const OPERATION_TYPEHASH = keccak256(toHex("Operation(bytes32 hash)"));

/** Operations that are signed together. */
export interface Together {
  /** The data that an owner signs (EIP-712, without a chain). */
  readonly root: ToSign;
  /** The proof of each operation, in the order of the hashes. */
  readonly proofs: readonly (readonly Hex[])[];
}

/** Hashes operations of an account, of any chains, for one signature. */
export function joinOperations(account: Address, hashes: readonly Hex[]): Together {
  const proofs = hashes.map((): Hex[] => []);
  let layer = hashes.map((hash, index) => ({ node: leafOf(hash), below: [index] }));
  while (layer.length > 1) {
    layer = pairs(layer).map(([left, right]) => {
      if (right === undefined) return left;
      for (const index of left.below) proofs[index]!.push(right.node);
      for (const index of right.below) proofs[index]!.push(left.node);
      return { node: parentOf(left.node, right.node), below: [...left.below, ...right.below] };
    });
  }
  const root = toSign({
    domain: { name: "Acct", version: "1", verifyingContract: account },
    types: { Operations: [{ name: "root", type: "bytes32" }] },
    primaryType: "Operations",
    message: { root: layer[0]!.node },
  });
  return { root, proofs };
}

/** Puts an operation's proof before an owner's signature of the digest. */
export function withProof(proof: readonly Hex[], signature: Hex): Hex {
  return concat([BY_ROOT, numberToHex(proof.length, { size: 1 }), ...proof, signature]);
}

/** Returns the maximum number of hashes in the proof of a jointly signed operation. */
export function proofLength(operations: number): number {
  return Math.ceil(Math.log2(operations));
}

function leafOf(hash: Hex): Hex {
  const types = [{ type: "bytes32" }, { type: "bytes32" }] as const;
  return keccak256(encodeAbiParameters(types, [OPERATION_TYPEHASH, hash]));
}

/** Hashes two nodes in the order of their values, so that a proof needs no sides. */
function parentOf(one: Hex, other: Hex): Hex {
  return keccak256(BigInt(one) < BigInt(other) ? concat([one, other]) : concat([other, one]));
}

function pairs<T>(list: readonly T[]): [T, T | undefined][] {
  return Array.from(
    { length: Math.ceil(list.length / 2) },
    (_, index) => [list[2 * index]!, list[2 * index + 1]],
  );
}
