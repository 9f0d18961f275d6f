/** `acct_putGrant`: stores a permission that was signed and is not yet onchain. @module */
import { AcctError } from "../../core/ground/errors.ts";
import { type Permission, readPermission } from "../../core/permission/permission.ts";
import { requireSound } from "../../core/permission/sound/soundness.ts";
import {
  acctPutGrant as definition,
  type PutGrantParams,
} from "../../core/protocol/service/methods/acct_put_grant.ts";
import { findChain } from "../chain/find.ts";
import { putSignedGrant } from "../accounts/signed.ts";
import { method } from "./method.ts";

function read(json: PutGrantParams["permission"]): Permission {
  try {
    return readPermission({ ...json, revoked: false }, {});
  } catch (cause) {
    const detail = "It does not follow from the permission's contents.";
    throw new AcctError("invalid_params", { field: "params[0].permission.id", detail, cause });
  }
}

/** Stores the grant if the chain would accept it. */
export const acctPutGrant = method(definition, async (context, _caller, params) => {
  const json = params.permission;
  const chain = findChain(context.chains, json.chainId);
  const permission = read(json);
  requireSound(permission, "params[0].permission");
  await putSignedGrant(context, chain, { permission, json, signature: params.signature });
  return true;
});
