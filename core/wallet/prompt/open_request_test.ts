import { assert, assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import type { MessagePreview } from "../../dialog/types.ts";
import { writable } from "../../lib/readable.ts";
import { errorView } from "./error_view.ts";
import { singleStep } from "./prompt_user.ts";
import { openRequest } from "./open_request.ts";

const preview: MessagePreview = { status: "ready", bytes: "0x", warnings: [] };

/** Opens a request whose approvals the test settles. */
function opened(onConfirm?: () => Promise<unknown>, shown: object = {}) {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const prompts: AbortSignal[] = [];
  const outer = new AbortController();
  const open = openRequest<"personal_sign", unknown>({
    method: "personal_sign",
    flow: singleStep(),
    app: { name: "App", logoUrl: null, origin: "https://app.example" },
    account: null,
    chain: {
      id: 1,
      name: "Chain",
      testnet: false,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    },
    preview: writable({ ...preview, ...shown }),
    onConfirm(_choice, signal) {
      prompts.push(signal);
      const answer = Promise.withResolvers<unknown>();
      answers.push(answer);
      return onConfirm?.() ?? answer.promise;
    },
  }, outer.signal);
  const statuses: string[] = [];
  open.request.status.subscribe(() => statuses.push(open.request.status.get().name));
  return { ...open, answers, prompts, outer, statuses };
}

/** Lets promises settle. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("approve runs the action first, once per click", async () => {
  const { request, outcome, answers, statuses } = opened();
  void request.approve({});
  assertEquals([answers.length, statuses], [1, ["approving"]]);
  await assertRejects(() => request.approve({}), AcctError);
  assertEquals(answers.length, 1);
  answers[0]!.resolve("0x01");
  assertEquals(await outcome, "0x01");
  assertEquals(request.status.get(), { name: "approved", result: "0x01" });
  assertEquals([request.signal.aborted, statuses], [true, ["approving", "approved"]]);
});

Deno.test("five failures in a row can each be retried with a new click", async () => {
  const { request, outcome, answers } = opened();
  for (let i = 0; i < 5; i++) {
    const answer = request.approve({});
    assertEquals(request.status.get().name, "approving");
    answers[i]!.reject(new AcctError("passkey_cancelled"));
    await assertRejects(() => answer, AcctError);
    const status = request.status.get();
    assert(status.name === "review");
    assertEquals(status.failure?.cause, "passkey_cancelled");
  }
  void request.approve({});
  answers[5]!.resolve("ok");
  assertEquals(await outcome, "ok");
});

Deno.test("rejecting returns 4001, once", async () => {
  const { request, outcome, statuses } = opened();
  request.reject();
  request.reject();
  const error = await assertRejects(() => outcome, AcctError);
  assertEquals([error.code, error.data.cause], [4001, "user_rejected"]);
  assertEquals([request.status.get(), statuses], [{ name: "rejected", error }, ["rejected"]]);
});

Deno.test("rejecting after a failure keeps the failure as the cause", async () => {
  const { request, outcome, answers } = opened();
  const failure = new AcctError("service_down");
  const answer = request.approve({});
  answers[0]!.reject(failure);
  await assertRejects(() => answer, AcctError);
  request.reject();
  const error = await assertRejects(() => outcome, AcctError);
  assertEquals(error.cause, failure);
});

Deno.test("rejecting a request that cannot succeed reports the reason to the page", async () => {
  const reverts = { code: "simulation_reverts", level: "danger", detail: "TooLate()" };
  const unpaid = { payer: "account", sponsorFailed: "No budget." };
  const [first, down] = ["params[0]", "The wallet service cannot be reached."];
  const cases: readonly (readonly [shown: object, cause: string | undefined, said: string])[] = [
    [{}, undefined, ""],
    [{ warnings: [{ code: "look_alike", level: "danger" }] }, undefined, ""],
    [
      { warnings: [reverts], fee: unpaid },
      "simulation_reverts",
      " Dialog error: The calls would fail on chain. Nothing was sent. TooLate()",
    ],
    [
      { warnings: [reverts], shortages: [] },
      "insufficient_funds",
      " Dialog error: The account cannot pay for this. Nothing was sent. TooLate()",
    ],
    [
      { fee: unpaid },
      "sponsor_failed",
      " Dialog error: The sponsor refused to pay. Nothing was sent. No budget.",
    ],
    [
      { status: "error", error: { cause: "service_down", message: `${down} (${first})` } },
      "service_down",
      ` Dialog error: ${down} (${first})`,
    ],
  ];
  for (const [shown, cause, said] of cases) {
    for (const way of ["reject", "close"] as const) {
      const { request, close, outcome } = opened(undefined, shown);
      if (way === "reject") request.reject();
      else close();
      const error = await assertRejects(() => outcome, AcctError);
      assertEquals([error.code, error.data.cause], [4001, "user_rejected"]);
      assertEquals((error.cause as AcctError | undefined)?.data.cause, cause);
      assertEquals(error.message, `The request was rejected. Nothing was signed or sent.${said}`);
    }
  }
});

Deno.test("rejecting during the passkey prompt aborts it; a late signature still counts", async () => {
  for (const late of [true, false]) {
    const { request, outcome, answers, prompts } = opened();
    const answer = request.approve({});
    answer.catch(() => {});
    assertEquals(prompts[0]!.aborted, false);
    request.reject();
    request.reject();
    assertEquals([prompts[0]!.aborted, request.status.get().name], [true, "approving"]);
    if (late) {
      answers[0]!.resolve("signed");
      assertEquals(await outcome, "signed");
    } else {
      answers[0]!.reject(new AcctError("passkey_cancelled"));
      const error = await assertRejects(() => outcome, AcctError);
      assertEquals(error.code, 4001);
      assertEquals((error.cause as AcctError).data.cause, "passkey_cancelled");
    }
  }
});

Deno.test("a request that the dApp withdraws is closed; its own result takes precedence", async () => {
  const waiting = opened();
  waiting.outer.abort();
  assertEquals((await assertRejects(() => waiting.outcome, AcctError)).data.cause, "aborted");

  const approving = opened();
  void approving.request.approve({});
  approving.outer.abort();
  approving.answers[0]!.resolve("signed");
  assertEquals(await approving.outcome, "signed");

  // Withdrawn after the user rejected: the dApp receives the error of the withdrawal.
  const both = opened();
  both.request.approve({}).catch(() => {});
  both.request.reject();
  both.outer.abort();
  both.answers[0]!.reject(new AcctError("passkey_cancelled"));
  assertEquals((await assertRejects(() => both.outcome, AcctError)).data.cause, "aborted");
});

Deno.test("an action that throws synchronously is a failure like any other", async () => {
  const { request } = opened(() => {
    throw new AcctError("not_ready");
  });
  await assertRejects(() => request.approve({}), AcctError);
  const status = request.status.get();
  assert(status.name === "review");
  assertEquals(status.failure?.cause, "not_ready");
});

Deno.test("a handler that finishes while the passkey is used loses no signature", async () => {
  for (const signed of [true, false]) {
    const { request, outcome, close, answers, prompts } = opened();
    request.approve({}).catch(() => {});
    close(new Error("closed"));
    assertEquals([prompts[0]!.aborted, request.status.get().name], [false, "approving"]);
    if (signed) {
      answers[0]!.resolve("signed");
      assertEquals(await outcome, "signed");
    } else {
      answers[0]!.reject(new AcctError("passkey_cancelled"));
      assertEquals((await assertRejects(() => outcome, AcctError)).code, 4001);
    }
    close();
  }
});

Deno.test("listeners of the status that throw or answer again have no effect", async () => {
  const { error } = console;
  const reported: unknown[] = [];
  console.error = (...given) => reported.push(given);
  try {
    const { request, outcome, answers } = opened();
    const again: Promise<unknown>[] = [];
    request.status.subscribe(() => {
      again.push(request.approve({}).catch((error) => error));
      request.reject();
      throw new TypeError("broken handler");
    });
    void request.approve({});
    answers[0]!.resolve("signed");
    assertEquals(await outcome, "signed");
    await settled();
    assertEquals([answers.length, reported.length], [1, 3]);
    for (const refused of await Promise.all(again)) assert(refused instanceof AcctError);
  } finally {
    console.error = error;
  }
});

Deno.test("any thrown value can be shown", () => {
  assertEquals(errorView(new AcctError("chain_down")).cause, "chain_down");
  for (const thrown of ["text", null, undefined, { data: { cause: "service_down" } }]) {
    assertEquals(errorView(thrown).cause, "internal");
    assert(errorView(thrown).message.length > 0);
  }
  const long = new AcctError("internal", { detail: "x".repeat(5000) });
  assertEquals(errorView(long).message.length, 1000);
});
