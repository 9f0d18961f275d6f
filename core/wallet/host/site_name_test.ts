import { assertEquals } from "@std/assert";
import { siteName } from "./site_name.ts";

Deno.test("site name: a name that resembles another site's address is replaced by the real one", () => {
  const origin = "https://shop.example:8443";
  for (
    const name of ["My shop", "Dr. Who & Co.", "v2.0 store", "shop.example", "A/B", "Ünï·cødé"]
  ) {
    assertEquals(siteName(name, origin), name);
  }
  for (
    const name of [
      "https://bank.example",
      "bank.example",
      "\u202ebank.example\u200b",
      "www.bank.co",
      "bank.example/login",
      "//bank.example",
      "wallet://",
    ]
  ) {
    assertEquals([name, siteName(name, origin)], [name, "shop.example:8443"]);
  }
  assertEquals(siteName("", origin), "DApp");
});

Deno.test("site name: addresses and seals of any script and spelling are replaced too", () => {
  const origin = "https://evil.example";
  for (
    const name of [
      "Uniswap (app.uniswap.org)",
      "app\u2024uniswap\u2024org",
      "app\u3002uniswap\u3002org",
      "app\uff0euniswap\uff0eorg",
      "app\u00b7uniswap\u00b7org",
      "app . uniswap . org",
      "\u0430pp.un\u0456swap.\u043erg",
      "банк.рф",
      "بنك.مصر",
      "銀行。香港",
      "\u2713 Verified by Acct",
      "\u2705 Shop",
      "\u{1f512} Shop",
      "Veri\ufb01ed",
      "V\u0435rified",
      "Vérifié",
      "Geprüft",
      "موثق",
      "官方商店",
      "Wallet Security Center",
      "Official shop",
      "P\u0430ypal",
    ]
  ) {
    assertEquals([name, siteName(name, origin)], [name, "evil.example"]);
  }
  for (
    const name of ["Café 商店", "متجر", "Магазин", "Bücher & Co.", "Canal+", "Nº 5", "😀 Shop"]
  ) {
    assertEquals(siteName(name, origin), name);
  }
});
