/** Values of balances: exact, for the right token, and never guessed. */
import { assertEquals } from "@std/assert";
import type { HoldingView } from "../../core/dialog/account.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import { remember } from "../device/memory.ts";
import { lastTotal, worthOf } from "./worth.ts";

const usdc = `0x${"A0".repeat(20)}` as const;
const holding = (amount: bigint, address: typeof usdc | null, chainId = 1): HoldingView => ({
  chainId,
  chainName: "Mainnet",
  amount,
  token: { address, symbol: "X", decimals: address === null ? 18 : 6 },
});
const prices = {
  currency: "USD",
  prices: [
    { chainId: "0x1", address: usdc.toLowerCase() as typeof usdc, price: "0.9991" },
    { chainId: "0x1", address: null, price: "2500" },
  ],
} as const;

Deno.test("worth: amounts times prices, and their sum", () => {
  const all = [holding(12_500_000n, usdc), holding(10n ** 17n, null)];
  const worth = worthOf(all, prices, "en");
  assertEquals(all.map(worth.of), ["$12.49", "$250.00"]);
  assertEquals([worth.total, worth.partial], ["$262.49", false]);
  assertEquals(worthOf(all, prices, "de").total?.replace(/\s/g, " "), "262,49 $");
});

Deno.test("worth: a token without a price has no value, and the sum shows that", () => {
  const other = holding(5n, usdc, 10);
  const worth = worthOf([holding(1_000_000n, usdc), other], prices, "en");
  assertEquals([worth.of(other), worth.total, worth.partial], [undefined, "$1.00", true]);
  assertEquals(worthOf([other], prices, "en").total, null);
  // The value of an empty account is zero, which is certain.
  assertEquals(worthOf([], prices, "en").total, "$0.00");
});

Deno.test("worth: without prices, or with invalid ones, no value is shown", () => {
  const one = holding(1_000_000n, usdc);
  for (const price of ["", "-1", "1e3", "0x10", "NaN", "1,5"]) {
    const { total } = worthOf([one], {
      currency: "USD",
      prices: [{ chainId: "0x1", address: usdc, price }],
    }, "en");
    assertEquals([price, total], [price, null]);
  }
  for (const result of [null, { currency: null, prices: [] }, { currency: "no", prices: [] }]) {
    assertEquals(worthOf([one], result, "en").total, null);
  }
});

Deno.test("worth: the last total of an account needs its balances and their prices", () => {
  const storage = memoryStorage();
  const account = `0x${"aB".repeat(20)}` as const;
  assertEquals(lastTotal(storage, account, "en"), null);
  remember(storage, `balances ${account}`, [holding(12_500_000n, usdc)]);
  assertEquals(lastTotal(storage, account, "en"), null);
  remember(storage, `prices ${account}`, prices);
  assertEquals(lastTotal(storage, account, "en"), "$12.49");
  assertEquals(lastTotal(storage, `0x${"ac".repeat(20)}`, "en"), null);
});
