/** A question that is open follows its account: what happens elsewhere is seen in the dialog. */
import { assertEquals } from "@std/assert";
import { encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import {
  askPerson,
  closeWorld,
  createAccount,
  getWorld,
  type Mode,
  newPerson,
  openApp,
  press,
  shoot,
} from "./harness.ts";

const options = { sanitizeOps: false, sanitizeResources: false };
const friend = "0x000000000000000000000000000000000000bEEF";

for (const mode of ["CrossPlatform", "AppSpecific"] as const satisfies Mode[]) {
  Deno.test(`refresh, ${mode}: tokens that come in make a transfer possible`, options, async () => {
    const { stack } = await getWorld();
    await using person = await newPerson();
    const app = await openApp(person, { mode });
    const address = await createAccount(app, mode);
    const [{ address: token }] = stack.tokens;
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [friend, 5n],
    });
    const asked = await askPerson<{ id: Hex }>(app, mode, "wallet_sendCalls", [{
      from: address,
      chainId: numberToHex(stack.chainId),
      calls: [{ to: token, data }],
    }]);
    const warning = asked.dialog.getByTestId("sdk-warning-simulation_reverts");
    await warning.waitFor();
    assertEquals(
      await asked.dialog.getByTestId("sdk-confirm").getAttribute("aria-disabled"),
      "true",
    );
    await stack.mint(token, address, 5n);
    await warning.waitFor({ state: "detached" });
    await shoot(asked.dialog, `refreshed-${mode}`);
    await press(asked.dialog, "sdk-confirm");
    assertEquals((await asked.answer()).error, undefined);
    assertEquals(person.problems, []);
  });
}

Deno.test("refresh: ends the stack", options, closeWorld);
