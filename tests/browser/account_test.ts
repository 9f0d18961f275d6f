/** The dialog of the account: what it holds, another network, and the way out. */
import { assertEquals, assertMatch } from "@std/assert";
import { numberToHex } from "viem";
import { askPerson, closeWorld, getWorld, modes, newOwner, options, shoot } from "./harness.ts";

interface Shown {
  readonly chainId: string;
  readonly connected: boolean;
}

for (const mode of modes) {
  Deno.test(`account, ${mode}: balances, another network, disconnect`, options, async () => {
    const { stack } = await getWorld();
    await using person = await newOwner({ mode });
    const { account: address, app } = person;
    const [usd] = stack.tokens;
    await stack.mint(usd.address, address, 12_500_000n);
    const show = () => askPerson<Shown>(app, mode, "acct_showAccount", []);
    const first = numberToHex(stack.chainId);
    const second = numberToHex(stack.second!.id);

    const looked = await show();
    await looked.dialog.getByTestId("sdk-holdings").waitFor();
    assertMatch(await looked.dialog.getByTestId("sdk-holdings").innerText(), /12\.5/);
    assertEquals(
      await looked.dialog.getByTestId(`sdk-network-${stack.chainId}`).getAttribute("aria-pressed"),
      "true",
    );
    await shoot(looked.dialog, `account-${mode}`);
    await looked.dialog.getByTestId("sdk-close").click();
    assertEquals((await looked.answer()).result, { chainId: first, connected: true });

    const switched = await show();
    await switched.dialog.getByTestId(`sdk-network-${stack.second!.id}`).click();
    assertEquals((await switched.answer()).result, { chainId: second, connected: true });
    assertEquals((await app.ask("eth_chainId")).result, second);

    const left = await show();
    await left.dialog.getByTestId("sdk-disconnect").click();
    assertEquals((await left.answer()).result, { chainId: second, connected: false });
    assertEquals((await app.ask("eth_accounts")).result, []);
    const events = await app.page.evaluate<{ event: string }[]>("acct.events");
    assertEquals(
      events.map(({ event }) => event).filter((event) => event !== "accountsChanged"),
      ["connect", "chainChanged", "disconnect"],
    );
    // One prompt: the account's own making.
    assertEquals(person.passkeys.prompts.length, 1);
    assertEquals(person.problems, []);
  });
}
Deno.test("account: ends the stack", options, closeWorld);
