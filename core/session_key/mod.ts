/**
 * Manages session keys: an app prompts once, then acts without prompts within a permission's
 * limits.
 *
 * The page stores a non-extractable P-256 key. The key owns a small account, which becomes the
 * spender of a permission. That account is deployed with its first, sponsored use. Only the passkey
 * controls the user's account: the key can act only within the permission, until it expires or is
 * revoked.
 *
 * Any code in the page can use the key while the page is open, within those limits. Grant small
 * amounts for a short time, and remove the key at sign-out.
 *
 * @example
 * ```ts ignore
 * import { openSessionKey } from "@sdk/core/session_key";
 *
 * const key = await openSessionKey({ apiKey, chainId: 8453, paymaster: { url } });
 * const granted = await provider.request({
 *   method: "wallet_grantPermissions",
 *   params: [{ spender: key.address, expiry, permissions }],
 * });
 * const { id } = await key.send(granted, [{ to: game, value: 0n, data: move }]);
 * ```
 *
 * @module
 */
import { bytesToHex, concat, hexToBytes, numberToHex } from "viem";
import { accountOf } from "../account/address.ts";
import { type Call, encodeCalls } from "../account/calls.ts";
import { checkPrepared, operationHash } from "../client/prepared_operation.ts";
import { lazy } from "../client/lazy.ts";
import { ownerSignature } from "../account/signature.ts";
import { AcctError } from "../ground/errors.ts";
import type { Address, Hex } from "../lib/hex.ts";
import { toBigInt, word } from "../passkey/bytes.ts";
import { lowS } from "../passkey/signature.ts";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";
import { fromGrant } from "../permission/mod.ts";
import { signRedemption } from "../permission/redeem.ts";
import type { Redemption, RedemptionSigner, RedemptionTerms } from "../permission/redemption.ts";
import { executeCall, type Permission } from "../permission/permission.ts";
import { hostsOf, parseApiKey } from "../ground/api_key.ts";
import { createServiceClient, type ServiceClient } from "../client/client.ts";
import type { CallsStatusJson } from "../wire/calls_status.ts";
import type { AccountJson } from "../wire/values.ts";
import { browserKeyStore, type KeyPair, type KeyStore, memoryKeyStore } from "./store.ts";

export type { Call } from "../account/calls.ts";
export type { Address, Hex } from "../lib/hex.ts";
export type {
  GrantedCallDetail,
  SpendPermissionDetail,
  WalletGrantPermissionsResponse,
} from "../permission/details.ts";
export type { Redemption, RedemptionTerms } from "../permission/redemption.ts";
export type { CallsStatusJson } from "../wire/calls_status.ts";
export {
  browserKeyStore,
  type KeyPair,
  type KeyStore,
  memoryKeyStore,
  type WebCryptoKey,
} from "./store.ts";

/** Options of {@linkcode openSessionKey}. */
export interface SessionKeyOptions {
  /** API key of the service. */
  readonly apiKey: string;
  /** Chain that the key acts on. */
  readonly chainId: number;
  /** Paymaster for the key's operations (ERC-7677); without it the key's own account pays. */
  readonly paymaster?: {
    readonly url: string;
    readonly context?: Readonly<Record<string, unknown>>;
  };
  /** Name of the key, to distinguish several keys of one page. Default: `default`. */
  readonly name?: string;
  /** Store of the key. Default: IndexedDB in a page, memory otherwise. */
  readonly store?: KeyStore;
  /** URL of the service. Default: derived from the API key. */
  readonly serverUrl?: string;
  /**
   * Called for calls that the permission does not allow: usually `wallet_sendCalls` of the
   * connected account, so that the user sees a dialog. Without it, such calls are rejected.
   */
  readonly fallback?: (calls: readonly Call[]) => Promise<{ readonly id: string }>;
}

/** A key that acts for an account within a permission. */
export interface SessionKey {
  /** Address of the key's own account: the spender to grant to. */
  readonly address: Address;
  /**
   * Sends the calls on behalf of the granting account, without a prompt.
   *
   * @throws {AcctError} `simulation_reverts` if the permission does not allow them and there is no
   * fallback; `invalid_params` if the permission is for another spender or chain
   */
  send(
    granted: WalletGrantPermissionsResponse,
    calls: readonly Call[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<{ readonly id: string }>;
  /**
   * Signs exactly these calls for another party that submits them and pays the gas (ERC-7710). The
   * signature is typed data with limits that the permission contract checks; the key signs no other
   * data. The key's account must be deployed (its first use deploys it), because contracts
   * verify the signature with it (ERC-1271).
   *
   * @throws {AcctError} `invalid_params` if the permission is for another spender or chain, the
   * key's account is not deployed yet, or a term is invalid, such as a `validUntil` in milliseconds
   */
  signRedemption(
    granted: WalletGrantPermissionsResponse,
    calls: readonly Call[],
    terms: RedemptionTerms,
  ): Promise<Redemption>;
  /** Returns the status of an operation. */
  status(id: string): Promise<CallsStatusJson>;
  /**
   * Deletes the key from this device, so that it can never sign again. Revoke the permission as
   * well.
   */
  remove(): Promise<void>;
}

/** Opens the page's session key, or creates one. */
export async function openSessionKey(options: SessionKeyOptions): Promise<SessionKey> {
  const { chainId, name = "default" } = options;
  const inPage = typeof document !== "undefined";
  const store = options.store ??
    (inPage && typeof indexedDB !== "undefined" ? browserKeyStore() : memoryKeyStore());
  const serverUrl = options.serverUrl ??
    hostsOf(parseApiKey(options.apiKey).host, { browser: inPage }).serverUrl;
  const service = createServiceClient({ serverUrl, apiKey: options.apiKey });
  const pair = await store.get(name) ?? await createPair(store, name);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const account = accountOf(bytesToHex(raw.subarray(1)));
  const sender: Sender = { service, pair, account, options, chainId };
  return {
    address: account.address,
    send: (granted, calls, { signal } = {}) => send(sender, granted, calls, signal),
    signRedemption: (granted, calls, terms) => signFor(sender, granted, calls, terms),
    status: (id) => service.call("wallet_getCallsStatus", id),
    remove: () => store.remove(name),
  };
}

interface Sender {
  readonly service: ServiceClient;
  readonly pair: KeyPair;
  readonly account: AccountJson;
  readonly options: SessionKeyOptions;
  readonly chainId: number;
}

/**
 * Reads a permission for this key on its chain.
 *
 * @throws {AcctError} `invalid_params` for any other permission
 */
function ownPermission(
  { account, chainId }: Sender,
  granted: WalletGrantPermissionsResponse,
): Permission {
  const permission = fromGrant(granted);
  if (permission.spender.toLowerCase() !== account.address.toLowerCase()) {
    throw new AcctError("invalid_params", {
      field: "granted.spender",
      detail: "It is not this key's account.",
    });
  }
  if (Number(granted.chainId) !== chainId) {
    throw new AcctError("invalid_params", {
      field: "granted.chainId",
      detail: "It is not this key's chain.",
    });
  }
  return permission;
}

async function signFor(
  sender: Sender,
  granted: WalletGrantPermissionsResponse,
  calls: readonly Call[],
  terms: RedemptionTerms,
): Promise<Redemption> {
  const { service, pair, account, chainId } = sender;
  ownPermission(sender, granted);
  const code = await service.chain(chainId, "eth_getCode", [account.address, "latest"]);
  if (code === "0x") {
    throw new AcctError("invalid_params", {
      field: "granted.spender",
      detail: "The key's account is not deployed yet: send one use first.",
    });
  }
  // Loaded on demand: keys that only send do not need it.
  const { typedDataToSign } = await lazy(() => import("../account/message.ts")).load();
  const signTypedData: RedemptionSigner["signTypedData"] = async (data) => {
    const { digest, wrap } = typedDataToSign({ address: account.address, chainId }, data);
    const signature = concat([account.owners[0]!, await sign(pair, digest)]);
    return wrap(ownerSignature(0n, signature));
  };
  return await signRedemption({ signTypedData }, granted, calls, terms);
}

async function send(
  sender: Sender,
  granted: WalletGrantPermissionsResponse,
  calls: readonly Call[],
  signal?: AbortSignal,
): Promise<{ readonly id: string }> {
  const { service, account, options, chainId } = sender;
  const permission = ownPermission(sender, granted);
  const use = executeCall(permission, calls, granted.signature);
  const prepared = await service.call("acct_prepare", {
    chainId: numberToHex(chainId),
    account,
    calls: [{ to: use.to, value: "0x0", data: use.data }],
    parallel: true,
    ...(options.paymaster ? { paymaster: options.paymaster } : { payFromAccount: true }),
  }, signal);
  if (prepared.simulation.status === "reverts") {
    if (options.fallback !== undefined) return await options.fallback(calls);
    throw new AcctError("simulation_reverts", { detail: prepared.simulation.reason });
  }
  checkPrepared(prepared, { account, callData: encodeCalls([use]) });
  if (options.paymaster !== undefined && prepared.sponsor === null) {
    throw new AcctError("sponsor_failed", { detail: prepared.sponsorFailed ?? "" });
  }
  const digest = operationHash(prepared.operation, chainId);
  const data = concat([account.owners[0]!, await sign(sender.pair, digest)]);
  const signature = ownerSignature(0n, data);
  const { id } = await service.call("acct_send", {
    chainId: numberToHex(chainId),
    operation: { ...prepared.operation, signature },
    account,
  }, signal);
  return { id };
}

/** Signs SHA-256 of the digest (raw P-256), the form the account accepts from a device key. */
async function sign(pair: KeyPair, digest: Hex): Promise<Hex> {
  const bytes = new Uint8Array(
    await crypto.subtle.sign(
      { name: "ECDSA", hash: "SHA-256" },
      pair.privateKey,
      Uint8Array.from(hexToBytes(digest)),
    ),
  );
  const { r, s } = lowS({ r: toBigInt(bytes.subarray(0, 32)), s: toBigInt(bytes.subarray(32)) });
  return concat([word(r), word(s)]);
}

async function createPair(store: KeyStore, name: string): Promise<KeyPair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign", "verify"],
  );
  await store.put(name, { privateKey, publicKey });
  // Two tabs may have created keys concurrently: all tabs use the last stored one.
  return await store.get(name) ?? { privateKey, publicKey };
}
