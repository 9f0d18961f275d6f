/**
 * Forwards messages between a page and the background. It opens the port to the background with the
 * first message, because most pages never use a wallet.
 *
 * @module
 */
import type { Port } from "../lib/browser.ts";
import {
  type FromPage,
  MAX_PENDING,
  plainError,
  readFromPage,
  readToPage,
  type ToPage,
} from "../lib/messages.ts";

/** The relay of a document. */
export interface Relay {
  /** Processes a message of the page. */
  receive(data: unknown): void;
  /** Connects again if the page listens and the port was lost. */
  wake(): void;
}

/** Rejection of a request that the background cannot answer. */
const failures = {
  limit: { code: -32005, message: "Too many pending requests." },
  lost: {
    code: -32603,
    message: "The wallet extension has stopped. Check in your wallet if the request was completed.",
  },
  gone: {
    code: 4900,
    message: "The wallet extension was updated or removed. Reload the page.",
  },
} as const;

/**
 * Creates the relay.
 *
 * @param connect opens a port to the background; throws after an update of the extension
 */
export function createRelay(
  connect: () => Port,
  post: (message: ToPage) => void,
): Relay {
  const pending = new Set<number>();
  let port: Port | null = null;
  let listens = false;

  const fail = (id: number, error: (typeof failures)[keyof typeof failures]) =>
    post({ type: "response", id, error: plainError(error) });
  const open = (): Port => {
    if (port !== null) return port;
    const opened = connect();
    opened.onMessage.addListener((data) => {
      const message = readToPage(data);
      if (message === null) return;
      if (message.type === "response" && !pending.delete(message.id)) return;
      post(message);
    });
    opened.onDisconnect.addListener(() => {
      port = null;
      for (const id of pending) fail(id, failures.lost);
      pending.clear();
    });
    return port = opened;
  };
  const send = (message: FromPage) => {
    try {
      open().postMessage(message);
      return true;
    } catch {
      port = null;
      return false;
    }
  };
  return {
    receive(data) {
      const message = readFromPage(data);
      if (message === null) return;
      listens = true;
      if (message.type === "listen") return void send(message);
      const { id } = message;
      // The page would receive two answers for one id.
      if (pending.has(id)) return;
      if (pending.size >= MAX_PENDING) return fail(id, failures.limit);
      pending.add(id);
      if (send(message)) return;
      pending.delete(id);
      fail(id, failures.gone);
    },
    wake() {
      if (listens && port === null) send({ type: "listen" });
    },
  };
}
