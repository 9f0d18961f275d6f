/** The wallet's own page requests a payment by a link; another user pays it, and the page shows that. */
import { assert, assertEquals } from "@std/assert";
import type { Page } from "./playwright.ts";
import { toBase64UrlJson } from "../../pay/protocols/encoding.ts";
import { balanceOf } from "../stack/support/tokens.ts";
import { getWorld, newUser, options, press, shoot, undisturbed, type User } from "./harness.ts";

const phone = { viewport: { width: 390, height: 760 }, locale: "en" };
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "").replaceAll("\xa0", " ");

/** Opens the home of a new account that holds five test dollars. */
async function openHome(user: User): Promise<{ home: Page; address: `0x${string}` }> {
  const { stack } = await getWorld();
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-sign-in").click();
  await home.getByTestId("home-account").waitFor();
  const address = await home.getByTestId("home-account").getAttribute("data-address");
  await stack.mint(stack.tokens[0].address, address as `0x${string}`, 5_000_000n);
  return { home, address: address as `0x${string}` };
}

Deno.test(
  "payment request: a link is paid by another account, and the payee sees it",
  options,
  async () => {
    const { stack } = await getWorld();
    await using payee = await newUser(phone);
    await using payer = await newUser(phone);
    const { home, address } = await openHome(payee);
    await home.goto(`${stack.keysUrl}/#/receive`);
    await home.getByTestId("home-request").click();
    await home.getByTestId("home-request-amount").fill("2.5");
    await home.getByTestId("home-request-purpose").fill("Table 4");
    await home.getByTestId("home-request-go").click();
    const made = home.getByTestId("home-request-made");
    await made.waitFor();
    await home.getByTestId("home-qr").waitFor();
    const link = (await made.getAttribute("data-link"))!;
    await shoot(home, "request-made");

    const { home: other } = await openHome(payer);
    await other.goto(link);
    const go = other.locator("[data-testid=home-pay-go]:not([disabled])");
    await go.waitFor();
    assertEquals(plain(await other.getByTestId("home-pay-amount").innerText()), "2.5 TUSD");
    assertEquals(await other.getByTestId("home-pay-purpose").innerText(), "Table 4");
    const to = (await other.getByTestId("home-pay-to").innerText()).replace(/\s/g, "");
    assert(to === address, to);
    await shoot(other, "request-pay");
    await go.click();
    await press(other, "sdk-confirm");
    await other.getByTestId("home-paid").waitFor();
    // A link that was paid is paid again only after a second decision.
    await other.reload();
    await other.getByTestId("home-paid").waitFor();
    await other.getByTestId("home-pay-again").waitFor();

    await home.getByTestId("home-request-paid").waitFor();
    await shoot(home, "request-paid");
    assertEquals(await balanceOf(stack, stack.tokens[0].address, address), 7_500_000n);
    assertEquals([...payee.problems, ...payer.problems], []);
  },
);

Deno.test("payment request: an account without tokens can ask for one too", options, async () => {
  const { stack } = await getWorld();
  await using user = await newUser(phone);
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-sign-in").click();
  await home.getByTestId("home-no-balance").waitFor();
  await undisturbed(home);
  await home.goto(`${stack.keysUrl}/#/request`);
  await home.getByTestId("home-request-token").waitFor();
  const offered = await home.locator("[data-testid=home-request-token] option").allInnerTexts();
  assertEquals(offered.map(plain), [
    "TUSD on Local",
    "TEST on Local",
    "ETH on Local",
    "TUSD on Second",
    "TEST on Second",
    "ETH on Second",
  ]);
  await home.getByTestId("home-request-amount").fill("2.5");
  await home.getByTestId("home-request-go").click();
  await home.getByTestId("home-request-made").waitFor();
  assertEquals(
    plain(await home.locator("[data-testid=home-request-made] .total").innerText()),
    "2.5 TUSD\n≈ $2.50",
  );
  assertEquals(user.problems, []);
});

Deno.test("payment request: links that cannot be paid say why", options, async () => {
  const { stack } = await getWorld();
  await using user = await newUser(phone);
  const { home, address } = await openHome(user);
  const request = {
    to: `0x${"e1".repeat(20)}`,
    chainId: stack.chainId,
    token: stack.tokens[0].address,
    amount: "1000000",
    payee: "",
    purpose: "",
    until: Math.floor(Date.now() / 1000) + 600,
    id: `0x${"12".repeat(16)}`,
  };
  const open = async (changes: object) => {
    await home.goto("about:blank");
    await home.goto(`${stack.keysUrl}/#/pay/${toBase64UrlJson({ ...request, ...changes })}`);
  };
  for (
    const [changes, words] of [
      [{ amount: "0" }, "isn’t a payment request"],
      [{ chainId: 999 }, "isn’t available here"],
      [{ token: `0x${"e2".repeat(20)}` }, "isn’t available here"],
      [{ until: 1_000_000_000 }, "This request ended"],
      [{ to: address }, "the account you’re sending from"],
    ] as const
  ) {
    await open(changes);
    await home.locator(`[data-testid=home-pay-problem]:has-text("${words}")`).waitFor();
  }
  // Anyone can make a link that looks like an own request: it never shows a result.
  await home.goto("about:blank");
  const foreign = toBase64UrlJson({ ...request, to: address });
  await home.goto(`${stack.keysUrl}/#/request/${foreign}`);
  await home.locator("[data-testid=home-request-waits]:has-text('wasn’t created')").waitFor();
  await open({ amount: "5000001" });
  await home.getByTestId("home-pay-short").waitFor();
  await home.locator("[data-testid=home-pay-go][disabled]").waitFor();
  assertEquals(user.problems, []);
});
