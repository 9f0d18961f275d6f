/** Handles the methods that list permissions. @module */
import type { GetPermissionsRequest } from "../../protocol/methods/permissions/wallet_get_permissions.ts";
import { type Hex, numberToHex } from "viem";
import { describeListed } from "../../permission/details.ts";
import { describeExecution } from "../../permission/execution_answer.ts";
import { readPermission } from "../../permission/permission.ts";
import { executionRules, executionTypes } from "../../permission/execution_types.ts";
import { readRemaining, remainingCall } from "../../permission/remaining.ts";
import type { Handler } from "./context.ts";
import { accountToRead } from "./account.ts";

/** Lists the permissions of an account that were granted and not revoked, newest first. */
export const walletGetPermissions: Handler<"wallet_getPermissions", GetPermissionsRequest> = async (
  context,
  { address, chainId = context.chainId(), remaining },
) => {
  const { service, signal } = context;
  const account = accountToRead(context, address);
  const found = await service.call("acct_getPermissions", {
    account,
    chainId: numberToHex(chainId),
  }, signal);
  return await Promise.all(
    found.filter(({ revoked }) => !revoked).map(async (json) => {
      const permission = readPermission(json, { account, chainId });
      const listed = describeListed(json, permission);
      if (!remaining) return listed;
      const answer = await service.chain(
        Number(json.chainId),
        "eth_call",
        [remainingCall(permission), "latest"],
        signal,
      );
      const left = readRemaining(answer as Hex);
      return {
        ...listed,
        spends: listed.spends.map((spend, index) => ({ ...spend, remaining: String(left[index]) })),
      };
    }),
  );
};

/** Lists the permissions of the connected account on all chains, as ERC-7715 describes them. */
export const walletGetGrantedExecutionPermissions: Handler<
  "wallet_getGrantedExecutionPermissions"
> = async (context) => {
  const { service, signal, options } = context;
  accountToRead(context, undefined);
  const { chains } = await service.configuration(signal);
  const listed = await Promise.all(
    chains.filter(({ testnet }) => !testnet || options.showTestnets)
      .map(({ id }) => walletGetPermissions(context, { chainId: id })),
  );
  return listed.flat().flatMap((granted) => describeExecution(granted) ?? []);
};

/** Returns the supported permissions of ERC-7715 per chain. */
export const walletGetSupportedExecutionPermissions: Handler<
  "wallet_getSupportedExecutionPermissions"
> = async ({ service, signal }) => {
  const { chains } = await service.configuration(signal);
  const chainIds = chains.map(({ id }) => numberToHex(id));
  return Object.fromEntries(
    executionTypes.map((type) => [type, { chainIds, ruleTypes: executionRules }]),
  );
};
