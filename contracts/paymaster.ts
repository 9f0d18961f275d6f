/**
 * Encodes and hashes the data that the service signs for the sponsor paymaster. This module does
 * not access the network.
 *
 * `paymasterAndData` is
 * `paymaster (20) ‖ verification gas limit (16) ‖ postOp gas limit (16) ‖ paymasterData`, and
 * `paymasterData` is `validAfter (6) ‖ validUntil (6) ‖ signature (65)`.
 *
 * @module
 */
import {
  type Address,
  concat,
  hashTypedData,
  type Hex,
  hexToNumber,
  isHex,
  numberToHex,
  size,
  slice,
} from "viem";
import { toPackedUserOperation, type UserOperation } from "viem/account-abstraction";

/** Validity of a sponsorship, in seconds since 1970. */
export type SponsorWindow = {
  /** First second; 0 for unlimited. */
  validAfter: number;
  /** Last second; 0 for unlimited. */
  validUntil: number;
};

/** Sponsored operation: every field counts but the account's signature and `paymasterData`. */
export type SponsoredOperation = Omit<UserOperation<"0.8">, "signature" | "paymasterData">;

/** EIP-712 domain of the sponsor paymaster. */
export const sponsorDomain = { name: "Acct Sponsor", version: "1" } as const;

/** EIP-712 type that the signer signs; OpenZeppelin's `PaymasterSigner` defines it. */
export const sponsorTypes = {
  UserOperationRequest: [
    { name: "sender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "initCode", type: "bytes" },
    { name: "callData", type: "bytes" },
    { name: "accountGasLimits", type: "bytes32" },
    { name: "preVerificationGas", type: "uint256" },
    { name: "gasFees", type: "bytes32" },
    { name: "paymasterVerificationGasLimit", type: "uint256" },
    { name: "paymasterPostOpGasLimit", type: "uint256" },
    { name: "validAfter", type: "uint48" },
    { name: "validUntil", type: "uint48" },
  ],
} as const;

/** Returns the fields of an operation that every paymaster's signer signs. */
export function signedFields(operation: SponsoredOperation) {
  const packed = toPackedUserOperation({ ...operation, signature: "0x" });
  return {
    sender: packed.sender,
    nonce: packed.nonce,
    initCode: packed.initCode,
    callData: packed.callData,
    accountGasLimits: packed.accountGasLimits,
    preVerificationGas: packed.preVerificationGas,
    gasFees: packed.gasFees,
    paymasterVerificationGasLimit: operation.paymasterVerificationGasLimit ?? 0n,
    paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? 0n,
  };
}

/**
 * Computes the hash that the signer signs for an operation.
 *
 * @returns A digest for plain ECDSA (`account.sign({ hash })`).
 */
export function sponsorHash(
  { paymaster, chainId, operation, validAfter, validUntil }: {
    paymaster: Address;
    chainId: number;
    operation: SponsoredOperation;
  } & SponsorWindow,
): Hex {
  return hashTypedData({
    domain: { ...sponsorDomain, chainId, verifyingContract: paymaster },
    types: sponsorTypes,
    primaryType: "UserOperationRequest",
    message: {
      ...signedFields(operation),
      validAfter,
      validUntil,
    },
  });
}

/** Encodes `paymasterData`. */
export function encodeSponsorData(
  { validAfter, validUntil, signature }: SponsorWindow & { signature: Hex },
): Hex {
  return concat([
    numberToHex(validAfter, { size: 6 }),
    numberToHex(validUntil, { size: 6 }),
    signature,
  ]);
}

/** Decodes `paymasterData`; throws a RangeError for anything that is not exactly of its form. */
export function decodeSponsorData(data: Hex): SponsorWindow & { signature: Hex } {
  if (!isHex(data) || size(data) !== sponsorDataSize) {
    throw new RangeError(`the sponsor's data has ${sponsorDataSize} bytes`);
  }
  return {
    validAfter: hexToNumber(slice(data, 0, 6)),
    validUntil: hexToNumber(slice(data, 6, 12)),
    signature: slice(data, 12),
  };
}

/** Size of the sponsor's `paymasterData` in bytes. */
export const sponsorDataSize = 77;

/**
 * `paymasterData` for gas estimates: well-formed, with a signature that recovers to some address,
 * so that validation runs completely.
 */
export const sponsorStubData: Hex = encodeSponsorData({
  validAfter: 0,
  validUntil: 0,
  signature: `0x${"11".repeat(32)}${"22".repeat(32)}1b`,
});
