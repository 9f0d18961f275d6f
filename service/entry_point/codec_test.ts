import { assertEquals } from "@std/assert";
import type { OperationJson } from "../../core/wire/values.ts";
import { joinNonce, packOperation, splitNonce, unpackOperation } from "./codec.ts";

const plain: OperationJson = {
  sender: "0x00000000000000000000000000000000000000aa",
  nonce: "0x50000000000000003",
  callData: "0x1234",
  callGasLimit: "0x1",
  verificationGasLimit: "0x2",
  preVerificationGas: "0x3",
  maxFeePerGas: "0x4",
  maxPriorityFeePerGas: "0x5",
  signature: "0xff",
};

Deno.test("codec: packing and unpacking return the same operation", () => {
  const full: OperationJson = {
    ...plain,
    factory: "0x00000000000000000000000000000000000000bb",
    factoryData: "0x5678",
    paymaster: "0x00000000000000000000000000000000000000cc",
    paymasterVerificationGasLimit: "0x6",
    paymasterPostOpGasLimit: "0x7",
    paymasterData: "0x9abc",
  };
  for (const operation of [plain, full, { ...full, paymasterData: "0x" as const }]) {
    assertEquals(unpackOperation(packOperation(operation)), operation);
  }
});

Deno.test("codec: a nonce is a key and a sequence", () => {
  assertEquals(splitNonce(plain.nonce), { key: 5n, sequence: 3n });
  assertEquals(joinNonce({ key: 5n, sequence: 3n }), plain.nonce);
});
