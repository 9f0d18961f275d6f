/** Asks contracts for one word each. @module */
import { type Address, type Hex, hexToBigInt, size, slice } from "viem";
import type { Chain } from "./chain.ts";
import { NodeError } from "./node.ts";

/** Gas per question: a token can neither stall the node nor return megabytes. */
const GAS_PER_CALL = "0x493e0";

/** A question. */
export interface Question {
  /** Contract. */
  readonly target: Address;
  /** Call data. */
  readonly callData: Hex;
}

/**
 * Asks each contract alone, so that one that burns its gas hides no other; the node's client sends
 * them together. The first word of each answer; `null` where a contract returns none.
 *
 * @throws {AcctError} `chain_down`
 */
export function readWords(
  chain: Pick<Chain, "node">,
  questions: readonly Question[],
): Promise<(bigint | null)[]> {
  return Promise.all(questions.map(async ({ target: to, callData: data }) => {
    try {
      const answer = await chain.node.request<Hex>("eth_call", [
        { to, data, gas: GAS_PER_CALL },
        "latest",
      ]);
      return size(answer) >= 32 ? hexToBigInt(slice(answer, 0, 32)) : null;
    } catch (error) {
      if (error instanceof NodeError) return null;
      throw error;
    }
  }));
}
