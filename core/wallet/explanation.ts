/** What is known of calls and typed data beyond their bytes, as dialogs are given it. @module */
import type { Hex } from "../hex.ts";

/**
 * A fingerprint of what is signed, under the name that ERC-8213 gives it. The names are terms of the
 * standard: a dialog shows them as they are, in every language.
 *
 * @see https://eips.ethereum.org/EIPS/eip-8213
 */
export interface DigestView {
  /** Which one it is. */
  readonly term:
    | "ERC-191 Digest"
    | "EIP-712 Digest"
    | "Domain Hash"
    | "Message Hash"
    | "Calldata Digest";
  /** 32 bytes. */
  readonly value: Hex;
}
