/** Opens the home page's dialogs, which show their own errors. @module */
import { type Address, encodeFunctionData, erc20Abi, numberToHex, parseAbi } from "viem";
import { endApprovalCalls } from "../core/account/approvals.ts";
import type { Call } from "../core/account/calls.ts";
import { endableApprovals } from "../core/client/approvals.ts";
import { refuseSpender } from "../core/permission/request.ts";
import type { HoldingView } from "../core/dialog/account.ts";
import type { BudgetRequest } from "../core/pay/link.ts";
import type { WalletGrantPermissionsResponse } from "../core/permission/details.ts";
import { readAgentTerms } from "../core/permission/agent/terms.ts";
import { readGrant } from "../core/permission/request.ts";
import type { AccountRecord } from "../core/wallet/device/accounts.ts";
import { askGrant } from "../core/wallet/requests/grant_permissions.ts";
import { createPasskey } from "../core/wallet/device/new_passkey.ts";
import type { StandingApprovalJson } from "../core/protocol/service/mod.ts";
import type { Device } from "./device.ts";
import type { Collection } from "./items/read.ts";
import type { OwnerRequest } from "./security/owners.tsx";
import type { Revocation } from "./apps/permissions.tsx";
import { serviceUrl } from "./service_url.ts";

const options = () => ({ signal: new AbortController().signal });

/** Prompts the user to sign in; returns whether an account is connected. */
export async function signIn({ service, wallet }: Device): Promise<boolean> {
  // Without the service, the dialog shows the error and retries.
  const chains = await service.configuration().then(({ chains }) => chains, () => []);
  const question = { chainId: chains[0]?.id ?? 1, testnets: true };
  return await wallet.ask("wallet_connect", question, options()).then(() => true, () => false);
}

/** Prompts the user to revoke one permission, or all of these chains. */
export async function revoke(
  { wallet }: Device,
  { account }: AccountRecord,
  { chain, alsoOn = [], id }: Revocation,
): Promise<void> {
  const on = ({ id: chainId, sponsored }: Revocation["chain"]) => {
    const url = `${serviceUrl(location)}/v1/paymaster/${chainId}`;
    return { chainId, ...(sponsored && { paymaster: { url } }) };
  };
  await wallet.ask("wallet_revokePermissions", {
    account: account.address,
    ...on(chain),
    id,
    ...(alsoOn.length > 0 && { alsoOn: alsoOn.map(on) }),
  }, options()).catch(() => {});
}

/**
 * Prompts the user to grant the budget of a link. The agent gets what is returned; `null` if the user
 * refused, or if it could not be granted; `unreadable` if the link asks for what no dialog can show.
 */
export async function grantBudget(
  { service, walletForLink, grants }: Device,
  { account }: AccountRecord,
  { chainId, request }: BudgetRequest,
  sender: string,
): Promise<WalletGrantPermissionsResponse | "unreadable" | null> {
  let grant: ReturnType<typeof readGrant>;
  try {
    grant = readGrant({ value: request, path: "params[0]" });
    refuseSpender(grant.spender, "params[0].spender", account.address);
  } catch {
    return "unreadable";
  }
  const wallet = walletForLink(sender);
  try {
    const { chains } = await service.configuration();
    const sponsored = chains.find(({ id }) => id === chainId)?.sponsored === true;
    const url = `${serviceUrl(location)}/v1/paymaster/${chainId}`;
    const granted = await askGrant(wallet, {
      ...grant,
      account: account.address,
      chainId,
      ...(sponsored && { paymaster: { url } }),
    }, options());
    grants.put({
      id: granted.permissionId,
      spender: granted.spender,
      origin: null,
      at: Math.floor(Date.now() / 1000),
      ...(grant.agent !== undefined && { agent: readAgentTerms(grant.agent, "agent") }),
    });
    return granted;
  } catch {
    // The dialog has shown the error.
    return null;
  } finally {
    wallet.dispose();
  }
}

/** Prompts the user to update the account's code on a network. */
export function updateAccount(
  device: Device,
  record: AccountRecord,
  chainId: number,
): Promise<void> {
  return bringUp(device, record, { chainId });
}

async function bringUp(
  { service, wallet }: Device,
  { account }: AccountRecord,
  { chainId, create = false }: { readonly chainId: number; readonly create?: boolean },
): Promise<void> {
  try {
    const { chains } = await service.configuration();
    const url = `${serviceUrl(location)}/v1/paymaster/${chainId}`;
    const sponsored = chains.find(({ id }) => id === chainId)?.sponsored === true;
    await wallet.ask("acct_upgradeAccount", {
      account: account.address,
      chainId,
      create,
      ...(sponsored && { paymaster: { url } }),
    }, options());
  } catch { /* the dialog has shown the error */ }
}

/** Prompts the user to create the account on a network, with its current owners. */
export function createAccount(
  device: Device,
  record: AccountRecord,
  chainId: number,
): Promise<void> {
  return bringUp(device, record, { chainId, create: true });
}

/** Prompts the user to change the owners. */
export async function changeOwners(
  { service, wallet }: Device,
  { account: { address: account } }: AccountRecord,
  request: OwnerRequest,
): Promise<void> {
  try {
    const [chain] = (await service.configuration()).chains;
    const at = { account, chainId: chain!.id };
    if (request.kind === "passkey") await wallet.ask("acct_addPasskey", at, options());
    else {
      const change = request.kind === "address"
        ? { kind: "add", address: request.address } as const
        : { kind: request.kind, owner: request.owner } as const;
      await wallet.ask("acct_changeOwners", { ...at, change }, options());
    }
  } catch { /* the dialog has shown the error */ }
}

/**
 * Creates a passkey of this host for an account whose passkey is of the host before it, and prompts the
 * user to make it an owner. Call it within the click.
 *
 * @throws {AcctError} if no passkey was created, or it was not added
 */
export async function addHomePasskey(
  { service, wallet, ceremony, book }: Device,
  record: AccountRecord,
): Promise<void> {
  const rpId = location.hostname;
  const { origin } = location;
  const { signal } = options();
  const created = await createPasskey(
    { ceremony, accounts: book, rpId, origin, topOrigin: null },
    record,
    record.name,
    signal,
  );
  const { address: account } = record.account;
  let chainId: number;
  try {
    const [chain] = (await service.configuration()).chains;
    chainId = chain!.id;
  } catch (error) {
    // It owns nothing, and would only confuse the user.
    ceremony.forget?.(rpId, created.credentialId);
    throw error;
  }
  await wallet.ask("acct_addPasskey", { account, chainId, created }, { signal });
}

/** Prompts the user to end approvals of one chain, all in one operation. */
export async function endApprovals(
  device: Device,
  { account }: AccountRecord,
  approvals: readonly StandingApprovalJson[],
): Promise<void> {
  const [first] = approvals;
  if (first === undefined) return;
  const chainId = Number(first.chainId);
  const here = approvals.filter((each) => Number(each.chainId) === chainId);
  const calls = endableApprovals(device.service, account.address, here).then(endApprovalCalls);
  await sendCalls(device, account.address, { chainId, calls });
}

/** An amount of a token to send. */
export interface Transfer {
  readonly holding: HoldingView;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
  readonly to: Address;
}

/** Prompts the user to send tokens; returns whether they were sent. */
export async function sendTokens(
  device: Device,
  { account }: AccountRecord,
  { holding: { chainId, token }, amount, to }: Transfer,
): Promise<boolean> {
  const call = token.address === null ? { to, value: amount, data: "0x" as const } : {
    to: token.address,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
  };
  return await sendCalls(device, account.address, { chainId, calls: [call] });
}

/** Pieces of an item to send. */
export interface ItemTransfer {
  readonly collection: Pick<Collection, "chainId" | "address" | "kind">;
  /** Id of the item. */
  readonly id: bigint;
  /** Number of pieces; 1 for a unique item. */
  readonly amount: bigint;
  readonly to: Address;
}

/** Prompts the user to send an item of a collection; returns whether it was sent. */
export async function sendItem(
  device: Device,
  { account: { address: from } }: AccountRecord,
  { collection: { chainId, address, kind }, id, amount, to }: ItemTransfer,
): Promise<boolean> {
  const data = kind === "erc721"
    ? encodeFunctionData({
      abi: itemsAbi,
      functionName: "safeTransferFrom",
      args: [from, to, id],
    })
    : encodeFunctionData({
      abi: itemsAbi,
      functionName: "safeTransferFrom",
      args: [from, to, id, amount, "0x"],
    });
  return await sendCalls(device, from, { chainId, calls: [{ to: address, value: 0n, data }] });
}

const itemsAbi = parseAbi([
  "function safeTransferFrom(address from, address to, uint256 id)",
  "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
]);

/** Prompts the user to send calls; returns whether they were sent. */
async function sendCalls(
  { service, wallet }: Device,
  account: Address,
  { chainId, calls }: {
    readonly chainId: number;
    readonly calls: readonly Call[] | Promise<readonly Call[]>;
  },
): Promise<boolean> {
  try {
    const sent = await calls;
    const { chains } = await service.configuration();
    const sponsored = chains.find(({ id }) => id === chainId)?.sponsored === true;
    const url = `${serviceUrl(location)}/v1/paymaster/${chainId}`;
    await wallet.ask("wallet_sendCalls", {
      account,
      chainId,
      calls: sent.map((call) => ({ ...call, value: numberToHex(call.value) })),
      ...(sponsored && { paymaster: { url } }),
    }, options());
    return true;
  } catch {
    // The dialog has shown the error.
    return false;
  }
}
