/** EntryPoint v0.8: its init code, and the comparison of its code. */
import { type Hex, keccak256 } from "viem";
import { locateOne, versions } from "../scripts/tools/mod.ts";
import { blank } from "./verify.ts";

/** Hash of the code with zeros in place of its immutables. */
const codeHash = "0x518c4e21fe3b27a59a3914d37988fbb30bd892e7d86333a6ed85cf7dc093a052";

/** Offsets of the words that the constructor fills in: domain of EIP-712, SenderCreator. */
const words = [5838, 6276, 6317, 8360, 13538, 13585, 13664, 13702, 13774, 20577, 21388];

/** Returns whether code is that of EntryPoint v0.8. */
export function isEntryPoint(code: Hex): boolean {
  return keccak256(blank(code, words.map((start) => ({ start, length: 32 })))) === codeHash;
}

/**
 * Loads the EntryPoint's init code from its npm package: its licence does not allow a copy here.
 */
export async function entryPointInitCode(): Promise<Hex> {
  const file = await locateOne(`${versions.accountAbstraction}/artifacts/EntryPoint.json`);
  return JSON.parse(await Deno.readTextFile(file)).bytecode;
}
