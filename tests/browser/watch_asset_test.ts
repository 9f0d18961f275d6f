/** `wallet_watchAsset`: a token that the user agrees to is among the balances afterwards. */
import { assertEquals, assertMatch } from "@std/assert";
import { type Address, zeroAddress } from "viem";
import {
  createAccount,
  getWorld,
  modes,
  newUser,
  openApp,
  openRequest,
  options,
  press,
} from "./harness.ts";

for (const mode of modes) {
  Deno.test(
    `watch asset, ${mode}: shown as the chain has it, then among the balances`,
    options,
    async () => {
      const { stack } = await getWorld();
      await using user = await newUser();
      const app = await openApp(user, { mode });
      await createAccount(app, mode);
      const [token] = stack.tokens;
      const watch = (asset: object, address: Address = token.address) =>
        openRequest<boolean>(app, mode, "wallet_watchAsset", {
          type: "ERC20",
          options: { address, image: "https://bank.example/usdc.png", ...asset },
        });
      const balances = async () => {
        const { dialog, answer } = await openRequest(app, mode, "acct_showAccount", []);
        const shown = await dialog.locator("[data-testid=sdk-holdings], [data-testid=sdk-empty]")
          .innerText();
        await dialog.getByTestId("sdk-done").click();
        await answer();
        return shown;
      };
      const symbol = new RegExp(token.symbol);
      assertEquals(symbol.test(await balances()), false);

      // Another symbol is a warning; the site's own text is not displayed.
      const lied = await watch({ symbol: "WORTHY" });
      await lied.dialog.getByTestId("sdk-other-token").waitFor();
      assertMatch(await lied.dialog.getByTestId("sdk-token-balance").innerText(), symbol);
      const screen = `[data-method="wallet_watchAsset"]`;
      const words = await lied.dialog.locator(screen).innerText();
      assertEquals([symbol.test(words), /WORTHY/.test(words)], [true, false]);
      assertEquals(await lied.dialog.locator(`${screen} img[src*="bank.example"]`).count(), 0);
      await lied.dialog.getByTestId("sdk-cancel").click();
      assertEquals((await lied.answer()).error?.code, 4001);

      const none = await watch({}, zeroAddress);
      await none.dialog.getByTestId("sdk-no-token").waitFor();
      assertEquals(
        await none.dialog.getByTestId("sdk-confirm").getAttribute("aria-disabled"),
        "true",
      );
      await none.dialog.getByTestId("sdk-cancel").click();
      const { error } = await none.answer();
      assertEquals([error?.code, error?.data.field], [-32602, "params.options.address"]);
      assertEquals(symbol.test(await balances()), false);

      const right = await watch({ symbol: token.symbol, decimals: token.decimals });
      await press(right.dialog, "sdk-confirm");
      assertEquals((await right.answer()).result, true);
      assertMatch(await balances(), symbol);
      // One prompt: the creation of the account.
      assertEquals(user.passkeys.prompts.length, 1);
      assertEquals(user.problems, []);
    },
  );
}
