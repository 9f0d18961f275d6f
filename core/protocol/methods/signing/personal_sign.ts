/**
 * `personal_sign`: signs a message.
 *
 * @see https://eips.ethereum.org/EIPS/eip-191
 * @module
 */
import { isHex, stringToHex } from "viem";
import type { Address, Hex } from "../../../lib/hex.ts";
import { text, wrong } from "../../../schema/check.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { MAX_MESSAGE_BYTES } from "../../../ground/limits.ts";
import { address, custom, positional, type Schema } from "../../../schema/common.ts";

/** Parameters and result. */
export type PersonalSign = {
  readonly params: readonly [message: string, account: Address];
  readonly result: Hex;
};

/** Request to the wallet. */
export interface SignMessageRequest {
  readonly account: Address;
  readonly chainId: number;
  readonly message: Hex;
  /** Contract that the data is for (EIP-191, version 0x00); absent for a message. */
  readonly validator?: Address;
}

/** Reads a message: hex as bytes, other text as UTF-8. */
export const message: Schema<Hex> = custom("message", (at) => {
  const { path } = at;
  const value = text(at, Infinity);
  const hex = isHex(value);
  if (hex && value.length % 2 !== 0) throw wrong(path, "has an odd number of hex digits");
  const read = hex ? value : stringToHex(value);
  if (read.length > 2 + 2 * MAX_MESSAGE_BYTES) {
    throw wrong(path, `must have at most ${MAX_MESSAGE_BYTES} bytes`);
  }
  return read;
});

/** Definition of the method. */
export const personalSign: Definition<readonly [Hex, Address]> = define({
  params: positional(message, address),
  prompts: "signs",
});
