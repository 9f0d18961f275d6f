/** `acct_putOwnerChange` and `acct_getOwners`: stores and reads owner changes. @module */
import { acctGetOwners as getDefinition } from "../../core/protocol/service/methods/acct_get_owners.ts";
import { acctPutOwnerChange as putDefinition } from "../../core/protocol/service/methods/acct_put_owner_change.ts";
import { checkAccount } from "../operations/account.ts";
import { missingCall, putOwnerChange, readOwners } from "../owners/owners.ts";
import { readOwnerHistory } from "../store/owner_changes.ts";
import { method } from "./method.ts";

/** Stores a change and relays it to every chain that has a relayer. */
export const acctPutOwnerChange = method(putDefinition, async (context, caller, params) => {
  checkAccount(params.account);
  await putOwnerChange(context, caller.key.id, params.account, params.change);
  await context.relayer.relay(params.account);
  return await readOwners(context, params.account);
});

/** Returns the changes and each chain's owners, and relays again where some are missing. */
export const acctGetOwners = method(getDefinition, async (context, _caller, params) => {
  checkAccount(params.account);
  const found = await readOwners(context, params.account);
  const history = await readOwnerHistory(context.store, params.account);
  const missing = found.chains.some((chain) =>
    chain.carried && missingCall(history, chain) !== null
  );
  if (missing) void context.relayer.relay(params.account);
  return found;
});
