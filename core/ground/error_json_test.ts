import { assert, assertEquals, assertFalse } from "@std/assert";
import { fromErrorJson, toErrorJson } from "./error_json.ts";
import { AcctError, type Cause, causes } from "./errors.ts";

Deno.test("errors: every cause survives the wire unchanged", () => {
  for (const cause of Object.keys(causes) as Cause[]) {
    const error = new AcctError(cause, { detail: "(chain 5)", field: "params[0]", retryAfter: 2 });
    const read = fromErrorJson(JSON.parse(JSON.stringify(toErrorJson(error))));
    assertEquals([read.code, read.message, read.data], [error.code, error.message, error.data]);
  }
});

Deno.test("errors: a newer sender's cause keeps its own text", () => {
  const { code, message, data } = fromErrorJson({
    code: 4100,
    message: "The moon is full.",
    data: { cause: "moon_full", advice: "Wait for the new moon." },
  });
  assertEquals([code, message], [4100, "The moon is full."]);
  assertEquals([data.cause as string, data.advice], ["moon_full", "Wait for the new moon."]);
});

Deno.test("errors: missing members are filled from the row of the code", () => {
  assertEquals(fromErrorJson({ code: 4001 }).data.cause, "user_rejected");
  assertEquals(fromErrorJson({ code: 4001 }).message, causes.user_rejected.message);
  const foreign = fromErrorJson({ code: 3, message: "execution reverted" });
  assertEquals([foreign.code, foreign.message, foreign.data.cause], [
    3,
    "execution reverted",
    "node_refused",
  ]);
});

Deno.test("errors: a rejection by a node is not reported as a fault, for any code", () => {
  for (
    const error of [
      { code: 3, message: "execution reverted", data: "0x08c379a0" },
      { code: -32000, message: "insufficient funds for gas * price + value" },
      { code: -32015, message: "VM execution error", data: "Reverted 0x" },
      // Hardhat's code for a revert.
      { code: -32603, message: "reverted", data: "0x" },
      { code: 429, message: "slow down" },
    ]
  ) {
    const read = fromErrorJson(error);
    assertEquals([read.code, read.message], [error.code, error.message]);
    assertEquals([read.data.cause, read.data.advice], [
      "node_refused",
      causes.node_refused.advice,
    ]);
  }
  assertEquals(fromErrorJson({ code: -32602, message: "no" }).data.cause, "invalid_params");
  // If a service returns this cause, it is an internal error.
  assertEquals(fromErrorJson({ code: -32603, data: { cause: "internal" } }).data.cause, "internal");
});

Deno.test("errors: the reason of a revert survives the wire, bounded", () => {
  const reason = "Call 1: no";
  const read = fromErrorJson(toErrorJson(new AcctError("reverted", { detail: reason, reason })));
  assertEquals([read.data.reason, read.message.endsWith(reason)], [reason, true]);
  const long = { cause: "reverted", reason: "x".repeat(10_000) };
  assertEquals(fromErrorJson({ code: -32507, data: long }).data.reason!.length, 500);
});

Deno.test("errors: the revert data of a read stays where viem and ethers read it", () => {
  const message = "execution reverted: no";
  const read = fromErrorJson({ code: 3, message, data: "0x08c379a0" });
  assertEquals([read.code, read.message], [3, message]);
  assertEquals([read.data.data, read.data.message], ["0x08c379a0", message]);
  assertEquals("data" in fromErrorJson({ code: 3, message }).data, false);
});

Deno.test("errors: malformed values from the wire become internal errors", () => {
  for (
    const value of [
      undefined,
      null,
      "text",
      7,
      [],
      { code: "4001" },
      { code: 1.5 },
      { code: NaN, message: 5, data: "no" },
      ...["constructor", "__proto__", "toString", "has blanks", "UPPER", "", "a-b", "a".repeat(61)]
        .map((cause) => ({ code: {}, data: { cause } })),
    ]
  ) {
    const { code, message, data } = fromErrorJson(value);
    assertEquals([code, message, data.cause, data.advice], [
      -32603,
      causes.internal.message,
      "internal",
      causes.internal.advice,
    ]);
  }
});

Deno.test("errors: texts from the wire are bounded", () => {
  const long = "x".repeat(10_000);
  const { message, data } = fromErrorJson({
    code: -32602,
    message: long,
    data: { cause: "invalid_params", advice: long, field: long, retryAfter: "soon" },
  });
  assertEquals([message.length, data.advice.length, data.field!.length], [2000, 500, 200]);
  assertFalse("retryAfter" in data);
});

Deno.test("errors: only errors created by the SDK are AcctErrors", () => {
  class Own extends AcctError {}
  const made = new AcctError("disposed");
  assert(made instanceof AcctError && made instanceof Error);
  assertEquals([made.name, made instanceof Own, new Own("aborted") instanceof Own], [
    "AcctError",
    false,
    true,
  ]);
  assertFalse(new Error("no") instanceof AcctError);
  assertFalse({ code: 4001, data: {} } instanceof AcctError);
});
