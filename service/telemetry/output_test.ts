import { assert, assertEquals } from "@std/assert";
import { createOutput, type Stream } from "./output.ts";

const told = (dropped: number) => `dropped ${dropped}`;

/** A stream that takes some bytes at a time, once it is let. */
function createStream(most = Infinity) {
  let text = "";
  let open = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  const fails: unknown[] = [];
  const stream: Stream = {
    async write(bytes) {
      await open.promise;
      if (fails.length > 0) throw fails.shift();
      const some = bytes.subarray(0, most);
      text += decoder.decode(some, { stream: true });
      return some.length;
    },
  };
  return {
    stream,
    fails,
    lines: () => text.split("\n").slice(0, -1),
    open: () => open.resolve(),
    close: () => open = Promise.withResolvers<void>(),
  };
}

Deno.test("output: lines come whole and in order, however little is taken at a time", async () => {
  const { stream, lines, open } = createStream(3);
  const output = createOutput(stream, { told });
  const written = Array.from({ length: 100 }, (_, n) => `line ${n} ä`);
  for (const line of written) output.write(line);
  open();
  await output.flush(10_000);
  assertEquals(lines(), written);
});

Deno.test("output: what finds no room is dropped, counted, and told in its place", async () => {
  let counted = 0;
  const { stream, lines, open } = createStream();
  const output = createOutput(stream, { told, onDropped: (count) => counted += count });
  const long = "x".repeat(999);
  for (let n = 0; n < 3_000; n++) output.write(`${n} ${long}`);
  assert(counted > 1_000 && counted < 2_900, `${counted}`);
  // The reader hangs: the end does not wait for it.
  await output.flush(1);
  open();
  await output.flush(10_000);
  output.write("after");
  await output.flush(10_000);
  const found = lines();
  assertEquals(found.length, 3_000 - counted + 2);
  assertEquals(
    found.slice(0, -2).map((line) => line.split(" ")[0]),
    Array.from({ length: 3_000 - counted }, (_, n) => `${n}`),
  );
  assertEquals(found.slice(-2), [`dropped ${counted}`, "after"]);
});

Deno.test("output: a stream that fails loses lines, and tells of them once it takes some", async () => {
  let counted = 0;
  const { stream, lines, fails, open } = createStream();
  const output = createOutput(stream, { told, onDropped: (count) => counted += count });
  open();
  fails.push(new Deno.errors.BrokenPipe(), new Deno.errors.BrokenPipe());
  for (const line of ["a", "b", "c"]) {
    output.write(line);
    await output.flush(10_000);
  }
  assertEquals(lines(), ["dropped 2", "c"]);
  assertEquals(counted, 2);
});

Deno.test("output: a stream that takes nothing now is tried again", async () => {
  const { stream, lines, fails, open } = createStream();
  const output = createOutput(stream, { told });
  open();
  fails.push(new Deno.errors.WouldBlock());
  output.write("a");
  await output.flush(10_000);
  assertEquals(lines(), ["a"]);
});

Deno.test("output: a line that was written in part ends before the next", async () => {
  const texts: string[] = [];
  const counts: number[] = [];
  const takes: (number | null)[] = [];
  const decoder = new TextDecoder();
  const stream: Stream = {
    write(bytes) {
      const most = takes.length > 0 ? takes.shift()! : bytes.length;
      if (most === null) return Promise.reject(new Deno.errors.BrokenPipe());
      texts.push(decoder.decode(bytes.subarray(0, most)));
      return Promise.resolve(most);
    },
  };
  const output = createOutput(stream, { told, onDropped: (count) => counts.push(count) });
  const say = async (...lines: string[]) => {
    for (const line of lines) output.write(line);
    await output.flush(10_000);
  };
  takes.push(3, null);
  await say("first");
  // Nothing is taken: the half line is still open.
  takes.push(null);
  await say("second");
  // The break itself, and no more.
  takes.push(1, null);
  await say("third");
  await say("fourth");
  assertEquals(texts.join("").split("\n"), ["fir", "dropped 3", "fourth", ""]);
  // All but its break is there: the next one still begins in a line of its own.
  texts.length = 0;
  counts.length = 0;
  takes.push(2, null);
  await say("ab");
  await say("cd");
  await say("ef");
  assertEquals(texts.join("").split("\n"), ["ab", "dropped 1", "cd", "ef", ""]);
  assertEquals(counts, [1]);
});

Deno.test("output: lines that were written before a failure are not told as dropped", async () => {
  const texts: string[] = [];
  const decoder = new TextDecoder();
  const open = Promise.withResolvers<void>();
  const takes: (number | null)[] = ["one\n".length, "two\nät\n".length + 1, null];
  const stream: Stream = {
    async write(bytes) {
      await open.promise;
      const most = takes.length > 0 ? takes.shift()! : bytes.length;
      if (most === null) throw new Deno.errors.BrokenPipe();
      texts.push(decoder.decode(bytes.subarray(0, most)));
      return most;
    },
  };
  let counted = 0;
  const output = createOutput(stream, { told, onDropped: (count) => counted += count });
  // The first is written by itself, the others together.
  for (const line of ["one", "two", "ät", "three", "four"]) output.write(line);
  open.resolve();
  await output.flush(10_000);
  output.write("five");
  await output.flush(10_000);
  assertEquals(texts.join("").split("\n"), ["one", "two", "ät", "dropped 2", "five", ""]);
  assertEquals(counted, 2);
});
