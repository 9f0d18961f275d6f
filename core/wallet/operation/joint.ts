/** Signs the operations of several submissions with one passkey prompt. @module */
import type { Address, Hex } from "viem";
import { joinOperations, withProof } from "../../account/owners/joint.ts";
import type { ToSign } from "../../account/to_sign.ts";

/** Collects operations, then signs them together. */
export interface JointSigner {
  /** Returns the number of operations that wait. */
  count(): number;
  /** Waits for the signature of an operation. */
  readonly sign: (operation: ToSign) => Promise<Hex>;
  /** Signs all operations that wait. Call it in the click, after all of them were added. */
  finish(): Promise<void>;
}

/** Creates a signer of an account's operations; `prompt` asks the owner for a signature. */
export function jointSigner(
  account: Address,
  prompt: (data: ToSign) => Promise<Hex>,
): JointSigner {
  const waiting: {
    readonly operation: ToSign;
    resolve(signature: Hex): void;
    reject(error: unknown): void;
  }[] = [];
  return {
    count: () => waiting.length,
    sign: (operation) =>
      new Promise((resolve, reject) => {
        waiting.push({ operation, resolve, reject });
      }),
    async finish() {
      const [first] = waiting;
      if (first === undefined) return;
      try {
        if (waiting.length === 1) return first.resolve(await prompt(first.operation));
        const hashes = waiting.map(({ operation }) => operation.digest);
        const { root, proofs } = joinOperations(account, hashes);
        const signed = await prompt(root);
        waiting.forEach(({ resolve }, index) => resolve(withProof(proofs[index]!, signed)));
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    },
  };
}
