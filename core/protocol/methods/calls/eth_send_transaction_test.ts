import { assertEquals, assertThrows } from "@std/assert";
import { AcctError } from "../../../ground/errors.ts";
import { ethSendTransaction } from "./eth_send_transaction.ts";

const to = `0x${"22".repeat(20)}`;

Deno.test("eth_sendTransaction: errors name the members of the transaction", () => {
  for (
    const [transaction, field] of [
      [{}, "params[0].to"],
      [{ to: "0x1" }, "params[0].to"],
      [{ to, value: "5" }, "params[0].value"],
      [{ to, data: "0x1" }, "params[0].data"],
      [{ to, data: `0x${"00".repeat(112_001)}` }, "params[0]"],
    ] as const
  ) {
    const error = assertThrows(
      () => ethSendTransaction.params.read({ value: [transaction], path: "params" }),
      AcctError,
    );
    assertEquals(error.data.field, field);
  }
});
