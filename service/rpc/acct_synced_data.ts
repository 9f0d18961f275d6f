/** `acct_getSyncedData` and `acct_putSyncedData`. @module */
import {
  acctGetSyncedData as getDefinition,
  acctPutSyncedData as putDefinition,
} from "../../core/protocol/service/methods/acct_synced_data.ts";
import { getSyncedData, putSyncedData } from "../store/rows/synced_data.ts";
import { method } from "./method.ts";

/** Returns the data of a passkey. */
export const acctGetSyncedData = method(getDefinition, async (context, { client }, { token }) => {
  await context.syncRate.take(client);
  return { data: await getSyncedData(context.store, token) };
});

/** Replaces the data of a passkey. */
export const acctPutSyncedData = method(putDefinition, async (context, { client }, params) => {
  await context.syncRate.take(client, PUT_COST);
  await putSyncedData(context.store, params);
  return true as const;
});

/** Reads that one write counts as: writes fill the database. */
const PUT_COST = 5;
