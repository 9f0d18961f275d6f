/** `acct_getPermissions`: lists permissions of an account, of a spender, or by id. @module */
import { z } from "zod";
import type { GetPermissionsParams } from "../../core/protocol/service/mod.ts";
import { listPermissions } from "../permissions/permissions.ts";
import { method } from "./method.ts";
import { address, bytes, chainId } from "./shapes.ts";

const schema = z.strictObject({
  account: address.optional(),
  spender: address.optional(),
  id: bytes(32).optional(),
  chainId: chainId.optional(),
}).refine(
  ({ account, spender, id }) => account !== undefined || spender !== undefined || id !== undefined,
  { path: ["account"], message: "or spender or id is required" },
) as z.ZodType<GetPermissionsParams>;

/** Lists permissions. */
export const acctGetPermissions = method(
  schema,
  (context, _caller, params) => listPermissions(context, params),
);
