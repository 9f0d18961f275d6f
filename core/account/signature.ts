/**
 * Encodes signatures for the account contract: `0x01`, the owner's index in one byte, data. An
 * operation's signature can start with the owner changes that a chain lacks.
 *
 * @module
 */
import {
  type Address,
  bytesToHex,
  concat,
  encodeAbiParameters,
  type Hex,
  hexToBytes,
  hexToNumber,
  numberToHex,
  size,
  slice,
} from "viem";
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

/** First byte of an owner's signature. */
const BY_OWNER = "0x01";

/** Puts an owner's index before its signature data. */
export function ownerSignature(ownerIndex: bigint, data: Hex): Hex {
  return concat([BY_OWNER, numberToHex(ownerIndex, { size: 1 }), data]);
}

/** First byte of an operation's signature that starts with owner changes. */
const WITH_CHANGES = "0x03";

/**
 * Puts call data of `applyOwnerChanges` before an operation's signature: the account applies the
 * changes first, so an owner that they add can sign.
 */
export function withOwnerChanges(changes: Hex, signature: Hex): Hex {
  return concat([WITH_CHANGES, numberToHex(size(changes), { size: 3 }), changes, signature]);
}

/** Returns the data after the owner's index; `null` if the signature is not from an owner. */
export function signatureData(signature: Hex): Hex | null {
  return size(signature) > 2 && slice(signature, 0, 1) === BY_OWNER ? slice(signature, 2) : null;
}

/** The passkey that signs. */
export interface Signing {
  /** Index of the key among the owners. */
  readonly ownerIndex: number;
  /** Public key x‖y, 64 bytes. */
  readonly publicKey: Hex;
}

/** Encodes a passkey's signature. The key comes first, because the account stores only its hash. */
export function passkeySignature({ ownerIndex, publicKey }: Signing, given: PasskeySignature): Hex {
  return ownerSignature(BigInt(ownerIndex), concat([publicKey, compactAssertion(given)]));
}

/**
 * Encodes an assertion in Solady's compact form: length of the authenticator data in two bytes,
 * authenticator data, client data, both indices in two bytes each, r, s.
 */
function compactAssertion(given: PasskeySignature): Hex {
  const short = (value: number) => numberToHex(value, { size: 2 });
  return concat([
    short(given.authenticatorData.length),
    bytesToHex(given.authenticatorData),
    bytesToHex(given.clientDataJSON),
    short(given.challengeIndex),
    short(given.typeIndex),
    word(given.r),
    word(given.s),
  ]);
}

/** Decodes an assertion in Solady's compact form. */
export function readAssertion(data: Hex): PasskeySignature {
  const length = hexToNumber(slice(data, 0, 2));
  const end = size(data) - 68;
  return {
    authenticatorData: hexToBytes(slice(data, 2, 2 + length, { strict: true })),
    clientDataJSON: hexToBytes(slice(data, 2 + length, end)),
    challengeIndex: hexToNumber(slice(data, end, end + 2)),
    typeIndex: hexToNumber(slice(data, end + 2, end + 4)),
    r: BigInt(slice(data, end + 4, end + 36)),
    s: BigInt(slice(data, end + 36)),
  };
}

/**
 * Creates a dummy signature of the size and shape of a passkey's, for gas estimation. Its client
 * data has the largest common size, so that a real signature does not cost more. The account
 * verifies it like an owner's signature.
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
