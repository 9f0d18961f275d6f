/**
 * `acct_getDomain`, `acct_nameAvailable`, `acct_claimName`, `acct_getName`: names below the ENS
 * domain of the key's project.
 *
 * @module
 */
import { z } from "zod";
import { AcctError } from "../../core/protocol/errors.ts";
import {
  MAX_NAME_LENGTH,
  MAX_TEXT_KEY_LENGTH,
  MAX_TEXT_RECORDS,
  MAX_TEXT_VALUE_LENGTH,
} from "../../core/protocol/limits.ts";
import type { ClaimNameParams } from "../../core/protocol/service/names.ts";
import type { Context } from "../context.ts";
import type { Names } from "../names/names.ts";
import { method } from "./method.ts";
import { account, address, bytes, chainId } from "./shapes.ts";

const domain = z.string().min(1).max(MAX_NAME_LENGTH);
const label = z.string().max(MAX_NAME_LENGTH);

/** Returns a linked domain. */
export const acctGetDomain = method(
  z.strictObject({ domain }),
  (context, { key }, params) => requireNames(context).domain(key, params.domain),
);

/** Checks whether a label is available. The rate suits typing, not walking through a dictionary. */
export const acctNameAvailable = method(
  z.strictObject({ domain, label }),
  (context, { key, client }, params) => {
    context.nameRates.looks.take(client);
    return requireNames(context).available(key, params.domain, params.label);
  },
);

/** Claims a name. */
export const acctClaimName = method(
  z.strictObject({
    domain,
    label,
    account,
    chainId,
    texts: z.array(z.strictObject({
      key: z.string().max(MAX_TEXT_KEY_LENGTH),
      value: z.string().max(MAX_TEXT_VALUE_LENGTH),
    })).max(MAX_TEXT_RECORDS).default([]),
    issuedAt: z.number().int().min(0),
    signature: bytes(16_384),
  }) as z.ZodType<ClaimNameParams>,
  (context, { key, client }, params) => {
    context.nameRates.claims.take(client);
    return requireNames(context).claim(key, params);
  },
);

/**
 * Returns the account's name below the project's domain, if it currently resolves to the account.
 */
export const acctGetName = method(
  z.strictObject({ address }),
  async (context, { key }, params) => ({
    name: await context.names?.nameOf(key, params.address) ?? null,
  }),
);

function requireNames(context: Context): Names {
  if (context.names !== null) return context.names;
  throw new AcctError("invalid_params", {
    field: "ens",
    detail: "This service issues no names.",
  });
}
