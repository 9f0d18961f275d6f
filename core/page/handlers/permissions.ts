/** Handles the methods that grant and revoke. @module */
import { walletGrantPermissions as walletGrantPermissionsMethod } from "../../protocol/methods/permissions/wallet_grant_permissions.ts";
import { walletRequestExecutionPermissions as walletRequestExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_request_execution_permissions.ts";
import { walletRevokePermissions as walletRevokePermissionsMethod } from "../../protocol/methods/permissions/wallet_revoke_permissions.ts";
import type {
  GrantParams,
  GrantWalletRequest,
} from "../../protocol/methods/permissions/wallet_grant_permissions.ts";
import type { RevokeParams } from "../../protocol/methods/permissions/wallet_revoke_permissions.ts";
import type { ExecutionParams } from "../../permission/execution.ts";
import { type Address, numberToHex } from "viem";
import type { GrantRequest } from "../../permission/request.ts";
import type { SponsorRequest } from "../../protocol/requests.ts";
import { refuseSpender } from "../../account/own_contracts.ts";
import { asAccount, chooseSponsor } from "./account.ts";
import { renameField } from "./rename_field.ts";
import { handle, type Handler, type Handlers, type PageContext } from "./context.ts";

/**
 * Grants a permission and waits until it is confirmed. With `deferred`, and if the account accepts
 * permissions already, the result has a signature instead, which is submitted with the first use.
 */
const walletGrantPermissions: Handler<"wallet_grantPermissions", GrantParams, PageContext> = (
  context,
  { grant, address, chainId = context.chainId(), capabilities },
) =>
  requestGrant(context, grant, {
    address,
    chainId,
    sponsor: capabilities?.paymasterService,
    spenderPath: "params[0].spender",
  });

/** Grants a permission in the form of ERC-7715; `context` is its id. */
const walletRequestExecutionPermissions: Handler<
  "wallet_requestExecutionPermissions",
  ExecutionParams,
  PageContext
> = async (context, { chainId, from, grant, permission, rules }) => {
  const granted = await requestGrant(context, { ...grant, fixed: true }, {
    address: from,
    chainId,
    spenderPath: "params[0].to",
  }).catch(renameField("params[0].expiry", "params[0].rules[0].data.timestamp"));
  return [{
    chainId: numberToHex(chainId),
    from: granted.account,
    to: granted.spender,
    permission,
    rules,
    context: granted.permissionId,
    dependencies: [],
    granted,
  }];
};

/** Revokes a permission permanently and waits until it is confirmed. */
const walletRevokePermissions: Handler<
  "wallet_revokePermissions",
  RevokeParams,
  PageContext
> = (
  context,
  { id, granted, address, chainId = context.chainId(), capabilities },
) => {
  const sponsor = chooseSponsor(context, chainId, capabilities?.paymasterService);
  return asAccount(
    context,
    { wanted: address },
    async (account, flow) => {
      const request = { account, chainId, id, granted, ...sponsor };
      const result = await context.ask("wallet_revokePermissions", request, flow);
      context.emit("permissionsChanged", { address: account, chainId: numberToHex(chainId), id });
      return result;
    },
  );
};

function requestGrant(
  context: PageContext,
  grant: GrantRequest & Pick<GrantWalletRequest, "fixed">,
  { address, chainId, sponsor, spenderPath }: {
    readonly address?: Address | undefined;
    readonly chainId: number;
    readonly sponsor?: SponsorRequest | undefined;
    /** Path of the spender in the dApp's request. */
    readonly spenderPath: string;
  },
) {
  const refuse = (account: Address | null) => refuseSpender(grant.spender, spenderPath, account);
  return asAccount(context, { wanted: address, refuse }, async (account, flow) => {
    const result = await context.ask("wallet_grantPermissions", {
      account,
      chainId,
      ...grant,
      ...chooseSponsor(context, chainId, sponsor),
    }, flow);
    const { chainId: id, permissionId } = result;
    context.emit("permissionsChanged", { address: account, chainId: id, id: permissionId });
    return result;
  });
}

/** Handler of each of them. */
export const permissionHandlers: Handlers<
  | "wallet_grantPermissions"
  | "wallet_requestExecutionPermissions"
  | "wallet_revokePermissions",
  "checks"
> = {
  wallet_grantPermissions: handle(walletGrantPermissionsMethod, walletGrantPermissions),
  wallet_requestExecutionPermissions: handle(
    walletRequestExecutionPermissionsMethod,
    walletRequestExecutionPermissions,
  ),
  wallet_revokePermissions: handle(walletRevokePermissionsMethod, walletRevokePermissions),
};
