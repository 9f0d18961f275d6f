/** Writes lines without making the program wait for whatever reads them. @module */

import { orAfter } from "../lib/pause.ts";

/** Characters that may wait for the reader: some thousands of lines, and no more memory than that. */
const MAX_WAITING = 1 << 20;
/** Characters of a write: lines that wait are written together. */
const MAX_WRITE = 1 << 16;
/** Milliseconds before a stream that takes nothing now is tried again. */
const RETRY_MS = 20;
/** Byte that ends a line. */
const LINE_BREAK = 10;

/** A stream such as `Deno.stdout`. */
export interface Stream {
  /** Writes some of the bytes, and resolves with their number. */
  write(bytes: Uint8Array): Promise<number>;
}

/** Options of {@linkcode createOutput}. */
export interface OutputOptions {
  /** Makes the line that tells how many were dropped, which is written once there is room. */
  readonly told: (dropped: number) => string;
  /** Gets how many more were dropped. */
  readonly onDropped?: (lines: number) => void;
}

/** Lines on their way to a stream. */
export interface Output {
  /** Writes a line after those before it; drops it if too many wait. */
  write(line: string): void;
  /** Waits until all lines are written, or the time in milliseconds is over. */
  flush(within: number): Promise<void>;
}

/** A text that waits. */
interface Waiting {
  readonly text: string;
  /** Dropped lines of which it tells; 0 for a line. */
  readonly tells: number;
}

/**
 * Writes lines in their order, one write at a time. A reader that hangs, or has gone, costs lines and
 * nothing else.
 */
export function createOutput(to: Stream, { told, onDropped }: OutputOptions): Output {
  const encoder = new TextEncoder();
  let waiting: Waiting[] = [];
  /** Characters that wait or are being written. */
  let size = 0;
  /** Dropped lines that were not told yet. */
  let dropped = 0;
  /** Whether a line was written in part, so that the next one would go on in it. */
  let torn = false;
  let writing: Promise<void> | undefined;

  function add(line: string, tells: number): void {
    const text = `${line}\n`;
    waiting.push({ text, tells });
    size += text.length;
  }

  /** Tells of the lines that were dropped before what comes now. */
  function tell(): void {
    if (dropped > 0) add(told(dropped), dropped);
    dropped = 0;
  }

  /** Takes what is written next. */
  function take(): readonly Waiting[] {
    let length = 0;
    let count = 0;
    while (count < waiting.length && length < MAX_WRITE) length += waiting[count++]!.text.length;
    const next = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return next;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const next = take();
      const first = torn ? 1 : 0;
      const bytes = encoder.encode("\n".repeat(first) + next.map(({ text }) => text).join(""));
      const { written, failed } = await writeFully(to, bytes);
      if (written > 0) torn = bytes[written - 1] !== LINE_BREAK;
      for (const { text } of next) size -= text.length;
      // A stream that fails is not asked again before the next line.
      if (!failed && waiting.length === 0) tell();
      if (!failed) continue;
      let end = first;
      const lost = next.filter(({ text }) => (end += encoder.encode(text).length) > written);
      for (const { tells } of lost) dropped += tells || 1;
      onDropped?.(lost.filter(({ tells }) => tells === 0).length);
    }
    writing = undefined;
  }

  return {
    write(line) {
      if (size + line.length >= MAX_WAITING) {
        dropped++;
        return onDropped?.(1);
      }
      tell();
      add(line, 0);
      writing ??= writeAll();
    },
    async flush(within) {
      if (writing !== undefined) await orAfter(writing, within);
    },
  };
}

/** Result of writing some bytes. */
export interface Written {
  /** How many the stream took. */
  readonly written: number;
  /** Whether it failed before it took all. */
  readonly failed: boolean;
  /** Why it failed. */
  readonly reason?: unknown;
}

/** Writes all bytes, unless the stream fails. */
export async function writeFully(to: Stream, bytes: Uint8Array): Promise<Written> {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += await to.write(bytes.subarray(written));
    } catch (reason) {
      if (!(reason instanceof Deno.errors.WouldBlock)) return { written, failed: true, reason };
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  return { written, failed: false };
}
