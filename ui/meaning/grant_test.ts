import { assertEquals } from "@std/assert";
import type { PermissionView, TokenView } from "../../core/dialog/types.ts";
import { loadLocale } from "../text/locale.ts";
import { unnamedToken } from "../../core/reading/tokens.ts";
import { describeAllowance, describeGrant, describeStop } from "./grant.ts";

type Spend = PermissionView["spends"][number];

const usd: TokenView = {
  address: "0x8F3a1C5bD0a7c2b1f4E9d86a5C3B2e1D0f9A8b7C",
  symbol: "USD",
  decimals: 6,
};
const eth: TokenView = { address: null, symbol: "ETH", decimals: 18 };
const daily: Spend = { token: usd, allowance: 50_000_000n, unit: "day", multiplier: 1 };
const whole: Spend = { token: usd, allowance: 500_000_000n, unit: "forever", multiplier: 1 };
const weeks: Spend = { token: eth, allowance: 10n ** 16n, unit: "week", multiplier: 2 };

/** Returns the text, without isolating marks and with plain spaces. */
async function words(language: string, ...spends: readonly Spend[]) {
  const locale = await loadLocale([language]);
  const { title, limits, isSaid } = describeGrant("Meadow", { spends }, locale);
  const plain = (said: string) =>
    said.replace(/[\u2066-\u2069\u200e\u200f]/g, "").replace(/\u00a0/g, " ");
  return { title: plain(title), limits: plain(limits), isSaid };
}

Deno.test("grant: the headline contains the spendable amounts, in every language", async () => {
  const titles: [string, string][] = [
    ["en", "Let Meadow spend up to 50 USD a day"],
    ["de", "Meadow darf bis zu 50 USD pro Tag ausgeben"],
    ["es", "Permitir que Meadow gaste hasta 50 USD al día"],
    ["ar", "السماح لـ Meadow بإنفاق ما يصل إلى 50 USD كل يوم"],
    ["ja", "Meadow に毎日最大 50 USD の使用を許可"],
  ];
  for (const [language, title] of titles) {
    assertEquals(await words(language, daily), { title, limits: "", isSaid: true });
  }
});

Deno.test("grant: two allowances fit a headline, an agent's day and sum among them", async () => {
  assertEquals(
    (await words("en", daily, weeks)).title,
    "Let Meadow spend up to 50 USD a day and 0.01 ETH every 2 weeks",
  );
  assertEquals(
    (await words("en", daily, whole)).title,
    "Let Meadow spend up to 50 USD a day and 500 USD in total",
  );
});

Deno.test("grant: an unlimited allowance is never shown with a limit", async () => {
  assertEquals(
    (await words("en", { ...daily, allowance: 2n ** 256n - 1n })).title,
    "Let Meadow spend all your USD",
  );
  assertEquals(
    (await words("en", { ...daily, allowance: 2n ** 256n - 1n }, weeks)).title,
    "Let Meadow spend all your USD and up to 0.01 ETH every 2 weeks",
  );
});

Deno.test("grant: no allowance, and more than two, leave the description to the sentence below", async () => {
  assertEquals(await words("en"), { title: "Allow limited access", limits: "", isSaid: false });
  const { title, limits, isSaid } = await words("en", daily, weeks, whole);
  assertEquals([title, isSaid], ["Allow limited access", false]);
  assertEquals(
    limits,
    "up to 50 USD a day, 0.01 ETH every 2 weeks, and 500 USD in total",
  );
});

Deno.test("grant: two weeks use the right grammatical case in Arabic", async () => {
  assertEquals(
    (await words("ar", weeks)).title,
    "السماح لـ Meadow بإنفاق ما يصل إلى 0.01 ETH كل أسبوعين",
  );
});

Deno.test("grant: an unnamed token is called unknown, its amounts are in the smallest unit", async () => {
  const nameless: Spend = {
    token: unnamedToken(`0x${"7e".repeat(20)}`),
    allowance: 5_000_000n,
    unit: "day",
    multiplier: 1,
  };
  assertEquals((await words("en", nameless)).title, "Let Meadow spend an unknown token");
  const locale = await loadLocale(["en"]);
  assertEquals(
    describeAllowance(5_000_000n, nameless.token, locale),
    "5,000,000 smallest units of 0x7e7e\u2060…\u20607e7e",
  );
  for (const language of ["en", "de", "es", "ja", "ar"]) {
    const locale = await loadLocale([language]);
    const said = [
      (await words(language, nameless)).title,
      describeAllowance(1n, nameless.token, locale),
      describeStop("meadow.app", { spends: [nameless] }, locale),
    ];
    for (const each of said) assertEquals(each.includes("?"), false, each);
  }
});

Deno.test("grant: a revocation names the site and the contents", async () => {
  const plain = (said: string) => said.replace(/[\u2066-\u2069]/g, "").replace(/\u00a0/g, " ");
  const locale = await loadLocale(["en"]);
  const stop = (...spends: Spend[]) => plain(describeStop("meadow.app", { spends }, locale));
  assertEquals(stop(daily), "Stop meadow.app from spending 50 USD a day");
  assertEquals(stop(), "Stop meadow.app’s access");
});
