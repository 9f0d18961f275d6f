/** Passes texts from one thread to another in shared memory. @module */

/** Texts that may wait, so that each thread has work while the other one is kept; a power of two. */
export const PLACES = 8;
/** Longest text of a place. */
const PLACE_BYTES = 1 << 16;
/**
 * Places of the counts of texts that were put and taken, and of whether the mailbox ended; the lengths of
 * the texts follow them.
 */
const [PUT, TAKEN, ENDED, LENGTHS] = [0, 1, 2, 3];
const HEADER_BYTES = 4 * (LENGTHS + PLACES);
/** Length of a text that is among the messages of the event loop. */
const ELSEWHERE = -1;

/**
 * Passes texts from one thread to one other, in order. A message of the event loop takes longer, and
 * more of both threads: they look for timers, ports and signals before they read it.
 */
export class Mailbox {
  /** Memory that both threads see. */
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** A text that was taken: decoders refuse shared memory. */
  readonly #copy = new Uint8Array(PLACE_BYTES);
  /** Texts that this end has put or taken; like its count in memory, it starts again below zero. */
  #count: number;

  /** Creates a mailbox, or another end of one. */
  constructor(memory = new SharedArrayBuffer(HEADER_BYTES + PLACES * PLACE_BYTES)) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory, 0, HEADER_BYTES / 4);
    this.#bytes = new Uint8Array(memory, HEADER_BYTES);
    this.#count = Atomics.load(this.#numbers, TAKEN);
  }

  /** Whether nothing may be put until a text is taken. */
  get isFull(): boolean {
    return ((this.#count - Atomics.load(this.#numbers, TAKEN)) | 0) >= PLACES;
  }

  /** Puts a text, and returns whether there was room for it. */
  put(text: string): boolean {
    if (this.isFull) return false;
    const { read, written } = this.#encoder.encodeInto(text, this.#place());
    if (read < text.length) return false;
    this.#put(written);
    return true;
  }

  /** Tells the other thread that the next one is among the messages of its event loop. */
  putElsewhere(): void {
    this.#put(ELSEWHERE);
  }

  /**
   * Sleeps until a text comes, and takes it; null if the event loop has to go on, with a message of its
   * own or with the end.
   */
  take(): string | null {
    while (this.#isEmpty) Atomics.wait(this.#numbers, PUT, this.#count);
    return this.#take();
  }

  /** Waits for a text while other work goes on, and takes it; null at the end. */
  async next(): Promise<string | null> {
    while (this.#isEmpty) await Atomics.waitAsync(this.#numbers, PUT, this.#count).value;
    return this.#take();
  }

  /** Returns whether there is nothing to take yet. */
  get #isEmpty(): boolean {
    return Atomics.load(this.#numbers, PUT) === this.#count && !this.isEnded;
  }

  /** Whether it has ended, at either end. */
  get isEnded(): boolean {
    return Atomics.load(this.#numbers, ENDED) === 1;
  }

  #take(): string | null {
    if (this.isEnded) return null;
    const length = this.#numbers[this.#lengthAt()]!;
    if (length !== ELSEWHERE) this.#copy.set(this.#place().subarray(0, length));
    this.#next(TAKEN);
    return length === ELSEWHERE ? null : this.#decoder.decode(this.#copy.subarray(0, length));
  }

  /** Ends the wait of the other thread for good: nothing is taken any more. */
  end(): void {
    Atomics.store(this.#numbers, ENDED, 1);
    // A thread that looked before this and is about to wait finds another number.
    Atomics.add(this.#numbers, PUT, 1);
    Atomics.notify(this.#numbers, PUT);
  }

  #put(length: number): void {
    this.#numbers[this.#lengthAt()] = length;
    this.#next(PUT);
    Atomics.notify(this.#numbers, PUT);
  }

  #next(count: number): void {
    this.#count = (this.#count + 1) | 0;
    Atomics.store(this.#numbers, count, this.#count);
  }

  /** Returns the bytes of the next text. */
  #place(): Uint8Array {
    const begin = PLACE_BYTES * (this.#count & (PLACES - 1));
    return this.#bytes.subarray(begin, begin + PLACE_BYTES);
  }

  #lengthAt(): number {
    return LENGTHS + (this.#count & (PLACES - 1));
  }
}

/**
 * Returns a check whether JSON keeps a value as it is, and has room in a text with those checked before:
 * nothing is written that will not fit.
 */
export function createFits(): (value: unknown) => boolean {
  let room = PLACE_BYTES;
  return (value) => {
    if (typeof value === "string") return (room -= value.length) >= 0;
    const isPlain = value === null || Number.isFinite(value) && !Object.is(value, -0);
    return isPlain && --room >= 0;
  };
}
