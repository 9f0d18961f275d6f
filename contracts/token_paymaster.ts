/**
 * Encodes and hashes the data that the service signs for the token paymaster, and computes maximum
 * costs. This module does not access the network.
 *
 * `paymasterData` is `validAfter (6) ‖ validUntil (6) ‖ mode (1) ‖ token (20) ‖ tokenPerNative (32)
 * ‖ transferGas (4) ‖ signature (65)`.
 *
 * @module
 */
import {
  type Address,
  concat,
  getAddress,
  hashTypedData,
  type HashTypedDataParameters,
  type Hex,
  hexToBigInt,
  hexToNumber,
  isHex,
  numberToHex,
  size,
  slice,
} from "viem";
import type { UserOperation } from "viem/account-abstraction";
import {
  signedFields,
  type SponsoredOperation,
  sponsorTypes,
  type SponsorWindow,
} from "./paymaster.ts";

/** Time at which the tokens are charged. */
export type TokenMode =
  /** Charges the maximum before execution and refunds the rest: the allowance exists already. */
  | "prepaid"
  /** Charges the maximum after execution and refunds the rest: the operation's calls approve it. */
  | "postpaid";

/** Price that the service signs. */
export type TokenQuote = SponsorWindow & {
  mode: TokenMode;
  token: Address;
  /** Units of the token per 10^18 wei. */
  tokenPerNative: bigint;
  /** Gas of a refund, which cannot be measured in advance. */
  transferGas: number;
};

/** EIP-712 domain of the token paymaster. */
export const tokenPaymasterDomain = { name: "Acct Token Paymaster", version: "1" } as const;

/** EIP-712 type that the signer signs. */
export const tokenPaymasterTypes = {
  TokenOperationRequest: [
    ...sponsorTypes.UserOperationRequest,
    { name: "mode", type: "uint8" },
    { name: "token", type: "address" },
    { name: "tokenPerNative", type: "uint256" },
    { name: "transferGas", type: "uint32" },
  ],
} as const;

/** Size of the token paymaster's `paymasterData` in bytes. */
export const tokenDataSize = 134;

const modes = ["prepaid", "postpaid"] as const;

/** Returns the EIP-712 typed data that the signer signs for an operation at a price. */
export function tokenQuoteData(
  { paymaster, chainId, operation, quote }: {
    paymaster: Address;
    chainId: number;
    operation: SponsoredOperation;
    quote: TokenQuote;
  },
): HashTypedDataParameters<typeof tokenPaymasterTypes, "TokenOperationRequest"> {
  return {
    domain: { ...tokenPaymasterDomain, chainId, verifyingContract: paymaster },
    types: tokenPaymasterTypes,
    primaryType: "TokenOperationRequest",
    message: {
      ...signedFields(operation),
      ...quote,
      mode: modes.indexOf(quote.mode),
    },
  };
}

/** Computes the hash of {@linkcode tokenQuoteData}. */
export function tokenQuoteHash(given: Parameters<typeof tokenQuoteData>[0]): Hex {
  return hashTypedData(tokenQuoteData(given));
}

/** Encodes `paymasterData`. */
export function encodeTokenData(
  { validAfter, validUntil, mode, token, tokenPerNative, transferGas, signature }: TokenQuote & {
    signature: Hex;
  },
): Hex {
  return concat([
    numberToHex(validAfter, { size: 6 }),
    numberToHex(validUntil, { size: 6 }),
    numberToHex(modes.indexOf(mode), { size: 1 }),
    token,
    numberToHex(tokenPerNative, { size: 32 }),
    numberToHex(transferGas, { size: 4 }),
    signature,
  ]);
}

/** Decodes `paymasterData`; throws a RangeError for anything that is not exactly of its form. */
export function decodeTokenData(data: Hex): TokenQuote & { signature: Hex } {
  if (!isHex(data) || size(data) !== tokenDataSize) {
    throw new RangeError(`the token paymaster's data has ${tokenDataSize} bytes`);
  }
  const mode = modes[hexToNumber(slice(data, 12, 13))];
  if (mode === undefined) throw new RangeError("the token paymaster has two modes");
  return {
    validAfter: hexToNumber(slice(data, 0, 6)),
    validUntil: hexToNumber(slice(data, 6, 12)),
    mode,
    token: getAddress(slice(data, 13, 33)),
    tokenPerNative: hexToBigInt(slice(data, 33, 65)),
    transferGas: hexToNumber(slice(data, 65, 69)),
    signature: slice(data, 69),
  };
}

/** Gas limits and fee that limit an operation's cost. */
export type OperationLimits = Pick<
  UserOperation<"0.8">,
  | "callGasLimit"
  | "verificationGasLimit"
  | "preVerificationGas"
  | "maxFeePerGas"
  | "paymasterVerificationGasLimit"
  | "paymasterPostOpGasLimit"
>;

/**
 * Computes the allowance that an operation needs: the amount that the paymaster charges first,
 * which is also its maximum, and a unit that stays approved. To renew an allowance costs less than
 * to set one.
 */
export function maxTokenCost(operation: OperationLimits, tokenPerNative: bigint): bigint {
  const gas = operation.callGasLimit + operation.verificationGasLimit +
    operation.preVerificationGas + (operation.paymasterVerificationGasLimit ?? 0n) +
    (operation.paymasterPostOpGasLimit ?? 0n);
  const native = 10n ** 18n;
  return (gas * operation.maxFeePerGas * tokenPerNative + native - 1n) / native + 1n;
}

/**
 * `paymasterData` for gas estimates: well-formed, with a signature that recovers to some address.
 */
export function tokenStubData(quote: Omit<TokenQuote, "validAfter" | "validUntil">): Hex {
  return encodeTokenData({
    ...quote,
    validAfter: 0,
    validUntil: 0,
    signature: `0x${"11".repeat(32)}${"22".repeat(32)}1b`,
  });
}
