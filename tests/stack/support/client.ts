/** A client that sends JSON-RPC requests to a stack and signs with a software passkey. @module */
import type { Hex } from "viem";
import { createPasskey, type Passkey, wrapSignature } from "../../../contracts/testing/passkey.ts";
import { accountOf } from "../../../core/account/address.ts";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import type {
  PrepareParams,
  PrepareResult,
  SendResult,
} from "../../../core/protocol/service/mod.ts";
import type { CallsStatusJson } from "../../../core/wire/calls_status.ts";
import type { AccountJson, CallJson, OperationJson } from "../../../core/wire/values.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { operationHash } from "../../../service/entry_point/codec.ts";

/** A client's access to a stack. */
export interface Reach {
  readonly serverUrl: string;
  readonly apiKey: string;
  readonly chainId: number;
}

/** A JSON-RPC error. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: {
    readonly cause?: string;
    readonly field?: string;
    readonly retryAfter?: number;
  };
}

/** A JSON-RPC reply with its HTTP status. */
export type RpcReply<T> =
  | { readonly status: number; readonly result: T; readonly error?: undefined }
  | { readonly status: number; readonly result?: undefined; readonly error: RpcFailure };

/** Posts a request and returns any result. */
export async function rpc<T = unknown>(
  reach: Reach,
  method: string,
  params: unknown,
  options: { path?: string; headers?: Record<string, string> } = {},
): Promise<RpcReply<T>> {
  const response = await fetch(`${reach.serverUrl}${options.path ?? "/v1/rpc"}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [API_KEY_HEADER]: reach.apiKey,
      ...options.headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return { status: response.status, ...await response.json() };
}

/** The result, or the error thrown. */
export async function call<T>(reach: Reach, method: string, params: unknown): Promise<T> {
  const { result, error } = await rpc<T>(reach, method, params);
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** A user with an account. */
export interface User {
  readonly passkey: Passkey;
  readonly account: AccountJson;
  /** Index of the passkey among the owners. Default 0. */
  readonly ownerIndex?: number;
}

/** Creates a user with a passkey derived from a number. */
export function user(seed: number): User {
  const passkey = createPasskey(seed);
  return { passkey, account: accountOf(passkey.bytes) };
}

/** Prepares calls; returns the reply, be it an error. */
export function tryPrepare(
  reach: Reach,
  { account }: User,
  calls: readonly CallJson[],
  options: Partial<PrepareParams> & { headers?: Record<string, string> } = {},
): Promise<RpcReply<PrepareResult>> {
  const { headers, ...params } = options;
  return rpc<PrepareResult>(
    reach,
    "acct_prepare",
    [{ chainId: `0x${reach.chainId.toString(16)}`, account, calls, ...params }],
    headers === undefined ? {} : { headers },
  );
}

/** Prepares calls. */
export async function prepare(
  reach: Reach,
  who: User,
  calls: readonly CallJson[],
  options: Partial<PrepareParams> = {},
): Promise<PrepareResult> {
  const { result, error } = await tryPrepare(reach, who, calls, options);
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result;
}

/**
 * Prepares an operation as a client of ERC-7677 does, with the priority fee that the service
 * suggests.
 */
export async function foreignDraft(
  reach: Reach,
  who: User,
  calls: readonly CallJson[],
): Promise<OperationJson> {
  const { operation } = await prepare(reach, who, calls, { payFromAccount: true });
  const { result, error } = await rpc<Hex>(reach, "eth_maxPriorityFeePerGas", [], {
    path: `/v1/rpc/${reach.chainId}`,
  });
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return { ...operation, maxPriorityFeePerGas: result };
}

/** The operation with the passkey's signature. */
export async function sign(
  reach: Reach,
  { passkey, ownerIndex = 0 }: User,
  operation: OperationJson,
): Promise<OperationJson> {
  const hash = operationHash(operation, reach.chainId);
  return { ...operation, signature: wrapSignature(ownerIndex, await passkey.sign(hash)) };
}

/** Sends a signed operation; returns the reply, be it an error. */
export function send(
  reach: Reach,
  { account }: User,
  operation: OperationJson,
  id?: string,
): Promise<RpcReply<SendResult>> {
  const chainId = `0x${reach.chainId.toString(16)}`;
  return rpc<SendResult>(reach, "acct_send", [{
    chainId,
    operation,
    account,
    ...(id !== undefined && { id }),
  }]);
}

/** Prepares, signs, sends; resolves with the id. */
export async function sendCalls(
  reach: Reach,
  who: User,
  calls: readonly CallJson[],
  options: Partial<PrepareParams> & { id?: string } = {},
): Promise<string> {
  const { id, ...rest } = options;
  const { operation } = await prepare(reach, who, calls, rest);
  const { result, error } = await send(reach, who, await sign(reach, who, operation), id);
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return result.id;
}

/** The status now. */
export function status(reach: Reach, id: string): Promise<CallsStatusJson> {
  return call<CallsStatusJson>(reach, "wallet_getCallsStatus", [id]);
}

/** The status once it is no longer pending. */
export async function settled(reach: Reach, id: string): Promise<CallsStatusJson> {
  let now: CallsStatusJson | undefined;
  await until(`${id} is final`, async () => {
    now = await status(reach, id);
    return now.status !== 100;
  });
  return now!;
}
