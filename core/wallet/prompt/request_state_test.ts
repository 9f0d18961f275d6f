import { assertEquals, assertStrictEquals } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import { next, type RequestEvent, type RequestState, statusOf } from "./request_state.ts";

const failure = new AcctError("service_down");
const error = new AcctError("passkey_cancelled");
const states = {
  review: { name: "review" },
  failed: { name: "review", failure },
  unclear: { name: "review", failure, sent: "0x1d" },
  approving: { name: "approving" },
  refusing: { name: "approving", leaving: "user_rejected" },
  withdrawing: { name: "approving", leaving: "aborted" },
  approved: { name: "approved", result: 1 },
  rejected: { name: "rejected", error },
} as const satisfies Record<string, RequestState<number>>;
const events = {
  approve: { name: "approve" },
  succeed: { name: "succeed", result: 1 },
  fail: { name: "fail", error },
  "fail unclearly": { name: "fail", error, sent: "0x1d" },
  reject: { name: "reject" },
  "reject with a reason": { name: "reject", reason: "because" },
  abort: { name: "abort" },
} as const satisfies Record<string, RequestEvent<number>>;

/** Describes a state in one line. */
function short(state: RequestState<number>): string {
  const { name } = state;
  if (name === "review") {
    const sent = state.sent === undefined ? "" : ` (${state.sent})`;
    return state.failure === undefined ? name : `review ${causeOf(state.failure)}${sent}`;
  }
  if (name === "approving") return state.leaving === undefined ? name : `${name} ${state.leaving}`;
  if (name === "approved") return `${name} ${state.result}`;
  const { cause } = state.error;
  const { id } = state.error.data;
  return `${causeOf(state.error)}${id === undefined ? "" : ` ${id}`}${
    cause === undefined ? "" : ` < ${causeOf(cause)}`
  }`;
}
const causeOf = (error: unknown) => error instanceof AcctError ? error.data.cause : String(error);

/** The state after each event; omitted events have no effect. */
const table: Record<keyof typeof states, Partial<Record<keyof typeof events, string>>> = {
  review: {
    approve: "approving",
    reject: "user_rejected",
    "reject with a reason": "user_rejected < because",
    abort: "aborted",
  },
  failed: {
    approve: "approving",
    reject: "user_rejected < service_down",
    "reject with a reason": "user_rejected < because",
    abort: "aborted",
  },
  // No error may state that nothing was sent.
  unclear: {
    approve: "approving",
    reject: "may_be_sent 0x1d < service_down",
    "reject with a reason": "may_be_sent 0x1d < because",
    abort: "may_be_sent 0x1d < service_down",
  },
  approving: {
    succeed: "approved 1",
    fail: "review passkey_cancelled",
    "fail unclearly": "review passkey_cancelled (0x1d)",
    reject: "approving user_rejected",
    "reject with a reason": "approving user_rejected",
    abort: "approving aborted",
  },
  refusing: {
    succeed: "approved 1",
    fail: "user_rejected < passkey_cancelled",
    "fail unclearly": "may_be_sent 0x1d < passkey_cancelled",
    abort: "approving aborted",
  },
  withdrawing: {
    succeed: "approved 1",
    fail: "aborted < passkey_cancelled",
    "fail unclearly": "may_be_sent 0x1d < passkey_cancelled",
  },
  approved: {},
  rejected: {},
};

for (const [name, row] of Object.entries(table)) {
  Deno.test(`request state: every event in "${name}"`, () => {
    const state: RequestState<number> = states[name as keyof typeof states];
    for (const [event, given] of Object.entries(events)) {
      const expected = row[event as keyof typeof events];
      const after = next<number>(state, given);
      if (expected === undefined) assertStrictEquals(after, state, event);
      else assertEquals([event, short(after)], [event, expected]);
    }
  });
}

Deno.test("request state: dialogs see the failure as a view, without the error for the page", () => {
  assertEquals(statusOf(states.review), { name: "review" });
  assertEquals(statusOf(states.failed), {
    name: "review",
    failure: { cause: "service_down", message: failure.message },
  });
  assertEquals(statusOf(states.withdrawing), { name: "approving" });
  assertEquals(statusOf(states.approved), { name: "approved", result: 1 });
});
