/**
 * Encodes changes of an account's owners, which an owner signs once for every chain, and computes the
 * owners after them. Nothing here uses the network.
 *
 * @module
 */
import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  hashTypedData,
  type Hex,
  hexToBigInt,
  hexToBytes,
  pad,
  recoverAddress,
  size,
  slice,
} from "viem";
import { toBase64Url } from "../lib/base64url.ts";
import { acctAbi, factoryAbi } from "../chain/abi.ts";
import { ACCOUNT_DOMAIN, contracts } from "../chain/contracts.ts";
import { AcctError } from "../protocol/errors.ts";
import { verifyAssertion } from "../passkey/assertion.ts";
import { readClientData } from "../passkey/client_data.ts";
import { importPublicKey } from "../passkey/public_key.ts";
import type { OwnerChangeJson } from "../protocol/service/owners.ts";
import type { AccountJson } from "../protocol/service/mod.ts";
import { factoryCall } from "./address.ts";
import { passkeySignatureType } from "./signature.ts";

/** Owner changes per account; each costs gas on every chain that it is submitted to. */
export const MAX_CHANGES = 64;

/** Flags of authenticator data: user present and user verified. */
const VERIFIED = 0x05;

const ownerChangeTypes = {
  OwnerChanges: [{ name: "sequence", type: "uint256" }, { name: "calls", type: "bytes[]" }],
} as const;

/** The owners by index; `null` where one was removed. */
export type Owners = readonly (Hex | null)[];

/** Encodes the call that adds an owner: 32 bytes (an address) or 64 (a key x‖y). */
export function addOwnerCall(owner: Hex): Hex {
  if (size(owner) === 32) {
    return encodeFunctionData({
      abi: acctAbi,
      functionName: "addOwnerAddress",
      args: [getAddress(slice(owner, 12))],
    });
  }
  return encodeFunctionData({
    abi: acctAbi,
    functionName: "addOwnerPublicKey",
    args: [slice(owner, 0, 32), slice(owner, 32, 64)],
  });
}

/** Encodes the call that removes an owner. */
export function removeOwnerCall(index: number, owner: Hex): Hex {
  return encodeFunctionData({
    abi: acctAbi,
    functionName: "removeOwnerAtIndex",
    args: [BigInt(index), owner],
  });
}

/** Encodes an address as owner bytes. */
export function addressOwner(address: Address): Hex {
  return pad(address, { size: 32 }).toLowerCase() as Hex;
}

/**
 * Computes the digest that an owner signs: EIP-712 in the account's domain without a chain id, so that
 * it is valid on every chain.
 */
export function ownerChangeDigest(account: Address, sequence: number, calls: readonly Hex[]): Hex {
  return hashTypedData(ownerChangeTypedData(account, sequence, calls));
}

/** Builds the same as typed data, for owners that sign typed data. */
export function ownerChangeTypedData(account: Address, sequence: number, calls: readonly Hex[]): {
  readonly domain: { readonly name: "Acct"; readonly version: "1"; verifyingContract: Address };
  readonly types: typeof ownerChangeTypes;
  readonly primaryType: "OwnerChanges";
  readonly message: { readonly sequence: bigint; readonly calls: Hex[] };
} {
  return {
    domain: { ...ACCOUNT_DOMAIN, verifyingContract: account },
    types: ownerChangeTypes,
    primaryType: "OwnerChanges",
    message: { sequence: BigInt(sequence), calls: [...calls] },
  };
}

/** Builds the factory call that deploys an account, or applies the changes that it still lacks. */
export function creationOf(
  { owners, nonce }: AccountJson,
  changes: readonly OwnerChangeJson[],
): { readonly factory: Address; readonly factoryData: Hex } {
  const origin = { owners, nonce: hexToBigInt(nonce) };
  if (changes.length === 0) return factoryCall(origin);
  return {
    factory: contracts.factory,
    factoryData: encodeFunctionData({
      abi: factoryAbi,
      functionName: "createAccountWithChanges",
      args: [
        [...owners],
        origin.nonce,
        changes.map(({ sequence, calls, signature }) => ({
          sequence: BigInt(sequence),
          calls: [...calls],
          signature,
        })),
      ],
    }),
  };
}

/**
 * Checks that factory data deploys exactly this account, with or without changes. The contract accepts
 * only changes that an owner signed, so they need no check here.
 */
export function deploys(factoryData: Hex, account: AccountJson): boolean {
  const plain = creationOf(account, []).factoryData;
  if (factoryData.toLowerCase() === plain.toLowerCase()) return true;
  try {
    const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data: factoryData });
    if (functionName !== "createAccountWithChanges") return false;
    const changes = args[2].map(({ sequence, calls, signature }) => ({
      sequence: Number(sequence),
      calls,
      signature,
    }));
    const again = creationOf(account, changes).factoryData;
    return again.toLowerCase() === factoryData.toLowerCase();
  } catch {
    return false;
  }
}

/**
 * Computes the owners after the changes. Each change is checked as the contract checks it: the order,
 * the signature of an owner at that point, and its calls.
 *
 * @throws {AcctError} `service_mismatch` if a change is invalid
 */
export async function ownersAfter(
  account: AccountJson,
  changes: readonly OwnerChangeJson[],
): Promise<Owners> {
  if (changes.length > MAX_CHANGES) throw refuse(`An account has at most ${MAX_CHANGES} changes.`);
  let owners: (Hex | null)[] = account.owners.map((owner) => owner.toLowerCase() as Hex);
  for (const [index, change] of changes.entries()) {
    if (change.sequence !== index) throw refuse(`Change ${index} is missing.`);
    const digest = ownerChangeDigest(account.address, index, change.calls);
    if (!await isSignedBy(owners, digest, change.signature)) {
      throw refuse(`Change ${index} is not signed by an owner.`);
    }
    owners = apply(owners, change.calls);
  }
  return owners;
}

/** Finds the index of an owner, or -1. */
export function ownerIndexOf(owners: Owners, owner: Hex): number {
  return owners.findIndex((each) => each === owner.toLowerCase());
}

/** Applies the calls of a change. */
function apply(before: readonly (Hex | null)[], calls: readonly Hex[]): (Hex | null)[] {
  const owners = [...before];
  for (const data of calls) {
    let call;
    try {
      call = decodeFunctionData({ abi: acctAbi, data });
    } catch (cause) {
      throw refuse("A call is not an owner change.", cause);
    }
    if (call.functionName === "addOwnerAddress") add(owners, addressOwner(call.args[0]));
    else if (call.functionName === "addOwnerPublicKey") {
      add(owners, `${call.args[0]}${call.args[1].slice(2)}`);
    } else if (call.functionName === "removeOwnerAtIndex") {
      const [index, owner] = call.args;
      if (owners[Number(index)] !== owner.toLowerCase()) throw refuse("The owner does not exist.");
      owners[Number(index)] = null;
      if (owners.every((each) => each === null)) throw refuse("The last owner cannot be removed.");
    } else throw refuse("A call is not an owner change.");
  }
  return owners;
}

function add(owners: (Hex | null)[], owner: Hex): void {
  const lower = owner.toLowerCase() as Hex;
  if (owners.includes(lower)) throw refuse("The owner already exists.");
  owners.push(lower);
}

/** Checks that one of these owners signed the digest, in the account's signature format. */
async function isSignedBy(
  owners: readonly (Hex | null)[],
  digest: Hex,
  signature: Hex,
): Promise<boolean> {
  try {
    const [{ ownerIndex, data }] = decodeAbiParameters(
      [{
        type: "tuple",
        components: [{ name: "ownerIndex", type: "uint256" }, { name: "data", type: "bytes" }],
      }],
      signature,
    );
    const owner = owners[Number(ownerIndex)];
    if (owner === undefined || owner === null) return false;
    if (size(owner) === 64) {
      return size(data) === 64
        ? await isRaw(owner, digest, data)
        : await isPasskeys(owner, digest, data);
    }
    // A contract's signature (ERC-1271) can only be verified on its chain: refused here.
    const signer = await recoverAddress({ hash: digest, signature: data });
    return addressOwner(signer) === owner;
  } catch {
    return false;
  }
}

/** Verifies a device key's signature: over SHA-256 of the digest. */
async function isRaw(owner: Hex, digest: Hex, data: Hex): Promise<boolean> {
  return await crypto.subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    await importPublicKey(owner),
    Uint8Array.from(hexToBytes(data)),
    Uint8Array.from(hexToBytes(digest)),
  );
}

/** Verifies a passkey's signature: the challenge is the digest, and the user was verified. */
async function isPasskeys(owner: Hex, digest: Hex, data: Hex): Promise<boolean> {
  const [given] = decodeAbiParameters(
    passkeySignatureType,
    data,
  );
  const authenticatorData = hexToBytes(given.authenticatorData);
  const clientDataJSON = hexToBytes(given.clientDataJSON);
  const client = readClientData(clientDataJSON);
  return client.type === "webauthn.get" &&
    client.challenge === toBase64Url(hexToBytes(digest)) &&
    (authenticatorData[32]! & VERIFIED) === VERIFIED &&
    await verifyAssertion({
      authenticatorData,
      clientDataJSON,
      r: hexToBigInt(given.r),
      s: hexToBigInt(given.s),
    }, owner);
}

function refuse(detail: string, cause?: unknown): AcctError {
  return new AcctError("service_mismatch", { field: "changes", detail, cause });
}
