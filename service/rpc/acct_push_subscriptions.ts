/** `acct_putPushSubscription` and `acct_deletePushSubscription`. @module */
import { AcctError } from "../../core/ground/errors.ts";
import { acctDeletePushSubscription as deleteDefinition } from "../../core/protocol/service/methods/acct_delete_push_subscription.ts";
import { acctPutPushSubscription as putDefinition } from "../../core/protocol/service/methods/acct_put_push_subscription.ts";
import { deleteSubscription, putSubscription } from "../notices/subscriptions.ts";
import { checkAccount } from "../chain/account.ts";
import { method } from "./method.ts";

/** Stores a device to receive notices about an account. */
export const acctPutPushSubscription = method(putDefinition, async (context, _caller, params) => {
  if (context.pushKey === null) {
    throw new AcctError("method_unsupported", {
      detail: "The service sends no notices to devices.",
    });
  }
  checkAccount(params.account);
  await putSubscription(context, params);
  return true as const;
});

/** Stops the notices to a device. */
export const acctDeletePushSubscription = method(
  deleteDefinition,
  async ({ store }, _caller, { account, endpoint }) => {
    await deleteSubscription(store, account, endpoint);
    return true as const;
  },
);
