/**
 * Defines schemas shared by several methods. Each is exact: invalid values are refused, never
 * repaired.
 */
import { bundleId } from "../../core/protocol/fields.ts";
import {
  MAX_CALL_DATA_BYTES,
  MAX_FIRST_OWNERS,
  MAX_SIGNATURE_BYTES,
} from "../../core/protocol/limits.ts";
import type { Address, Hex } from "viem";
import { z } from "zod";
import type { AccountJson, OperationJson } from "../../core/protocol/service/mod.ts";

/** Address: 20 bytes. */
export const address = z.custom<Address>(
  (value) => typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value),
  "must be an address",
).meta({ type: "string", pattern: "^0x[0-9a-fA-F]{40}$" });

/** Hex bytes, at most `maxLength`. */
export function bytes(maxLength: number): z.ZodType<Hex> {
  return z.custom<Hex>(
    (value) =>
      typeof value === "string" && value.length <= 2 + 2 * maxLength &&
      /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
    `must be hex bytes, at most ${maxLength}`,
  ).meta({ type: "string", pattern: "^0x([0-9a-fA-F]{2})*$", maxLength: 2 + 2 * maxLength });
}

/** Hex bytes, exactly `length`. */
export function fixedBytes(length: number): z.ZodType<Hex> {
  return z.custom<Hex>(
    (value) =>
      typeof value === "string" && value.length === 2 + 2 * length &&
      /^0x[0-9a-fA-F]+$/.test(value),
    `must be ${length} bytes`,
  ).meta({ type: "string", pattern: `^0x[0-9a-fA-F]{${2 * length}}$` });
}

/** Hex number without leading zeros, below 2^bits. */
export function quantity(bits: number): z.ZodType<Hex> {
  return z.custom<Hex>(
    (value) =>
      typeof value === "string" && value.length <= 66 &&
      /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/.test(value) && BigInt(value) >> BigInt(bits) === 0n,
    `must be a hex quantity below 2^${bits}`,
  ).meta({
    type: "string",
    pattern: "^0x(0|[1-9a-fA-F][0-9a-fA-F]*)$",
    description: `below 2^${bits}`,
  });
}

/** Chain id. */
export const chainId = quantity(53);

/** Values from which an account's address is derived. */
export const account: z.ZodType<AccountJson> = z.strictObject({
  address,
  owners: z.array(z.union([fixedBytes(32), fixedBytes(64)])).min(1).max(MAX_FIRST_OWNERS),
  nonce: quantity(256),
});

/** Caller's own id of a bundle, validated like everywhere else. */
export const callerId = z.string().min(1).superRefine((value, context) => {
  try {
    bundleId.read({ value, path: "It" });
  } catch (error) {
    context.addIssue((error as Error).message);
  }
});

/** User operation, with a signature once it is signed. */
export const operation = z.strictObject({
  sender: address,
  nonce: quantity(256),
  factory: address.optional(),
  factoryData: bytes(16_384).optional(),
  callData: bytes(MAX_CALL_DATA_BYTES),
  callGasLimit: quantity(120),
  verificationGasLimit: quantity(120),
  preVerificationGas: quantity(120),
  maxFeePerGas: quantity(120),
  maxPriorityFeePerGas: quantity(120),
  paymaster: address.optional(),
  paymasterVerificationGasLimit: quantity(120).optional(),
  paymasterPostOpGasLimit: quantity(120).optional(),
  paymasterData: bytes(8_192).optional(),
  signature: bytes(MAX_SIGNATURE_BYTES).optional(),
}) as z.ZodType<OperationJson>;
