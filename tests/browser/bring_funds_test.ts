/** The wallet's own page lists another wallet's tokens; that wallet follows the links. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  getAddress,
  parseEther,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { claimName } from "../stack/names/names.ts";
import { user as stackUser } from "../stack/support/client.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import { getWorld, newUser, options, shoot, undisturbed, type User } from "./harness.ts";
import type { Page } from "./playwright.ts";

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "").replaceAll("\xa0", " ");

/** Opens the page as a user does, in a new account. */
async function openPage(user: User): Promise<{ home: Page; address: Address }> {
  const { stack } = await getWorld();
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-sign-in").click();
  await home.getByTestId("home-account").waitFor();
  const address = await home.getByTestId("home-account").getAttribute("data-address");
  await home.goto(`${stack.keysUrl}/#/receive`);
  await home.getByTestId("home-receive-on").waitFor();
  await undisturbed(home);
  await shoot(home, `bring-receive-${await home.evaluate("document.documentElement.lang")}`);
  await home.getByTestId("home-bring").click();
  await home.getByTestId("home-bring-from").waitFor();
  return { home, address: address as Address };
}

/** Another wallet with a token, and with native currency if it can pay fees. */
async function newWallet({ ether }: { ether: bigint }) {
  const { stack } = await getWorld();
  const account = privateKeyToAccount(generatePrivateKey());
  await stack.mint(stack.tokens[0].address, account.address, 5_000_000n);
  if (ether > 0n) await stack.fund(account.address, ether);
  const transport = patientHttp(stack.rpcUrl);
  const chain = defineChain({
    id: stack.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [stack.rpcUrl] } },
  });
  const wallet = createWalletClient({ account, chain, transport });
  const reader = createPublicClient({ chain, transport });
  return {
    address: account.address,
    /** Sends the transaction of a link, as a wallet that reads EIP-681. */
    async follow(link: string): Promise<void> {
      const native = /^ethereum:(0x[\da-f]{40})@(\d+)\?value=(\d+)$/i.exec(link);
      const token =
        /^ethereum:(0x[\da-f]{40})@(\d+)\/transfer\?address=(0x[\da-f]{40})&uint256=(\d+)$/i
          .exec(link);
      const [, to, chainId] = (native ?? token)!;
      assertEquals(Number(chainId), stack.chainId);
      const hash = await wallet.sendTransaction(
        native !== null
          ? { to: getAddress(to!), value: BigInt(native[3]!) }
          : { to: getAddress(to!), data: transferData(getAddress(token![3]!), BigInt(token![4]!)) },
      );
      assertEquals((await reader.waitForTransactionReceipt({ hash })).status, "success");
    },
  };
}

Deno.test(
  "bring funds: another wallet follows the links, and the page shows each arrival",
  options,
  async () => {
    const { stack } = await getWorld();
    await using user = await newUser({ viewport: { width: 390, height: 760 }, locale: "en" });
    const { home, address } = await openPage(user);
    const old = await newWallet({ ether: parseEther("2") });
    await shoot(home, "bring-empty");

    const field = home.getByTestId("home-bring-from");
    for (
      const [typed, problem] of [
        [address, "That’s this account"],
        ["0x12", "That isn’t an address"],
        [`0x${"Ab".repeat(20)}`, "That isn’t an address"],
      ]
    ) {
      await field.fill(typed!);
      await home.locator(`[data-testid=home-send-found]:has-text("${problem}")`).waitFor();
      await home.locator("[data-testid=home-bring-show][disabled]").waitFor();
    }
    await field.fill(old.address);
    await home.locator("[data-testid=home-bring-show]:not([disabled])").click();
    await home.locator("[data-testid=home-bring-balance] >> nth=1").waitFor();
    const rows = await home.locator("[data-testid=home-bring-balance] b").allInnerTexts();
    assertMatch(plain(rows[0]!), /^5 TUSD$/);
    // The native currency is last and keeps the fees.
    assertMatch(plain(rows[1]!), /^1\.99\d{1,4} ETH$/);
    await shoot(home, "bring-balances");

    // A balance that is not chosen is not moved.
    await home.locator("[data-testid=home-bring-balance] input >> nth=1").click();
    await home.getByTestId("home-bring-go").click();
    await home.getByTestId("home-bring-move").waitFor();
    assertEquals((await home.getByTestId("home-bring-move").allInnerTexts()).length, 1);
    await home.getByTestId("home-back").click();
    await home.getByTestId("home-bring").click();
    await field.fill(old.address);
    await home.locator("[data-testid=home-bring-show]:not([disabled])").click();
    await home.locator("[data-testid=home-bring-balance] >> nth=1").waitFor();
    await home.getByTestId("home-bring-go").click();
    await home.locator("[data-testid=home-bring-move] >> nth=1").waitFor();
    const shown = (await home.getByTestId("home-bring-to").innerText()).replace(/\s/g, "");
    assertEquals(shown, address);
    const [first, second] = ["0", "1"].map((at) =>
      home.locator(`[data-testid=home-bring-move] >> nth=${at}`)
    );
    const links = [
      (await first!.getAttribute("data-link"))!,
      (await second!.getAttribute("data-link"))!,
    ];
    const opened = home.locator("[data-testid=home-bring-open] >> nth=0");
    assertEquals(await opened.getAttribute("href"), links[0]);
    await home.locator("[data-testid=home-qr] >> nth=0").waitFor();
    await shoot(home, "bring-sign");

    await old.follow(links[0]!);
    await home.locator("[data-testid=home-bring-move][data-received=true]").waitFor();
    assertEquals((await home.locator("[data-received=true]").allInnerTexts()).length, 1);
    await shoot(home, "bring-one-received");
    await old.follow(links[1]!);
    await home.getByTestId("home-bring-done").waitFor();
    await shoot(home, "bring-done");
    assertEquals(await balanceOf(stack, stack.tokens[0].address, address), 5_000_000n);
    const value = BigInt(links[1]!.split("=")[1]!);
    const balance = BigInt(await stack.node.request("eth_getBalance", [address, "latest"]));
    assertEquals(balance, value);
    assert(value > parseEther("1.99"));
    // Nothing about the other wallet is stored.
    const stored = await home.evaluate<string>("JSON.stringify({ ...localStorage })");
    assertEquals(stored.toLowerCase().includes(old.address.toLowerCase()), false);
    assertEquals(user.problems, []);
  },
);

Deno.test("bring funds: another wallet is found by its ENS name", options, async () => {
  const { stack } = await getWorld();
  await using user = await newUser({ locale: "en" });
  const { home } = await openPage(user);
  const old = stackUser(41);
  await stack.mint(stack.tokens[0].address, old.account.address, 3_000_000n);
  assertEquals((await claimName(stack, old, "earlier")).result, { name: "earlier.demo.eth" });
  await home.getByTestId("home-bring-from").fill("earlier.demo.eth");
  const found = home.locator("[data-testid=home-send-found] code");
  await found.waitFor();
  assertEquals((await found.innerText()).replace(/\s/g, ""), old.account.address);
  await home.locator("[data-testid=home-bring-show]:not([disabled])").click();
  await home.locator("[data-testid=home-bring-balance]:has-text('TUSD')").waitFor();
  assertMatch(await home.getByTestId("home-bring-wallet").innerText(), /^earlier\.demo\.eth/);
  assertEquals(user.problems, []);
});

Deno.test(
  "bring funds: a wallet without tokens, or without native currency, says so",
  options,
  async () => {
    await using user = await newUser({
      viewport: { width: 390, height: 760 },
      locale: "de",
      colorScheme: "dark",
    });
    const { home } = await openPage(user);
    const field = home.getByTestId("home-bring-from");
    await field.fill(privateKeyToAccount(generatePrivateKey()).address);
    await home.locator("[data-testid=home-bring-show]:not([disabled])").click();
    await home.getByTestId("home-bring-none").waitFor();
    const old = await newWallet({ ether: 0n });
    await field.fill(old.address);
    await home.locator("[data-testid=home-bring-show]:not([disabled])").click();
    await home.locator("[data-testid=home-bring-balance]:has-text('nichts für die Gebühr')")
      .waitFor();
    await shoot(home, "bring-balances-de-dark");
    await home.getByTestId("home-bring-go").click();
    await home.getByTestId("home-bring-move").waitFor();
    await shoot(home, "bring-sign-de-dark");
    assertEquals(user.problems, []);
  },
);
