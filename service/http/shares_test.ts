import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/protocol/errors.ts";
import { type Asker, createShares, type Shares } from "./shares.ts";

/** Delay of a busy process's timers, in milliseconds. */
const BUSY = 10;

/** Shares with a clock of their own. */
function scene(waiting = 1_000, waitingPerClient = waiting, stop?: AbortSignal) {
  let time = 10_000;
  let timers: { readonly due: number; readonly callback: () => void }[] = [];
  const shares = createShares({
    waiting,
    waitingPerClient,
    ...(stop !== undefined && { stop }),
    now: () => time,
    after: (callback, milliseconds) => timers.push({ due: time + milliseconds, callback }),
  });
  return {
    shares,
    timers: () => timers.length,
    /** Lets time pass; timers come as much too late as the process is busy. */
    async pass(milliseconds: number, late = 0) {
      for (const end = time + milliseconds; time < end;) {
        time++;
        const due = timers.filter((timer) => timer.due + late <= time);
        timers = timers.filter((timer) => !due.includes(timer));
        for (const { callback } of due) callback();
        for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      }
    },
  };
}

/** Asks for work that ends when it is told to; returns the names of what has begun. */
function worker(shares: Shares) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask(key: string, name = key, client = "192.0.2.1", more: Partial<Asker> = {}) {
      shares.note(key);
      return shares.run({ key, client, ...more }, async () => {
        begun.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(name, resolve);
        await promise;
        return name;
      });
    },
    async end(name: string) {
      ends.get(name)!();
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    },
  };
}

Deno.test("shares: a key alone runs eight at a time, and one more per look while there is time", async () => {
  const { shares, pass } = scene();
  const { ask, begun, end } = worker(shares);
  for (let n = 0; n < 20; n++) void ask("a", `a${n}`);
  assertEquals(begun.length, 8);
  // Late: the process is busy.
  await pass(200, BUSY);
  assertEquals(begun.length, 8);
  await end("a0");
  assertEquals(begun.length, 9);
  // On time: what runs waits for a node.
  await pass(5 * 5);
  assertEquals(begun.length, 14);
  // No timer is more exact.
  await pass(5 * 6, 1);
  assertEquals(begun.length, 19);
});

Deno.test("shares: beside others a key runs one at a time, with a rest of 25 ms in between", async () => {
  const { shares, pass } = scene();
  const { ask, begun, end } = worker(shares);
  void ask("calm", "calm 0");
  for (let n = 0; n < 500; n++) void ask("busy", `busy ${n}`);
  assertEquals(begun, ["calm 0", "busy 0"]);
  await pass(100, BUSY);
  assertEquals(begun.length - 2 <= 4, true, begun.join());
  // The other one never waits, however much of the busy one does.
  await end("calm 0");
  const before = begun.length;
  void ask("calm", "calm 1");
  assertEquals(begun.slice(before), ["calm 1"]);
  // Late: one at a time, and a rest in between.
  const running = begun.filter((name) => name.startsWith("busy"));
  for (const name of running) await end(name);
  const now = begun.length;
  await pass(24, BUSY);
  assertEquals(begun.length, now);
  await pass(20, BUSY);
  assertEquals(begun.length, now + 1);
  await pass(500, BUSY);
  assertEquals(begun.length, now + 1);
});

Deno.test("shares: a key has all again a moment after the other's last request", async () => {
  const { shares, pass } = scene();
  const { ask, begun } = worker(shares);
  void ask("calm");
  for (let n = 0; n < 500; n++) void ask("busy", `busy ${n}`);
  await pass(250);
  const then = begun.length;
  await pass(50);
  assertEquals(begun.length, then + 10);
});

Deno.test("shares: a key whose work waits is there, however long ago it asked", async () => {
  const { shares, pass } = scene();
  const { ask, begun, end } = worker(shares);
  for (let n = 0; n < 5; n++) void ask("page", `page ${n}`);
  void ask("busy", "busy 0");
  for (let n = 5; n < 30; n++) void ask("page", `page ${n}`);
  for (let n = 1; n < 200; n++) void ask("busy", `busy ${n}`);
  for (let round = 0; round < 20; round++) {
    // It asks again and again, and the page never.
    shares.note("busy");
    for (const name of begun) await end(name);
    await pass(100, BUSY);
  }
  const of = (key: string) => begun.filter((name) => name.startsWith(key)).length;
  assertEquals(of("page"), 25);
  assertEquals(of("busy") <= of("page"), true, `${of("busy")}`);
});

Deno.test("shares: busy keys take turns, and so do a key's clients", async () => {
  const { shares, pass } = scene();
  const { ask, begun, end } = worker(shares);
  for (const key of ["a", "b", "c"]) {
    for (let n = 0; n < 3; n++) void ask(key, `${key}${n}`);
  }
  // Two of them came when others were there.
  assertEquals(begun.slice(-2), ["b0", "c0"]);
  const first = begun.length;
  for (const name of begun) await end(name);
  await pass(60, BUSY);
  const next = begun.slice(first).map((name) => name[0]);
  assertEquals([...next].sort(), [...new Set(next)].sort());

  const other = scene();
  const clients = worker(other.shares);
  for (let n = 0; n < 8; n++) void clients.ask("a", `runs ${n}`);
  for (let n = 0; n < 100; n++) void clients.ask("a", `flood ${n}`, "192.0.2.66");
  void clients.ask("a", "mine", "192.0.2.7");
  await clients.end("runs 0");
  await clients.end("runs 1");
  assertEquals(clients.begun.slice(8), ["flood 0", "mine"]);
});

Deno.test("shares: more than may wait is refused, and what fails leaves its place", async () => {
  const { shares, pass, timers } = scene(2);
  const { ask, end, begun } = worker(shares);
  const all = Array.from({ length: 10 }, (_, n) => ask("a", `a${n}`));
  const refused = await assertRejects(() => ask("a", "no room"), AcctError);
  assertEquals([refused.data.cause, refused.data.retryAfter], ["limit_exceeded", 1]);
  for (let n = 0; n < 10; n++) await end(`a${n}`);
  assertEquals(await Promise.all(all), Array.from({ length: 10 }, (_, n) => `a${n}`));
  for (let n = 0; n < 30; n++) {
    const fails = () => Promise.reject(new Error("x"));
    await assertRejects(() => shares.run({ key: "a", client: "192.0.2.1" }, fails));
  }
  void ask("a", "then");
  assertEquals(begun.at(-1), "then");
  await pass(50);
  assertEquals(timers(), 0);
});

Deno.test("shares: a stranger's cheap request a second takes nothing from a process that has time", async () => {
  const { shares, pass } = scene();
  const { ask, begun } = worker(shares);
  for (let second = 0; second < 3; second++) {
    shares.note("stranger");
    for (let n = 0; n < 80; n++) void ask("tenant", `${second} ${n}`);
    await pass(1_000);
  }
  assertEquals(begun.length, 240);
  // Once it is late it has none, and the others come first again.
  shares.note("stranger");
  for (let n = 0; n < 100; n++) void ask("tenant", `late ${n}`);
  await pass(40, BUSY);
  const then = begun.length;
  await pass(100);
  assertEquals(begun.length - then <= 5, true, `${begun.length - then}`);
});

Deno.test("shares: what hangs takes no key all of its turns, however late the process is", async () => {
  const { shares, pass } = scene();
  const { ask, begun, end } = worker(shares);
  void ask("other");
  void ask("tenant", "hangs");
  for (let n = 0; n < 5; n++) void ask("tenant", `t${n}`);
  for (let second = 0; second < 3; second++) {
    shares.note("other");
    await pass(1_050, BUSY);
  }
  assertEquals(begun, ["other", "hangs", "t0", "t1", "t2"]);
  await end("t2");
});

Deno.test("shares: a chain that hangs keeps no other chain of a key waiting, from any client", async () => {
  const { shares, pass } = scene(1_000);
  const { ask, begun, end } = worker(shares);
  void ask("other");
  const chain = (n: number) => ({ chain: n });
  for (let n = 0; n < 40; n++) void ask("tenant", `dead ${n}`, `192.0.${n}.1`, chain(1));
  for (let n = 0; n < 40; n++) void ask("tenant", `same ${n}`, "192.0.2.7", chain(1));
  for (let n = 0; n < 10; n++) {
    void ask("tenant", `well ${n}`, "192.0.2.7", chain(2));
    // With the rest after the one before, whatever hangs, and however late the process is.
    shares.note("other");
    await pass(40, BUSY);
    assertEquals(begun.at(-1), `well ${n}`);
    await end(`well ${n}`);
  }
  // Meanwhile more of it begins: one after a second on a late process, and many on one in time, of whose
  // thread they take nothing.
  const hung = () => begun.filter((name) => /^(dead|same)/.test(name)).length;
  for (let n = 0; n < 4; n++) {
    shares.note("other");
    await pass(200, BUSY);
  }
  assertEquals(hung(), 2);
  for (let n = 0; n < 2; n++) {
    shares.note("other");
    await pass(200);
  }
  assertEquals(hung() >= 6, true, `${hung()}`);
  // More chains are no more turns: each begins once the one before has had its rest.
  const count = begun.length;
  for (let n = 3; n < 13; n++) void ask("tenant", `chain ${n}`, "192.0.2.7", chain(n));
  shares.note("other");
  await pass(100, BUSY);
  assertEquals(begun.length - count <= 4, true, begun.slice(count).join());
});

Deno.test("shares: one client of a key leaves room for what its others have to wait for", async () => {
  const { shares, pass } = scene(100, 50);
  const { ask, begun } = worker(shares);
  for (let n = 0; n < 58; n++) void ask("a", `a${n}`, "192.0.2.66");
  const refused = await assertRejects(() => ask("a", "no", "192.0.2.66"), AcctError);
  assertEquals([refused.data.cause, refused.data.retryAfter], ["limit_exceeded", 1]);
  void ask("a", "mine", "198.51.100.7");
  await pass(10);
  assertEquals(begun.includes("mine"), true, begun.join());
  // Work that has begun leaves its room.
  await pass(20);
  void ask("a", "again", "192.0.2.66");
});

Deno.test("shares: clients that have gone take no turns, and leave their room", async () => {
  const { shares, pass, timers } = scene(20);
  const { ask, begun, end } = worker(shares);
  void ask("other");
  void ask("tenant", "runs");
  const { signal, abort } = ended();
  const all = Promise.allSettled(
    Array.from(
      { length: 20 },
      (_, n) => ask("tenant", `gone ${n}`, "192.0.2.66", { gone: signal }),
    ),
  );
  abort();
  assertEquals((await all).filter(({ status }) => status === "fulfilled"), []);
  void ask("tenant", "mine");
  await end("runs");
  await pass(30);
  assertEquals(begun, ["other", "runs", "mine"]);
  await assertRejects(() => ask("tenant", "late", "192.0.2.66", { gone: signal }), AcctError);
  await end("mine");
  await end("other");
  await pass(20);
  assertEquals(timers(), 0);
  // Also where it would be its turn at once.
  await assertRejects(() => ask("tenant", "late", "192.0.2.66", { gone: signal }), AcctError);
  // Work that runs is not stopped; a key whose last one left is forgotten, and comes again.
  const left = ended();
  const again = ask("tenant", "again", "192.0.2.66", { gone: left.signal });
  left.abort();
  await end("again");
  assertEquals(await again, "again");
});

Deno.test("shares: a stop begins all that waits, and what comes then at once; all of it ends", async () => {
  const { signal, abort } = ended();
  const { shares, pass, timers } = scene(1_000, 1_000, signal);
  const { ask, begun, end } = worker(shares);
  const gone = ended();
  const mine = Array.from(
    { length: 30 },
    (_, n) => ask("a", `a${n}`, "192.0.2.1", { gone: gone.signal }),
  );
  const left = ended();
  const gave = assertRejects(() => ask("a", "left", "192.0.2.2", { gone: left.signal }), AcctError);
  const others = Array.from({ length: 5 }, (_, n) => ask("b", `b${n}`));
  left.abort();
  await gave;
  abort();
  await pass(1);
  assertEquals(begun.length, 35);
  others.push(ask("b", "b5"));
  assertEquals(begun.at(-1), "b5");
  assertEquals(begun.includes("left"), false);
  // Work that runs is not given up.
  gone.abort();
  await pass(2_000);
  assertEquals(timers(), 0);
  for (const name of [...begun]) await end(name);
  assertEquals((await Promise.all([...mine, ...others])).length, 36);
});

/** A signal, and what aborts it. */
function ended() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
