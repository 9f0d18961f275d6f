import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import type { PrepareResult, SendParams } from "../../protocol/service/mod.ts";
import type { FeeView } from "../../dialog/types.ts";
import {
  decide,
  initialState,
  isHandedOver,
  next,
  type Quote,
  type SubmissionEvent,
  type SubmissionState,
} from "./submission_state.ts";

const native = { address: null, symbol: "ETH", decimals: 18 } as const;
const usdc = { address: `0x${"cc".repeat(20)}`, symbol: "USDC", decimals: 6 } as const;
const amounts = { expected: 1n, maximum: 2n, balance: 9n };
const inEther: FeeView = {
  payer: "account",
  token: native,
  ...amounts,
  options: [
    { token: native, ...amounts, obstacle: null },
    { token: usdc, ...amounts, obstacle: null },
  ],
};

const start = initialState({ warnings: [], payFromAccount: true, feeToken: null });

/** Creates a quote; only its identity and its preview matter here. */
function quoteOf(fee: FeeView = inEther, left = 60_000): Quote {
  // The state never reads more of the service's response.
  const result = { tokens: [] } as unknown as PrepareResult;
  return { result, view: { status: "ready", changes: [], fee, warnings: [] }, left: () => left };
}

/** Applies events in order. */
const after = (events: readonly SubmissionEvent[], from = start) => events.reduce(next, from);
const ready = (quote = quoteOf()) =>
  after([{ name: "prepare", status: "loading" }, { name: "prepared", turn: 1, quote }]);
const signedOf = ({ result }: Quote) => ({ of: result, send: {} as SendParams });

Deno.test("submission: only the response to the last request counts", () => {
  const waiting = after([
    { name: "prepare", status: "loading" },
    { name: "prepare", status: "loading" },
  ]);
  const late = [
    { name: "prepared", turn: 1, quote: quoteOf() },
    {
      name: "not_prepared",
      turn: 1,
      error: { cause: "service_down", message: "" },
      retry: () => {},
    },
  ] as const;
  for (const event of late) assertStrictEquals(next(waiting, event), waiting);
  const quote = quoteOf();
  assertStrictEquals(next(waiting, { name: "prepared", turn: 2, quote }).quote, quote);
});

Deno.test("submission: a refresh raises the revision only for changes that are worse for the user", () => {
  const refresh = (fee: FeeView) => {
    const quote = quoteOf(fee);
    const events = [{ name: "prepare", status: "refreshing" }, {
      name: "prepared",
      turn: 2,
      quote,
    }] as const;
    return after(events, ready()).shown.revision;
  };
  assertEquals(ready().shown.revision, 0);
  assertEquals(refresh(inEther), 0);
  assertEquals(refresh({ ...inEther, maximum: 1n }), 0);
  assertEquals(refresh({ ...inEther, maximum: 3n }), 1);
  assertEquals(refresh({ payer: "sponsor", sponsor: "A" }), 1);
});

Deno.test("submission: an error removes the quote, and a new request removes the error", () => {
  const failed = after([
    { name: "prepare", status: "refreshing" },
    {
      name: "not_prepared",
      turn: 2,
      error: { cause: "service_down", message: "" },
      retry: () => {},
    },
  ], ready());
  assertEquals([failed.quote, failed.shown.status], [null, "error"]);
  assertThrows(() => decide(failed, {}), AcctError, new AcctError("not_ready").message);
  const again = next(failed, { name: "prepare", status: "loading" });
  assertEquals([again.shown.status, "error" in again.shown, "retry" in again.shown], [
    "loading",
    false,
    false,
  ]);
});

Deno.test("submission: a choice of fee is shown immediately; an unknown one has no effect", () => {
  const state = ready();
  const chosen = next(state, { name: "choose_fee", token: usdc.address });
  assertEquals([chosen.feeToken, chosen.shown.revision], [usdc.address, 1]);
  assertEquals(chosen.shown.fee?.payer === "account" && chosen.shown.fee.token, usdc);
  const unknown = `0x${"dd".repeat(20)}` as const;
  assertStrictEquals(next(state, { name: "choose_fee", token: unknown }), state);
});

Deno.test("submission: the account's changes count until an operation may have been sent", () => {
  const quote = quoteOf();
  const state = ready(quote);
  assertEquals(isHandedOver(state), false);
  const signing = next(state, { name: "sign" });
  assertEquals(isHandedOver(signing), true);
  assertEquals(isHandedOver(next(signing, { name: "not_signed" })), false);
  const signed = next(signing, { name: "signed", signed: signedOf(quote) });
  const unsent = next(signed, { name: "not_sent", final: false });
  assertEquals([isHandedOver(unsent), unsent.signed?.of], [true, quote.result]);
  const refused = next(signed, { name: "not_sent", final: true });
  assertEquals([isHandedOver(refused), refused.signed], [false, null]);
  // The rejected quote cannot be confirmed until a new one is available.
  assertEquals(assertThrows(() => decide(refused, {}), AcctError).data.cause, "not_ready");
});

Deno.test("submission: each confirmation leads to its action", () => {
  const quote = quoteOf();
  const state = ready(quote);
  assertEquals(decide(state, {}), { name: "sign", quote });
  assertEquals(decide({ ...state, payFromAccount: false }, { payFromAccount: true }), {
    name: "pay_from_account",
  });
  assertEquals(decide(state, { feeToken: usdc.address }), {
    name: "choose_fee",
    token: usdc.address,
  });
  assertEquals(decide(state, { feeToken: null }), { name: "sign", quote });
  assertEquals(decide(ready(quoteOf(inEther, 1_000)), {}), { name: "renew" });
  const refreshing = next(state, { name: "prepare", status: "refreshing" });
  assertEquals(decide(refreshing, {}).name, "sign");
  // An operation that may have been sent takes precedence over a new one, regardless of the user's
  // choice.
  const signed = signedOf(quote);
  for (const from of [state, ready(quoteOf(inEther, 1_000)), refreshing]) {
    for (const choice of [{}, { feeToken: usdc.address }, { payFromAccount: true }]) {
      assertEquals(decide({ ...from, payFromAccount: false, signed }, choice), {
        name: "resend",
        signed,
      });
    }
  }

  const refused: [SubmissionState, string][] = [
    [start, "not_ready"],
    [next(state, { name: "prepare", status: "loading" }), "not_ready"],
    [ready(quoteOf({ ...inEther, balance: 1n })), "insufficient_funds"],
    [
      { ...ready(quoteOf({ ...inEther, sponsorFailed: "?" })), payFromAccount: false },
      "sponsor_failed",
    ],
    [
      {
        ...state,
        shown: { ...state.shown, shortages: [{ token: native, needed: 2n, balance: 1n }] },
      },
      "insufficient_funds",
    ],
  ];
  for (const [from, cause] of refused) {
    assertEquals(assertThrows(() => decide(from, {}), AcctError).data.cause, cause);
  }
});
