/** Granting a permission, and taking one back. @module */
import { bytesToHex, encodeFunctionData, type Hex, hexToBigInt, numberToHex } from "viem";
import { type Call, encodeCalls } from "../account/calls.ts";
import { permissionsAbi } from "../chain/abi.ts";
import { contracts } from "../chain/contracts.ts";
import { AcctError } from "../errors.ts";
import { describeGrant, type WalletGrantPermissionsResponse } from "../permission/details.ts";
import { NATIVE } from "../chain/native.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
  readPermission,
  revokeAllCall,
  revokeCall,
} from "../permission/permission.ts";
import { units } from "../permission/period.ts";
import type { CallJson, TokenJson } from "../service/protocol.ts";
import type { ChainView, PermissionView } from "./approval.ts";
import { askPerson } from "./ask_person.ts";
import { untilDone } from "./confirmed.ts";
import { accountView, chainView, recordOf, type WalletContext } from "./context.ts";
import { tokenView } from "./decode.ts";
import { singleStep } from "./flow.ts";
import { derived } from "../readable.ts";
import { submit } from "./submission.ts";
import type { AskOptions, ParamsOf } from "./wallet.ts";

type GrantParams = ParamsOf["wallet_grantPermissions"];

/** Asks for a grant, and waits until the chain has it. */
export async function grantPermissions(
  context: WalletContext,
  params: GrantParams,
  options: AskOptions,
): Promise<WalletGrantPermissionsResponse> {
  const record = recordOf(context, params.account);
  const { address: account } = record.account;
  refuseSpender(params, account);
  const chain = await chainView(context, params.chainId);
  const { epoch, now } = await chainState(context, params.chainId, account, options.signal);
  if (params.expiry <= now) {
    throw new AcctError("invalid_params", {
      field: "expiry",
      detail: "The permission would be over before it begins.",
    });
  }
  const permission: Permission = {
    account,
    spender: params.spender,
    start: now,
    end: params.expiry,
    salt: (epoch << 192n) | hexToBigInt(bytesToHex(crypto.getRandomValues(new Uint8Array(24)))),
    calls: params.calls.map(({ target, selector }) => ({ target, selector })),
    spends: params.spends.map((spend) => ({ ...spend, allowance: hexToBigInt(spend.allowance) })),
  };
  const id = permissionId(permission, params.chainId);
  const submission = submit(context, {
    record,
    chain,
    callData: grantCallData(permission),
    calls: [],
    ...(params.paymaster && { paymaster: params.paymaster }),
    tokens: permission.spends.map(({ token }) => token),
    warnings: () => [],
  }, options.signal);
  try {
    return await askPerson<"wallet_grantPermissions", WalletGrantPermissionsResponse>(context.ui, {
      method: "wallet_grantPermissions",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      preview: derived(submission.progress, ({ shown, tokens }) => ({
        ...shown,
        permission: viewOf(permission, chain, tokens, params.calls),
      })),
      async run(choice, prompt) {
        const sent = await submission.approve(choice, prompt);
        const { receipts } = await untilDone(context.service, sent.id, options.signal);
        // The chain's own word that this very permission was granted.
        const logged = receipts?.some(({ logs }) =>
          logs.some(({ address, topics }) =>
            address.toLowerCase() === contracts.permissions.toLowerCase() && topics.includes(id)
          )
        );
        if (logged !== true) throw new AcctError("service_mismatch", { field: "permissionId" });
        const signatures = new Map(
          params.calls.flatMap(({ selector, signature }) =>
            signature === undefined ? [] : [[selector, signature] as const]
          ),
        );
        return describeGrant(permission, id, params.chainId, signatures);
      },
    }, options.signal);
  } finally {
    submission.stop();
  }
}

/** Asks to take a permission back, and waits until the chain has done it. */
export async function revokePermissions(
  context: WalletContext,
  params: ParamsOf["wallet_revokePermissions"],
  options: AskOptions,
): Promise<{ success: true }> {
  const record = recordOf(context, params.account);
  const chain = await chainView(context, params.chainId);
  // Only to show what it is; without it the permission can be taken back all the same.
  const known = await knownPermission(context, params, options.signal);
  const call = params.id === null ? revokeAllCall() : revokeCall(params.id);
  const submission = submit(context, {
    record,
    chain,
    callData: encodeCalls([call]),
    calls: [toJson(call)],
    ...(params.paymaster && { paymaster: params.paymaster }),
    tokens: known?.spends.map(({ token }) => token) ?? [],
    warnings: () => [],
  }, options.signal);
  try {
    return await askPerson<"wallet_revokePermissions", { success: true }>(context.ui, {
      method: "wallet_revokePermissions",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      preview: derived(submission.progress, ({ shown, tokens }) => ({
        ...shown,
        id: params.id,
        ...(known && { permission: viewOf(known, chain, tokens, []) }),
      })),
      async run(choice, prompt) {
        const { id } = await submission.approve(choice, prompt);
        await untilDone(context.service, id, options.signal);
        return { success: true as const };
      },
    }, options.signal);
  } finally {
    submission.stop();
  }
}

/** The permission as the service has it, if it has it and if it is that one. */
async function knownPermission(
  context: WalletContext,
  { id, account, chainId }: ParamsOf["wallet_revokePermissions"],
  signal: AbortSignal,
): Promise<Permission | undefined> {
  if (id === null) return undefined;
  try {
    const [found] = await context.service.call(
      "acct_getPermissions",
      { account, id, chainId: numberToHex(chainId) },
      signal,
    );
    return found && readPermission(found, { id, account, chainId });
  } catch {
    return undefined;
  }
}

/** Spenders that could never act, or that are the wallet itself. */
function refuseSpender({ spender }: GrantParams, account: Hex): void {
  const { factory, implementation, permissions } = contracts;
  const own = [account, factory, implementation, permissions, `0x${"00".repeat(20)}`];
  if (own.some((address) => address.toLowerCase() === spender.toLowerCase())) {
    throw new AcctError("invalid_params", {
      field: "spender",
      detail: "It must be another account than this one, and none of the wallet's contracts.",
    });
  }
}

/** The account's epoch and the chain's clock: a permission must not start in the chain's future. */
async function chainState(
  context: WalletContext,
  chainId: number,
  account: Hex,
  signal: AbortSignal,
): Promise<{ epoch: bigint; now: number }> {
  const data = encodeFunctionData({
    abi: permissionsAbi,
    functionName: "epochOf",
    args: [account],
  });
  const [epoch, block] = await Promise.all([
    context.service.chain(
      chainId,
      "eth_call",
      [{ to: contracts.permissions, data }, "latest"],
      signal,
    ),
    context.service.chain(chainId, "eth_getBlockByNumber", ["latest", false], signal),
  ]);
  const { timestamp } = block as { timestamp: Hex };
  return { epoch: BigInt(epoch as Hex), now: Number(timestamp) };
}

/** A permission as a dialog explains it. */
function viewOf(
  permission: Permission,
  chain: ChainView,
  tokens: readonly TokenJson[],
  described: GrantParams["calls"],
): PermissionView {
  const { symbol, decimals } = chain.nativeCurrency;
  return {
    spender: permission.spender,
    start: permission.start,
    end: permission.end,
    calls: permission.calls.map((call, index) => {
      const signature = described[index]?.signature;
      return { ...call, ...(signature !== undefined && { signature }) };
    }),
    spends: permission.spends.map(({ token, allowance, unit, multiplier }) => {
      const known = tokens.find(({ address }) => address?.toLowerCase() === token.toLowerCase());
      const isNative = token.toLowerCase() === NATIVE.toLowerCase();
      return {
        token: isNative
          ? { address: null, symbol, decimals }
          : known === undefined
          ? { address: token, symbol: "?", decimals: 0 }
          : tokenView(known),
        allowance,
        unit: units[unit]!,
        multiplier,
      };
    }),
  };
}

function toJson({ to, value, data }: Call): CallJson {
  return { to, value: numberToHex(value), data };
}
