/** Writes lines without making the program wait for whatever reads them. @module */

import { orAfter } from "../pause.ts";

/** Characters that may wait for the reader: some thousands of lines, and no more memory than that. */
const MAX_WAITING = 1 << 20;
/** Characters of a write: lines that wait are written together. */
const MAX_WRITE = 1 << 16;
/** Milliseconds before a stream that takes nothing now is tried again. */
const RETRY_MS = 20;

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
      const isWritten = await writeFully(to, encoder.encode(next.map(({ text }) => text).join("")));
      for (const { text } of next) size -= text.length;
      // A stream that fails is not asked again before the next line.
      if (isWritten && waiting.length === 0) tell();
      if (isWritten) continue;
      for (const { tells } of next) dropped += tells || 1;
      onDropped?.(next.filter(({ tells }) => tells === 0).length);
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

/** Writes all bytes, and returns whether the stream took them. */
async function writeFully(to: Stream, bytes: Uint8Array): Promise<boolean> {
  for (let at = 0; at < bytes.length;) {
    try {
      at += await to.write(bytes.subarray(at));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) return false;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  return true;
}
