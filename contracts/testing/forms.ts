/** Builds the two forms of signatures that only operations have, independently of the SDK. */
import {
  type Address,
  concat,
  encodeAbiParameters,
  hashTypedData,
  type Hex,
  keccak256,
  numberToHex,
  size,
  stringToHex,
} from "viem";
import { ownerData, type SignedChange } from "./owner_change.ts";
import { type Owner, wrapSignature } from "./passkey.ts";
import { hashOf, type Operation, type Stack } from "./stack.ts";

const typeHash = keccak256(stringToHex("Operation(bytes32 hash)"));

/** Computes the leaf of an operation's hash. */
export function leafOf(hash: Hex): Hex {
  return keccak256(
    encodeAbiParameters([{ type: "bytes32" }, { type: "bytes32" }], [typeHash, hash]),
  );
}

/** Hashes a pair in either order. */
export function pairOf(one: Hex, other: Hex): Hex {
  return keccak256(concat(one.toLowerCase() < other.toLowerCase() ? [one, other] : [other, one]));
}

/** Builds a tree over leaves; a last one without a pair moves up unchanged. */
export function treeOf(leaves: readonly Hex[]): { root: Hex; proofs: Hex[][] } {
  const proofs: Hex[][] = leaves.map(() => []);
  let nodes = leaves.map((hash, index) => ({ hash, below: [index] }));
  while (nodes.length > 1) {
    const next: typeof nodes = [];
    for (let i = 0; i < nodes.length; i += 2) {
      const [one, other] = [nodes[i]!, nodes[i + 1]];
      if (other === undefined) {
        next.push(one);
        continue;
      }
      for (const leaf of one.below) proofs[leaf]!.push(other.hash);
      for (const leaf of other.below) proofs[leaf]!.push(one.hash);
      next.push({ hash: pairOf(one.hash, other.hash), below: [...one.below, ...other.below] });
    }
    nodes = next;
  }
  return { root: nodes[0]!.hash, proofs };
}

/** Computes the digest that an owner signs for the operations of a root. */
export function rootDigest(account: Address, root: Hex, chainId?: number): Hex {
  return hashTypedData({
    domain: {
      name: "Acct",
      version: "1",
      verifyingContract: account,
      ...chainId === undefined ? {} : { chainId },
    },
    types: { Operations: [{ name: "root", type: "bytes32" }] },
    primaryType: "Operations",
    message: { root },
  });
}

/** Encodes a signature over a root: length of the proof, proof, the owner's signature. */
export function byRoot(
  proof: readonly Hex[],
  signature: Hex,
  length: number = proof.length,
): Hex {
  return concat(["0x02", numberToHex(length, { size: 1 }), ...proof, signature]);
}

/** Signs operations together; each gets its own proof. */
export async function signTogether(
  operations: readonly { stack: Stack; operation: Operation }[],
  owner: Owner,
  ownerIndex: number,
): Promise<Operation[]> {
  const leaves = operations.map(({ stack, operation }) => leafOf(hashOf(stack, operation)));
  const { root, proofs } = treeOf(leaves);
  const account = operations[0]!.operation.sender;
  const signature = wrapSignature(ownerIndex, await owner.sign(rootDigest(account, root)));
  return operations.map(({ operation }, index) => ({
    ...operation,
    signature: byRoot(proofs[index]!, signature),
  }));
}

/** Puts owner changes in front of a signature. */
export function withChanges(list: readonly SignedChange[], signature: Hex): Hex {
  return withCall(ownerData.applyAll(list), signature);
}

/** Puts any call data of the account in front of a signature, with its length or another one. */
export function withCall(data: Hex, signature: Hex, length: number = size(data)): Hex {
  return concat(["0x03", numberToHex(length, { size: 3 }), data, signature]);
}
