import { assertEquals, assertThrows } from "@std/assert";
import type { Hex } from "viem";
import { encodeTokenData, maxTokenCost } from "../../contracts/token_paymaster.ts";
import { toUserOperation } from "../client/prepared_operation.ts";
import type { OperationJson } from "../wire/values.ts";
import { maximumTokenCost, readTokenTerms } from "./token_fee.ts";

const operation: OperationJson = {
  sender: `0x${"11".repeat(20)}`,
  nonce: "0x0",
  callData: "0x",
  callGasLimit: "0x186a1",
  verificationGasLimit: "0x186a3",
  preVerificationGas: "0xc351",
  maxFeePerGas: "0x3b9aca07",
  maxPriorityFeePerGas: "0x1",
  paymaster: `0x${"22".repeat(20)}`,
  paymasterVerificationGasLimit: "0x11171",
};

Deno.test("token fee: the maximum matches the contract's", () => {
  for (const limit of ["0x0", "0x9c40", "0x9c41", "0x1adb0", "0x1000000"] as const) {
    const limited = { ...operation, paymasterPostOpGasLimit: limit };
    for (const price of [1n, 2_500_000_001n, 10n ** 30n]) {
      assertEquals(
        maximumTokenCost(limited, price),
        maxTokenCost(toUserOperation(limited), price),
        `${limit} ${price}`,
      );
    }
  }
});

Deno.test("token fee: the terms are read as written, or rejected", () => {
  const terms = {
    validAfter: 7,
    validUntil: 2 ** 47 - 1,
    mode: "postpaid",
    token: "0x00000000000000000000000000000000000000AA",
    tokenPerNative: 2n ** 256n - 1n,
  } as const;
  const data = encodeTokenData({
    ...terms,
    transferGas: 2 ** 32 - 1,
    signature: `0x${"ab".repeat(65)}`,
  });
  assertEquals(readTokenTerms(data), terms);
  const third = `${data.slice(0, 26)}02${data.slice(28)}`;
  for (const bad of ["0x", `${data}00`, data.slice(0, -2), third, "xyz"]) {
    assertThrows(() => readTokenTerms(bad as Hex), RangeError);
  }
});
