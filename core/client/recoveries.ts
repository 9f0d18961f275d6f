/**
 * Requests the waiting recoveries of an account from the service, with a small request alongside
 * each dialog.
 *
 * @module
 */
import type { Address } from "viem";
import type { WaitingRecoveryJson } from "../wire/owners.ts";
import { eitherSignal } from "../lib/signals.ts";
import type { EventsOptions } from "./events/account_events.ts";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../protocol/service/mod.ts";

/** State of the recoveries of an account, according to the service. */
export interface RecoveryState {
  /** The waiting recoveries. */
  readonly recoveries: readonly WaitingRecoveryJson[];
  /** True if a device of the user receives a notice of each recovery. */
  readonly push: boolean;
}

/** Requests the recoveries of an account from the service. */
export type WaitingRecoveries = (address: Address, signal?: AbortSignal) => Promise<RecoveryState>;

/** Time limit of the request. */
const TIMEOUT_MS = 15_000;

/** Creates the function that sends the requests. */
export function createWaitingRecoveries(
  { serverUrl, apiKey, onBehalfOf, fetch: get = fetch }: EventsOptions,
): WaitingRecoveries {
  return async (address, signal) => {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    const response = await get(`${serverUrl}/v1/recoveries?address=${address}`, {
      headers: {
        [API_KEY_HEADER]: apiKey,
        ...(onBehalfOf !== undefined && { [ORIGIN_HEADER]: onBehalfOf }),
      },
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "error",
      cache: "no-store",
      signal: signal ? eitherSignal(signal, deadline) : deadline,
    });
    const { recoveries, push } = await response.json() as {
      readonly recoveries?: unknown;
      readonly push?: unknown;
    };
    return {
      recoveries: Array.isArray(recoveries) ? recoveries.filter(isWaiting) : [],
      push: push === true,
    };
  };
}

function isWaiting(value: unknown): value is WaitingRecoveryJson {
  const { chainId, name, recovery, owner, readyAt, carried } = (value ?? {}) as Partial<
    WaitingRecoveryJson
  >;
  return typeof chainId === "string" && typeof name === "string" &&
    typeof recovery === "string" && /^0x[0-9a-f]{64}$/.test(recovery) &&
    typeof owner === "string" && /^0x[0-9a-f]{64}$/.test(owner) &&
    Number.isSafeInteger(readyAt) && typeof carried === "boolean";
}
