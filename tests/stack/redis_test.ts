/** Processes that share rates and messages over Redis, and that go on without it. */
import { assert, assertEquals } from "@std/assert";
import { API_KEY_HEADER, type CallJson } from "../../core/protocol/service/mod.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { PATIENCE_MS, until } from "../../scripts/stack/patience.ts";
import { type RedisServer, startRedis } from "../../scripts/stack/redis.ts";
import { createKey, findKey, revokeKey } from "../../service/keys/keys.ts";
import { createService, developmentPolicy } from "../../service/mod.ts";
import { openRedis } from "../../service/lib/redis.ts";
import { createRateLimiter } from "../../service/http/limits.ts";
import { type Reach, sendCalls, user } from "./client.ts";
import { testServer } from "./postgres.ts";
import { hear, replica } from "./replica.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};

/** A Redis; null, loudly, where there is none. */
async function redisServer(name: string): Promise<RedisServer | null> {
  try {
    return await startRedis();
  } catch (error) {
    if (Deno.env.get("REQUIRE_ALL") === "1") throw error;
    console.error(`NOT RUN: ${name}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

/** A way to a server that can be closed, for those who go it alone. */
function wayTo(url: string) {
  const port = Number(new URL(url).port);
  const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  let isOpen = true;
  const end = (conn: Deno.Conn) => {
    if (!open.delete(conn)) return;
    try {
      conn.close();
    } catch {
      // The other side closed it.
    }
  };
  const carry = async (conn: Deno.Conn): Promise<void> => {
    open.add(conn);
    if (!isOpen) return end(conn);
    const far = await Deno.connect({ hostname: "127.0.0.1", port });
    open.add(far);
    const pipe = (from: Deno.Conn, to: Deno.Conn) =>
      from.readable.pipeTo(to.writable).catch(() => {}).finally(() => [from, to].forEach(end));
    await Promise.all([pipe(conn, far), pipe(far, conn)]);
  };
  const serving = (async () => {
    const carried: Promise<void>[] = [];
    for await (const conn of server) carried.push(carry(conn).catch(() => end(conn)));
    await Promise.all(carried);
  })();
  const close = () => {
    isOpen = false;
    [...open].forEach(end);
  };
  return {
    url: `redis://127.0.0.1:${server.addr.port}`,
    close,
    open: () => isOpen = true,
    async [Symbol.asyncDispose]() {
      close();
      server.close();
      await serving;
    },
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Longer than two processes need to tell Redis what they let through, and to hear of it. */
const TOLD_MS = 2_500;

/** A question that costs the service little; 429 beyond the rate. */
async function ask({ serverUrl, apiKey }: Reach): Promise<number> {
  const response = await fetch(`${serverUrl}/v1/rpc`, {
    method: "POST",
    headers: { "content-type": "application/json", [API_KEY_HEADER]: apiKey },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "acct_none", params: [] }),
  });
  const { error } = await response.json();
  return error?.code === -32005 ? 429 : response.status;
}

/** How many of some questions in a row, through some processes in turn, are answered. */
async function answered(reaches: readonly Reach[], questions: number): Promise<number> {
  let count = 0;
  for (let index = 0; index < questions; index++) {
    if (await ask(reaches[index % reaches.length]!) !== 429) count++;
  }
  return count;
}

Deno.test("redis: a window becomes one for all processes, and is forgotten at its end", async () => {
  await using server = await redisServer("a window is one for all");
  if (server === null) return;
  const [one, two] = ["a", "a"].map(() => openRedis(server.url, "test:", () => {}));
  // So long that no window ends while the test waits for its turn on a busy machine.
  const rate = { requests: 4, seconds: 4_000 };
  const limiters = [one!, two!].map((redis) => createRateLimiter(rate, { redis, kind: "kind" }));
  const takes = async (index: number, name: string, count?: number) =>
    await limiters[index]!.take(name, count)
      .then(() => true, ({ data }) => data.retryAfter > 900 ? "refused" : data);
  const stored = (name: string) => one!.ask(() => one!.client.get(`test:rate:${name}`));
  try {
    await until(
      "both are connected",
      () => [one!, two!].every(({ client }) => client.status === "ready"),
    );
    // Names that mean something elsewhere are only names.
    const names = ["n", "*", "n\nFLUSHALL", "{n}:rate", "x".repeat(2_000), "🗝"];
    for (const name of names) {
      assertEquals(await takes(0, name, 3), true, name);
    }
    await pause(TOLD_MS);
    // Each counts its own requests until it has reported some.
    for (const name of names) assertEquals(await takes(1, name), true, name);
    await pause(TOLD_MS);
    for (const name of names) assertEquals(await takes(1, name), "refused", name);
    assertEquals(await takes(1, "other", 4), true, "each for itself");
    // Both accept all they have: together they wait for the excess.
    assertEquals([await takes(0, "excess", 4), await takes(1, "excess", 4)], [true, true]);
    await pause(TOLD_MS);
    assertEquals(await stored("kind:excess"), "8");
    const waits = await Promise.all(
      limiters.map((limiter) => limiter.count("excess").then(({ reset }) => reset)),
    );
    assertEquals(waits.some((seconds) => seconds > 4_100 && seconds <= 8_000), true, `${waits}`);
    const quick = createRateLimiter({ requests: 4, seconds: 2 }, { redis: one!, kind: "quick" });
    await quick.take("n", 4);
    await until("it is reported", async () => await stored("quick:n") === "4");
    await until("it is forgotten", async () => await stored("quick:n") === null);
    await quick.take("n", 4);
  } finally {
    one!.close();
    two!.close();
  }
});

Deno.test("redis: one that answers nonsense, or nothing but errors, refuses no request", async () => {
  const answers = [
    "HTTP/1.1 400 Bad Request\r\n\r\n",
    "+OK\r\n",
    "$99999999999999\r\n",
    "*-7\r\n:x\r\n\0\0",
    "-NOAUTH Authentication required.\r\n",
    "-OOM command not allowed when used memory > 'maxmemory'.\r\n",
    ":-1\r\n".repeat(3),
  ];
  for (const answer of answers) {
    const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const serving = (async () => {
      for await (const conn of server) {
        (async () => {
          const buffer = new Uint8Array(4_096);
          while (await conn.read(buffer) !== null) {
            await conn.write(new TextEncoder().encode(answer));
          }
        })().catch(() => {}).finally(() => {
          try {
            conn.close();
          } catch {
            // The other side closed it.
          }
        });
      }
    })();
    const redis = openRedis(`redis://127.0.0.1:${server.addr.port}`, "test:", () => {});
    const limiter = createRateLimiter({ requests: 5, seconds: 5_000 }, { redis, kind: "kind" });
    let taken = 0;
    for (let n = 0; n < 10; n++) {
      taken += await limiter.take("n").then(() => 1, () => 0);
      await pause(30);
    }
    assertEquals(taken, 5, JSON.stringify(answer));
    redis.close();
    server.close();
    await serving;
  }
});

Deno.test("redis: SQLite is refused with a sentence", async () => {
  const refused = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [],
    redis: "redis://127.0.0.1:1",
  }).then(() => null, (error: Error) => error.message);
  assertEquals(refused, "redis needs PostgreSQL: SQLite supports one process only.");
});

Deno.test("redis: two processes", async (t) => {
  await using database = await testServer("two processes on one Redis");
  await using redis = await redisServer("two processes on one Redis");
  if (database === null || redis === null) return;
  const shared = {
    redis: redis.url,
    limits: {
      key: { requests: 40, seconds: 4_000 },
      // Of the key alone: how fast this test asks does not count.
      client: { requests: 1e6, seconds: 1 },
    },
  };
  await using stack = await startStack({ database: database.url, ...shared });
  await using other = await replica(stack, database.url, shared);
  const { store } = stack.service;
  const keyFor = () =>
    createKey(store, {
      projectId: "development",
      kind: "pk",
      environment: "test",
      host: new URL(stack.serverUrl).host,
      domains: [],
      policy: developmentPolicy,
    });
  // Each with a rate of its own: how often a slow machine asks does not count.
  const fresh = async (reach: Reach): Promise<Reach> => ({ ...reach, apiKey: await keyFor() });
  const both = (apiKey: string): Reach[] => [{ ...stack, apiKey }, { ...other, apiKey }];

  await t.step("one rate for both, counted together", async () => {
    // Both may still connect.
    await until("they count together", async () => await counts(both(await keyFor())));
    // Requests at once: each process lets its own burst through at most, and then none.
    const at = both(await keyFor());
    const codes = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(at[n % 2]!)));
    assertEquals(codes.filter((code) => code !== 429).length, 80);
    await pause(TOLD_MS);
    assertEquals(await answered(at, 10), 0);
  });

  await t.step("what is sent through one is heard through the other", async () => {
    const who = user(1350);
    await pause(300);
    await using here = await hear(await fresh(stack), who.account.address);
    await using there = await hear(await fresh(other), who.account.address);
    const id = await sendCalls(await fresh(stack), who, [ping], { id: "heard" });
    await until("both", () => here.statuses().length > 0 && there.statuses().length > 0);
    assertEquals([here.statuses()[0]!.id, there.statuses()[0]!.id], [id, id]);
  });

  await t.step(
    "what is sent while Redis hangs, is away, or refuses is heard all the same",
    async () => {
      const who = user(1352);
      const heard = async (id: string) => {
        const [one, two] = both(await keyFor());
        await using there = await hear(two!, who.account.address);
        await sendCalls(one!, who, [ping], { id });
        await until(`${id} is heard`, () => there.statuses().some((each) => each.id !== undefined));
      };
      redis.freeze();
      try {
        await heard("hangs");
      } finally {
        redis.thaw();
      }
      await until("it counts again", async () => await counts(both(await keyFor())));
      await redis.halt();
      try {
        await heard("away");
      } finally {
        await redis.restart();
      }
      await until("it counts again", async () => await counts(both(await keyFor())));
      // Full, or closed to commands: the connection stands, and there is nothing to wait for.
      const tool = openRedis(redis.url, "", () => {});
      const client = tool.listen();
      try {
        await until("the tool is connected", () => client.status === "ready");
        const set = (rule: string) =>
          until(
            rule,
            () => client.call("ACL", "SETUSER", "default", rule).then(() => true, () => false),
          );
        await set("-publish");
        await heard("refuses");
        await set("+publish");
      } finally {
        client.disconnect();
        tool.close();
      }
    },
  );

  await t.step("a key that is revoked is refused by the other at once", async () => {
    const text = await keyFor();
    const [, there] = both(text);
    assertEquals(await ask(there!), 200);
    await revokeKey(store, (await findKey(store, text)).id);
    await until("it is refused", async () => await ask(there!) === 401);
  });

  await t.step("a Redis that hangs delays little and stops no request", async () => {
    redis.freeze();
    try {
      const at = both(await keyFor());
      const begin = performance.now();
      // Each process counts for itself.
      assertEquals(await answered(at, 100), 80);
      assert(performance.now() - begin < PATIENCE_MS);
    } finally {
      redis.thaw();
    }
    await until("it counts again", async () => await counts(both(await keyFor())));
  });

  await t.step(
    "a Redis that died and came back: open streams end, and rates are one again",
    async () => {
      const who = user(1351);
      await using there = await hear(await fresh(other), who.account.address);
      await redis.halt();
      assertEquals(await answered(both(await keyFor()), 100), 80);
      await redis.restart();
      await until("the stream ends, so that its client asks for what it missed", there.ended);
      await until("rates are one", async () => await counts(both(await keyFor())));
      await using again = await hear(await fresh(other), who.account.address);
      await sendCalls(await fresh(stack), who, [ping], { id: "again" });
      await until("it is heard", () => again.statuses().length > 0);
    },
  );

  await t.step("a process that alone cannot reach Redis hears what the others do", async () => {
    await using way = wayTo(redis.url);
    await using third = await replica(stack, database.url, { ...shared, redis: way.url });
    const who = user(1353);
    const heard = async (id: string) => {
      await using there = await hear(await fresh(third), who.account.address);
      await sendCalls(await fresh(stack), who, [ping], { id });
      await until(`${id} is heard`, () => there.statuses().length > 0);
    };
    await until("it shares the rate", async () => {
      const apiKey = await keyFor();
      return await counts([{ ...stack, apiKey }, { ...third, apiKey }]);
    });
    await using open = await hear(await fresh(third), who.account.address);
    way.close();
    // Its clients ask for what it missed until the others knew.
    await until("the stream ends", open.ended);
    await heard("alone");
    // For as long as it takes.
    await pause(9_000);
    await heard("still alone");
    await using last = await hear(await fresh(third), who.account.address);
    way.open();
    await until("the stream ends when it is back", last.ended);
    await heard("back");
  });

  /** Returns whether two processes count a fresh key together: one learns what the other let through. */
  async function counts([one, other]: readonly Reach[]): Promise<boolean> {
    assertEquals([await answered([one!], 40), await answered([other!], 1)], [40, 1]);
    await pause(TOLD_MS);
    return await ask(other!) === 429;
  }
});
