/** Signs the operations of several submissions with one passkey prompt. @module */
import type { Address, Hex } from "viem";
import { joinOperations, withProof } from "../../account/owners/joint.ts";

/** Collects operations, then signs them together. */
export interface JointSigner {
  /** Returns the number of hashes that wait. */
  count(): number;
  /** Waits for the signature of an operation's hash. */
  readonly sign: (hash: Hex) => Promise<Hex>;
  /** Signs all hashes that wait. Call it in the click, after all of them were given. */
  finish(): Promise<void>;
}

/** Creates a signer of an account's operations; `signDigest` prompts. */
export function jointSigner(
  account: Address,
  signDigest: (digest: Hex) => Promise<Hex>,
): JointSigner {
  const waiting: {
    readonly hash: Hex;
    resolve(signature: Hex): void;
    reject(error: unknown): void;
  }[] = [];
  return {
    count: () => waiting.length,
    sign: (hash) =>
      new Promise((resolve, reject) => {
        waiting.push({ hash, resolve, reject });
      }),
    async finish() {
      const [first] = waiting;
      if (first === undefined) return;
      try {
        if (waiting.length === 1) return first.resolve(await signDigest(first.hash));
        const { digest, proofs } = joinOperations(account, waiting.map(({ hash }) => hash));
        const signed = await signDigest(digest);
        waiting.forEach(({ resolve }, index) => resolve(withProof(proofs[index]!, signed)));
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    },
  };
}
