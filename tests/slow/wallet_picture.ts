/**
 * Captures the wallet's own page for the documentation: home, activity and apps; with
 * `HOME_SHEETS=1` every page of it instead, side by side, in several looks.
 */
import { assertEquals } from "@std/assert";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { until } from "../../scripts/stack/patience.ts";
import { compose, dataUrl } from "../../scripts/pictures/compose.ts";
import { agentBudget, budgetLink, memoryJournal } from "../../pay/mod.ts";
import { createAgent } from "../../mcp/agent.ts";
import { getWorld, newOwner, openRequest, options, press } from "../browser/harness.ts";
import { transferData } from "../stack/support/tokens.ts";
import type { Download, Page } from "../browser/playwright.ts";

const shop: Hex = `0x${"5c".repeat(20)}`;
const [width, height] = [390, 760] as const;

/** How a sheet shows the pages. */
interface Look {
  readonly size: readonly [width: number, height: number];
  readonly scheme: "light" | "dark";
  readonly language: string;
}

const phone = [390, 760] as const;
const desktop = [1_000, 760] as const;

const sheets: Readonly<Record<string, Look>> = {
  "english-light-phone": { size: phone, scheme: "light", language: "en" },
  "german-dark-phone": { size: phone, scheme: "dark", language: "de" },
  "german-light-desktop": { size: desktop, scheme: "light", language: "de" },
  "english-dark-desktop": { size: desktop, scheme: "dark", language: "en" },
};

/** The pages of a sheet. */
const places = [
  "home",
  "activity",
  "apps",
  "security",
  "friend",
  "settings",
  "accounts",
  "send",
  "receive",
  "request",
  "contacts",
  "device",
  "file",
] as const;

Deno.test("picture: the wallet's own page", options, async () => {
  const { stack } = await getWorld();
  await using user = await newOwner({ mode: "CrossPlatform" });
  const [usd, test] = stack.tokens;
  await stack.mint(usd.address, user.account, 125_000_000n);
  await stack.mint(test.address, user.account, 3_000_000_000_000_000_000n);
  const sent = await openRequest<string>(user.app, "CrossPlatform", "eth_sendTransaction", [{
    to: usd.address,
    data: transferData(shop, 2_500_000n),
  }]);
  await press(sent.dialog, "sdk-confirm");
  assertEquals((await sent.answer()).error, undefined);
  const key = privateKeyToAccount(generatePrivateKey());
  await stack.fund(key.address, 10n ** 18n);
  const budget = agentBudget({
    name: "Research agent",
    purpose: "Weather and papers",
    spender: key.address,
    token: usd.address,
    perDay: 5_000_000n,
    inAll: 50_000_000n,
    end: { days: 30 },
    hosts: ["api.weather.example"],
  });
  const home = await user.context.newPage();
  await home.setViewportSize({ width, height });
  await home.goto(budgetLink(stack.keysUrl, { ...budget, chainId: stack.chainId }));
  await press(home, "sdk-confirm");
  await home.getByTestId("home-budget-given").waitFor();
  const file = home.waitForEvent("download");
  await home.getByTestId("home-budget-save").click();
  const granted = JSON.parse(await Deno.readTextFile(await (await file as Download).path()));
  const agent = createAgent({
    key,
    settings: {
      name: budget.name,
      rpcUrl: stack.rpcUrl,
      token: usd.address,
      chainId: stack.chainId,
      perRequest: "2000000",
      recipients: [shop],
      page: stack.keysUrl,
    },
    journal: memoryJournal(),
    granted: () => Promise.resolve(granted),
  });
  for (const [id, amount] of [["one", "1.25"], ["two", "0.5"]] as const) {
    await agent.send(shop, amount, id, new AbortController().signal);
  }
  if (Deno.env.get("HOME_SHEETS") === "1") {
    for (const [name, look] of Object.entries(sheets)) await shootSheet(home, name, look);
  } else await shootTabs(home);
  assertEquals(user.problems, []);
});

/** Captures three tabs as one picture. */
async function shootTabs(home: Page): Promise<void> {
  const { stack } = await getWorld();
  const shots: Uint8Array[] = [];
  for (
    const [place, waits] of [
      ["home", "[data-testid=home-activity][data-status='200'] >> nth=1"],
      ["activity", "[data-testid=home-activity][data-status='200'] >> nth=1"],
      ["apps", "[data-testid=home-left] >> nth=1"],
    ] as const
  ) {
    await home.goto(`${stack.keysUrl}/#/${place}`);
    await home.reload();
    await home.locator(waits).waitFor();
    shots.push(await capture(home));
  }
  const images = shots.map((shot) =>
    `<img src="${dataUrl(shot)}" width="${width}" height="${height}" style="border-radius:16px">`
  );
  await write(
    "wallet.png",
    `<div style="display:flex;gap:24px;padding:12px">${images.join("")}</div>`,
  );
}

/** Captures every page in one look. */
async function shootSheet(home: Page, name: string, look: Look): Promise<void> {
  const { stack } = await getWorld();
  const { size: [width, height], scheme, language } = look;
  await home.setViewportSize({ width, height });
  await home.evaluate(
    `localStorage.setItem("acct.language.1", "${language}"); localStorage.setItem("acct.theme.1", "${scheme}")`,
  );
  const figures: string[] = [];
  for (const place of places) {
    await home.goto(`${stack.keysUrl}/#/${place}`);
    await home.reload();
    await home.locator("h1").first().waitFor();
    await home.locator("[aria-busy=true], .skeleton").first().waitFor({ state: "detached" });
    // The page fades in.
    await until(
      `${place} is still`,
      () => home.evaluate<boolean>("document.getAnimations().length === 0"),
    );
    figures.push(
      `<figure style="margin:0;font:11px sans-serif"><img src="${dataUrl(await capture(home))}"` +
        ` width="${width / 2}" height="${height / 2}"><figcaption>${place}</figcaption></figure>`,
    );
  }
  const style = `display:grid;grid-template-columns:repeat(6,${width / 2}px);gap:12px;padding:12px`;
  await write(`home-${name}.webp`, `<div style="${style}">${figures.join("")}</div>`);
}

async function capture(page: Page): Promise<Uint8Array> {
  const path = await Deno.makeTempFile({ suffix: ".png" });
  await page.screenshot({ path });
  const image = await Deno.readFile(path);
  await Deno.remove(path);
  return image;
}

async function write(name: string, html: string): Promise<void> {
  const { started } = await getWorld();
  const picture = await compose(started.browser, html, name.endsWith(".png") ? "png" : "webp");
  await Deno.writeFile(new URL(`../../docs/pictures/${name}`, import.meta.url), picture);
}
