/**
 * An agent's budget, from the link to its revocation: the wallet's page requests it, MCP's agent
 * pays, the home lists its payments with their recipients, and one click revokes it.
 */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { budgetLink, memoryJournal } from "../../pay/mod.ts";
import type { WalletGrantPermissionsResponse } from "../../core/permission/mod.ts";
import { createAgent } from "../../mcp/agent.ts";
import { balanceOf } from "../stack/support/tokens.ts";
import type { Download } from "./playwright.ts";
import { getWorld, newOwner, options, press, shoot } from "./harness.ts";

const shop: Hex = `0x${"5c".repeat(20)}`;

Deno.test("agent: link, dialog, payment, home, stop", options, async () => {
  const { stack } = await getWorld();
  await using user = await newOwner({ mode: "CrossPlatform" });
  const [usd] = stack.tokens;
  await stack.mint(usd.address, user.account, 100_000_000n);
  const key = privateKeyToAccount(generatePrivateKey());
  await stack.fund(key.address, 10n ** 18n);
  let granted: WalletGrantPermissionsResponse | null = null;
  const agent = createAgent({
    key,
    settings: {
      name: "Research \u202eagent” until 2099",
      purpose: "Weather and papers",
      rpcUrl: stack.rpcUrl,
      token: usd.address,
      chainId: stack.chainId,
      perRequest: "2000000",
      hosts: ["api.weather.example"],
      recipients: [shop],
      page: stack.keysUrl,
    },
    journal: memoryJournal(),
    granted: () => Promise.resolve(granted),
  });
  const send = (amount: string, id: string) =>
    agent.send(shop, amount, id, new AbortController().signal);
  await assertRejects(() => send("1", "before"), Error, "no budget yet");
  const { link } = await agent.askBudget("5", 30, "50") as { readonly link: string };

  const home = await user.context.newPage();
  await home.goto(link);
  await home.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  await shoot(home, "agent-grant");
  // The link is no longer in the address, and no site is named in its place.
  assertMatch(await home.evaluate<string>("location.href"), /#\/apps$/);
  assertEquals(await home.getByTestId("sdk-origin").count(), 0);
  assertMatch(await home.getByTestId("sdk-link").innerText(), /anyone can make one/);
  const card = (await home.getByTestId("sdk-card").innerText()).replace(/[\u2068\u2069]/g, "")
    .replace(/\s+/g, " ");
  for (
    const part of [
      "Let the agent “Research agent until 2099” spend up to 5 TUSD a day and 50 TUSD in total",
      "The link says",
      "Weather and papers",
      "api.weather.example",
      "Your account doesn’t check it",
    ]
  ) assert(card.includes(part), `${part} is not in:\n${card}`);
  await press(home, "sdk-confirm");

  await home.getByTestId("home-budget-given").waitFor();
  const file = home.waitForEvent("download");
  await home.getByTestId("home-budget-save").click();
  granted = JSON.parse(await Deno.readTextFile(await (await file as Download).path()));
  assertEquals(granted!.spender, key.address);

  await send("1.25", "one");
  await send("0.5", "two");
  assertEquals(await balanceOf(stack, usd.address, shop), 1_750_000n);
  await home.reload();
  await home.locator("[data-testid=home-permission] summary").click();
  await home.locator("[data-testid=home-agent-payments] li >> nth=1").waitFor();
  await shoot(home, "agent-home");
  assertEquals(await home.getByTestId("sdk-card").count(), 0, "a link asks once");
  const row = (await home.getByTestId("home-permission").innerText())
    .replace(/[\u2068\u2069]/g, "").replace(/\s+/g, " ");
  for (
    const part of [
      "The agent “Research agent until 2099” may spend",
      "3.25 left of 5 TUSD a day",
      "48.25 left of 50 TUSD in all",
      "In the words of a link: “Weather and papers”",
      "1.25 TUSD to 0x5c5c",
      "0.5 TUSD to 0x5c5c",
    ]
  ) assert(row.includes(part), `${part} is not in:\n${row}`);

  await home.getByTestId("home-revoke").click();
  await press(home, "sdk-confirm");
  await home.getByTestId("home-none").waitFor();
  await assertRejects(() => send("0.5", "three"));
  assertEquals(await balanceOf(stack, usd.address, shop), 1_750_000n);
  assertEquals(user.problems, []);
});

Deno.test("agent: links without a valid budget open no dialog", options, async () => {
  const { stack } = await getWorld();
  await using user = await newOwner({ mode: "CrossPlatform" });
  const [usd] = stack.tokens;
  const request = {
    spender: user.account,
    expiry: Math.floor(Date.now() / 1000) + 86_400,
    permissions: { spends: [{ token: usd.address, allowance: "1", unit: "day", multiplier: 1 }] },
    agent: { name: "Ada" },
  } as const;
  const own = budgetLink(stack.keysUrl, { name: "Ada", chainId: stack.chainId, request });
  const encoded = btoa(JSON.stringify({
    name: "Ada",
    chainId: numberToHex(1),
    request: { ...request, permissions: { ...request.permissions, calls: [] } },
  })).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  for (const link of [own, `${stack.keysUrl}/#budget=${encoded}`, `${stack.keysUrl}/#budget=x`]) {
    const home = await user.context.newPage();
    await home.goto(link);
    await home.getByTestId("home-none").waitFor();
    assertMatch(await home.evaluate<string>("location.href"), /#\/apps$/);
    assertEquals(await home.getByTestId("sdk-card").count(), 0, link);
    // The message is displayed, and disappears.
    const said = home.getByTestId("home-budget-unreadable");
    assertMatch(await said.innerText(), /doesn’t contain a request/);
    await said.locator("button").click();
    await said.waitFor({ state: "detached" });
    await home.close();
  }
  assertEquals(user.problems, []);
});

Deno.test(
  "agent: a link opens no second dialog, and the next one opens it afterwards",
  options,
  async () => {
    const { stack } = await getWorld();
    await using user = await newOwner({ mode: "CrossPlatform" });
    const [usd] = stack.tokens;
    const linkOf = (name: string) =>
      budgetLink(stack.keysUrl, {
        name,
        chainId: stack.chainId,
        request: {
          spender: shop,
          expiry: Math.floor(Date.now() / 1000) + 86_400,
          permissions: {
            spends: [{ token: usd.address, allowance: "1", unit: "day", multiplier: 1 }],
          },
          agent: { name },
        },
      });
    const home = await user.context.newPage();
    await home.goto(linkOf("First"));
    await home.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    for (const name of ["Second", "Third"]) {
      const { hash } = new URL(linkOf(name));
      await home.evaluate<void>(`location.hash = ${JSON.stringify(hash)}`);
      await home.waitForFunction("location.hash === '#/apps'");
    }
    // Another request would replace the dialog as soon as it is prepared.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    assertEquals(await home.getByTestId("sdk-card").count(), 1);
    assertMatch(await home.getByTestId("sdk-card").innerText(), /First/);
    await press(home, "sdk-cancel");
    await home.getByTestId("sdk-card").waitFor({ state: "detached" });
    assertEquals(await home.getByTestId("sdk-card").count(), 0);
    await home.evaluate<void>(`location.hash = ${JSON.stringify(new URL(linkOf("Fourth")).hash)}`);
    await home.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    assertMatch(await home.getByTestId("sdk-card").innerText(), /Fourth/);
    assertEquals(user.problems, []);
  },
);
