/** Tests of processes that share rate limits over Redis, and that continue without it. */
import { assert, assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../../../core/protocol/service/mod.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { PATIENCE_MS, until } from "../../../scripts/stack/patience.ts";
import { type RedisServer, startRedis } from "../../../scripts/stack/redis.ts";
import { createKey } from "../../../service/keys/keys.ts";
import { createService, developmentPolicy } from "../../../service/mod.ts";
import { openRedis } from "../../../service/lib/redis.ts";
import { createRateLimiter } from "../../../service/http/limits.ts";
import type { Reach } from "../support/client.ts";
import { testServer } from "../support/postgres.ts";
import { replica } from "./replica.ts";

/** A Redis; null with a warning if it is not available. */
async function redisServer(name: string): Promise<RedisServer | null> {
  try {
    return await startRedis();
  } catch (error) {
    if (Deno.env.get("REQUIRE_ALL") === "1") throw error;
    console.error(`NOT RUN: ${name}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Longer than two processes need to report their counts to Redis, and to receive the other's. */
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

/** Number of answered requests out of a sequence, through some processes in turn. */
async function answered(reaches: readonly Reach[], questions: number): Promise<number> {
  let count = 0;
  for (let index = 0; index < questions; index++) {
    if (await ask(reaches[index % reaches.length]!) !== 429) count++;
  }
  return count;
}

Deno.test("redis: a window is shared by all processes, and removed at its end", async () => {
  await using server = await redisServer("a window is one for all");
  if (server === null) return;
  const [one, two] = await Promise.all(
    ["a", "a"].map(() => openRedis(server.url, "test:", () => {})),
  );
  // So long that no window expires while the test waits on a busy machine.
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
    // Both use up their full rates: together they wait for the excess.
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

Deno.test("redis: one with malformed answers, or errors only, rejects no request", async () => {
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
    const redis = await openRedis(`redis://127.0.0.1:${server.addr.port}`, "test:", () => {});
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

Deno.test("redis: SQLite is rejected with a message", async () => {
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
      // Only of the key: the speed of this test's requests does not count.
      client: { requests: 1e6, seconds: 1 },
    },
  };
  await using stack = await startStack({ database: database.url, ...shared });
  await using other = await replica(stack, database.url, shared);
  const { store } = stack.service;
  const keyFor = () =>
    createKey(store, {
      projectId: "development",
      // With a secret key, one network can use the complete rate.
      kind: "sk",
      environment: "test",
      host: new URL(stack.serverUrl).host,
      domains: [],
      policy: developmentPolicy,
    });
  const both = (apiKey: string): Reach[] => [{ ...stack, apiKey }, { ...other, apiKey }];

  await t.step("one rate for both, counted together", async () => {
    // Both may still connect.
    await until("they count together", async () => await counts(both(await keyFor())));
    // Concurrent requests: each process lets at most its own burst through, and then none.
    const at = both(await keyFor());
    const codes = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(at[n % 2]!)));
    assertEquals(codes.filter((code) => code !== 429).length, 80);
    await pause(TOLD_MS);
    assertEquals(await answered(at, 10), 0);
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

  await t.step("a Redis that stopped and restarted: rates are shared again", async () => {
    await redis.halt();
    assertEquals(await answered(both(await keyFor()), 100), 80);
    await redis.restart();
    await until("rates are one", async () => await counts(both(await keyFor())));
  });

  /** Returns whether two processes count a fresh key together: one receives the other's count. */
  async function counts([one, other]: readonly Reach[]): Promise<boolean> {
    assertEquals([await answered([one!], 40), await answered([other!], 1)], [40, 1]);
    await pause(TOLD_MS);
    return await ask(other!) === 429;
  }
});
