import { assert, assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/protocol/errors.ts";
import type { DialogRequest } from "../../core/dialog/request.ts";
import { writable } from "../../core/lib/readable.ts";
import { createSession, errorView } from "./session.ts";

/** Creates a request that the test settles. */
function fakeRequest(): {
  request: DialogRequest<"personal_sign">;
  answers: PromiseWithResolvers<unknown>[];
  rejected: () => number;
  end: AbortController;
} {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const end = new AbortController();
  let rejected = 0;
  return {
    answers,
    end,
    rejected: () => rejected,
    request: {
      id: "1",
      method: "personal_sign",
      flow: { id: "f", step: 1, steps: 1 },
      app: { name: "App", logoUrl: null, origin: "https://app.example" },
      account: null,
      chain: {
        id: 1,
        name: "Chain",
        testnet: false,
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      },
      preview: writable({ status: "ready" as const, bytes: "0x" as const, warnings: [] }),
      approve() {
        const answer = Promise.withResolvers<unknown>();
        answers.push(answer);
        return answer.promise;
      },
      reject() {
        rejected++;
        end.abort();
      },
      signal: end.signal,
    },
  };
}

/** Lets promises settle. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("approve is called before anything else happens, once per click", async () => {
  const { request, answers } = fakeRequest();
  const session = createSession(request);
  session.approve({});
  assertEquals(answers.length, 1);
  session.approve({});
  assertEquals(answers.length, 1);
  answers[0]!.resolve("0x01");
  assertEquals(await session.outcome, "0x01");
  assertEquals(session.phase.get(), { name: "done" });
});

Deno.test("five failures in a row can each be retried with a new click", async () => {
  const { request, answers } = fakeRequest();
  const session = createSession(request);
  for (let i = 0; i < 5; i++) {
    session.approve({});
    assertEquals(session.phase.get().name, "busy");
    answers[i]!.reject(new AcctError("passkey_cancelled"));
    await settled();
    const phase = session.phase.get();
    assert(phase.name === "review");
    assertEquals(phase.failure?.cause, "passkey_cancelled");
  }
  session.approve({});
  answers[5]!.resolve("ok");
  assertEquals(await session.outcome, "ok");
});

Deno.test("saying no rejects with 4001 and tells the request once", async () => {
  const { request, rejected } = fakeRequest();
  const session = createSession(request);
  session.reject();
  session.reject();
  const error = await assertRejects(() => session.outcome, AcctError);
  assertEquals(error.code, 4001);
  assertEquals(error.data.cause, "user_rejected");
  assertEquals(rejected(), 1);
});

Deno.test("saying no after a failure keeps the failure as the cause", async () => {
  const { request, answers } = fakeRequest();
  const session = createSession(request);
  const failure = new AcctError("service_down");
  session.approve({});
  answers[0]!.reject(failure);
  await settled();
  session.reject();
  const error = await assertRejects(() => session.outcome, AcctError);
  assertEquals(error.cause, failure);
});

Deno.test("saying no during the passkey takes the prompt back; a late yes still counts", async () => {
  for (const late of [true, false]) {
    const { request, answers, rejected } = fakeRequest();
    const session = createSession({ ...request, signal: new AbortController().signal });
    session.approve({});
    session.reject();
    assertEquals(rejected(), 1);
    assertEquals(session.phase.get().name, "busy");
    if (late) {
      answers[0]!.resolve("signed");
      assertEquals(await session.outcome, "signed");
    } else {
      answers[0]!.reject(new AcctError("passkey_cancelled"));
      const error = await assertRejects(() => session.outcome, AcctError);
      assertEquals(error.code, 4001);
    }
  }
});

Deno.test("a request that ends elsewhere ends the session; its own answer comes first", async () => {
  const waiting = fakeRequest();
  const session = createSession(waiting.request);
  waiting.end.abort();
  assertEquals((await assertRejects(() => session.outcome, AcctError)).data.cause, "aborted");

  const busy = fakeRequest();
  const second = createSession(busy.request);
  second.approve({});
  busy.end.abort();
  busy.answers[0]!.resolve("signed");
  assertEquals(await second.outcome, "signed");
});

Deno.test("approve that throws at once is a failure like any other", async () => {
  const { request } = fakeRequest();
  const session = createSession({
    ...request,
    approve() {
      throw new AcctError("not_ready");
    },
  });
  session.approve({});
  await settled();
  const phase = session.phase.get();
  assert(phase.name === "review");
  assertEquals(phase.failure?.cause, "not_ready");
});

Deno.test("whatever is thrown can be shown", () => {
  assertEquals(errorView(new AcctError("chain_down")).cause, "chain_down");
  assertEquals(errorView("text"), { cause: "internal", message: "text" });
  assertEquals(errorView(null).cause, "internal");
  assertEquals(errorView(undefined).cause, "internal");
  assertEquals(errorView({ data: { cause: "service_down" } }).cause, "service_down");
  assertEquals(errorView(new Error("x".repeat(5000))).message.length, 1000);
});
