/** `acct_putOwnerChange` and `acct_getOwners`: stores and reads owner changes. @module */
import { z } from "zod";
import type { GetOwnersParams, PutOwnerChangeParams } from "../../core/protocol/service/owners.ts";
import { checkAccount } from "../operations/account.ts";
import { putOwnerChange, readOwners } from "../owners/owners.ts";
import { method } from "./method.ts";
import { account, bytes } from "./shapes.ts";

const putSchema = z.strictObject({
  account,
  change: z.strictObject({
    sequence: z.number().int().min(0).max(1_000),
    calls: z.array(bytes(1_024)).min(1).max(8),
    signature: bytes(4_096),
  }),
}) as z.ZodType<PutOwnerChangeParams>;

const getSchema = z.strictObject({ account }) as z.ZodType<GetOwnersParams>;

/** Stores a change and relays it to every chain that has a relayer. */
export const acctPutOwnerChange = method(putSchema, async (context, caller, params) => {
  checkAccount(params.account);
  await putOwnerChange(context, caller.key.id, params.account, params.change);
  await context.relayer.relay(params.account);
  return await readOwners(context, params.account);
});

/** Returns the changes and each chain's progress, and relays again where some are missing. */
export const acctGetOwners = method(getSchema, async (context, _caller, params) => {
  checkAccount(params.account);
  const found = await readOwners(context, params.account);
  const missing = found.chains.some(({ carried, deployed, applied }) =>
    carried && deployed !== null && applied < found.changes.length
  );
  if (missing) void context.relayer.relay(params.account);
  return found;
});
