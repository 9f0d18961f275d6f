/**
 * `acct_putOwnerChange`, `acct_putRecovery`, `acct_putVeto` and `acct_getOwners`: stores and reads
 * owner changes.
 *
 * @module
 */
import { acctGetOwners as getDefinition } from "../../core/protocol/service/methods/acct_get_owners.ts";
import { acctPutOwnerChange as putDefinition } from "../../core/protocol/service/methods/acct_put_owner_change.ts";
import { acctPutRecovery as recoveryDefinition } from "../../core/protocol/service/methods/acct_put_recovery.ts";
import { acctPutVeto as vetoDefinition } from "../../core/protocol/service/methods/acct_put_veto.ts";
import type { OwnersOnChain, OwnersResult } from "../../core/wire/owners.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import type { ChangeSender } from "../accounts/change_limits.ts";
import type { Caller } from "../keys/caller.ts";
import type { RpcContext } from "./context.ts";
import { checkAccount } from "../chain/account.ts";
import { putOwnerChange, readOwners } from "../accounts/owners.ts";
import { endRecoveries } from "../indexer/permissions/recoveries.ts";
import { lackingOf } from "../accounts/relayer.ts";
import { putRecovery } from "../accounts/signed_recoveries.ts";
import { putVeto } from "../accounts/vetoes.ts";
import { method } from "./method.ts";

/** Stores a change and relays it to every chain that has a relayer. */
export const acctPutOwnerChange = method(putDefinition, async (context, caller, params) => {
  checkAccount(params.account);
  await putOwnerChange(context, senderOf(caller), params.account, params.change);
  return await relayed(context, params.account);
});

/** Stores a recovery, starts it on every chain that has a relayer, and finishes it later. */
export const acctPutRecovery = method(recoveryDefinition, async (context, caller, params) => {
  checkAccount(params.account);
  await putRecovery(context, senderOf(caller), params.account, params.recovery);
  return await relayed(context, params.account);
});

/** Stores a veto and relays it to every chain that has a relayer, and a recovery that it names. */
export const acctPutVeto = method(vetoDefinition, async (context, caller, params) => {
  checkAccount(params.account);
  await putVeto(context, caller.key.id, params.account, params.veto);
  return await relayed(context, params.account);
});

/** Returns the changes and each chain's owners, and relays again where some are missing. */
export const acctGetOwners = method(getDefinition, async (context, _caller, params) => {
  checkAccount(params.account);
  const found = await readOwners(context, params.account);
  const lacking = await lackingOf(context.store, params.account);
  const hasRelayer = ({ chainId }: OwnersOnChain) =>
    context.chains.get(Number(chainId))?.config.relayer !== undefined;
  const missing = lacking.recoveries.length > 0 ||
    found.chains.some((chain) => hasRelayer(chain) && lacking.calls(chain).length > 0);
  if (missing) void context.relayer.relay(params.account);
  return found;
});

/** Returns the sender for the limits; servers act for many users. */
function senderOf({ key, client }: Caller): ChangeSender {
  return { keyId: key.id, network: key.kind === "sk" ? null : client };
}

/** Relays, and returns the owners after it. */
async function relayed(context: RpcContext, account: AccountJson): Promise<OwnersResult> {
  await context.relayer.relay(account);
  const owners = await readOwners(context, account);
  // The next dialog then shows no alarm for the recovery that was just stopped.
  for (const chainId of await endRecoveries(context.store, account, owners.chains)) {
    context.hub.publish({ type: "recoveryChanged", address: account.address, chainId });
  }
  return owners;
}
