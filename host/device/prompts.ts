/** Opens the dialogs of the wallet home, which show their own errors. @module */
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseAbi } from "viem";
import { endApprovalCalls } from "../../core/account/approvals.ts";
import type { Call } from "../../core/account/calls.ts";
import { endableApprovals } from "../../core/client/approvals.ts";
import { refuseSpender } from "../../core/permission/request.ts";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { BudgetRequest } from "../../pay/budget/link.ts";
import type { WalletGrantPermissionsResponse } from "../../core/permission/details.ts";
import { readAgentTerms } from "../../core/permission/agent/terms.ts";
import { readGrant } from "../../core/permission/request.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { askGrant } from "../../core/wallet/requests/grant_permissions.ts";
import { createPasskey } from "../../core/wallet/context/new_passkey.ts";
import type { StandingApprovalJson } from "../../core/wire/approvals.ts";
import type { Device } from "./device.ts";
import type { FirstChoice } from "./first_choice.ts";
import type { GrantedPermission } from "./permissions.ts";
import { serviceUrl } from "../page/service_url.ts";

const options = () => ({ signal: new AbortController().signal });

/**
 * Prompts the user to sign in; returns whether an account is connected. Without a choice, a dialog
 * offers all of them.
 */
export async function signIn(
  { service, wallet, chooseFirst }: Device,
  choice?: FirstChoice,
): Promise<boolean> {
  if (choice !== undefined) chooseFirst(choice);
  // If the service is unreachable, the dialog shows the error and retries.
  const chains = await service.configuration().then(({ chains }) => chains, () => []);
  const question = { chainId: chains[0]?.id ?? 1, testnets: true };
  const isIn = await wallet.ask("wallet_connect", question, options()).then(
    () => true,
    () => false,
  );
  // A request that ended before its dialog used no choice.
  chooseFirst(null);
  return isIn;
}

/** Permission to revoke; `null` revokes all permissions of the chain. */
export type Revocation = Pick<GrantedPermission, "chain"> & {
  readonly id: GrantedPermission["id"] | null;
  /** Further networks, with `null` as the id. */
  readonly alsoOn?: readonly GrantedPermission["chain"][];
};

/** Prompts the user to revoke one permission, or all of these chains. */
export async function revoke(
  { wallet }: Device,
  { account }: AccountRecord,
  { chain, alsoOn = [], id }: Revocation,
): Promise<void> {
  const on = ({ id: chainId, sponsored }: Revocation["chain"]) => ({
    chainId,
    ...(sponsored && paymasterOf(chainId)),
  });
  await wallet.ask("wallet_revokePermissions", {
    account: account.address,
    ...on(chain),
    id,
    ...(alsoOn.length > 0 && { alsoOn: alsoOn.map(on) }),
  }, options()).catch(() => {});
}

/**
 * Prompts the user to grant the budget of a link. Returns the grant for the agent; `null` if the
 * user rejected it, or if it could not be granted; `unreadable` if no dialog can show the request.
 */
export async function grantBudget(
  { service, walletForLink, grants, sync }: Device,
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
    const granted = await askGrant(wallet, {
      ...grant,
      account: account.address,
      chainId,
      ...await sponsorOf(service, chainId),
    }, options());
    grants.put({
      id: granted.permissionId,
      account: account.address,
      spender: granted.spender,
      origin: null,
      at: Math.floor(Date.now() / 1000),
      ...(grant.agent !== undefined && { agent: readAgentTerms(grant.agent, "agent") }),
    });
    void sync(account.address);
    return granted;
  } catch {
    // The dialog has already shown the error.
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
    await wallet.ask("acct_upgradeAccount", {
      account: account.address,
      chainId,
      create,
      ...await sponsorOf(service, chainId),
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

/** A change of owners to request. `name` is the user's own name of an address. */
export type OwnerRequest =
  | { readonly kind: "passkey" }
  | { readonly kind: "address"; readonly address: `0x${string}`; readonly name?: string }
  | { readonly kind: "remove" | "stop"; readonly owner: Hex; readonly name?: string };

/** Prompts the user to change the owners; returns whether they were changed. */
export async function changeOwners(
  { service, wallet }: Device,
  { account: { address: account } }: AccountRecord,
  request: OwnerRequest,
): Promise<boolean> {
  try {
    const [chain] = (await service.configuration()).chains;
    const at = { account, chainId: chain!.id };
    if (request.kind === "passkey") await wallet.ask("acct_addPasskey", at, options());
    else {
      const change = request.kind === "address" ? { ...request, kind: "add" } as const : request;
      await wallet.ask("acct_changeOwners", { ...at, change }, options());
    }
    return true;
  } catch {
    // The dialog has shown the error.
    return false;
  }
}

/**
 * Creates a passkey of this host for an account whose passkey belongs to the previous host, and
 * prompts the user to make it an owner. Call it within the click.
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
    // The passkey does not own anything, and would only confuse the user.
    ceremony.forget?.(rpId, created.credentialId);
    throw error;
  }
  await wallet.ask("acct_addPasskey", { account, chainId, created }, { signal });
}

/** Prompts the user to revoke approvals of one chain, all in one operation. */
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
  /** Id of the payment request, which the operation's call data end with. */
  readonly id?: Hex;
}

/** Prompts the user to send tokens; returns whether they were sent. */
export async function sendTokens(
  device: Device,
  { account }: AccountRecord,
  { holding: { chainId, token }, amount, to, id }: Transfer,
): Promise<boolean> {
  const call = token.address === null ? { to, value: amount, data: "0x" as const } : {
    to: token.address,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }),
  };
  return await sendCalls(device, account.address, {
    chainId,
    calls: [call],
    ...(id !== undefined && { suffix: id }),
  });
}

/** An item transfer to prepare. */
export interface ItemTransfer {
  readonly collection: {
    readonly chainId: number;
    readonly address: Address;
    readonly kind: "erc721" | "erc1155";
  };
  /** Id of the item. */
  readonly id: bigint;
  /** Number of copies; 1 for a unique item. */
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
  { chainId, calls, suffix }: {
    readonly chainId: number;
    readonly calls: readonly Call[] | Promise<readonly Call[]>;
    readonly suffix?: Hex;
  },
): Promise<boolean> {
  try {
    const sent = await calls;
    await wallet.ask("wallet_sendCalls", {
      account,
      chainId,
      calls: sent.map((call) => ({ ...call, value: numberToHex(call.value) })),
      ...(suffix !== undefined && { suffix }),
      ...await sponsorOf(service, chainId),
    }, options());
    return true;
  } catch {
    // The dialog has already shown the error.
    return false;
  }
}

/** A request's paymaster. */
interface Sponsor {
  readonly paymaster: { readonly url: string };
}

/** Returns the service's paymaster for a chain, if the service sponsors operations there. */
async function sponsorOf(
  service: Device["service"],
  chainId: number,
): Promise<Sponsor | undefined> {
  const { chains } = await service.configuration();
  const sponsored = chains.find(({ id }) => id === chainId)?.sponsored === true;
  return sponsored ? paymasterOf(chainId) : undefined;
}

function paymasterOf(chainId: number): Sponsor {
  return { paymaster: { url: `${serviceUrl(location)}/v1/paymaster/${chainId}` } };
}
