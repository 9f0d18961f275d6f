/** An open dialog follows its account: changes made elsewhere appear in the dialog. */
import { assertEquals } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { transferData } from "../stack/support/tokens.ts";
import { getWorld, modes, newOwner, openRequest, options, press, shoot } from "./harness.ts";

const friend = "0x000000000000000000000000000000000000bEEF";

for (const mode of modes) {
  Deno.test(`refresh, ${mode}: incoming tokens make a transfer possible`, options, async () => {
    const { stack } = await getWorld();
    await using user = await newOwner({ mode });
    const { account: address, app } = user;
    const [{ address: token }] = stack.tokens;
    const data = transferData(friend, 5n);
    const asked = await openRequest<{ id: Hex }>(app, mode, "wallet_sendCalls", [{
      from: address,
      chainId: numberToHex(stack.chainId),
      calls: [{ to: token, data }],
    }]);
    const warning = asked.dialog.getByTestId("sdk-not-enough");
    await warning.waitFor();
    await asked.dialog.locator("[data-testid=sdk-receive] summary").click();
    await asked.dialog.getByTestId("sdk-qr").waitFor();
    assertEquals(await asked.dialog.getByTestId("sdk-confirm").count(), 0);
    await shoot(asked.dialog, `not-enough-${mode}`);
    await stack.mint(token, address, 5n);
    await warning.waitFor({ state: "detached" });
    await shoot(asked.dialog, `refreshed-${mode}`);
    await press(asked.dialog, "sdk-confirm");
    assertEquals((await asked.answer()).error, undefined);
    assertEquals(user.problems, []);
  });
}
