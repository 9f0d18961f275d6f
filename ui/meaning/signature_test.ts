import { assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { tokenAbi } from "../../core/chain/abi.ts";
import type { TokenView } from "../../core/dialog/types.ts";
import { readCalls } from "../../core/reading/ledger.ts";
import { loadLocale } from "../text/locale.ts";
import { describeReading } from "./signature.ts";

const me: Hex = `0x${"11".repeat(20)}`;
const bob: Hex = `0x${"22".repeat(20)}`;
const usdc: TokenView = { address: `0x${"33".repeat(20)}`, symbol: "USDC", decimals: 6 };
const locale = await loadLocale(["en"]);

Deno.test("signature: unread data gets no headline of the decoded part", () => {
  const send = encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args: [bob, 5n] });
  const approve = encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [bob, 5n] });
  const says = (...steps: readonly Hex[]) => {
    const data = encodeFunctionData({
      abi: parseAbi(["function multicall(bytes[] steps)"]),
      args: [steps],
    });
    const reading = readCalls([{ to: usdc.address!, value: 0n, data }], me);
    return describeReading(reading, [usdc], locale)?.replaceAll("\u00a0", " ");
  };
  assertEquals(says(send), "Send 0.000005 USDC");
  assertEquals(says(approve), "Let 0x2222…2222 use 0.000005 USDC");
  for (const step of [send, approve]) {
    assertEquals(says(step, "0x12345678"), undefined);
    assertEquals(says("0x12345678", step), undefined);
  }
});
