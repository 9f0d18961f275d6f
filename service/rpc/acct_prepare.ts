/** `acct_prepare`: prepares an operation to review and sign. @module */
import { acctPrepare as definition } from "../../core/protocol/service/methods/acct_prepare.ts";
import { lookUpInTime } from "../names/in_time.ts";
import { prepare } from "../operations/prepare.ts";
import { method } from "./method.ts";

/** Prepares an operation; names of those who receive come along, and never keep it waiting long. */
export const acctPrepare = method(definition, async (context, caller, params) => {
  const { payees } = params;
  if (payees === undefined) return await prepare(context, caller, params);
  const [prepared, names] = await Promise.all([
    prepare(context, caller, params),
    lookUpInTime(context, caller, payees),
  ]);
  return { ...prepared, names };
});
