/**
 * Computes hashes of signed data, so that users can compare them on another device.
 *
 * @see https://eips.ethereum.org/EIPS/eip-8213
 * @module
 */
import { concat, hashMessage, type Hex, keccak256, numberToHex, size } from "viem";
import type { TypedDataHashes } from "../account/typed_data_hash.ts";
import type { DigestView } from "../dialog/explanation.ts";

/** Computes the digest of a message (ERC-191, version 0x45). */
export function messageDigests(message: Hex): readonly DigestView[] {
  return [{ term: "ERC-191 Digest", value: hashMessage({ raw: message }) }];
}

/**
 * Computes the digest of typed data and the two hashes that it combines. Contracts pass this digest
 * to the account's `isValidSignature`; the passkey signs it nested in the account's domain
 * (ERC-7739).
 */
export function typedDataDigests(
  { domainHash, messageHash }: TypedDataHashes,
): readonly DigestView[] {
  return [
    { term: "EIP-712 Digest", value: keccak256(concat(["0x1901", domainHash, messageHash])) },
    { term: "Domain Hash", value: domainHash },
    { term: "Message Hash", value: messageHash },
  ];
}

/** Computes the digest of a call's data: its length as 32 bytes, then the data. */
export function calldataDigests(data: Hex): readonly DigestView[] {
  const length = numberToHex(size(data), { size: 32 });
  return [{ term: "Calldata Digest", value: keccak256(concat([length, data])) }];
}
