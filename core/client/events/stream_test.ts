import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ChangeJson } from "./changes.ts";
import { keepOpen } from "./stream.ts";

/** Creates a service whose connections the test opens, feeds and closes. */
function scene(
  answer: (n: number) => Response | Error | "wait" = () => "wait",
  onOpen: () => Promise<void> = () => Promise.resolve(),
) {
  const at: number[] = [];
  const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
  const signals: AbortSignal[] = [];
  const seen: ChangeJson[] = [];
  let opened = 0;
  const end = keepOpen({
    random: () => 1,
    open(signal) {
      at.push(Date.now());
      signals.push(signal);
      const given = answer(at.length);
      if (given instanceof Error) return Promise.reject(given);
      if (given instanceof Response) return Promise.resolve(given);
      const body = new ReadableStream<Uint8Array>({ start: (line) => void lines.push(line) });
      return Promise.resolve(new Response(body));
    },
    onOpen: () => {
      opened++;
      return onOpen();
    },
    onChange: (change) => void seen.push(change),
  });
  return {
    at,
    seen,
    signals,
    end,
    lines,
    opened: () => opened,
    write: (text: string) => lines.at(-1)!.enqueue(new TextEncoder().encode(text)),
  };
}

const change = { type: "assetsChanged", address: "0x1", chainIds: ["0x1"] };

Deno.test("stream: changes arrive however they are split; invalid data has no effect", async () => {
  using time = new FakeTime(0);
  const { write, seen, end } = scene();
  await time.runMicrotasks();
  const text = `event: assetsChanged\r\ndata: ${JSON.stringify(change)}\r\n\r\n`;
  for (const letter of `retry: 1000\n\n: \n\n${text}`) write(letter);
  write(`${text}data: {\n\ndata: null\n\ndata: 5\n\ndata: {"type":1}\n\nevent: x\n\n${text}`);
  await time.runMicrotasks();
  assertEquals(seen.length, 3);
  assertEquals(seen[0] as unknown, change);
  end();
  await time.runMicrotasks();
});

Deno.test("stream: pauses increase while it fails, up to a minute", async () => {
  using time = new FakeTime(0);
  const { at, end } = scene(() => new TypeError("no network"));
  for (let n = 0; n < 200; n++) await time.tickAsync(1_000);
  assertEquals(at.slice(0, 9).map((moment) => moment / 1000), [0, 1, 3, 7, 15, 31, 63, 123, 183]);
  end();
  await time.tickAsync(600_000);
  assertEquals(at.length, 9);
});

Deno.test("stream: a rejection waits a minute, an overload does not", async () => {
  for (const [status, second] of [[403, 60], [404, 60], [429, 1], [503, 1]] as const) {
    using time = new FakeTime(0);
    const { at, end, opened } = scene(() => new Response("{}", { status }));
    for (let n = 0; n < 60; n++) await time.tickAsync(1_000);
    assertEquals(at[1]! / 1000, second, String(status));
    assertEquals(opened(), 0);
    end();
    await time.runMicrotasks();
  }
});

Deno.test("stream: a successful connection resets the pauses, and each opening is reported", async () => {
  using time = new FakeTime(0);
  const { at, lines, end, opened, write } = scene();
  for (let n = 0; n < 3; n++) {
    await time.runMicrotasks();
    await time.tickAsync(10_000);
    write(": \n\n");
    lines.at(-1)!.close();
    await time.tickAsync(0);
    await time.tickAsync(1_000);
  }
  await time.runMicrotasks();
  assertEquals(at.map((moment) => moment / 1000), [0, 11, 22, 33]);
  assertEquals(opened(), 4);
  end();
  await time.runMicrotasks();
});

Deno.test("stream: silence counts as a dead connection", async () => {
  using time = new FakeTime(0);
  const { at, end, write, signals } = scene();
  await time.runMicrotasks();
  await time.tickAsync(40_000);
  write(": \n\n");
  await time.tickAsync(44_999);
  assertEquals([at.length, signals[0]!.aborted], [1, false]);
  await time.tickAsync(1);
  assertEquals(signals[0]!.aborted, true);
  await time.tickAsync(1_000);
  assertEquals(at.length, 2);
  end();
  await time.runMicrotasks();
});

Deno.test("stream: it reopens when catching up fails", async () => {
  using time = new FakeTime(0);
  const { at, end, signals } = scene(undefined, () => Promise.reject(new Error("down")));
  for (let n = 0; n < 10; n++) await time.tickAsync(1_000);
  assertEquals(at.map((moment) => moment / 1000), [0, 1, 3, 7]);
  assertEquals(signals.every((signal) => signal.aborted), true);
  end();
  await time.runMicrotasks();
});

Deno.test("stream: closing cancels all work, at any moment", async () => {
  using time = new FakeTime(0);
  const { end, write, seen, signals, at } = scene();
  await time.runMicrotasks();
  write(`data: ${JSON.stringify(change)}\n\n`);
  end();
  await time.runMicrotasks();
  assertEquals([seen.length, signals[0]!.aborted], [0, true]);
  await time.tickAsync(600_000);
  assertEquals(at.length, 1);
  const early = scene();
  early.end();
  await time.tickAsync(600_000);
  assertEquals(early.at.length <= 1, true);
});
