/** Following the account of a page: one stream for all listeners, and none without one. @module */
import type { Address } from "viem";
import type { Emitter } from "../protocol/events.ts";
import type { ServiceClient } from "../client/client.ts";
import type { Follow, ServiceEvent } from "../client/follow.ts";

/** The page, as what follows its account sees it. */
export interface FollowedPage {
  /** Holds the listeners. */
  readonly emitter: Emitter;
  /** The account that is connected now, or `null`. */
  account(): Address | null;
}

/** What follows. */
export interface Following {
  /** Looks again, later in this turn: listeners or the account may have changed. */
  attend(): void;
  /** Looks for the end of a bundle, should nobody listen when it comes. */
  remember(id: string): void;
}

/** Bundles whose end is looked for. */
const REMEMBERED = 100;

/** Events for which the service's stream is opened. */
const streamed: readonly ServiceEvent[] = [
  "callsStatusChanged",
  "assetsChanged",
  "permissionsChanged",
];

/** Begins to follow where somebody listens; without `follow` nothing but own actions is told. */
export function createFollowing(
  { emitter, account }: FollowedPage,
  service: ServiceClient,
  follow?: Follow,
): Following {
  const sent = new Set<string>();
  let last: Address | null = null;
  let followed: { readonly address: Address; readonly end: () => void } | null = null;
  const settle = () => {
    const current = account();
    if (current !== last) sent.clear();
    last = current;
    const address = streamed.some(emitter.has) ? current : null;
    if (address === (followed?.address ?? null)) return;
    followed?.end();
    followed = null;
    if (address === null || follow === undefined) return;
    const end = follow({
      service,
      address,
      sent,
      tell(event, payload) {
        // A session can end by its clock alone.
        if (account() === address) emitter.emit(event, payload);
        else settle();
      },
    });
    followed = { address, end };
  };
  return {
    // Not at once: a listener that is replaced must not close and open the stream.
    attend: () => queueMicrotask(settle),
    remember(id) {
      sent.add(id);
      if (sent.size > REMEMBERED) sent.delete(sent.values().next().value!);
    },
  };
}
