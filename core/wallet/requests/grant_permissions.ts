/**
 * Grants a permission in one operation. If the dApp allows it and the account accepts permissions
 * already, grants it as a signature that is submitted with the first use.
 *
 * @module
 */
import {
  type Address,
  bytesToHex,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  size,
  slice,
} from "viem";
import { acctAbi, permissionsAbi } from "../../chain/abi.ts";
import { contracts } from "../../chain/contracts.ts";
import { AcctError } from "../../ground/errors.ts";
import { describeGrant, type WalletGrantPermissionsResponse } from "../../permission/details.ts";
import {
  grantCallData,
  type Permission,
  permissionId,
  permissionSalt,
} from "../../permission/permission.ts";
import { compileCall } from "../../permission/limits/argument_rules.ts";
import { readAgentTerms } from "../../permission/agent/terms.ts";
import { requireSound } from "../../permission/sound/soundness.ts";
import { derived } from "../../lib/readable.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";
import { untilDone } from "../../client/confirmed.ts";
import { accountView, chainView, recordOf, type WalletContext } from "../context/context.ts";
import type { Balances } from "../../reading/dangers.ts";
import {
  grantWarnings,
  missingTokens,
  readGrant,
  tokensOfGrant,
  unwatchedWarnings,
} from "../../reading/grant.ts";
import { permissionView } from "../../reading/permission_view.ts";
import { readBalances } from "../context/balances.ts";
import { tokensToWatch } from "../context/granted_targets.ts";
import { type Grant, signGrant } from "./sign_grant.ts";
import { lowerable, type Prepared } from "../context/lowerable.ts";
import { type Submission, submit } from "../operation/submission.ts";
import type { AskOptions, ParamsOf, ResultOf, Wallet } from "../../dialog/requests.ts";

type GrantParams = ParamsOf["wallet_grantPermissions"];

/**
 * Prompts for a grant and waits until the chain (or, for a signed grant, the service) has stored
 * it.
 */
export async function grantPermissions(
  context: WalletContext,
  params: GrantParams,
  options: AskOptions,
): Promise<WalletGrantPermissionsResponse> {
  const record = recordOf(context, params.account);
  const { address: account } = record.account;
  const agent = params.agent === undefined
    ? undefined
    : readAgentTerms(params.agent, "params[0].agent");
  const chain = await chainView(context, params.chainId);
  const { epoch, now, takesSigned } = await chainState(context, params, options.signal);
  const start = params.start ?? now;
  if (params.expiry <= Math.max(now, start)) {
    throw new AcctError("invalid_params", {
      field: "params[0].expiry",
      detail: "The permission would expire before it starts.",
    });
  }
  const calls = params.calls.map(({ target, selector, signature, ...call }, index) => ({
    target,
    selector,
    signature,
    ...compileCall(call, `params[0].permissions.calls[${index}]`),
  }));
  const watching = await tokensToWatch(context.service, params, options.signal);
  const permission: Permission = {
    account,
    spender: params.spender,
    start,
    end: params.expiry,
    salt: permissionSalt(
      epoch,
      record.ownerIndex,
      bytesToHex(crypto.getRandomValues(new Uint8Array(22))),
      params.spenderOnly,
    ),
    calls: calls.map(({ target, selector, rules }) => ({ target, selector, rules })),
    spends: params.spends.map((spend) => ({ ...spend, allowance: hexToBigInt(spend.allowance) })),
    watched: watching.watched,
  };
  requireSound(permission);
  const further = unwatchedWarnings(watching);
  const grant: Grant = {
    record,
    chain,
    permission,
    described: calls,
    now,
    further,
    ...(agent && { agent }),
  };
  const { signature, permission: granted } = takesSigned
    ? await signGrant(context, grant, params.fixed === true, options)
    : { permission: await sendGrant(context, grant, params, options), signature: undefined };
  context.recipients.add([granted.spender]);
  return {
    ...describeGrant(granted, permissionId(granted, chain.id), chain.id, calls),
    ...(signature !== undefined && { signature }),
  };
}

/** An operation that grants a permission. */
interface Sending extends Prepared {
  readonly submission: Submission;
}

/**
 * Prompts for the granting operation and waits until it is confirmed. Returns the granted
 * permission, which may be smaller than requested.
 */
async function sendGrant(
  context: WalletContext,
  grant: Grant,
  params: GrantParams,
  options: AskOptions,
): Promise<Permission> {
  const { record, chain, permission: requested } = grant;
  const sending = lowerable(
    requested,
    params.fixed === true,
    (permission) => prepareGrant(context, { ...grant, permission }, params, options),
  );
  const { preview } = sending;
  const sent = () => sending.current().prepared.submission.sent();
  try {
    return await promptUser<"wallet_grantPermissions", Permission>(context.ui, {
      method: "wallet_grantPermissions",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      sent,
      preview,
      onConfirm: (choice, prompt) =>
        sending.confirm(async ({ submission }) => {
          const { permission } = sending.current();
          const { id } = await submission.approve(choice, prompt);
          const { receipts } = await untilDone(context.service, id, prompt);
          // Only the event on the chain proves that this permission was granted.
          const granted = permissionId(permission, chain.id);
          const logged = receipts?.some(({ logs }) =>
            logs.some(({ address, topics }) =>
              address.toLowerCase() === contracts.permissions.toLowerCase() &&
              topics.includes(granted)
            )
          );
          if (logged !== true) throw new AcctError("service_mismatch", { field: "permissionId" });
          return permission;
        }, () => sent() !== undefined),
    }, options.signal);
  } finally {
    sending.stop();
  }
}

/** Prepares the granting operation. */
function prepareGrant(
  context: WalletContext,
  { record, chain, permission, described, now, further, agent }: Grant,
  params: GrantParams,
  options: AskOptions,
): Sending {
  let balances: Balances = new Map();
  const measured = readBalances(context.service, {
    chainId: chain.id,
    account: permission.account,
    tokens: tokensOfGrant(permission),
  }, options.signal).then((found) => {
    balances = found;
  });
  const isKnown = context.recipients.has(permission.spender);
  const submission = submit(context, {
    record,
    chain,
    callData: grantCallData(permission),
    calls: [],
    measured,
    ...(params.paymaster && { paymaster: params.paymaster }),
    tokens: [...permission.spends.map(({ token }) => token), ...permission.watched],
    warnings: (tokens) => [
      ...missingTokens(permission, tokens),
      ...grantWarnings(permission, balances, isKnown, now),
      ...further,
    ],
  }, options);
  return {
    submission,
    preview: derived(submission.progress, ({ shown, tokens }) => ({
      ...shown,
      permission: permissionView(permission, chain, tokens, described),
      reading: readGrant(permission),
      ...(agent && { agent }),
    })),
    stop: submission.stop,
  };
}

/** State of the chain that a grant depends on. */
interface ChainState {
  /** The account's epoch. */
  readonly epoch: bigint;
  /** Unix seconds of the chain: a permission must not start in the chain's future. */
  readonly now: number;
  /** True if dApp and account accept a signed grant. */
  readonly takesSigned: boolean;
}

/** Result of calling an address without code. */
const NO_RESULT: Hex = "0x";

async function chainState(
  context: WalletContext,
  { chainId, account, deferred, expiry }: GrantParams,
  signal: AbortSignal,
): Promise<ChainState> {
  const read = async (to: Address, data: Hex) =>
    await context.service.chain(chainId, "eth_call", [{ to, data }, "latest"], signal) as Hex;
  const epochCall = encodeFunctionData({
    abi: permissionsAbi,
    functionName: "epochOf",
    args: [account],
  });
  const stateCall = encodeFunctionData({
    abi: acctAbi,
    functionName: "permissionState",
    args: [0n],
  });
  const [epoch, block, state] = await Promise.all([
    read(contracts.permissions, epochCall),
    context.service.chain(chainId, "eth_getBlockByNumber", ["latest", false], signal),
    // An account that is not deployed returns no data.
    deferred === true ? read(account, stateCall) : NO_RESULT,
  ]);
  const { timestamp } = block as { timestamp: Hex };
  return {
    epoch: BigInt(epoch),
    now: Number(timestamp),
    // Its first use must be within the time range of the permission contract.
    takesSigned: size(state) === 128 &&
      isAddressEqual(slice(state, 12, 32), contracts.permissions) &&
      hexToBigInt(slice(state, 32, 64)) >= BigInt(expiry),
  };
}

/** Requests a permission on behalf of the wallet's own page. */
export function askGrant(
  wallet: Wallet,
  params: ParamsOf["wallet_grantPermissions"],
  options: Pick<AskOptions, "signal">,
): Promise<ResultOf["wallet_grantPermissions"]> {
  return wallet.ask("wallet_grantPermissions", params, options);
}
