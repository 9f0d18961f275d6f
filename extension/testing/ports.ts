/** Fakes ports of the browser. @module */
import type { BrowserEvent, Port, Sender } from "../lib/browser.ts";

/** Creates an event with a function that emits it. */
export function fakeEvent<A extends readonly unknown[]>(): BrowserEvent<A> & {
  emit(...args: A): void;
} {
  const listeners = new Set<(...args: A) => unknown>();
  return {
    addListener: (listener) => void listeners.add(listener),
    removeListener: (listener) => void listeners.delete(listener),
    emit: (...args) => [...listeners].forEach((listener) => listener(...args)),
  };
}

/** One end of a port, with functions of the other end. */
export interface FakePort extends Port {
  /** Messages that this end sent. */
  readonly sent: unknown[];
  /** True once this end closed the port. */
  closed: boolean;
  /** Delivers a message of the other end. */
  deliver(message: unknown): void;
  /** Closes the port from the other end. */
  drop(): void;
}

/** Creates one end of a port. */
export function fakePort(name: string, sender?: Sender): FakePort {
  const onMessage = fakeEvent<[unknown]>();
  const onDisconnect = fakeEvent<[]>();
  const sent: unknown[] = [];
  const port: FakePort = {
    name,
    ...(sender && { sender }),
    sent,
    closed: false,
    postMessage(message) {
      if (port.closed) throw new Error("the port is closed");
      sent.push(structuredClone(message));
    },
    disconnect: () => void (port.closed = true),
    onMessage,
    onDisconnect,
    deliver: (message) => onMessage.emit(structuredClone(message)),
    drop: () => onDisconnect.emit(),
  };
  return port;
}
