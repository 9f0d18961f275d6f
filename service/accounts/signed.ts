/**
 * Stores permissions that an owner signed and that are not yet onchain, so that they can be listed
 * and revoked before their first use.
 *
 * @module
 */
import { encodeFunctionData, type Hex } from "viem";
import { permissionsAbi } from "../../core/chain/abi.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { Permission } from "../../core/permission/permission.ts";
import type { GetPermissionsParams, PutGrantParams } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node/node.ts";
import type { AccountsContext } from "./context.ts";
import { type Ended, isEnded } from "../store/rows/permissions.ts";
import type { SignedGrantTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

/** Maximum unexpired grants of one account on one chain, more than a user signs manually. */
const MAX_GRANTS = 200;

/** Signed permission, parsed and as received. */
export interface SignedGrant {
  readonly permission: Permission;
  readonly json: PutGrantParams["permission"];
  readonly signature: Hex;
}

/**
 * Stores a grant. Storing it again has no effect.
 *
 * @throws {AcctError} `invalid_params` if the permission contract would reject it now
 */
export async function putSignedGrant(
  context: AccountsContext,
  chain: Chain,
  { permission, json, signature }: SignedGrant,
): Promise<void> {
  const data = encodeFunctionData({
    abi: permissionsAbi,
    functionName: "approveWithSignature",
    args: [permission, signature],
  });
  try {
    await chain.node.request("eth_call", [{ to: contracts.permissions, data }, "latest"]);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    throw new AcctError("invalid_params", {
      field: "params[0].signature",
      detail: "No owner of the account signed this permission, or it was revoked.",
      cause: error,
    });
  }
  const account = json.account.toLowerCase();
  const { store } = context;
  await store.deleteFrom("signed_grants").where("account", "=", account)
    .where("chain_id", "=", chain.id).where("end_at", "<", Math.floor(Date.now() / 1000)).execute();
  const { count } = await store.selectFrom("signed_grants")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("account", "=", account).where("chain_id", "=", chain.id).executeTakeFirstOrThrow();
  if (Number(count) >= MAX_GRANTS) {
    throw new AcctError("limit_exceeded", {
      retryAfter: 3_600,
      detail: `An account can store at most ${MAX_GRANTS} signed permissions: use or revoke some.`,
    });
  }
  await store.insertInto("signed_grants").values({
    chain_id: chain.id,
    id: json.id.toLowerCase(),
    account,
    spender: json.spender.toLowerCase(),
    permission: JSON.stringify(json),
    signature,
    end_at: json.end,
    created_at: Date.now(),
  }).onConflict((on) => on.columns(["chain_id", "id"]).doNothing()).execute();
  context.hub.publish({
    type: "permissionsChanged",
    address: json.account,
    chainId: json.chainId,
    id: json.id,
  });
}

/** Lists matching grants, newest first, including grants that are already onchain. */
export async function listSigned(
  store: Store,
  chainIds: readonly number[],
  wanted: GetPermissionsParams,
): Promise<readonly (SignedGrantTable & Ended)[]> {
  let query = store.selectFrom("signed_grants").selectAll().select(isEnded("signed_grants"))
    .where("chain_id", "in", chainIds);
  for (const column of ["account", "spender", "id"] as const) {
    const value = wanted[column];
    if (value !== undefined) query = query.where(column, "=", value.toLowerCase());
  }
  return await query.orderBy("created_at", "desc").limit(MAX_GRANTS).execute();
}
