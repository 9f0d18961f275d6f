/** Stores the payment requests that this device created or paid, with the transfers that paid them. @module */
import type { Hex } from "viem";
import { readJson } from "../../core/lib/json.ts";
import type { Storage } from "../../core/lib/storage.ts";

/** A payment request of this device. */
export interface KnownRequest {
  /** Id of the request. */
  readonly id: Hex;
  /** Unix seconds of its creation, or of its payment by this device. */
  readonly at: number;
  /** Transfer that paid a created request, with its time. */
  readonly paid?: { readonly transfer: string; readonly at: number };
}

/** Store of requests. */
export interface RequestBook {
  list(): readonly KnownRequest[];
  of(id: Hex): KnownRequest | undefined;
  put(request: KnownRequest): void;
}

const MAX_REQUESTS = 200;

/** Opens the requests that this device created. */
export function createdRequests(storage: Storage): RequestBook {
  return requestBook(storage, "acct.requests.1");
}

/** Opens the requests that this device paid, by their {@linkcode termsOf}. */
export function paidRequests(storage: Storage): RequestBook {
  return requestBook(storage, "acct.paid.1");
}

function requestBook(storage: Storage, key: string): RequestBook {
  const list = () => (readJson(storage, key, Array.isArray) ?? []).filter(isKnown);
  return {
    list,
    of: (id) => list().find((each) => each.id === id),
    put(request) {
      const others = list().filter(({ id }) => id !== request.id);
      storage.set(key, JSON.stringify([request, ...others].slice(0, MAX_REQUESTS)));
    },
  };
}

function isKnown(value: unknown): value is KnownRequest {
  const request = value as KnownRequest | null;
  return typeof request === "object" && request !== null && /^0x[0-9a-f]{32}$/.test(request.id) &&
    Number.isSafeInteger(request.at) &&
    (request.paid === undefined ||
      typeof request.paid === "object" && typeof request.paid.transfer === "string" &&
        Number.isSafeInteger(request.paid.at));
}
