/**
 * Hashes messages for an account to sign. Each is nested in the account's own domain (ERC-7739), so a
 * signature for one account or chain is not valid on another.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7739
 * @module
 */
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  keccak256,
  size,
  stringToHex,
  toHex,
  toPrefixedMessage,
} from "viem";
import { ACCOUNT_DOMAIN } from "../chain/contracts.ts";
import {
  describeStruct,
  type Structs,
  type TypedData,
  type TypedDataHashes,
  typedDataHashes,
  usedTypes,
} from "./typed_data_hash.ts";
import { domainFields } from "./typed_data_types.ts";
import { type ToSign, toSign } from "./to_sign.ts";

export { encodeType, type TypedData } from "./typed_data_hash.ts";

/** Account and chain that a message is signed for. */
export interface Signer {
  readonly address: Address;
  /** Chain on which the signature is verified. */
  readonly chainId: number;
}

/** Digest for an owner to sign, and the wrapping of its signature. */
export interface Signable extends ToSign {
  /** Adds the parts that ERC-7739 verifiers need. */
  wrap(signature: Hex): Hex;
}

/**
 * Hashes an EIP-191 message, or data for a contract (version 0x00), as ERC-7739's `PersonalSign`. The
 * contract verifies `keccak256(0x19 00 validator data)`.
 */
export function messageToSign(signer: Signer, message: Hex, validator?: Address): Signable {
  const prefixed = validator === undefined
    ? toPrefixedMessage({ raw: message })
    : concat(["0x1900", validator, message]);
  return {
    ...toSign({
      domain: { ...ACCOUNT_DOMAIN, chainId: signer.chainId, verifyingContract: signer.address },
      types: { PersonalSign: [{ name: "prefixed", type: "bytes" }] },
      primaryType: "PersonalSign",
      message: { prefixed },
    }),
    wrap: (signature) => signature,
  };
}

/**
 * Hashes typed data as ERC-7739's `TypedDataSign` in the explicit mode: the contents type is
 * written first and its name last, so that nested types of any name are hashed as in EIP-712. The
 * data comes from `readTypedData`, which rejects data that cannot be hashed.
 */
export function typedDataToSign(
  signer: Signer,
  data: TypedData,
  { domainHash: separator, messageHash: contentsHash }: TypedDataHashes = typedDataHashes(data),
): Signable {
  const { types, primaryType } = data;
  const { EIP712Domain: _, ...structs } = types;
  const contentsType = describeTypes(primaryType, structs);
  const typeHash = keccak256(stringToHex(
    `TypedDataSign(${primaryType} contents,string name,string version,` +
      `uint256 chainId,address verifyingContract,bytes32 salt)${contentsType}`,
  ));
  const structHash = keccak256(encodeAbiParameters(
    [
      { type: "bytes32" },
      { type: "bytes32" },
      { type: "bytes32" },
      { type: "bytes32" },
      { type: "uint256" },
      { type: "address" },
      { type: "bytes32" },
    ],
    [
      typeHash,
      contentsHash,
      keccak256(stringToHex(ACCOUNT_DOMAIN.name)),
      keccak256(stringToHex(ACCOUNT_DOMAIN.version)),
      BigInt(signer.chainId),
      signer.address,
      `0x${"00".repeat(32)}`,
    ],
  ));
  const description = stringToHex(contentsType + primaryType);
  return {
    digest: keccak256(concat(["0x1901", separator, structHash])),
    typedData: () => ({
      domain: data.domain,
      types: {
        ...types,
        TypedDataSign: [
          { name: "contents", type: primaryType },
          { name: "name", type: "string" },
          { name: "version", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
          { name: "salt", type: "bytes32" },
        ],
      },
      primaryType: "TypedDataSign",
      message: {
        ...ACCOUNT_DOMAIN,
        contents: data.message,
        chainId: BigInt(signer.chainId),
        verifyingContract: signer.address,
        salt: `0x${"00".repeat(32)}`,
      },
    }),
    wrap: (signature) =>
      concat([
        signature,
        separator,
        contentsHash,
        description,
        toHex(size(description), { size: 2 }),
      ]),
  };
}

/** Extracts the signed part of typed data: members without a type are not signed, nor shown. */
export function signedPart(data: TypedData): Pick<TypedData, "domain" | "message"> {
  const { EIP712Domain: declared, ...structs } = data.types;
  const domain = { ...structs, EIP712Domain: domainFields(data.domain, declared) };
  return {
    domain: pick(data.domain, "EIP712Domain", domain) as TypedData["domain"],
    message: pick(data.message, data.primaryType, structs) as TypedData["message"],
  };
}

/** Copies a value without members that its type lacks. */
function pick(value: unknown, type: string, types: Structs): unknown {
  const list = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (list !== undefined && Array.isArray(value)) {
    return value.map((each) => pick(each, list, types));
  }
  const fields = Object.hasOwn(types, type) ? types[type] : undefined;
  if (fields === undefined || typeof value !== "object" || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fields.filter(({ name }) => Object.hasOwn(given, name))
      .map(({ name, type }) => [name, pick(given[name], type, types)]),
  );
}

/** Encodes types in the order in which EIP-712 appends them: by name. */
function describeTypes(primaryType: string, types: Structs): string {
  const names = [...usedTypes(primaryType, types)].sort();
  return names.map((name) => describeStruct(name, types)).join("");
}
