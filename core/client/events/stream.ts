/**
 * Reads the service's change stream: server-sent events over fetch, because `EventSource` cannot
 * send the key in a header. It reconnects with increasing pauses until it is closed.
 *
 * @module
 */
import { eitherSignal } from "../../lib/signals.ts";
import type { ChangeJson } from "./changes.ts";

/** Callbacks of a stream. */
export interface StreamParts {
  /** Requests the stream. */
  open(signal: AbortSignal): Promise<Response>;
  /**
   * Called each time the stream has opened; earlier changes are not delivered. If it rejects, the
   * stream reconnects.
   */
  onOpen(signal: AbortSignal): Promise<void>;
  /** Called with each change. */
  onChange(change: ChangeJson): void;
  /** Returns a number from 0 to 1; a fake in tests. */
  readonly random?: () => number;
}

/** The pauses before reconnecting grow, so that many pages do not reconnect simultaneously. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** The service sends a heartbeat every 15 s; after this silence the connection counts as dead. */
const IDLE_TIMEOUT_MS = 45_000;
/** Resets the pauses after a connection that lasted this long. */
const STABLE_AFTER_MS = 10_000;
/** Maximum characters of one change. */
const MAX_CHANGE_LENGTH = 65_536;

/** Keeps a stream open until the returned function is called. */
export function keepOpen(
  { open, onOpen, onChange, random = Math.random }: StreamParts,
): () => void {
  const life = new AbortController();

  /** Reads one connection until it closes. Returns true if it should reconnect soon. */
  async function connect(): Promise<boolean> {
    const attempt = new AbortController();
    const signal = eitherSignal(life.signal, attempt.signal);
    let silence = setTimeout(() => attempt.abort(), IDLE_TIMEOUT_MS);
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => attempt.abort(), IDLE_TIMEOUT_MS);
    };
    let caughtUp: Promise<void> | undefined;
    try {
      const response = await open(signal);
      heard();
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        // A rejected key or origin needs a configuration change, so retrying soon would not help.
        return response.status >= 500 || response.status === 429;
      }
      caughtUp = onOpen(signal).catch(() => attempt.abort());
      await read(response.body, signal, heard, onChange);
    } catch {
      // Reconnects after any error.
    } finally {
      clearTimeout(silence);
      attempt.abort();
      await caughtUp;
    }
    return true;
  }

  async function run(): Promise<void> {
    for (let failures = 0; !life.signal.aborted; failures++) {
      const began = Date.now();
      const soon = await connect();
      if (life.signal.aborted) return;
      if (Date.now() - began >= STABLE_AFTER_MS) failures = 0;
      const pause = soon ? Math.min(MIN_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS) : MAX_PAUSE_MS;
      await wait(pause * (0.5 + random() / 2), life.signal);
    }
  }

  void run();
  return () => life.abort();
}

/** Reads changes until the stream closes. */
async function read(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  heard: () => void,
  onChange: (change: ChangeJson) => void,
): Promise<void> {
  const reader = body.getReader();
  // A fake of fetch may ignore signals, so the reader is cancelled too.
  const cancel = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const decoder = new TextDecoder();
    let text = "";
    while (true) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      heard();
      text += decoder.decode(value, { stream: true }).replaceAll("\r", "");
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      if (text.length > MAX_CHANGE_LENGTH) return;
      for (const block of blocks) {
        const change = readChange(block);
        if (change !== null && !signal.aborted) onChange(change);
      }
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

/** Parses the change in a block of lines; `null` for heartbeats and malformed data. */
function readChange(block: string): ChangeJson | null {
  const data = block.split("\n").filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5)).join("\n");
  if (data === "" || data.length > MAX_CHANGE_LENGTH) return null;
  try {
    const change = JSON.parse(data) as ChangeJson | null;
    return typeof change?.type === "string" && typeof change.address === "string" ? change : null;
  } catch {
    return null;
  }
}

/** Waits for a time or an abort. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
