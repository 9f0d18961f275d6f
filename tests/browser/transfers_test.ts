/** The wallet's own page: incoming transfers, and collectibles. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Address, encodeDeployData, encodeFunctionData, erc20Abi, numberToHex } from "viem";
import { cardsAbi } from "../../contracts/artifacts/test/cards_abi.ts";
import { cardsBytecode } from "../../contracts/artifacts/test/cards_bytecode.ts";
import { itemsAbi } from "../../contracts/artifacts/test/items_abi.ts";
import { itemsBytecode } from "../../contracts/artifacts/test/items_bytecode.ts";
import { testTokenAbi } from "../../contracts/artifacts/test_token_abi.ts";
import { testTokenBytecode } from "../../contracts/artifacts/test_token_bytecode.ts";
import {
  callAs,
  collectionsOf,
  outsider,
  readToEnd,
  transactAs,
} from "../stack/indexer/transfers.ts";
import {
  getWorld,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  shoot,
  type User,
} from "./harness.ts";
import type { Page } from "./playwright.ts";

const mode = "CrossPlatform";
const friend = `0x${"c7".repeat(20)}` as const;
const phone = { viewport: { width: 390, height: 760 }, locale: "en" };
const plain = (text: string) =>
  text.replace(/[\u2060\u2066-\u2069]/g, "").replace(/[\u00a0\u202f\s]+/g, " ").trim();

/** Opens the page and creates an account. Returns the address as the page displays it. */
async function arrive(user: User): Promise<{ home: Page; address: Address }> {
  const { stack } = await getWorld();
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-sign-in").click();
  await home.getByTestId("home-account").waitFor();
  const address = await home.getByTestId("home-account").getAttribute("data-address");
  return { home, address: address as Address };
}

/** Titles of the rows of the activity, each with its amount. */
async function titles(home: Page, count: number): Promise<string[]> {
  await home.locator(`[data-testid=home-activity] >> nth=${count - 1}`).waitFor();
  const rows = await home.evaluate<string[]>(
    `[...document.querySelectorAll("[data-testid=home-activity]")].map((row) =>
      [...row.querySelectorAll("b, .row-amount > bdi")].map((each) => each.textContent).join(": "))`,
  );
  return rows.map(plain);
}

Deno.test(
  "activity: two sends, a batch, two grants and incoming transfers are six labelled rows",
  options,
  async () => {
    const { stack, otherAppUrl } = await getWorld();
    await using user = await newOwner({ mode });
    const { app, account } = user;
    const [usd, test] = stack.tokens;
    const later = Math.floor(Date.now() / 1000) + 86_400;
    await stack.mint(usd.address, outsider, 20_000_000n);
    await callAs(stack, usd.address, {
      abi: erc20Abi,
      functionName: "transfer",
      args: [account, 20_000_000n],
    });
    const transfer = (amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [friend, amount] });
    const confirm = async (from: typeof app, method: string, params: unknown[]) => {
      const asked = await openRequest(from, mode, method, params);
      await press(asked.dialog, "sdk-confirm");
      assertEquals((await asked.answer()).error, undefined);
    };
    const batch = (calls: readonly { to: Address; data: `0x${string}` }[]) => [{
      version: "2.0.0",
      chainId: numberToHex(stack.chainId),
      atomicRequired: true,
      calls,
    }];
    await confirm(
      app,
      "wallet_sendCalls",
      batch([{ to: usd.address, data: transfer(1_500_000n) }]),
    );
    await confirm(
      app,
      "wallet_sendCalls",
      batch([{ to: usd.address, data: transfer(2_000_000n) }]),
    );
    // Like a swap: an approval, and the call that uses it.
    const { contractAddress: market } = await transactAs(stack, {
      data: encodeDeployData({
        abi: testTokenAbi,
        bytecode: testTokenBytecode.initCode,
        args: ["Market", "MKT", 18],
      }),
    });
    await confirm(
      app,
      "wallet_sendCalls",
      batch([
        {
          to: usd.address,
          data: encodeFunctionData({
            abi: erc20Abi,
            functionName: "approve",
            args: [market!, 3_000_000n],
          }),
        },
        {
          to: market!,
          data: encodeFunctionData({
            abi: testTokenAbi,
            functionName: "mint",
            args: [account, 9n],
          }),
        },
      ]),
    );
    const grant = (token: Address, spender: Address) => [{
      expiry: later,
      spender,
      permissions: { spends: [{ token, allowance: "7000000", unit: "week" }] },
    }];
    await confirm(app, "wallet_grantPermissions", grant(usd.address, `0x${"e5".repeat(20)}`));
    const other = await openApp(user, { mode, url: otherAppUrl });
    const connecting = await openRequest<string[]>(other, mode, "eth_requestAccounts");
    await press(connecting.dialog, "sdk-continue");
    await connecting.answer();
    await confirm(other, "wallet_grantPermissions", grant(test.address, `0x${"e6".repeat(20)}`));
    // Permissions are on the chain with their first use, or with the account's next operation.
    await readToEnd(stack);

    const home = await user.context.newPage();
    await home.setViewportSize({ width: 390, height: 780 });
    await home.goto(`${stack.keysUrl}/#/activity`);
    await home.locator("[data-testid=home-activity]:has-text('Received')").waitFor();
    const said = await titles(home, 6);
    await shoot(home, "six-rows");
    assertEquals(said.length, 6, said.join("\n"));
    assertEquals(new Set(said).size, 6, said.join("\n"));
    assert(!said.some((each) => /0x[0-9a-f]{8}/i.test(each)), said.join("\n"));
    assertEquals(said.filter((each) => each.startsWith("Sent ")).toSorted(), [
      "Sent to 0xC7C7…c7C7: −1.5 TUSD",
      "Sent to 0xC7C7…c7C7: −2 TUSD",
    ]);
    assert(said.some((each) => /^Received from 0x.*: \+20 TUSD$/.test(each)), said.join("\n"));
    assertEquals(said.filter((each) => each.includes("and 1 more")).length, 1);
    assertEquals(said.filter((each) => / spend .* a week/.test(each)).length, 2);

    // The details of the incoming transfer.
    await home.locator("[data-testid=home-activity]:has-text('Received')").click();
    const detail = plain(await home.getByTestId("home-detail").innerText());
    assertMatch(
      detail,
      /^T ?\S* ?Received from 0x.* \+20 TUSD ≈ \$20\.00 From 0x[0-9a-fA-F]{4}( [0-9a-fA-F]{4}){9} When .* State Done Network Local/,
    );
    await shoot(home, "received");
    // The page may not read the clipboard.
    await home.evaluate(
      "void (navigator.clipboard.writeText = async (text) => void (globalThis.copied = text))",
    );
    await home.locator("[data-testid=home-copy] >> nth=-1").click();
    const receipt = await home.evaluate<string>("globalThis.copied");
    assertMatch(
      receipt,
      /^Received 20\sTUSD\nFrom: 0x[0-9a-fA-F]{40}\nWhen: .+\nNetwork: Local\nTransaction: 0x[0-9a-f]{64}$/,
    );
    assertEquals(user.problems, []);
  },
);

Deno.test(
  "activity: incoming transfers appear immediately; unknown tokens are one unnamed row",
  options,
  async () => {
    const { stack } = await getWorld();
    await using user = await newUser(phone);
    const { home, address } = await arrive(user);
    await home.getByTestId("home-no-balance").waitFor();
    await stack.mint(stack.tokens[0].address, address, 20_000_000n);
    // Without a reload.
    await home.locator("[data-testid=home-activity]:has-text('New tokens')").waitFor();
    const deploy = async () => {
      const { contractAddress } = await transactAs(stack, {
        data: encodeDeployData({
          abi: testTokenAbi,
          bytecode: testTokenBytecode.initCode,
          args: ["USD Coin", "USDC", 6],
        }),
      });
      return contractAddress!;
    };
    const fakes = [await deploy(), await deploy(), await deploy()];
    for (const fake of fakes) {
      await callAs(stack, fake, {
        abi: testTokenAbi,
        functionName: "mint",
        args: [address, 1_000_000_000n],
      });
    }
    await transactAs(stack, { to: address, value: 5n * 10n ** 16n });
    await home.locator("[data-testid=home-activity]:has-text('0.05 ETH')").waitFor();
    // The first tab has the known tokens alone.
    const known = async () =>
      (await titles(home, 2)).map((each) => each.replace(/0x\w+…\w+/, "someone"));
    const expected = ["Received from someone: +0.05 ETH", "New tokens: +20 TUSD"];
    assertEquals(await known(), expected);
    await home.getByTestId("home-tab-activity").click();
    await home.getByTestId("home-unknown").waitFor();
    assertEquals(await known(), expected);
    assertEquals(
      plain(await home.getByTestId("home-unknown").innerText()),
      "? 3 unknown tokens and collectibles",
    );
    await shoot(home, "unknown-folded");
    await home.getByTestId("home-unknown").click();
    assertEquals(await titles(home, 3), Array(3).fill("Received an unknown token"));
    await home.getByTestId("home-activity").first().click();
    const detail = plain(await home.getByTestId("home-detail").innerText());
    assertMatch(detail, /Anyone can make a token under any name/);
    assert(!detail.includes("USDC"));
    assertEquals(fakes.some((fake) => detail.toLowerCase().includes(fake)), true);
    await shoot(home, "unknown-detail");
    assertEquals(user.problems, []);
  },
);

Deno.test("collectibles: received, shown by collection, and sent", options, async () => {
  const { stack } = await getWorld();
  await using user = await newUser(phone);
  const { home, address } = await arrive(user);
  await home.evaluate("location.hash = '#/collectibles'");
  await home.getByTestId("home-no-items").waitFor();
  const [{ contractAddress: cards }, { contractAddress: items }] = [
    await transactAs(stack, { data: cardsBytecode.initCode }),
    await transactAs(stack, { data: itemsBytecode.initCode }),
  ];
  const long = 2n ** 255n;
  for (const id of [7n, 42n, long]) {
    await callAs(stack, cards!, { abi: cardsAbi, functionName: "mint", args: [address, id] });
  }
  await callAs(stack, items!, { abi: itemsAbi, functionName: "mint", args: [address, 3n, 12n] });
  // Without a reload.
  await home.locator("[data-testid=home-item] >> nth=3").waitFor();
  await shoot(home, "collectibles");
  const groups = (await home.getByTestId("home-collection").allInnerTexts()).map(plain).toSorted();
  assertEquals(groups, [
    "Cards · Local Cards No. 5789…9968 Cards No. 42 Cards No. 7",
    "Unnamed collection · Local Unnamed collection No. 3 12 pieces",
  ]);
  // None of them was requested.
  assertEquals(await home.getByTestId("home-items-others").count(), 1);

  await home.locator("[data-testid=home-item][href$='.0x2a']").click();
  await home.getByTestId("home-item-page").waitFor();
  await shoot(home, "collectible");
  const send = home.getByTestId("home-item-send");
  assertEquals(await send.isEnabled(), false);
  await home.getByTestId("home-item-to").fill(friend);
  await send.click();
  await home.getByTestId("sdk-confirm").waitFor();
  await shoot(home, "collectible-dialog");
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-item][href$='.0x2a']").waitFor({ state: "detached" });
  await home.locator("[data-testid=home-item] >> nth=2").waitFor();
  const held = (await collectionsOf(stack, address)).find(({ kind }) => kind === "erc721")!;
  assertEquals(held.items.map(({ id }) => BigInt(id)).includes(42n), false);
  // The account has used this collection itself by now.
  await home.locator("[data-testid=home-collection]:has-text('Cards')").waitFor();

  await home.locator("[data-testid=home-item][href$='.0x3']").click();
  await home.getByTestId("home-item-to").fill(friend);
  await home.getByTestId("home-item-amount").fill("13");
  assertEquals(await send.isEnabled(), false);
  await home.getByTestId("home-item-amount").fill("5");
  await send.click();
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-item]:has-text('7 pieces')").waitFor();
  // A missing item is reported as gone.
  await home.goto(`${stack.keysUrl}/#/collectibles/${stack.chainId}.${cards}.0x2a`);
  await home.getByTestId("home-item-gone").waitFor();
  await home.goto(`${stack.keysUrl}/#/activity`);
  assertEquals((await titles(home, 2)).slice(0, 2), ["Sent a collectible", "Sent a collectible"]);
  assertEquals(user.problems, []);
});
