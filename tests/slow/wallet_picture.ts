/** Captures the wallet's own page for the documentation: home, activity, apps. */
import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { compose, dataUrl } from "../../scripts/pictures/compose.ts";
import { agentBudget, budgetLink, memoryJournal } from "../../pay/mod.ts";
import { createAgent } from "../../mcp/agent.ts";
import { getWorld, newOwner, openRequest, options, press } from "../browser/harness.ts";
import { transferData } from "../stack/support/tokens.ts";
import type { Download } from "../browser/playwright.ts";

const shop: Hex = `0x${"5c".repeat(20)}`;
const [width, height] = [390, 760] as const;

Deno.test("picture: the wallet's own page", options, async () => {
  const { stack, started } = await getWorld();
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
  const shots: Uint8Array[] = [];
  for (
    const [place, waits] of [
      ["home", "[data-testid=home-activity][data-status='200'] >> nth=1"],
      ["activity", "[data-testid=home-activity][data-status='200'] >> nth=1"],
      ["apps", "[data-testid=home-agent-payments] li >> nth=1"],
    ] as const
  ) {
    await home.goto(`${stack.keysUrl}/#/${place}`);
    await home.reload();
    await home.locator(waits).waitFor();
    const path = await Deno.makeTempFile({ suffix: ".png" });
    await home.screenshot({ path });
    shots.push(await Deno.readFile(path));
    await Deno.remove(path);
  }
  const images = shots.map((shot) =>
    `<img src="${dataUrl(shot)}" width="${width}" height="${height}" style="border-radius:16px">`
  );
  const html = `<div style="display:flex;gap:24px;padding:12px">${images.join("")}</div>`;
  const picture = await compose(started.browser, html, "png");
  const place = new URL("../../docs/pictures/wallet.png", import.meta.url);
  await Deno.writeFile(fileURLToPath(place), picture);
  assertEquals(user.problems, []);
});
