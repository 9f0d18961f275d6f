import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../ground/errors.ts";
import { lazy } from "./lazy.ts";
import { lazyWallet } from "./lazy_wallet.ts";
import type { Wallet } from "../dialog/requests.ts";

const never = new AbortController().signal;
const status = { id: "0x1d", chainId: 1 };

Deno.test("lazy: a wallet that is disposed of while it loads is never called, and is released", async () => {
  const told: string[] = [];
  const loading = Promise.withResolvers<Wallet>();
  const wallet = lazyWallet(() => loading.promise, () => told.push("cleaned up"));
  const asked = assertRejects(
    () => wallet.ask("wallet_showCallsStatus", status, { signal: never }),
    AcctError,
  );
  wallet.dispose();
  wallet.dispose();
  loading.resolve({
    ask: () => Promise.resolve(told.push("asked")) as Promise<never>,
    dispose: () => told.push("disposed"),
  });
  assertEquals((await asked).data.cause, "disposed");
  assertEquals(told, ["cleaned up", "disposed"]);
});

Deno.test("lazy: an unused wallet is never loaded", () => {
  const told: string[] = [];
  const wallet = lazyWallet(() => {
    told.push("loaded");
    return Promise.reject(new Error("no"));
  }, () => told.push("cleaned up"));
  wallet.dispose();
  assertEquals(told, ["cleaned up"]);
});

Deno.test("lazy: code that loads and throws reports its error, and is retried", async () => {
  let tries = 0;
  const wallet = lazyWallet(() => {
    tries++;
    return Promise.reject(
      new AcctError("invalid_params", { field: "preference.rpId", detail: "must be a host name" }),
    );
  }, () => {});
  for (const count of [1, 2]) {
    const error = await assertRejects(
      () => wallet.ask("wallet_showCallsStatus", status, { signal: never }),
      AcctError,
    );
    assertEquals([error.data.cause, error.data.field], ["invalid_params", "preference.rpId"]);
    assertEquals(tries, count);
  }
});

Deno.test("lazy: code that does not load is reported with its cause", async () => {
  const cause = new TypeError("Failed to fetch dynamically imported module");
  const wallet = lazyWallet(() => Promise.reject(cause), () => {});
  const error = await assertRejects(
    () => wallet.ask("wallet_showCallsStatus", status, { signal: never }),
    AcctError,
  );
  assertEquals([error.data.cause, error.cause], ["service_down", cause]);
});

Deno.test("lazy: a request for code that never loads times out, and a retry loads it again", async () => {
  const { timeout } = AbortSignal;
  const deadlines: { readonly ms: number; readonly end: AbortController }[] = [];
  AbortSignal.timeout = (ms) => {
    const end = new AbortController();
    deadlines.push({ ms, end });
    return end.signal;
  };
  try {
    const answers: PromiseWithResolvers<string>[] = [];
    const code = lazy(() => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    });
    const waiting = [code.load(), code.load(new AbortController().signal)];
    const failed = Promise.all(waiting.map((each) => assertRejects(() => each, AcctError)));
    assertEquals([answers.length, deadlines.map(({ ms }) => ms)], [1, [20_000]]);
    deadlines[0]!.end.abort(new DOMException("late", "TimeoutError"));
    assertEquals((await failed).map(({ data }) => data.cause), ["service_down", "service_down"]);
    const again = code.load();
    // A late result does not affect the next attempt.
    answers[0]!.resolve("late");
    answers[1]!.resolve("in time");
    assertEquals([await again, code.loaded, deadlines.length], ["in time", "in time", 2]);
    deadlines[1]!.end.abort();
    assertEquals(await code.load(), "in time");
  } finally {
    AbortSignal.timeout = timeout;
  }
});
