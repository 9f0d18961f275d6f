/**
 * Follows accounts over the service's event stream. All listeners of a page share one connection, which
 * is open only while the page is visible: over HTTP/1.1 a browser allows six connections to the service
 * for all tabs together.
 *
 * @module
 */
import type { Address } from "viem";
import { API_KEY_HEADER, MAX_EVENT_ADDRESSES, ORIGIN_HEADER } from "../../protocol/service/mod.ts";
import type { ChangeJson } from "./changes.ts";
import { keepOpen } from "./stream.ts";

/** Connection options of the service. */
export interface EventsOptions {
  /** Base URL of the service. */
  readonly serverUrl: string;
  /** API key. */
  readonly apiKey: string;
  /** Origin of the dApp that the wallet host acts for. */
  readonly onBehalfOf?: string;
  /** A fake of `fetch` in tests. */
  readonly fetch?: typeof fetch;
}

/** Follows one account. */
export interface AccountListener {
  /** Address of the account. */
  readonly address: Address;
  /**
   * Called each time the stream has opened; earlier changes are not delivered. If it rejects, the stream
   * reconnects.
   */
  onOpen(signal: AbortSignal): Promise<void>;
  /** Called with each change of the account. */
  onChange(change: ChangeJson): void;
}

/** Time after which a hidden page closes its stream. */
export const HIDDEN_FOR_MS = 5_000;

/** The stream of a service, key and origin. */
interface PageStream {
  add(listener: AccountListener): () => void;
}

/** The streams of this page. */
const streams = new Map<string, PageStream>();

/** Follows an account until the returned function is called. */
export function followAccount(options: EventsOptions, listener: AccountListener): () => void {
  const key = [options.serverUrl, options.apiKey, options.onBehalfOf].join();
  const stream = streams.get(key) ?? createPageStream(options, () => streams.delete(key));
  streams.set(key, stream);
  return stream.add(listener);
}

function createPageStream(options: EventsOptions, onEmpty: () => void): PageStream {
  const listeners = new Set<AccountListener>();
  let addresses: readonly string[] = [];
  /** Set while the connection is open. */
  let opened: AbortSignal | undefined;
  let close = () => {};
  let hidden = isHidden();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Replaces the connection with one for these addresses, or closes it. */
  const connect = (wanted: readonly string[]) => {
    close();
    close = () => {};
    addresses = wanted;
    opened = undefined;
    if (wanted.length === 0) return;
    close = keepOpen({
      open: (signal) => requestEvents(options, wanted, signal),
      async onOpen(signal) {
        opened = signal;
        await Promise.all([...listeners].map((listener) => listener.onOpen(signal)));
      },
      onChange(change) {
        const of = addressOf(change);
        for (const listener of [...listeners]) {
          if (addressOf(listener) === of) listener.onChange(change);
        }
      },
    });
  };
  /** Changes the connection if listeners or visibility require it. */
  const update = () => {
    const wanted = hidden ? [] : [...new Set([...listeners].map(addressOf))];
    const isEnough = wanted.length > 0 && wanted.every((each) => addresses.includes(each));
    if (!isEnough) connect(wanted.slice(0, MAX_EVENT_ADDRESSES));
  };
  const onVisibility = () => {
    clearTimeout(timer);
    const apply = () => {
      hidden = isHidden();
      update();
    };
    if (isHidden()) timer = setTimeout(apply, HIDDEN_FOR_MS);
    else apply();
  };

  return {
    add(listener) {
      if (listeners.size === 0) {
        globalThis.document?.addEventListener("visibilitychange", onVisibility);
      }
      listeners.add(listener);
      // The listener missed the opening of a connection that already includes its account.
      if (opened !== undefined && addresses.includes(addressOf(listener))) {
        listener.onOpen(opened).catch(() => connect(addresses));
      }
      // Listeners that are added or removed together cause one change.
      queueMicrotask(update);
      return () => {
        if (!listeners.delete(listener)) return;
        queueMicrotask(update);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        globalThis.document?.removeEventListener("visibilitychange", onVisibility);
        onEmpty();
      };
    },
  };
}

function addressOf({ address }: { readonly address: Address }): string {
  return address.toLowerCase();
}

function isHidden(): boolean {
  return globalThis.document?.visibilityState === "hidden";
}

function requestEvents(
  { serverUrl, apiKey, onBehalfOf, fetch: get = fetch }: EventsOptions,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Response> {
  const query = addresses.map((address) => `address=${address}`).join("&");
  return get(`${serverUrl}/v1/events?${query}`, {
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
