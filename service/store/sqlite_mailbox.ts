/** A ring in shared memory. @module */
const N = Number(Deno.env.get("SLOTS") ?? 4);
const TEXT_BYTES = 1 << 16;
const HEADER = 8 + 4 * N;

export class Mailbox {
  readonly memory: SharedArrayBuffer;
  readonly #n: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  #at = 0;
  constructor(memory = new SharedArrayBuffer(HEADER + N * TEXT_BYTES)) {
    this.memory = memory;
    this.#n = new Int32Array(memory, 0, HEADER / 4);
    this.#bytes = new Uint8Array(memory, HEADER);
  }
  get isFull(): boolean {
    return ((this.#at - Atomics.load(this.#n, 1)) | 0) >= N;
  }
  put(text: string): boolean {
    const from = (this.#at & (N - 1)) * TEXT_BYTES;
    const { read, written } = this.#encoder.encodeInto(text, this.#bytes.subarray(from, from + TEXT_BYTES));
    if (read < text.length) return false;
    this.#fill(written);
    return true;
  }
  putElsewhere(): void {
    this.#fill(-1);
  }
  #fill(length: number): void {
    this.#n[2 + (this.#at & (N - 1))] = length;
    this.#at = (this.#at + 1) | 0;
    Atomics.store(this.#n, 0, this.#at);
    Atomics.notify(this.#n, 0);
  }
  take(): string | null {
    while (Atomics.load(this.#n, 0) === this.#at) Atomics.wait(this.#n, 0, this.#at);
    const length = this.#n[2 + (this.#at & (N - 1))]!;
    const from = (this.#at & (N - 1)) * TEXT_BYTES;
    const text = length < 0 ? null : this.#decoder.decode(this.#bytes.slice(from, from + length));
    this.#at = (this.#at + 1) | 0;
    Atomics.store(this.#n, 1, this.#at);
    return text;
  }
}
