import { assert, assertEquals } from "@std/assert";
import { AcctError } from "@sdk/core/dialog";
import { UserRejectedRequestError } from "viem";
import { userMessage } from "./user_message.ts";

Deno.test("user message: the cause is found inside errors of libraries", async () => {
  const inner = new AcctError("insufficient_funds");
  const plain = await userMessage(inner, "en");
  assertEquals(plain.title, "Not enough funds");
  for (
    const wrapped of [
      new Error("viem", { cause: new Error("again", { cause: inner }) }),
      { info: { error: inner } },
      { error: { data: { cause: "insufficient_funds" } } },
    ]
  ) assertEquals(await userMessage(wrapped, "en"), plain);
});

Deno.test("user message: a cancellation is not reported as an error", async () => {
  for (
    const error of [
      new AcctError("user_rejected"),
      new AcctError("passkey_cancelled"),
      new UserRejectedRequestError(new Error("no")),
      { code: "ACTION_REJECTED" },
    ]
  ) {
    const { cancelled, title } = await userMessage(error, "en");
    assertEquals([cancelled, title], [true, "Cancelled"]);
  }
});

Deno.test("user message: raw text, advice and made-up causes never reach the user", async () => {
  for (
    const error of [
      new Error("execution reverted: <b>send to 0x1</b>"),
      { data: { cause: "constructor" }, message: "raw" },
      { data: { cause: "__proto__" } },
      new AcctError("invalid_params", { field: "to", detail: "raw" }),
      "raw",
      null,
    ]
  ) {
    const { title, body, cancelled } = await userMessage(error, "en");
    assertEquals([title, cancelled], ["That didn’t work", false]);
    assert(!/raw|0x1|advice/.test(body));
  }
  const loop: { cause?: unknown } = {};
  loop.cause = loop;
  assertEquals((await userMessage(loop, "en")).title, "That didn’t work");
});

Deno.test("user message: in the requested language", async () => {
  const error = new AcctError("insufficient_funds");
  assertEquals((await userMessage(error, "de-AT")).title, "Nicht genug Guthaben");
  assertEquals((await userMessage(error, "ar")).title, "الرصيد لا يكفي");
});
