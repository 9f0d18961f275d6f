/** `acct_putGrant`: stores a permission that was signed and is not yet onchain. @module */
import { z } from "zod";
import { AcctError } from "../../core/protocol/errors.ts";
import { type Permission, readPermission } from "../../core/permission/permission.ts";
import type { PutGrantParams } from "../../core/protocol/service/mod.ts";
import { findChain } from "../chain/find.ts";
import { putSignedGrant } from "../permissions/signed.ts";
import { method } from "./method.ts";
import { address, bytes, chainId, fixedBytes, quantity } from "./shapes.ts";

const seconds = z.number().int().min(0).max(2 ** 48 - 1);
/** Entries per permission. */
const MAX_ENTRIES = 32;

const schema = z.strictObject({
  permission: z.strictObject({
    id: fixedBytes(32),
    chainId,
    account: address,
    spender: address,
    start: seconds,
    end: seconds,
    salt: fixedBytes(32),
    calls: z.array(z.strictObject({ target: address, selector: fixedBytes(4) })).max(MAX_ENTRIES),
    spends: z.array(z.strictObject({
      token: address,
      allowance: quantity(160),
      unit: z.number().int().min(0).max(6),
      multiplier: z.number().int().min(1).max(255),
    })).max(MAX_ENTRIES),
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

/** Stores the grant if the chain would accept it. */
export const acctPutGrant = method(schema, async (context, _caller, params) => {
  const json = params.permission;
  const chain = findChain(context.chains, Number(json.chainId));
  const permission = read(json);
  await putSignedGrant(context, chain, { permission, json, signature: params.signature });
  return true;
});
