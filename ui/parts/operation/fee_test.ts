import { assertEquals } from "@std/assert";
import { loadLocale } from "../../text/locale.ts";
import { describeFee } from "./fee.tsx";

const token = { address: null, symbol: "ETH", decimals: 18 };
const fee = { payer: "account", token, maximum: 10n ** 15n, balance: 10n ** 18n } as const;
const fiat = (price: string) => ({ currency: "USD", prices: [{ address: null, price }] });

Deno.test("fee: in the operator's currency if it has a price, with the maximum in the token", async () => {
  const locale = await loadLocale(["en"]);
  const words = (expected: bigint, price?: string) => {
    const found = describeFee({ ...fee, expected }, locale, price ? fiat(price) : undefined);
    return [found?.figure, found?.detail].map((text) => text?.replaceAll("\u00a0", " "));
  };
  assertEquals(words(10n ** 14n), ["At most 0.001 ETH", undefined]);
  assertEquals(words(10n ** 14n, "2000"), ["≈ $0.20", "At most 0.001 ETH"]);
  assertEquals(words(10n ** 14n, "20"), ["< $0.01", "At most 0.001 ETH"]);
  // A choice of tokens follows, which contains the symbol.
  const chosen = (expected: bigint) =>
    describeFee({ ...fee, expected }, locale, fiat("2000"), true)?.figure.replaceAll("\u00a0", " ");
  assertEquals(chosen(fee.maximum / 3n + 1n), "≈ $0.67");
  assertEquals(chosen(10n ** 14n), "At most 0.001");
  // An estimate far below the maximum is no headline.
  assertEquals(words(10n ** 12n, "2000"), ["At most 0.001 ETH", undefined]);
  assertEquals(words(10n ** 14n, "no price"), ["At most 0.001 ETH", undefined]);
  const others = {
    currency: "USD",
    prices: [{ address: `0x${"11".repeat(20)}`, price: "1" }],
  } as const;
  assertEquals(
    describeFee({ ...fee, expected: 1n }, locale, others)?.figure,
    "At most 0.001\u00a0ETH",
  );
});
