/**
 * Handles the permission methods. A separate chunk that is loaded with the first such request.
 * Pages that list permissions load it before a click.
 *
 * @module
 */
import type { MethodName } from "../../protocol/methods.ts";
import "../../chunks/session.ts";
import { randomId } from "../../lib/random_id.ts";
import { walletGetGrantedExecutionPermissions as walletGetGrantedExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_granted_execution_permissions.ts";
import { walletGetPermissions as walletGetPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_permissions.ts";
import { walletGetSupportedExecutionPermissions as walletGetSupportedExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_get_supported_execution_permissions.ts";
import { walletGrantPermissions as walletGrantPermissionsMethod } from "../../protocol/methods/permissions/wallet_grant_permissions.ts";
import { walletRequestExecutionPermissions as walletRequestExecutionPermissionsMethod } from "../../protocol/methods/permissions/wallet_request_execution_permissions.ts";
import {
  type RevokeContextParams,
  walletRevokeExecutionPermission as walletRevokeExecutionPermissionMethod,
} from "../../protocol/methods/permissions/wallet_revoke_execution_permission.ts";
import { walletRevokePermissions as walletRevokePermissionsMethod } from "../../protocol/methods/permissions/wallet_revoke_permissions.ts";
import type {
  GrantParams,
  GrantWalletRequest,
} from "../../protocol/methods/permissions/wallet_grant_permissions.ts";
import type { RevokeParams } from "../../protocol/methods/permissions/wallet_revoke_permissions.ts";
import type { ExecutionParams } from "../../permission/execution.ts";
import { answerExecution, executionFields } from "../../permission/execution_answer.ts";
import { AcctError } from "../../ground/errors.ts";
import type { MethodSchema } from "../../protocol/methods.ts";
import { type Address, isAddressEqual, numberToHex } from "viem";
import type { SponsorRequest } from "../../dialog/requests.ts";
import { type GrantRequest, refuseSpender } from "../../permission/request.ts";
import { asAccount, chooseSponsor, requireChain } from "./account.ts";
import { renameField, renameFields } from "../options/rename_field.ts";
import type { Flow, Handler, Handlers, PageContext, ServiceContext } from "./context.ts";
import { handle } from "../../schema/handle.ts";
import {
  walletGetGrantedExecutionPermissions,
  walletGetPermissions,
  walletGetSupportedExecutionPermissions,
} from "./list_permissions.ts";

/**
 * Grants a permission and waits until it is confirmed. With `deferred`, and if the account accepts
 * permissions already, the result includes a signature instead of being submitted; the first use
 * submits it.
 */
const walletGrantPermissions: Handler<"wallet_grantPermissions", GrantParams> = async (
  context,
  { grant, address, chainId = context.chainId(), capabilities },
) => {
  if (chainId !== context.chainId()) await requireChain(context, chainId);
  return await requestGrant(context, grant, {
    address,
    chainId,
    sponsor: capabilities?.paymasterService,
    spenderPath: "params[0].spender",
  });
};

/**
 * Grants permissions in the form of ERC-7715, with one dialog after the other. If one is rejected,
 * the earlier ones stay granted.
 */
const walletRequestExecutionPermissions: Handler<
  "wallet_requestExecutionPermissions",
  readonly ExecutionParams[]
> = async (context, requests) => {
  for (const { chainId } of requests) {
    if (chainId !== context.chainId()) await requireChain(context, chainId);
  }
  const refuse = (account: Address | null) =>
    requests.forEach(({ from, grant: { spender } }, index) => {
      if (account && from && !isAddressEqual(account, from)) {
        throw new AcctError("unauthorized", { field: `params[${index}].from` });
      }
      refuseSpender(spender, `params[${index}].to`, account);
    });
  return asAccount(context, { wanted: requests[0]!.from, refuse }, async (account, connected) => {
    // Connecting is the first step of its flow.
    const before = connected ? 1 : 0;
    const id = connected?.id ?? randomId();
    const steps = before + requests.length;
    const answers: MethodSchema["wallet_requestExecutionPermissions"]["result"][number][] = [];
    for (const [index, request] of requests.entries()) {
      const { chainId, grant, permission } = request;
      const flow = steps === 1 ? undefined : { id, step: before + index + 1, steps };
      const fixed = permission.isAdjustmentAllowed !== true;
      const granted = await grantAs(context, account, { ...grant, fixed }, { chainId, flow })
        .catch(renameFields(executionFields(request, index)));
      answers.push({ ...answerExecution(request, granted), granted });
    }
    return answers;
  });
};

/** Revokes a permission that is named by its context. */
const walletRevokeExecutionPermission: Handler<
  "wallet_revokeExecutionPermission",
  RevokeContextParams
> = async (context, params) => {
  await walletRevokePermissions(context, params)
    .catch(renameField("params[0].granted", "params[0].permissionContext"));
  return {};
};

/** Revokes a permission permanently and waits until it is confirmed. */
const walletRevokePermissions: Handler<"wallet_revokePermissions", RevokeParams> = async (
  context,
  { id, granted, address, chainId = context.chainId(), capabilities },
) => {
  if (chainId !== context.chainId()) await requireChain(context, chainId);
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
  grant: GrantRequest,
  { address, chainId, sponsor, spenderPath }: {
    readonly address?: Address | undefined;
    readonly chainId: number;
    readonly sponsor?: SponsorRequest | undefined;
    /** Path of the spender in the dApp's request. */
    readonly spenderPath: string;
  },
) {
  const refuse = (account: Address | null) => refuseSpender(grant.spender, spenderPath, account);
  return asAccount(
    context,
    { wanted: address, refuse },
    (account, flow) => grantAs(context, account, grant, { chainId, sponsor, flow }),
  );
}

async function grantAs(
  context: PageContext,
  account: Address,
  grant: GrantRequest & Pick<GrantWalletRequest, "fixed">,
  { chainId, sponsor, flow }: {
    readonly chainId: number;
    readonly sponsor?: SponsorRequest | undefined;
    readonly flow: Flow | undefined;
  },
) {
  const result = await context.ask("wallet_grantPermissions", {
    account,
    chainId,
    ...grant,
    ...chooseSponsor(context, chainId, sponsor),
  }, flow);
  const { chainId: id, permissionId } = result;
  context.emit("permissionsChanged", { address: account, chainId: id, id: permissionId });
  return result;
}

/** Handlers of these methods. */
export const handlers = {
  wallet_getGrantedExecutionPermissions: handle(
    walletGetGrantedExecutionPermissionsMethod,
    walletGetGrantedExecutionPermissions,
  ),
  wallet_getPermissions: handle(walletGetPermissionsMethod, walletGetPermissions),
  wallet_getSupportedExecutionPermissions: handle(
    walletGetSupportedExecutionPermissionsMethod,
    walletGetSupportedExecutionPermissions,
  ),
  wallet_grantPermissions: handle(walletGrantPermissionsMethod, walletGrantPermissions),
  wallet_requestExecutionPermissions: handle(
    walletRequestExecutionPermissionsMethod,
    walletRequestExecutionPermissions,
  ),
  wallet_revokeExecutionPermission: handle(
    walletRevokeExecutionPermissionMethod,
    walletRevokeExecutionPermission,
  ),
  wallet_revokePermissions: handle(
    walletRevokePermissionsMethod,
    (context: ServiceContext, params) => {
      if (params !== "eth_accounts") return walletRevokePermissions(context, params);
      context.disconnect();
      return Promise.resolve({ success: true });
    },
  ),
} satisfies Partial<Handlers<MethodName>>;
