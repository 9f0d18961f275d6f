"use client";
/** Subscribes to events of any connector's provider. @module */
import type { EventName } from "@sdk/core";

/**
 * Subscribes to an event, if the provider supports it. Other wallets' providers may lack `on` and
 * `removeListener`, or throw for unknown events: an error in an effect would unmount the app's
 * whole tree.
 *
 * @returns cancels the subscription
 */
export function subscribe(provider: unknown, event: EventName, listener: () => void): () => void {
  const { on, removeListener } = (provider ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof on !== "function" || typeof removeListener !== "function") return () => {};
  const attempt = (method: (...args: unknown[]) => unknown) => {
    try {
      method.call(provider, event, listener);
    } catch {
      // Without the event, results are refreshed according to the query's options.
    }
  };
  attempt(on as () => unknown);
  return () => attempt(removeListener as () => unknown);
}
