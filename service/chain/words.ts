/**
 * Calls contracts written by anyone. The contract decides the size of its answer. A few hundred
 * answers of hundreds of kilobytes would crowd out the other answers of a node. The call therefore
 * runs through temporary code, created for the call only, that forwards a limited number of bytes.
 *
 * @module
 */
import { type Address, concat, type Hex, hexToBigInt, numberToHex, size, slice } from "viem";
import type { Chain } from "./chain.ts";
import { chainFailure, unreadable } from "./node/failure.ts";
import { NodeError } from "./node/node.ts";

/** Gas per question: a token cannot stall the node. */
const GAS_PER_CALL = 300_000;
/** Gas of the creation, and for each byte that it returns (EIP-170's code deposit). */
const GAS = { creation: 130_000, byte: 200 } as const;

/** A question. */
export interface Question {
  /** Contract. */
  readonly target: Address;
  /** Call data. */
  readonly callData: Hex;
}

/**
 * Calls each contract separately, so that a contract that burns its gas does not hide the others.
 * The node's client batches the calls. Returns the first word of each answer, or `null` for a
 * contract without one.
 *
 * @throws {AcctError} `chain_down`
 */
export function readWords(
  chain: Pick<Chain, "node">,
  questions: readonly Question[],
): Promise<(bigint | null)[]> {
  return Promise.all(questions.map(async (question) => {
    const answer = await readBytes(chain, question, 32);
    return answer !== null && size(answer) === 32 ? hexToBigInt(answer) : null;
  }));
}

/**
 * Reads a limited number of bytes from a contract. Returns `null` if the contract fails. A contract
 * without code returns no bytes.
 *
 * @throws {AcctError} `chain_down`
 */
export async function readBytes(
  { node }: Pick<Chain, "node">,
  question: Question,
  most: number,
): Promise<Hex | null> {
  const gas = GAS_PER_CALL + GAS.creation + GAS.byte * (most + size(question.callData));
  try {
    const data = asking(question, most);
    const answer = await node.request<Hex>("eth_call", [{ data, gas: numberToHex(gas) }, "latest"]);
    // The temporary code returns this first byte and at most the requested bytes.
    if (!answer.startsWith("0x00") || size(answer) > most + 1) throw unreadable();
    return size(answer) > 1 ? slice(answer, 1) : "0x";
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    await requireState(node, question.target);
    return null;
  }
}

/**
 * Distinguishes a failed contract from a node without the state, which also fails to return a
 * balance.
 *
 * @throws {AcctError} `chain_down`
 */
async function requireState(node: Chain["node"], address: Address): Promise<void> {
  try {
    await node.request("eth_getBalance", [address, "latest"]);
  } catch (error) {
    throw chainFailure(error);
  }
}

/**
 * Encodes code that calls the contract and returns a zero byte followed by the first bytes of its
 * answer.
 */
function asking({ target, callData }: Question, most: number): Hex {
  const two = (value: number) => numberToHex(value, { size: 2 });
  const code = (offset: number): Hex =>
    concat([
      // Copies the call data behind this code to the memory.
      ...["0x61", two(size(callData)), "0x61", two(offset), "0x3d39"] as const,
      // The call itself.
      ...["0x3d3d61", two(size(callData)), "0x3d73", target, "0x63"] as const,
      ...[numberToHex(GAS_PER_CALL, { size: 4 }), "0xfa"] as const,
      // The lesser of the answer's size and the limit; zero if it failed.
      ...["0x3d61", two(most), "0x3d10", "0x61", two(most), "0x8203", "0x02"] as const,
      ...["0x61", two(most), "0x01905002"] as const,
      // A zero byte first: created code must not start with 0xef (EIP-3541).
      "0x600060005380600060013e6001016000f3",
    ]);
  return concat([code(size(code(0))), callData]);
}
