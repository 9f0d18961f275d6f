/**
 * `acct_getSyncedData` and `acct_putSyncedData`: data that the wallets of one passkey share across
 * devices. Only the passkey yields the token, and the data is encrypted with another secret of it.
 *
 * @module
 */
import type { Hex } from "../../../lib/hex.ts";
import { MAX_SYNCED_DATA_BYTES } from "../../../ground/limits.ts";
import { bytes, exact, fixedBytes } from "../../../schema/schema.ts";
import type { ServiceDefinition } from "../schema/definition.ts";

/** Params of `acct_getSyncedData`. */
export interface GetSyncedDataParams {
  /** Secret of the passkey, 32 bytes. */
  readonly token: Hex;
}

/** Result of `acct_getSyncedData`. */
export interface GetSyncedDataResult {
  /** The data last stored; `null` if there is none. */
  readonly data: Hex | null;
}

/** Params of `acct_putSyncedData`; they replace earlier data of the token. */
export interface PutSyncedDataParams extends GetSyncedDataParams {
  /** Ciphertext. */
  readonly data: Hex;
}

const token = fixedBytes(32);

/** Definition of `acct_getSyncedData`. */
export const acctGetSyncedData: ServiceDefinition<"acct_getSyncedData", GetSyncedDataParams> = {
  name: "acct_getSyncedData",
  params: exact({ token }),
};

/** Definition of `acct_putSyncedData`. */
export const acctPutSyncedData: ServiceDefinition<"acct_putSyncedData", PutSyncedDataParams> = {
  name: "acct_putSyncedData",
  params: exact({ token, data: bytes(MAX_SYNCED_DATA_BYTES) }),
};
