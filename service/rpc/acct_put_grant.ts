/** `acct_putGrant`: keeps a permission that was signed and not brought to the chain yet. @module */
import { z } from "zod";
import { AcctError } from "../../core/protocol/errors.ts";
import { type Permission, readPermission } from "../../core/permission/permission.ts";
import type { PutGrantParams } from "../../core/protocol/service/mod.ts";
import { findChain } from "../chain/find.ts";
import { putSignedGrant } from "../permissions/signed.ts";
import { method } from "./method.ts";
import { address, bytes, chainId, exactly, quantity } from "./shapes.ts";

const seconds = z.number().int().min(0).max(2 ** 48 - 1);
/** Entries of one permission. */
const MOST = 32;

const schema = z.strictObject({
  permission: z.strictObject({
    id: exactly(32),
    chainId,
    account: address,
    spender: address,
    start: seconds,
    end: seconds,
    salt: exactly(32),
    calls: z.array(z.strictObject({ target: address, selector: exactly(4) })).max(MOST),
    spends: z.array(z.strictObject({
      token: address,
      allowance: quantity(160),
      unit: z.number().int().min(0).max(6),
      multiplier: z.number().int().min(1).max(255),
    })).max(MOST),
  }),
  signature: bytes(4_096),
}) as z.ZodType<PutGrantParams>;

function read(json: PutGrantParams["permission"]): Permission {
  try {
    return readPermission({ ...json, revoked: false }, {});
  } catch (cause) {
    const detail = "It does not follow from the permission's contents.";
    throw new AcctError("invalid_params", { field: "params.permission.id", detail, cause });
  }
}

/** Keeps the grant, if the chain would take it. */
export const acctPutGrant = method(schema, async (context, _caller, params) => {
  const json = params.permission;
  const chain = findChain(context.chains, Number(json.chainId));
  const permission = read(json);
  await putSignedGrant(context, chain, { permission, json, signature: params.signature });
  return true;
});
