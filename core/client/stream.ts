/**
 * The service's change stream: server-sent events over fetch, because `EventSource` can send no key.
 * It opens itself again, after pauses that grow, until it is ended.
 *
 * @module
 */
import { eitherSignal } from "../lib/signals.ts";
import type { ChangeJson } from "./changes.ts";

/** What a stream stands on. */
export interface StreamParts {
  /** Asks for the stream. */
  open(signal: AbortSignal): Promise<Response>;
  /**
   * Called each time it is open; what happened before was not told. If it fails, the stream is
   * closed and opened again.
   */
  onOpen(signal: AbortSignal): Promise<void>;
  /** Called with each change. */
  onChange(change: ChangeJson): void;
  /** A number from 0 to 1; a double in tests. */
  readonly random?: () => number;
}

/** Pauses before it is opened again, milliseconds: many pages must not come back at once. */
const PAUSE = { first: 1_000, most: 60_000 } as const;
/** The service gives a sign of life every 15 s; silence for so long means a dead connection. */
const SILENCE = 45_000;
/** A stream that lasted so long was a good one: the pauses begin anew. */
const GOOD = 10_000;
/** Characters of one change. */
const MOST = 65_536;

/** Keeps a stream open until the returned function is called. */
export function keepOpen(
  { open, onOpen, onChange, random = Math.random }: StreamParts,
): () => void {
  const life = new AbortController();

  /** One connection, until it ends. Tells whether it is worth to come back soon. */
  async function connect(): Promise<boolean> {
    const attempt = new AbortController();
    const signal = eitherSignal(life.signal, attempt.signal);
    let silence = setTimeout(() => attempt.abort(), SILENCE);
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => attempt.abort(), SILENCE);
    };
    let caughtUp: Promise<void> | undefined;
    try {
      const response = await open(signal);
      heard();
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        // The key or its domains are to blame: trying soon would not help.
        return response.status >= 500 || response.status === 429;
      }
      caughtUp = onOpen(signal).catch(() => attempt.abort());
      await read(response.body, signal, heard, onChange);
    } catch {
      // Whatever ended it, it is opened again.
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
      if (Date.now() - began >= GOOD) failures = 0;
      const pause = soon ? Math.min(PAUSE.first * 2 ** failures, PAUSE.most) : PAUSE.most;
      await wait(pause * (0.5 + random() / 2), life.signal);
    }
  }

  void run();
  return () => life.abort();
}

/** Reads changes until the stream ends. */
async function read(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  heard: () => void,
  onChange: (change: ChangeJson) => void,
): Promise<void> {
  const reader = body.getReader();
  // A double of fetch may not know signals: the reader is cancelled all the same.
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
      if (text.length > MOST) return;
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

/** The change of a block of lines; `null` for signs of life and for what is none. */
function readChange(block: string): ChangeJson | null {
  const data = block.split("\n").filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5)).join("\n");
  if (data === "" || data.length > MOST) return null;
  try {
    const change = JSON.parse(data) as ChangeJson | null;
    return typeof change?.type === "string" && typeof change.address === "string" ? change : null;
  } catch {
    return null;
  }
}

/** Waits, or until the signal. */
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
