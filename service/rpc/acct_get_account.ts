/** `acct_getAccount`: finds an account by its address. @module */
import { acctGetAccount as definition } from "../../core/protocol/service/methods/acct_get_account.ts";
import { findAccounts } from "../indexer/permissions/recoveries.ts";
import { method } from "./method.ts";

/** Finds an account that the service stores. */
export const acctGetAccount = method(definition, async (context, _caller, { address }) => {
  const [account = null] = await findAccounts(context.store, [address]);
  return { account };
});
