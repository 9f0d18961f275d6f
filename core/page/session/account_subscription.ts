/**
 * Subscribes to an account's changes: one stream for all listeners, no stream without listeners.
 *
 * @module
 */
import type { Address } from "viem";
import type { ServiceClient } from "../../client/client.ts";
import type { Follow, ServiceEvent } from "../../client/follow.ts";
import type { Emitter } from "../../protocol/events.ts";
import type { Session } from "./session.ts";

/** The page that subscribes. */
export interface Subscriber {
  /** Emitter with the page's listeners. */
  readonly emitter: Emitter;
  /** The connected account, or `null`. */
  account(): Address | null;
  /** The session, or `null`. */
  session(): Session | null;
}

/** Subscription of a page to its account. */
export interface AccountSubscription {
  /**
   * Opens or closes the stream later in this turn, after a change of the listeners or the account.
   */
  refresh(): void;
  /** Watches for the outcome of a bundle, in case there is no listener when it is emitted. */
  watch(id: string): void;
}

/** Maximum number of concurrently watched bundles. */
const MAX_WATCHED = 100;

/** Events for which the service's stream is opened. */
const streamed: readonly ServiceEvent[] = [
  "callsStatusChanged",
  "assetsChanged",
  "permissionsChanged",
  "recoveryChanged",
];

/**
 * Subscribes while there are listeners; without `follow`, only the page's own requests emit events.
 */
export function subscribeToAccount(
  { emitter, account }: Pick<Subscriber, "emitter" | "account">,
  service: ServiceClient,
  follow?: Follow,
): AccountSubscription {
  const sent = new Set<string>();
  let lastAccount: Address | null = null;
  let stream: { readonly address: Address; readonly end: () => void } | null = null;
  const update = () => {
    const current = account();
    if (current !== lastAccount) sent.clear();
    lastAccount = current;
    const address = streamed.some(emitter.has) ? current : null;
    if (address === (stream?.address ?? null)) return;
    stream?.end();
    stream = null;
    if (address === null || follow === undefined) return;
    const end = follow({
      service,
      address,
      sent,
      emit(event, payload) {
        if (account() === address) emitter.emit(event, payload);
      },
    });
    stream = { address, end };
  };
  return {
    // Deferred: replacing a listener must not close and reopen the stream.
    refresh: () => queueMicrotask(update),
    watch(id) {
      sent.add(id);
      if (sent.size > MAX_WATCHED) sent.delete(sent.values().next().value!);
    },
  };
}
