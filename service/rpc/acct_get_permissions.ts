/** `acct_getPermissions`: lists permissions of an account, of a spender, or by id. @module */
import { acctGetPermissions as definition } from "../../core/protocol/service/methods/acct_get_permissions.ts";
import { listPermissions } from "../accounts/permissions.ts";
import { method } from "./method.ts";

/** Lists permissions. */
export const acctGetPermissions = method(
  definition,
  (context, _caller, params) => listPermissions(context, params),
);
