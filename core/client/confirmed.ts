/** Waits until a sent bundle is final. @module */
import type { Hex } from "viem";
import { AcctError } from "../ground/errors.ts";
import type { ServiceClient } from "./client.ts";
import type { CallsStatusJson } from "../wire/calls_status.ts";

/** Polls the status with increasing pauses until it is final. */
export async function untilFinal(
  service: ServiceClient,
  id: string,
  signal: AbortSignal,
): Promise<CallsStatusJson> {
  for (let wait = 150;; wait = Math.min(wait * 1.5, 3000)) {
    const status = await service.call("wallet_getCallsStatus", id, signal);
    if (status.status !== 100) return status;
    await pause(wait, signal);
  }
}

/**
 * Waits until an operation succeeded.
 *
 * @throws {AcctError} `reverted` if it failed on the chain, `operation_refused` if it was never
 * included
 */
export async function untilDone(
  service: ServiceClient,
  id: Hex,
  signal: AbortSignal,
): Promise<CallsStatusJson> {
  const status = await untilFinal(service, id, signal);
  if (status.status === 200) return status;
  throw failureOf(id, status);
}

/** Describes why a final bundle did not succeed. */
export function failureOf(id: string, { status, reason, receipts }: CallsStatusJson): AcctError {
  const receipt = receipts?.[0];
  return status === 500
    ? new AcctError("reverted", {
      id,
      ...(receipt && { receipt }),
      ...(reason && { detail: reason, reason }),
    })
    : new AcctError("operation_refused", { id, detail: "It never landed." });
}

/** Waits; rejects if the request is aborted first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new AcctError("aborted"));
    const onAbort = () => {
      clearTimeout(timer);
      reject(new AcctError("aborted"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
