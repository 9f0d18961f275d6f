/** The account dialog: balances, another network, and disconnecting. */
import { assertEquals, assertMatch } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { openFramed } from "./framed.ts";
import {
  type Answer,
  type App,
  createAccount,
  getWorld,
  modes,
  newUser,
  openApp,
  openRequest,
  options,
  shoot,
  type User,
} from "./harness.ts";
import type { FrameLocator } from "./playwright.ts";

interface Shown {
  readonly chainId: string;
  readonly connected: boolean;
}

/** The test page with an account. */
interface Opened {
  readonly app: App;
  readonly address: Hex;
  /** Opens the dialog. */
  show(): Promise<{ dialog: FrameLocator; answer(): Promise<Answer<Shown>> }>;
}

const places = [...modes, "frame"] as const;

async function openAt(place: (typeof places)[number], user: User): Promise<Opened> {
  if (place !== "frame") {
    const app = await openApp(user, { mode: place });
    const address = await createAccount(app, place);
    return { app, address, show: () => openRequest<Shown>(app, place, "acct_showAccount", []) };
  }
  const app = await openFramed(user);
  const [address] = await app.yes<Hex[]>("eth_requestAccounts", undefined, "sdk-create");
  return {
    app,
    address: address!,
    show: async () => ({
      dialog: app.dialog,
      answer: await app.begin<Shown>("acct_showAccount", []),
    }),
  };
}

for (const place of places) {
  Deno.test(`account, ${place}: balances, another network, disconnect`, options, async () => {
    const { stack } = await getWorld();
    await using user = await newUser();
    const { app, address, show } = await openAt(place, user);
    const [usd] = stack.tokens;
    await stack.mint(usd.address, address, 12_500_000n);
    const first = numberToHex(stack.chainId);
    const second = numberToHex(stack.second!.id);

    const looked = await show();
    await looked.dialog.getByTestId("sdk-holdings").waitFor();
    assertMatch(await looked.dialog.getByTestId("sdk-holdings").innerText(), /12\.5/);
    assertEquals(
      await looked.dialog.getByTestId(`sdk-network-${stack.chainId}`).getAttribute("aria-pressed"),
      "true",
    );
    assertEquals(await looked.dialog.getByTestId("sdk-copy-value").inputValue(), address);
    await shoot(user.context.pages().at(-1)!, `account-${place}`);
    await looked.dialog.getByTestId("sdk-close").click();
    assertEquals((await looked.answer()).result, { chainId: first, connected: true });

    const switched = await show();
    await switched.dialog.getByTestId("sdk-networks").click();
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
    // One prompt: the creation of the account.
    assertEquals(user.passkeys.prompts.length, 1);
    assertEquals(user.problems, []);
  });
}
