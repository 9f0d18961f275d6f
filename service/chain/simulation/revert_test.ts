import { assertEquals } from "@std/assert";
import { encodeAbiParameters, encodeErrorResult, type Hex, parseAbi, toEventSelector } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { operationRevertReason, revertReason } from "./revert.ts";

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

Deno.test("revert: empty, malformed and unknown errors have a sentence too", () => {
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

Deno.test("revert: an operation has its reason from the EntryPoint's event alone", () => {
  const word = `0x${"11".repeat(32)}` as const;
  const topics = [
    toEventSelector("UserOperationRevertReason(bytes32,address,uint256,bytes)"),
    word,
    word,
  ] as const;
  const data = encodeAbiParameters([{ type: "uint256" }, { type: "bytes" }], [0n, plain]);
  const log = { address: ENTRY_POINT as Hex, data, topics };
  const other = { ...log, address: `0x${"22".repeat(20)}` as const };
  assertEquals(operationRevertReason([other, log]), "too late");
  // Logs of other contracts are ignored, even if they look like events of the EntryPoint, and
  // unreadable data has no reason.
  assertEquals(operationRevertReason([other]), undefined);
  assertEquals(operationRevertReason([{ ...log, data: "0x12" }]), undefined);
  assertEquals(operationRevertReason([]), undefined);
});
