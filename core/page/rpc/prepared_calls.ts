/**
 * Calls that the page's own key signs, without the person being asked (ERC-7836): prepared here,
 * signed by whoever holds the key, handed over again.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7836
 * @module
 */
import { type Hex, hexToBigInt, isAddressEqual, numberToHex, pad, sha256, size, slice } from "viem";
import { concat } from "viem";
import { accountOf, isDerived } from "../../account/address.ts";
import { encodeCalls } from "../../account/calls.ts";
import { checkPrepared, operationHash } from "../../account/operation.ts";
import { refuseOwnContracts } from "../../account/own_contracts.ts";
import { ownerSignature } from "../../account/signature.ts";
import {
  address,
  type At,
  bytes,
  chainId,
  elements,
  flag,
  isPresent,
  member,
  object,
  paramsAt,
  quantity,
  text,
  wrong,
} from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { word } from "../../passkey/bytes.ts";
import { lowS } from "../../passkey/signature.ts";
import { useCall } from "../../permission/permission.ts";
import type { AccountJson, OperationJson } from "../../protocol/service/mod.ts";
import { findUse } from "../../client/find_use.ts";
import type { Handler, RpcContext } from "./context.ts";
import { checkCapabilities, sponsorOf } from "./sponsor.ts";
import { MAX_CALLS, permissionOf, readCall } from "./wallet_send_calls.ts";

/** Kinds of keys that an account can have as owners. */
const keyTypes = ["p256", "secp256k1", "webauthn-p256"] as const;

/** A key that signs. */
interface Key {
  readonly type: typeof keyTypes[number];
  /** x‖y, or an address. */
  readonly publicKey: Hex;
  /** Whether the key hashes with SHA-256 by itself, as WebCrypto's do. */
  readonly prehash: boolean;
}

/**
 * Prepares calls for a key of the page:
 * `[{ calls, key: { type, publicKey, prehash? }, from?, chainId?, capabilities? }]`. `from` is the
 * connected account if the key is one of its first owners, else the account that the key alone owns.
 * It gives `{ digest, context, chainId, key, version }`; the key signs `digest`.
 */
export const walletPrepareCalls: Handler = async (context, params) => {
  const at = paramsAt(params, 0);
  const wantedChain = member(at, "chainId");
  const chain = isPresent(wantedChain) ? chainId(wantedChain) : context.chainId();
  const key = readKey(member(at, "key"));
  const { account, ownerIndex } = accountFor(context, key, member(at, "from"));
  const asked = elements(member(at, "calls"), MAX_CALLS).map((call) => readCall(call));
  if (asked.length === 0) throw wrong(`${at.path}.calls`, "must have at least one call");
  const capabilities = member(at, "capabilities");
  checkCapabilities(capabilities, ["paymasterService", "atomic", "permissions"]);
  const calls = asked.map((call) => ({ ...call, value: hexToBigInt(call.value) }));
  refuseOwnContracts(calls, account.address);
  const { permission: id } = permissionOf(capabilities);
  const use = id === undefined ? undefined : await findUse(context.service, {
    id,
    spender: account.address,
    chainId: chain,
  }, context.signal);
  const acts = use === undefined ? calls : [useCall(use.permission, calls, use.signature)];
  const prepared = await context.service.call("acct_prepare", {
    chainId: numberToHex(chain),
    account,
    ownerIndex: numberToHex(ownerIndex),
    calls: acts.map(({ to, value, data }) => ({ to, value: numberToHex(value), data })),
    parallel: true,
    ...payerOf(context, capabilities, chain),
  }, context.signal);
  checkPrepared(prepared, { account, callData: encodeCalls(acts) });
  if (prepared.simulation.status === "reverts") {
    throw new AcctError("simulation_reverts", { detail: prepared.simulation.reason });
  }
  if (prepared.sponsorFailed !== null) {
    throw new AcctError("sponsor_failed", { detail: prepared.sponsorFailed });
  }
  const hash = operationHash(prepared.operation, chain);
  return {
    version: "2.0.0",
    chainId: numberToHex(chain),
    digest: key.type === "p256" && !key.prehash ? sha256(hash) : hash,
    key: { type: key.type, publicKey: key.publicKey, prehash: key.prehash },
    context: { operation: prepared.operation, account, ownerIndex: numberToHex(ownerIndex) },
  };
};

/**
 * Sends what `wallet_prepareCalls` gave, signed: `[{ context, key, signature, chainId }]`. A `p256`
 * signature is r‖s, a `secp256k1` one r‖s‖v, a `webauthn-p256` one the account's own encoding of an
 * assertion. It gives `[{ id }]`.
 */
export const walletSendPreparedCalls: Handler = async (context, params) => {
  const at = paramsAt(params, 0);
  const chain = chainId(member(at, "chainId"));
  const key = readKey(member(at, "key"));
  const prepared = member(at, "context");
  const account = object(member(prepared, "account")) as unknown as AccountJson;
  const operation = object(member(prepared, "operation")) as unknown as OperationJson;
  const ownerIndex = hexToBigInt(quantity(member(prepared, "ownerIndex")));
  // The service checks each field; a damaged account would fail there with a less clear word.
  if (!isReadable(account)) throw wrong(`${prepared.path}.account`, "must be as it was prepared");
  const data = signatureData(key, member(at, "signature"));
  const { id } = await context.service.call("acct_send", {
    chainId: numberToHex(chain),
    operation: { ...operation, signature: ownerSignature(ownerIndex, data) },
    account,
  }, context.signal);
  return [{ id }];
};

/** The account that a key acts for, and which of its owners the key is. */
function accountFor(
  { session }: RpcContext,
  key: Key,
  from: At,
): { account: AccountJson; ownerIndex: number } {
  const owner = key.type === "secp256k1" ? pad(key.publicKey, { size: 32 }) : key.publicKey;
  const own = accountOf(owner);
  const connected = session()?.account;
  const wanted = isPresent(from) ? address(from) : undefined;
  for (const account of connected === undefined ? [own] : [connected, own]) {
    const ownerIndex = account.owners.findIndex((each) =>
      each.toLowerCase() === owner.toLowerCase()
    );
    if (ownerIndex < 0) continue;
    if (wanted === undefined || isAddressEqual(wanted, account.address)) {
      return { account, ownerIndex };
    }
  }
  throw new AcctError("unauthorized", { field: from.path, detail: "The key does not own it." });
}

/** Who pays: the sponsor that was named, else the account. */
function payerOf(context: RpcContext, capabilities: At, chain: number) {
  const sponsor = sponsorOf(context, capabilities, chain);
  return sponsor.paymaster === undefined ? { payFromAccount: true } : sponsor;
}

function readKey(at: At): Key {
  const type = text(member(at, "type"), 32);
  const known = keyTypes.find((each) => each === type);
  if (known === undefined) throw wrong(`${at.path}.type`, `must be one of ${keyTypes.join(", ")}`);
  const given = member(at, "publicKey");
  const prehash = member(at, "prehash");
  const raw = bytes(given);
  // An uncompressed point begins with 4.
  const publicKey = size(raw) === 65 && raw.startsWith("0x04") ? slice(raw, 1) : raw;
  if (known === "secp256k1") address(given);
  else if (size(publicKey) !== 64) throw wrong(given.path, "must be x and y, 64 bytes");
  return { type: known, publicKey, prehash: isPresent(prehash) && flag(prehash) };
}

function signatureData(key: Key, at: At): Hex {
  const signature = bytes(at);
  if (key.type === "webauthn-p256") return signature;
  const length = key.type === "p256" ? 64 : 65;
  if (size(signature) !== length) throw wrong(at.path, `must be ${length} bytes`);
  if (key.type === "secp256k1") return signature;
  const { r, s } = lowS({
    r: hexToBigInt(slice(signature, 0, 32)),
    s: hexToBigInt(slice(signature, 32)),
  });
  return concat([word(r), word(s)]);
}

function isReadable(account: AccountJson): boolean {
  try {
    return isDerived(account);
  } catch {
    return false;
  }
}
