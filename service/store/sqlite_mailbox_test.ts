import { assertEquals } from "@std/assert";
import { createFits, Mailbox, PLACES } from "./sqlite_mailbox.ts";

/** Creates both ends; what was put and taken so far is counted from a number. */
function createEnds(count = 0): { readonly from: Mailbox; readonly to: Mailbox } {
  const { memory } = new Mailbox();
  new Int32Array(memory, 0, 2).fill(count);
  return { from: new Mailbox(memory), to: new Mailbox(memory) };
}

/** Fills a mailbox, and returns its texts. */
function fillUp(mailbox: Mailbox, begin: string): string[] {
  const texts = Array.from({ length: PLACES }, (_, at) => `${begin} ${at}`);
  for (const text of texts) {
    assertEquals(mailbox.isFull, false);
    assertEquals(mailbox.put(text), true);
  }
  assertEquals([mailbox.isFull, mailbox.put("no room")], [true, false]);
  return texts;
}

/** Takes all texts of a full mailbox. */
const takeAll = (mailbox: Mailbox) => Array.from({ length: PLACES }, () => mailbox.take());

Deno.test("sqlite mailbox: texts come whole and in order, as many as there are places may wait", () => {
  const { from, to } = createEnds();
  const texts = ["", "a", "äöü€😀", "\0", "\ufeffa", "ab", "x".repeat(65_536)];
  for (const text of [...texts, ...texts]) {
    const before = fillUp(from, "before");
    assertEquals([to.take(), from.isFull], [before[0], false]);
    assertEquals([from.put(text), from.isFull], [true, true]);
    assertEquals(takeAll(to), [...before.slice(1), text]);
  }
});

Deno.test("sqlite mailbox: a text that is too long is refused, and what follows it comes", () => {
  const { from, to } = createEnds();
  // In UTF-8, two bytes each; the last character of the second does not fit whole.
  for (const long of ["ä".repeat(32_769), "x".repeat(65_535) + "ä", "x".repeat(1_000_000)]) {
    assertEquals([from.put(long), from.isFull], [false, false]);
    from.putElsewhere();
    assertEquals(from.put("next"), true);
    assertEquals([to.take(), to.take()], [null, "next"]);
  }
});

Deno.test("sqlite mailbox: counts go on after the largest number", () => {
  for (let before = 0; before <= PLACES; before++) {
    const { from, to } = createEnds(2 ** 31 - before);
    for (let at = 0; at < 3; at++) {
      const texts = fillUp(from, `${at}`);
      assertEquals(takeAll(to), texts);
    }
  }
});

Deno.test("sqlite mailbox: nothing is taken after its end, not even what was put before", () => {
  const { from, to } = createEnds();
  from.put("late");
  from.end();
  assertEquals([to.take(), to.take()], [null, null]);
});

Deno.test("sqlite mailbox: an end between the look and the wait wakes the thread as well", () => {
  const { from, to } = createEnds(2 ** 31 - 1);
  const { wait } = Atomics;
  const outcomes: string[] = [];
  Atomics.wait = ((numbers: Int32Array, at: number, value: number) => {
    from.end();
    outcomes.push(wait(numbers, at, value, 10));
    return outcomes.at(-1);
  }) as typeof wait;
  try {
    assertEquals(to.take(), null);
  } finally {
    Atomics.wait = wait;
  }
  assertEquals(outcomes, ["not-equal"]);
});

Deno.test("sqlite mailbox: a thread that sleeps takes what is put, and wakes at the end", async () => {
  const { from } = createEnds();
  const code = `import { createFits, Mailbox } from ${
    JSON.stringify(import.meta.resolve("./sqlite_mailbox.ts"))
  };
    onmessage = ({ data }) => {
      const to = new Mailbox(data);
      const texts = [];
      for (let text; (text = to.take()) !== null; texts.push(text)) {
        if (text === "last") postMessage(texts);
      }
      postMessage("ended");
    };`;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  const next = () => new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data));
  const texts = next();
  worker.postMessage(from.memory);
  const sent = Array.from({ length: 5_000 }, (_, at) => `${at}`.repeat(1 + at % 400));
  for (const text of [...sent, "last"]) {
    while (from.isFull) await new Promise((resolve) => setTimeout(resolve, 0));
    from.put(text);
  }
  assertEquals(await texts, sent);
  const end = next();
  from.end();
  assertEquals(await end, "ended");
  worker.terminate();
  URL.revokeObjectURL(url);
});

Deno.test("sqlite mailbox: who waits for a text goes on with other work, and ends with the mailbox", async () => {
  const { from, to } = createEnds(2 ** 31 - 2);
  const texts: (string | null)[] = [];
  const taking = (async () => {
    for (let text: string | null = ""; text !== null;) texts.push(text = await to.next());
  })();
  const sent: string[] = [];
  for (let at = 0; at < 10; at++) {
    sent.push(...fillUp(from, `${at}`));
    while (texts.length < sent.length) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  from.end();
  // Its wait alone does not keep a process alive.
  const alive = setInterval(() => {}, 1_000);
  await taking;
  clearInterval(alive);
  assertEquals(texts, [...sent, null]);
});

Deno.test("sqlite mailbox: what JSON would change is told, and what is too long before it is written", () => {
  for (const value of ["", "\ud800", 0, -1.5, 2 ** 53, null]) {
    assertEquals([createFits()(value), JSON.parse(JSON.stringify(value))], [true, value]);
  }
  const changed = [undefined, -0, NaN, Infinity, 1n, true, Symbol("s"), new Uint8Array(1), [], {}];
  assertEquals(changed.map(createFits()), changed.map(() => false));
  const fits = createFits();
  assertEquals(["x".repeat(65_000), "x".repeat(536), 1].map(fits), [true, true, false]);
  const many = createFits();
  assertEquals(Array.from({ length: 65_536 }, () => 1).every(many), true);
  assertEquals([many(""), many(null)], [true, false]);
});
