/**
 * The wallet host's page offers a newer version of the account, and names code that it does not
 * know.
 */
import { assertEquals } from "@std/assert";
import { type Address, createPublicClient, http, pad } from "viem";
import { releaseSecondVersion, secondVersion } from "../../contracts/testing/second_version.ts";
import { IMPLEMENTATION_SLOT, readImplementation } from "../../core/account/code.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { serveHost } from "../../host/mod.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { buildPage, hostHome, hostPage, hostWindow } from "../../scripts/stack/pages.ts";
import { deploy } from "../stack/accounts/operate.ts";
import { deploySecondVersion } from "../stack/accounts/upgrades.ts";
import { openRecoveryAddress, options, press, shoot, undisturbed } from "./harness.ts";
import { givePasskeys } from "../../core/virtual/passkeys.ts";
import { startBrowser } from "./playwright.ts";

const evil = `0x${"e1".repeat(20)}` as const;

Deno.test("upgrade: a button on the wallet host's page, per network", options, async () => {
  using _ = releaseSecondVersion();
  const started = await startBrowser();
  const host = await buildPage({
    ...hostPage,
    kinds: [
      { ...hostWindow, entry: "tests/browser/second_version/main.ts" },
      { ...hostHome, entry: "tests/browser/second_version/home_main.ts" },
    ],
  });
  let apiKey = "";
  await using stack = await startStack({
    second: true,
    keysHost: serveHost(host, { apiKey: () => apiKey, frames: [] }),
  });
  apiKey = stack.apiKey;
  await deploySecondVersion(stack.rpcUrl);
  const context = await started.browser.newContext({ viewport: { width: 1000, height: 760 } });
  const problems: string[] = [];
  context.on("page", (page) => page.on("pageerror", ({ message }) => problems.push(message)));
  const passkeys = await givePasskeys(context, stack.browserServerUrl);
  const home = await context.newPage();
  await home.goto(`${stack.keysUrl}/#/security`);
  await home.getByTestId("home-sign-in").click();
  await undisturbed(home);
  await openRecoveryAddress(home);
  await home.getByTestId("home-recovery").fill("0x70997970C51812dc3A010C7d01b50e0d17dc79C8");
  await press(home, "home-add-recovery");
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-owner] >> nth=1").waitFor();
  const account =
    (await home.getByTestId("home-account").getAttribute("data-address")) as `0x${string}`;
  const clients = [stack.rpcUrl, stack.second!.rpcUrl].map((url) =>
    createPublicClient({ transport: http(url) })
  );
  const codes = () =>
    Promise.all(
      clients.map(async (client) =>
        readImplementation(
          await client.getStorageAt({ address: account, slot: IMPLEMENTATION_SLOT }),
        )
      ),
    );
  const first = contracts.implementation.toLowerCase() as Address;
  const newer = secondVersion.address.toLowerCase() as Address;
  for (const node of [stack.node, stack.second!.node]) await deploy(stack, node, account);
  assertEquals(await codes(), [first, first]);

  await home.reload();
  const offer = home.getByTestId("home-update");
  await offer.waitFor();
  assertEquals(await offer.count(), 1, "the other network has no such code");
  assertEquals((await offer.innerText()).includes("Local"), true);
  await shoot(home, "home-update");
  const prompts = passkeys.prompts.length;
  await press(home, "home-update-account");
  await home.locator("[data-method=acct_upgradeAccount]").waitFor();
  await home.getByTestId("sdk-upgrade-details").click();
  const shown = (await home.getByTestId("sdk-upgrade-code").innerText()).replace(/\s/g, "");
  assertEquals(shown.toLowerCase(), newer);
  await home.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  await shoot(home, "update-account");
  await press(home, "sdk-confirm");
  await offer.waitFor({ state: "detached" });
  assertEquals(passkeys.prompts.slice(prompts).map(({ kind }) => kind), ["get"]);
  assertEquals(await codes(), [newer, first]);

  // Code that was never released, on the other network.
  await clients[1]!.request({
    method: "anvil_setStorageAt",
    params: [account, IMPLEMENTATION_SLOT, pad(evil)],
  } as never);
  await home.reload();
  const alert = home.getByTestId("home-code-unknown");
  await alert.waitFor();
  assertEquals((await alert.innerText()).includes("Second"), true);
  await shoot(home, "home-code-unknown");
  assertEquals(problems, []);
  await context.close();
  await started.browser.close();
});
