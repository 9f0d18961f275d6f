/** Requests an account's change stream. @module */
import type { Address } from "viem";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../protocol/service/mod.ts";

/** Connection options of the stream. */
export interface EventsOptions {
  /** Base URL of the service. */
  readonly serverUrl: string;
  /** API key. */
  readonly apiKey: string;
  /** Origin of the dApp that a wallet host acts for. */
  readonly onBehalfOf?: string;
  /** A fake of `fetch` in tests. */
  readonly fetch?: typeof fetch;
  /** Returns a number from 0 to 1; a fake in tests. */
  readonly random?: () => number;
}

/** Opens the stream once. */
export function openEvents(
  { serverUrl, apiKey, onBehalfOf, fetch: get = fetch }: EventsOptions,
  address: Address,
  signal: AbortSignal,
): Promise<Response> {
  return get(`${serverUrl}/v1/events?address=${address}`, {
    headers: {
      [API_KEY_HEADER]: apiKey,
      ...(onBehalfOf !== undefined && { [ORIGIN_HEADER]: onBehalfOf }),
    },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "error",
    cache: "no-store",
    signal,
  });
}
