import { assertEquals } from "@std/assert";
import { encodeErrorResult, parseAbi } from "viem";
import { revertReason } from "./revert.ts";

const abi = parseAbi([
  "error Error(string)",
  "error Panic(uint256)",
  "error ExecuteError(uint256 index, bytes reason)",
  "error Unheard(uint256)",
]);
const plain = encodeErrorResult({ abi, errorName: "Error", args: ["too\u202e late"] });

Deno.test("revert: reasons in plain words", () => {
  assertEquals(revertReason(plain), "too late");
  assertEquals(
    revertReason(encodeErrorResult({ abi, errorName: "ExecuteError", args: [1n, plain] })),
    "Call 2: too late",
  );
  assertEquals(
    revertReason(encodeErrorResult({ abi, errorName: "Panic", args: [0x11n] })),
    "The contract stopped: an amount overflows.",
  );
});

Deno.test("revert: nothing, rubbish and unknown errors have a sentence too", () => {
  assertEquals(revertReason(null), "The call failed without a reason.");
  assertEquals(revertReason("0x12"), "The call failed without a reason.");
  assertEquals(revertReason("0x08c379a0ffff"), "The call failed with error 0x08c379a0.");
  const unheard = encodeErrorResult({ abi, errorName: "Unheard", args: [1n] });
  assertEquals(revertReason(unheard), `The call failed with error ${unheard.slice(0, 10)}.`);
});

Deno.test("revert: wrapped a thousand times it ends", () => {
  let data = plain;
  for (let n = 0; n < 50; n++) {
    data = encodeErrorResult({ abi, errorName: "ExecuteError", args: [0n, data] });
  }
  assertEquals(revertReason(data).length < 300, true);
});
