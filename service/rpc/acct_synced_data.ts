/** `acct_getSyncedData` and `acct_putSyncedData`. @module */
import {
  acctGetSyncedData as getDefinition,
  acctPutSyncedData as putDefinition,
} from "../../core/protocol/service/methods/acct_synced_data.ts";
import { getSyncedData, putSyncedData } from "../store/rows/synced_data.ts";
import { type Hex, sha256 } from "viem";
import { method } from "./method.ts";

/** Returns the data of a passkey. */
export const acctGetSyncedData = method(getDefinition, async (context, { client }, { token }) => {
  const data = await getSyncedData(context.store, token);
  await context.syncRate.take(payerOf(client, token, data));
  return { data };
});

/** Replaces the data of a passkey. */
export const acctPutSyncedData = method(putDefinition, async (context, { client }, params) => {
  const before = await getSyncedData(context.store, params.token);
  await context.syncRate.take(payerOf(client, params.token, before), PUT_COST);
  await putSyncedData(context.store, params);
  return true as const;
});

/**
 * Returns the key under which a request is counted: the token for existing data, or otherwise the
 * client. A page in the same browser cannot use up the limit of the wallet.
 */
function payerOf(client: string, token: Hex, data: Hex | null): string {
  return data === null ? client : `token ${sha256(token)}`;
}

/** Reads that one write counts as: writes fill the database. */
const PUT_COST = 5;
