/**
 * `acct_getDomain`, `acct_nameAvailable`, `acct_claimName`, `acct_getName`: names below the ENS
 * domain of the key's project; `acct_resolveName` and `acct_lookUpNames`: addresses of names, and
 * names of addresses.
 *
 * @module
 */
import { AcctError } from "../../core/ground/errors.ts";
import { acctClaimName as claimDefinition } from "../../core/protocol/service/methods/names/acct_claim_name.ts";
import { acctGetDomain as domainDefinition } from "../../core/protocol/service/methods/names/acct_get_domain.ts";
import { acctGetName as nameDefinition } from "../../core/protocol/service/methods/names/acct_get_name.ts";
import { acctLookUpNames as lookUpDefinition } from "../../core/protocol/service/methods/reads/acct_look_up_names.ts";
import { acctNameAvailable as availableDefinition } from "../../core/protocol/service/methods/names/acct_name_available.ts";
import { acctResolveName as resolveDefinition } from "../../core/protocol/service/methods/names/acct_get_name.ts";
import type { RpcContext } from "./context.ts";
import type { Names } from "../names/names.ts";
import { method } from "./method.ts";

/** Returns a linked domain. */
export const acctGetDomain = method(
  domainDefinition,
  (context, { key }, params) => requireNames(context).domain(key, params.domain),
);

/** Checks whether a label is available. The rate suits typing, not walking through a dictionary. */
export const acctNameAvailable = method(
  availableDefinition,
  async (context, { key, client }, params) => {
    await context.nameRates.looks.take(client);
    return await requireNames(context).available(key, params.domain, params.label);
  },
);

/** Claims a name. */
export const acctClaimName = method(
  claimDefinition,
  async (context, { key, client }, params) => {
    await context.nameRates.claims.take(client);
    return await requireNames(context).claim({ key, client }, params);
  },
);

/**
 * Returns the account's name below the project's domain, if it currently resolves to the account.
 */
export const acctGetName = method(
  nameDefinition,
  async (context, { key }, params) => ({
    name: await context.names?.nameOf(key, params.address) ?? null,
  }),
);

/** Returns the address of a name. A service without names returns none. */
export const acctResolveName = method(
  resolveDefinition,
  async (context, { client }, params) => {
    await context.nameRates.looks.take(client);
    return await context.names?.resolve(params.name, Number(params.chainId)) ??
      { name: null, address: null };
  },
);

/** Returns the verified names of addresses. A service without names returns none. */
export const acctLookUpNames = method(
  lookUpDefinition,
  async (context, { key, client }, { addresses, chainId }) => {
    await context.nameRates.looks.take(client, Math.max(1, addresses.length));
    return await Promise.all(addresses.map(async (address) => ({
      address,
      name: await context.names?.lookUp(key, address, Number(chainId)) ?? null,
    })));
  },
);

function requireNames(context: RpcContext): Names {
  if (context.names !== null) return context.names;
  throw new AcctError("invalid_params", {
    field: "ens",
    detail: "This service issues no names.",
  });
}
