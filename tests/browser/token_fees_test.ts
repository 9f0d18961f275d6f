/** A fee paid in a token by an account without ether, in both modes. */
import { assert, assertEquals } from "@std/assert";
import { type Hex, parseUnits } from "viem";
import { balanceOf } from "../stack/support/tokens.ts";
import {
  getWorld,
  type Mode,
  modes,
  newOwner,
  newUser,
  openRequest,
  options,
  press,
  settled,
  shoot,
  undisturbed,
} from "./harness.ts";

const friend = "0x00000000000000000000000000000000000000aa";

for (const mode of modes) {
  Deno.test(`token fee, ${mode}: an account without ether pays in TUSD`, options, () => pay(mode));
}
Deno.test("token fee, demo: a visitor pays in TUSD instead of the site", options, demo);

async function pay(mode: Mode): Promise<void> {
  const { stack } = await getWorld();
  const [token] = stack.tokens;
  await using user = await newOwner({ mode, options: { paymasters: {} } });
  const { account, app } = user;
  const given = parseUnits("100", token.decimals);
  await stack.mint(token.address, account, given);

  const params = [{
    version: "2.0.0",
    from: account,
    chainId: `0x${stack.chainId.toString(16)}`,
    atomicRequired: true,
    calls: [{ to: friend, value: "0x0", data: "0x" }],
  }];
  const { dialog, answer } = await openRequest<{ id: string }>(
    app,
    mode,
    "wallet_sendCalls",
    params,
  );
  // Ether cannot pay for anything, so the token that can pay is preselected.
  await dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  assertEquals(await dialog.getByTestId("sdk-not-enough").count(), 0);
  await shoot(dialog, `token-fee-choice-${mode}`);
  const fee = await dialog.locator("[data-testid=sdk-fee-choice] > summary").innerText();
  const [, figure] = /At most ([\d.,]+)\s+TUSD/.exec(fee) ?? [];
  assert(figure !== undefined, fee);
  const maximum = parseUnits(figure.replaceAll(",", ""), token.decimals);
  await shoot(dialog, `token-fee-${mode}`);
  await press(dialog, "sdk-confirm");
  const { result, error } = await answer();
  assertEquals(error, undefined);
  assertEquals(await settled(app, result!.id), 200);

  const paid = given - await balanceOf(stack, token.address, account);
  assert(paid > 0n && paid <= maximum, `${paid} of ${maximum}`);
  assertEquals(await stack.node.request("eth_getBalance", [account, "latest"]), "0x0");

  // The device remembers the currency of the last payment.
  const second = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", params);
  await second.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  const chosen = second.dialog.locator("[data-testid=sdk-fee-choice] > summary");
  assert((await chosen.innerText()).includes("TUSD"));
  await press(second.dialog, "sdk-confirm");
  const again = await second.answer();
  assertEquals(await settled(app, again.result!.id), 200);
  assertEquals(user.problems, []);
}

/** The site pays first, then the visitor does, out of the 100 TUSD of the first step. */
async function demo(): Promise<void> {
  const { demoUrl, stack } = await getWorld();
  await using user = await newUser();
  const page = await user.context.newPage();
  await page.goto(demoUrl);
  await page.getByTestId("developers").click();
  await page.getByTestId("mode-app").click();
  await page.getByTestId("connect").click();
  for (const button of ["sdk-create", "sdk-skip"]) await press(page, button);
  await page.getByTestId("claim").click();
  await press(page, "sdk-confirm");
  await page.getByTestId("claim-done").waitFor();
  await undisturbed(page);
  await page.getByTestId("i-pay").click();
  await page.waitForFunction("location.search === '?fee=own'");
  await page.getByTestId("tip").click();
  await press(page, "sdk-confirm");
  await page.getByTestId("tip-done").waitFor();
  const account = await page.getByTestId("address").getAttribute("data-address");
  const left = await balanceOf(stack, stack.tokens[0].address, account as Hex);
  assert(left < parseUnits("95", 6) && left > parseUnits("85", 6), `${left}`);
  assertEquals(user.problems, []);
}
