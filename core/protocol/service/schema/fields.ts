/** Reads values that several methods of the service share. @module */
import type { Hex } from "../../../lib/hex.ts";
import { bytes as readBytes, wrong } from "../../../schema/check.ts";
import { batch } from "../../../schema/fields.ts";
import {
  MAX_CALL_DATA_BYTES,
  MAX_CREDENTIAL_ID_LENGTH,
  MAX_FACTORY_DATA_BYTES,
  MAX_INDICES,
  MAX_NAME_LENGTH,
  MAX_OWNERS,
  MAX_PAYMASTER_DATA_BYTES,
  MAX_SIGNATURE_BYTES,
} from "../../../ground/limits.ts";
import {
  address,
  bytes,
  custom,
  exact,
  fixedBytes,
  list,
  oneOf,
  optional,
  quantity,
  refined,
  type Schema,
  text,
  whole,
} from "../../../schema/schema.ts";
import type { OwnerJson } from "../../../wire/owners.ts";
import type { AccountJson, CallJson, OperationJson } from "../../../wire/values.ts";

/** Reads a number in hex, below 2^bits, without leading zeros. */
export function exactQuantity(bits: number): Schema<Hex> {
  const schema = refined(quantity(bits), (read, { value, path }) => {
    if (read.length !== (value as Hex).length) throw wrong(path, "must have no leading zeros");
  });
  return { ...schema, kind: "exactQuantity" };
}

/** Reads a chain id in hex without converting it. */
export const hexChainId: Schema<Hex> = exactQuantity(53);

/** Reads the inputs of an account's address. */
export const account: Schema<AccountJson> = exact({
  address,
  owners: list(fixedBytes(32, 64), MAX_OWNERS, { min: 1 }),
  nonce: exactQuantity(256),
});

/** Reads the owners after a change or a recovery. */
export const owners: Schema<readonly OwnerJson[]> = list(
  exact({
    index: whole(0, MAX_INDICES - 1),
    kind: oneOf("full", "recovery"),
    owner: fixedBytes(32, 64),
  }),
  MAX_OWNERS,
  { min: 1 },
);

const batchOfOperation = batch(
  exact({ to: address, value: exactQuantity(256), data: custom("bytes", readBytes) }),
  MAX_CALL_DATA_BYTES,
);

/**
 * Reads the calls of an operation, which may be empty; the wallet may have added some to a batch.
 */
export const calls: Schema<readonly CallJson[]> = custom(
  "batch",
  (at) => Array.isArray(at.value) && at.value.length === 0 ? [] : batchOfOperation.read(at),
  batchOfOperation.of,
);

/** Reads the id of a passkey; WebAuthn allows 1023 bytes. */
export const credentialId: Schema<string> = custom("base64url", ({ value, path }) => {
  if (typeof value !== "string" || !/^[A-Za-z0-9_-]+$/.test(value)) {
    throw wrong(path, "must be base64url");
  }
  if (value.length > MAX_CREDENTIAL_ID_LENGTH) {
    throw wrong(path, `must have at most ${MAX_CREDENTIAL_ID_LENGTH} characters`);
  }
  return value;
}, MAX_CREDENTIAL_ID_LENGTH);

/** Reads an ENS name. */
export const domain: Schema<string> = text(MAX_NAME_LENGTH, { min: 1 });

const gas = exactQuantity(120);

/** Reads a user operation, with a signature once it is signed. */
export const operation: Schema<OperationJson> = exact({
  sender: address,
  nonce: exactQuantity(256),
  factory: optional(address),
  factoryData: optional(bytes(MAX_FACTORY_DATA_BYTES)),
  callData: bytes(MAX_CALL_DATA_BYTES),
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
  maxFeePerGas: gas,
  maxPriorityFeePerGas: gas,
  paymaster: optional(address),
  paymasterVerificationGasLimit: optional(gas),
  paymasterPostOpGasLimit: optional(gas),
  paymasterData: optional(bytes(MAX_PAYMASTER_DATA_BYTES)),
  signature: optional(bytes(MAX_SIGNATURE_BYTES)),
});
