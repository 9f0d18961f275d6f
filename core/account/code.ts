/** Recognizes the code that an account runs on a chain. @module */
import { type Address, encodeFunctionData, type Hex, hexToBigInt, isHex, size, slice } from "viem";
import { type Implementation, implementations } from "../chain/contracts.ts";
import { AcctError } from "../ground/errors.ts";

/** Storage slot of a proxy's implementation (ERC-1967). */
export const IMPLEMENTATION_SLOT: Hex =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

/**
 * Reads the implementation from the word in that slot; `null` for an empty one, as before
 * deployment.
 *
 * @throws {AcctError} `chain_down` if it is not a word
 */
export function readImplementation(word: unknown): Address | null {
  if (!isHex(word) || size(word) > 32) throw new AcctError("chain_down");
  const value = word === "0x" ? 0n : hexToBigInt(word);
  return value === 0n ? null : `0x${value.toString(16).padStart(64, "0").slice(24)}`;
}

/** Returns the version with this code; `undefined` for unknown code. */
export function implementationAt(address: Address): Implementation | undefined {
  return implementations.find((each) => each.address.toLowerCase() === address.toLowerCase());
}

/** Returns true if an account runs no known version; before deployment it runs none. */
export function runsUnknown(
  { implementation }: { readonly implementation: Address | null },
): boolean {
  return implementation !== null && implementationAt(implementation) === undefined;
}

/** The chain and address of unknown code. */
export interface CodePlace {
  /** The account. */
  readonly account: Address;
  /** Name of the chain; absent where only one is in use. */
  readonly chain?: string;
}

/**
 * Returns the version of an implementation.
 *
 * @throws {AcctError} `code_unknown` with chain and addresses
 */
export function requireKnown(
  implementation: Address | null,
  { account, chain }: CodePlace,
): Implementation {
  const known = implementation === null ? undefined : implementationAt(implementation);
  if (known !== undefined) return known;
  const on = chain === undefined ? "" : ` on ${chain}`;
  const code = implementation === null ? "no code of a version" : `the code at ${implementation}`;
  throw new AcctError("code_unknown", { detail: `The account ${account}${on} runs ${code}.` });
}

/** Returns true if code is a delegation (EIP-7702): the address keeps its key. */
export function isDelegation(code: Hex): boolean {
  return code.toLowerCase().startsWith("0xef0100") && size(code) === 23;
}

// Written out, because `parseAbi` would add a parser to the first dialog.
const upgradeAbi = [{
  type: "function",
  name: "upgradeToAndCall",
  stateMutability: "payable",
  inputs: [{ name: "implementation", type: "address" }, { name: "data", type: "bytes" }],
  outputs: [],
}] as const;

/** Encodes the update of an account; it makes no call to the new code. */
export function upgradeCallData({ address }: Implementation): Hex {
  return encodeFunctionData({
    abi: upgradeAbi,
    functionName: "upgradeToAndCall",
    args: [address, "0x"],
  });
}

/** Selector of `upgradeToAndCall(address,bytes)`. */
const UPGRADE = "0x4f1ef286";

/** Returns true for call data that changes an account's code. */
export function changesCode(callData: Hex): boolean {
  return callData.slice(0, 10).toLowerCase() === UPGRADE;
}

/**
 * Returns the version to which call data updates an account, if that is its only effect; `null` for
 * unknown code, and for an update with a call.
 */
export function upgradeTarget(callData: Hex): Implementation | null {
  if (!changesCode(callData) || size(callData) < 36) return null;
  const known = implementationAt(slice(callData, 16, 36));
  return known !== undefined && upgradeCallData(known) === callData.toLowerCase() ? known : null;
}
