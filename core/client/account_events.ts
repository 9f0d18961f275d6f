/**
 * Follows accounts over the service's event stream. All listeners of a page share one connection, which
 * is open only while the page is visible: over HTTP/1.1 a browser allows six connections to the service
 * for all tabs together.
 *
 * @module
 */
import type { Address } from "viem";
import { MAX_EVENT_ADDRESSES } from "../protocol/limits.ts";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../protocol/service/mod.ts";
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
  /** Returns a number from 0 to 1; a fake in tests. */
  readonly random?: () => number;
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

/** A connection with its addresses. */
interface Connection {
  readonly addresses: readonly string[];
  /** Set while it is open. */
  signal: AbortSignal | null;
  close(): void;
}

/** The streams of this page: one per service, key and origin. */
const streams: PageStream[] = [];

/** Follows an account until the returned function is called. */
export function followAccount(options: EventsOptions, listener: AccountListener): () => void {
  let stream = streams.find((each) => each.serves(options));
  if (stream === undefined) streams.push(stream = createPageStream(options));
  return stream.add(listener);
}

interface PageStream {
  serves(options: EventsOptions): boolean;
  add(listener: AccountListener): () => void;
}

function createPageStream(options: EventsOptions): PageStream {
  const listeners = new Set<AccountListener>();
  let connection: Connection | null = null;
  let hidden = isHidden();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    connection?.close();
    connection = null;
  };
  const open = (addresses: readonly string[]) => {
    const current: Connection = { addresses, signal: null, close: () => {} };
    connection = current;
    current.close = keepOpen({
      ...(options.random && { random: options.random }),
      open: (signal) => requestEvents(options, addresses, signal),
      async onOpen(signal) {
        current.signal = signal;
        await Promise.all([...listeners].map((listener) => listener.onOpen(signal)));
      },
      onChange(change) {
        const address = change.address.toLowerCase();
        for (const listener of [...listeners]) {
          if (listener.address.toLowerCase() === address) listener.onChange(change);
        }
      },
    });
  };
  /** Opens, replaces or closes the connection, as listeners and visibility require. */
  const update = () => {
    const wanted = hidden ? [] : addressesOf(listeners);
    if (wanted.length === 0) return close();
    if (wanted.every((address) => connection?.addresses.includes(address))) return;
    close();
    open(wanted);
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
  /** Reads what a listener missed that joins an open connection. */
  const catchUp = (listener: AccountListener) => {
    const joined = connection;
    if (joined?.signal == null || !joined.addresses.includes(listener.address.toLowerCase())) {
      return;
    }
    listener.onOpen(joined.signal).catch(() => {
      if (connection !== joined) return;
      close();
      update();
    });
  };

  const stream: PageStream = {
    serves: (other) =>
      (["serverUrl", "apiKey", "onBehalfOf", "fetch"] as const)
        .every((name) => options[name] === other[name]),
    add(listener) {
      if (listeners.size === 0) {
        hidden = isHidden();
        globalThis.document?.addEventListener("visibilitychange", onVisibility);
      }
      listeners.add(listener);
      catchUp(listener);
      // Listeners that join or leave together cause one change.
      queueMicrotask(update);
      return () => {
        if (!listeners.delete(listener)) return;
        queueMicrotask(update);
        if (listeners.size > 0) return;
        clearTimeout(timer);
        globalThis.document?.removeEventListener("visibilitychange", onVisibility);
        streams.splice(streams.indexOf(stream), 1);
      };
    },
  };
  return stream;
}

function isHidden(): boolean {
  return globalThis.document?.visibilityState === "hidden";
}

function addressesOf(listeners: Iterable<AccountListener>): string[] {
  const addresses = [...listeners].map(({ address }) => address.toLowerCase());
  return [...new Set(addresses)].slice(0, MAX_EVENT_ADDRESSES);
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
