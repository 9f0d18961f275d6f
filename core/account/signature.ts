/**
 * Encodes signatures for the account contract: `abi.encode((uint256 ownerIndex, bytes data))`.
 *
 * @module
 */
import { type Address, bytesToHex, concat, encodeAbiParameters, type Hex } from "viem";
import { word } from "../passkey/bytes.ts";

/** Parts of a passkey's assertion that the contract needs. */
export interface PasskeySignature {
  readonly authenticatorData: Uint8Array;
  readonly clientDataJSON: Uint8Array;
  /** Byte offset of the challenge. */
  readonly challengeIndex: number;
  /** Byte offset of the type. */
  readonly typeIndex: number;
  /** First half. */
  readonly r: bigint;
  /** Second half, low. */
  readonly s: bigint;
}

/** ERC-6492's magic suffix. */
const MAGIC: Hex = "0x6492649264926492649264926492649264926492649264926492649264926492";

/** Wraps an owner's signature data with the owner's index. */
export function ownerSignature(ownerIndex: bigint, data: Hex): Hex {
  return encodeAbiParameters(
    [{
      type: "tuple",
      components: [{ name: "ownerIndex", type: "uint256" }, { name: "data", type: "bytes" }],
    }],
    [{ ownerIndex, data }],
  );
}

/** The passkey that signs. */
export interface Signing {
  /** Its index among the owners. */
  readonly ownerIndex: number;
  /** Its key x‖y, 64 bytes. */
  readonly publicKey: Hex;
}

/** ABI type of a passkey's signature, after its key. */
export const passkeySignatureType = [{
  type: "tuple",
  components: [
    { name: "authenticatorData", type: "bytes" },
    { name: "clientDataJSON", type: "bytes" },
    { name: "challengeIndex", type: "uint256" },
    { name: "typeIndex", type: "uint256" },
    { name: "r", type: "bytes32" },
    { name: "s", type: "bytes32" },
  ],
}] as const;

/** Encodes a passkey's signature; the account stores only the hash of the key, so the key comes first. */
export function passkeySignature(
  { ownerIndex, publicKey }: Signing,
  given: PasskeySignature,
): Hex {
  const data = encodeAbiParameters(
    passkeySignatureType,
    [{
      authenticatorData: bytesToHex(given.authenticatorData),
      clientDataJSON: bytesToHex(given.clientDataJSON),
      challengeIndex: BigInt(given.challengeIndex),
      typeIndex: BigInt(given.typeIndex),
      r: word(given.r),
      s: word(given.s),
    }],
  );
  return ownerSignature(BigInt(ownerIndex), concat([publicKey, data]));
}

/**
 * Creates a dummy signature of the size and shape of a passkey's, for gas estimation. Its client data
 * is of the largest common kind, so that a real one costs no more; the account verifies it as it would
 * one of its owners'.
 */
export function stubSignature(ownerIndex: bigint): Hex {
  const clientDataJSON = new TextEncoder().encode(
    `{"type":"webauthn.get","challenge":"${"A".repeat(43)}","origin":"https://${"a".repeat(64)}",` +
      `"crossOrigin":false,"other_keys_can_be_added_here":"${"b".repeat(120)}"}`,
  );
  const authenticatorData = new Uint8Array(37).fill(0xff);
  const signing = { ownerIndex: Number(ownerIndex), publicKey: `0x${"ff".repeat(64)}` } as const;
  return passkeySignature(signing, {
    authenticatorData,
    clientDataJSON,
    challengeIndex: 23,
    typeIndex: 1,
    r: 2n ** 255n,
    s: 2n ** 254n,
  });
}

/**
 * Wraps a signature of an account that is not deployed yet (ERC-6492).
 *
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export function wrapUndeployed(
  signature: Hex,
  creation: { readonly factory: Address; readonly factoryData: Hex },
): Hex {
  const wrapped = encodeAbiParameters(
    [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
    [creation.factory, creation.factoryData, signature],
  );
  return concat([wrapped, MAGIC]);
}
