/**
 * Handles calls that the dApp's own key signs, without a prompt (ERC-7836). A separate chunk.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7836
 * @module
 */
import type { MethodName } from "../../protocol/methods.ts";
import "../../chunks/session.ts";
import {
  type CheckedKey,
  type PrepareCallsParams,
  walletPrepareCalls as walletPrepareCallsMethod,
} from "../../protocol/methods/calls/wallet_prepare_calls.ts";
import {
  type SendPreparedCallsParams,
  walletSendPreparedCalls as walletSendPreparedCallsMethod,
} from "../../protocol/methods/calls/wallet_send_prepared_calls.ts";
import {
  type Address,
  concat,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  numberToHex,
  pad,
  sha256,
  size,
  slice,
} from "viem";
import { accountOf, isDerived } from "../../account/address.ts";
import { encodeCalls } from "../../account/calls.ts";
import { checkPrepared, operationHash } from "../../client/prepared_operation.ts";
import { refuseOwnCalls } from "../../account/own_contracts.ts";
import { ownerSignature } from "../../account/signature.ts";
import { wrong } from "../../schema/check.ts";
import { AcctError } from "../../ground/errors.ts";
import { word } from "../../passkey/bytes.ts";
import { lowS } from "../../passkey/signature.ts";
import { executeCall } from "../../permission/permission.ts";
import type { SponsorRequest } from "../../dialog/requests.ts";
import type { AccountJson, OperationJson } from "../../wire/values.ts";
import { findUse } from "../../client/find_use.ts";
import { chooseSponsor, requireChain } from "./account.ts";
import type { Handler, Handlers, ServiceContext } from "./context.ts";
import { handle } from "../../schema/handle.ts";

/**
 * Prepares calls for a key of the dApp. The sender is the connected account if the key is one of
 * its first owners, or otherwise the account that only this key owns. The key signs the result's
 * `digest`.
 */
const walletPrepareCalls: Handler<"wallet_prepareCalls", PrepareCallsParams> = async (
  context,
  params,
) => {
  const { chainId: chain = context.chainId(), from, capabilities } = params;
  if (chain !== context.chainId()) await requireChain(context, chain, "chain_unsupported");
  const key = params.key ?? firstOwner(context);
  const suffix = capabilities?.dataSuffix?.value;
  const { account, ownerIndex } = accountFor(context, key, from);
  const calls = params.calls.map(({ to, value, data }) => ({
    to,
    value: hexToBigInt(value),
    data,
  }));
  refuseOwnCalls(calls, "params[0].calls", account.address);
  const id = capabilities?.permissions?.id;
  const use = id === undefined ? undefined : await findUse(context.service, {
    id,
    spender: account.address,
    chainId: chain,
  }, context.signal);
  const acts = use === undefined ? calls : [executeCall(use.permission, calls, use.signature)];
  const prepared = await context.service.call("acct_prepare", {
    chainId: numberToHex(chain),
    account,
    ownerIndex: numberToHex(ownerIndex),
    calls: acts.map(({ to, value, data }) => ({ to, value: numberToHex(value), data })),
    parallel: true,
    ...(suffix !== undefined && { suffix }),
    ...choosePayer(context, chain, capabilities?.paymasterService),
  }, context.signal);
  checkPrepared(prepared, { account, callData: encodeCalls(acts, [], suffix) });
  if (prepared.simulation.status === "reverts") {
    throw new AcctError("simulation_reverts", { detail: prepared.simulation.reason });
  }
  if (prepared.sponsorFailed !== null) {
    throw new AcctError("sponsor_failed", { detail: prepared.sponsorFailed });
  }
  const hash = operationHash(prepared.operation, chain);
  const signer = { type: key.type, publicKey: key.publicKey, prehash: key.prehash };
  return {
    version: "2.0.0",
    chainId: numberToHex(chain),
    digest: key.type === "p256" && !key.prehash ? sha256(hash) : hash,
    key: signer,
    capabilities: { ...capabilities },
    // A caller that passes only the fields of ERC-7836 omits the key.
    context: {
      operation: prepared.operation,
      account,
      ownerIndex: numberToHex(ownerIndex),
      key: signer,
    },
  };
};

/**
 * Sends prepared calls, signed. A `p256` signature is r‖s, a `secp256k1` signature is r‖s‖v, a
 * `webauthn-p256` signature is the account's own encoding of an assertion, without the key.
 */
const walletSendPreparedCalls: Handler<"wallet_sendPreparedCalls", SendPreparedCallsParams> =
  async (
    context,
    { chainId: chain, context: prepared, signature, ...given },
  ) => {
    const key = given.key ?? prepared.key;
    if (key === undefined) throw wrong("params[0].key", "is required: the context has none");
    const account = prepared.account as unknown as AccountJson;
    const operation = prepared.operation as unknown as OperationJson;
    const ownerIndex = hexToBigInt(prepared.ownerIndex);
    // The service validates each field too, but its error for a damaged account is less specific.
    if (!isReadable(account)) {
      throw wrong("params[0].context.account", "must be as it was prepared");
    }
    const data = signatureData(key, signature);
    const { id } = await context.service.call("acct_send", {
      chainId: numberToHex(chain),
      operation: { ...operation, signature: ownerSignature(ownerIndex, data) },
      account,
    }, context.signal);
    return [{ id }];
  };

/**
 * Returns the key of the connected account's first owner, for requests without a key.
 *
 * @throws {AcctError} `unauthorized` without a session
 */
function firstOwner({ session }: ServiceContext): CheckedKey {
  const owner = session()?.account.owners[0];
  if (owner === undefined) throw new AcctError("unauthorized");
  return size(owner) === 32
    ? { type: "secp256k1", publicKey: slice(owner, 12), prehash: false }
    : { type: "webauthn-p256", publicKey: owner, prehash: false };
}

/** Finds the account of a key, and the key's index among its owners. */
function accountFor(
  { session }: ServiceContext,
  key: CheckedKey,
  wanted: Address | undefined,
): { account: AccountJson; ownerIndex: number } {
  const owner = key.type === "secp256k1" ? pad(key.publicKey, { size: 32 }) : key.publicKey;
  const own = accountOf(owner);
  const connected = session()?.account;
  for (const account of connected === undefined ? [own] : [connected, own]) {
    const ownerIndex = account.owners.findIndex((each) =>
      each.toLowerCase() === owner.toLowerCase()
    );
    if (ownerIndex < 0) continue;
    if (wanted === undefined || isAddressEqual(wanted, account.address)) {
      return { account, ownerIndex };
    }
  }
  throw new AcctError("unauthorized", {
    field: "params[0].from",
    detail: "The key does not own it.",
  });
}

/** Chooses who pays: a sponsor, or otherwise the account. */
function choosePayer(
  context: ServiceContext,
  chain: number,
  requested: SponsorRequest | undefined,
): { readonly payFromAccount: true } | { readonly paymaster: SponsorRequest } {
  const { paymaster } = chooseSponsor(context, chain, requested);
  return paymaster === undefined ? { payFromAccount: true } : { paymaster };
}

function signatureData(key: CheckedKey, signature: Hex): Hex {
  if (key.type === "webauthn-p256") return concat([key.publicKey, signature]);
  const length = key.type === "p256" ? 64 : 65;
  if (size(signature) !== length) throw wrong("params[0].signature", `must be ${length} bytes`);
  if (key.type === "secp256k1") return signature;
  const { r, s } = lowS({
    r: hexToBigInt(slice(signature, 0, 32)),
    s: hexToBigInt(slice(signature, 32)),
  });
  return concat([key.publicKey, word(r), word(s)]);
}

function isReadable(account: AccountJson): boolean {
  try {
    return isDerived(account);
  } catch {
    return false;
  }
}

/** Handlers of these methods. */
export const handlers = {
  wallet_prepareCalls: handle(walletPrepareCallsMethod, walletPrepareCalls),
  wallet_sendPreparedCalls: handle(walletSendPreparedCallsMethod, walletSendPreparedCalls),
} satisfies Partial<Handlers<MethodName>>;
