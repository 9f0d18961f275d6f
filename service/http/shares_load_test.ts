import { assert } from "@std/assert";
import { createShares } from "./shares.ts";

/** A user who asks again once it has an answer. */
interface User {
  readonly key: string;
  readonly client: string;
  readonly chain: number;
  /** Milliseconds of its node. */
  readonly node: number;
}

/** A thread with a clock of its own: what takes its time delays all the rest. */
function thread() {
  const due: { readonly at: number; readonly callback: () => void }[] = [];
  let time = 0;
  const after = (callback: () => void, milliseconds: number) => {
    const at = time + milliseconds;
    const later = due.findIndex((other) => other.at > at);
    due.splice(later < 0 ? due.length : later, 0, { at, callback });
  };
  const shares = createShares({ waiting: 500, waitingPerClient: 250, now: () => time, after });
  const answered = new Map<string, number>();
  /** Milliseconds of the thread that each request takes. */
  const cost = { before: 1, after: 1 };
  const ask = async ({ key, client, chain, node }: User) => {
    shares.note(key);
    await shares.run({ key, client, chain }, () => {
      time += cost.before;
      return new Promise<void>((resolve) =>
        after(() => {
          time += cost.after;
          resolve();
        }, node)
      );
    });
    const name = `${key} ${chain}`;
    answered.set(name, (answered.get(name) ?? 0) + 1);
  };
  return {
    shares,
    cost,
    after,
    now: () => time,
    /** Takes the thread's time, as another program on the machine does. */
    pause(milliseconds: number) {
      time += milliseconds;
    },
    /** Asks again and again. */
    async user(user: User): Promise<void> {
      while (true) await ask(user);
    },
    ask: (user: User) => void ask(user).catch(() => {}),
    /** Runs for seconds, and returns the answers a second by key and chain. */
    async run(seconds: number): Promise<(key: string, chain?: number) => number> {
      answered.clear();
      for (const end = time + seconds * 1_000; time < end && due.length > 0;) {
        const { at, callback } = due.shift()!;
        time = Math.max(time, at);
        callback();
        for (let turn = 0; turn < 15; turn++) await null;
      }
      return (key, chain) =>
        [...answered].filter(([name]) =>
          chain === undefined ? name.startsWith(`${key} `) : name === `${key} ${chain}`
        )
          .reduce((sum, [, count]) => sum + count, 0) / seconds;
    },
  };
}

type Thread = ReturnType<typeof thread>;

/** Forty users of a key, whose node takes 300 ms: alone they get some hundred answers a second. */
function tenant({ user }: Thread): void {
  for (let n = 0; n < 40; n++) {
    void user({ key: "tenant", client: `192.0.${n}.1`, chain: 1, node: 300 });
  }
}

/** A stranger with requests at a rate, each of another chain and another key. */
function stranger({ ask, after }: Thread, rate: number, chains = 1, keys = 1): void {
  let n = 0;
  const again = () => {
    n++;
    ask({ key: `stranger${n % keys}`, client: "198.51.100.66", chain: n % chains, node: 300 });
    after(again, 1_000 / rate);
  };
  again();
}

/** Pauses of 3 ms. */
function noise({ after, pause }: Thread, perSecond: number): void {
  const again = () => {
    pause(3);
    after(again, 1_000 / perSecond);
  };
  after(again, 5);
}

Deno.test("shares: a key that asks much keeps its rate beside a stranger on a thread that has time", async () => {
  const alone = thread();
  tenant(alone);
  const most = (await alone.run(20))("tenant");
  for (const pauses of [0, 12, 60]) {
    for (const rate of [1, 4, 15, 65]) {
      const beside = thread();
      tenant(beside);
      stranger(beside, rate);
      if (pauses > 0) noise(beside, pauses);
      const answers = (await beside.run(20))("tenant");
      assert(answers > most / 3, `${answers} of ${most}, ${pauses} pauses, ${rate} requests`);
    }
  }
});

Deno.test("shares: some requests at once begin soon, whatever other key has asked a moment ago", async () => {
  const scene = thread();
  const { shares, after, now } = scene;
  const waits: number[] = [];
  const burst = () => {
    shares.note("stranger");
    const asked = now();
    for (let n = 0; n < 10; n++) {
      shares.note("tenant");
      void shares.run({ key: "tenant", client: `192.0.${n}.1`, chain: 1 }, async () => {
        waits.push(now() - asked);
        await new Promise<void>((resolve) => after(resolve, 300));
      });
    }
    after(burst, 2_000);
  };
  after(burst, 500);
  await scene.run(20);
  assert(Math.max(...waits) < 200, `${Math.max(...waits)}`);
});

Deno.test("shares: more chains are no more turns, on a thread that has time and on a busy one", async () => {
  for (
    const { cost, pauses } of [{ cost: 1, pauses: 60 }, { cost: 5, pauses: 0 }, {
      cost: 10,
      pauses: 0,
    }]
  ) {
    const scene = thread();
    scene.cost.before = scene.cost.after = cost;
    tenant(scene);
    stranger(scene, 200, 50);
    if (pauses > 0) noise(scene, pauses);
    const answers = await scene.run(20);
    const [fair, split] = [answers("tenant"), answers("stranger0")];
    assert(split <= fair * 1.5, `${split} beside ${fair}, ${cost} ms`);
  }
});

Deno.test("shares: a user who asks little waits for no work but what runs, however busy the thread is", async () => {
  for (const cost of [1, 5, 10]) {
    const scene = thread();
    scene.cost.before = scene.cost.after = cost;
    tenant(scene);
    stranger(scene, 200, 50);
    const { shares, after, now } = scene;
    let longest = 0;
    const again = () => {
      const asked = now();
      shares.note("calm");
      void shares.run({ key: "calm", client: "203.0.113.1", chain: 1 }, async () => {
        longest = Math.max(longest, now() - asked);
        await null;
      });
      after(again, 500);
    };
    after(again, 31);
    await scene.run(10);
    assert(longest <= 2 * cost, `${longest} ms`);
  }
});

Deno.test("shares: many chains that hang leave a key's others three of four turns", async () => {
  const scene = thread();
  tenant(scene);
  for (let chain = 100; chain < 149; chain++) {
    for (let n = 0; n < 9; n++) {
      void scene.user({ key: "tenant", client: `198.51.${n}.1`, chain, node: 10_000 });
    }
  }
  stranger(scene, 4);
  const answers = await scene.run(20);
  assert(answers("tenant", 1) > 40, `${answers("tenant", 1)}`);
});

Deno.test("shares: networks of a block take turns together, and a user outside of it does not wait for all", async () => {
  const scene = thread();
  const { shares, after } = scene;
  const begun: string[] = [];
  const ask = (client: string) => {
    void shares.run({ key: "tenant", client }, async () => {
      begun.push(client);
      await null;
    });
  };
  shares.note("other");
  ask("2001:db8:1:1::/64");
  for (let n = 0; n < 200; n++) ask(`2001:db8:2:${n.toString(16)}::/64`);
  ask("2001:db8:3:1::/64");
  after(() => {}, 1_000);
  await scene.run(1);
  assert(begun.indexOf("2001:db8:3:1::/64") <= 12, begun.slice(0, 20).join());
});
