/**
 * Fakes two windows that post messages to each other, without a browser: just enough for the
 * cross-window protocol, with all listeners tracked.
 *
 * @module
 */

type MessageListener = (event: MessageEvent) => void;

/** A window of one origin. */
export interface FakeWindow {
  readonly origin: string;
  closed: boolean;
  close(): void;
  focus(): void;
  /** Delivers like a browser: only to the correct target origin, asynchronously, as a copy. */
  postMessage(message: unknown, targetOrigin: string): void;
  /** Current listeners. */
  readonly listeners: Set<MessageListener>;
  /** All messages posted to this window, delivered or not. */
  readonly received: { readonly message: unknown; readonly targetOrigin: string }[];
  /** Delivers a message with any source and origin. */
  deliver(message: unknown, origin: string, source: unknown): void;
}

/** Creates a window; messages posted to it come from `sender()`. */
export function fakeWindow(origin: string, sender: () => FakeWindow | null): FakeWindow {
  const self: FakeWindow = {
    origin,
    closed: false,
    close: () => void (self.closed = true),
    focus: () => {},
    listeners: new Set(),
    received: [],
    postMessage(message, targetOrigin) {
      self.received.push({ message, targetOrigin });
      const from = sender();
      if (targetOrigin !== origin || self.closed || from === null) return;
      const copy = structuredClone(message);
      queueMicrotask(() => self.deliver(copy, from.origin, from));
    },
    deliver(message, from, source) {
      const event = { data: message, origin: from, source } as unknown as MessageEvent;
      for (const listener of [...self.listeners]) listener(event);
    },
  };
  return self;
}

/** Installs a window's functions in the global scope until disposed. */
export function enterPage(
  page: FakeWindow,
  open: (url: string, target: string, features?: string) => FakeWindow | null,
): Disposable {
  const names = [
    "addEventListener",
    "removeEventListener",
    "open",
    "location",
    "origin",
    "document",
    "screenX",
    "screenY",
    "outerWidth",
    "outerHeight",
  ] as const;
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  define("addEventListener", (type: string, listener: MessageListener) => {
    if (type === "message") page.listeners.add(listener);
  });
  define("removeEventListener", (type: string, listener: MessageListener) => {
    if (type === "message") page.listeners.delete(listener);
  });
  define("open", open);
  define("location", { origin: page.origin });
  define("origin", page.origin);
  for (const name of ["screenX", "screenY", "outerWidth", "outerHeight"]) define(name, 0);
  return {
    [Symbol.dispose]() {
      for (const [name, descriptor] of before as [string, PropertyDescriptor | undefined][]) {
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
    },
  };
}
