/** What a success of the page's own changes, told at once; the service's stream tells of others'. @module */
import { numberToHex } from "viem";
import type { Following } from "./following.ts";
import type { SessionContext } from "./rpc/context.ts";
import type { ApprovalMethod } from "../dialog/request.ts";
import type { ParamsOf, ResultOf } from "../protocol/requests.ts";

/** Raises the events of a request that succeeded. */
export function tellOf(
  { raise, remember }: Pick<SessionContext, "raise"> & Pick<Following, "remember">,
  method: ApprovalMethod,
  params: unknown,
  result: unknown,
): void {
  if (method === "wallet_sendCalls") {
    const { account, chainId, id } = params as ParamsOf["wallet_sendCalls"];
    remember(id ?? (result as ResultOf["wallet_sendCalls"]).id);
    raise("assetsChanged", { address: account, chainIds: [numberToHex(chainId)] });
  } else if (method === "wallet_grantPermissions") {
    const { account, chainId, permissionId } = result as ResultOf["wallet_grantPermissions"];
    raise("permissionsChanged", { address: account, chainId, id: permissionId });
  } else if (method === "wallet_revokePermissions") {
    const { account, chainId, id } = params as ParamsOf["wallet_revokePermissions"];
    raise("permissionsChanged", {
      address: account,
      chainId: numberToHex(chainId),
      ...(id !== null && { id }),
    });
  }
}
