/** The wallet's home creates the account on a network on which it has a balance. */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient } from "viem";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import {
  getWorld,
  newOwner,
  openRecoveryAddress,
  options,
  press,
  shoot,
  undisturbed,
} from "./harness.ts";
import { sendFirst } from "./started_recovery.ts";

const recovery = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

Deno.test(
  "networks: a balance without the account is listed, and one button creates the account",
  options,
  async () => {
    const { stack } = await getWorld();
    const second = stack.second!;
    await using user = await newOwner({ mode: "CrossPlatform" });
    const { account: address } = user;
    await sendFirst(user, "CrossPlatform", { stack });
    await second.mint(second.tokens[0].address, address, 12_000_000n);
    const clients = [stack.rpcUrl, second.rpcUrl].map((url) =>
      createPublicClient({ transport: patientHttp(url) })
    );
    const stateOn = (chain: 0 | 1) =>
      clients[chain]!.readContract({ address, abi: acctAbi, functionName: "ownerState" });

    const home = await user.context.newPage();
    await home.goto(`${stack.keysUrl}/#/security`);
    const note = home.getByTestId("home-not-created");
    await note.waitFor();
    assertEquals(await note.count(), 1);
    const plain = async () =>
      (await note.innerText()).replaceAll("\u00a0", " ").replace(/[\u2066-\u2069]/g, "");
    assert((await plain()).includes("You have 12 TUSD on Second"), await plain());
    assert(!(await plain()).includes("removed"), "no owner was removed");
    await home.goto(`${stack.keysUrl}/#/`);
    await home.getByTestId("home-balance").first().waitFor();
    assertEquals(await note.count(), 0, "without a removed owner, the first tab stays quiet");

    // After a removal, the first tab names the risk.
    await home.goto(`${stack.keysUrl}/#/security`);
    await undisturbed(home);
    await openRecoveryAddress(home);
    await home.getByTestId("home-recovery").fill(recovery);
    await press(home, "home-add-recovery");
    await press(home, "sdk-confirm");
    await home.locator("[data-testid=home-owner] >> nth=1").waitFor();
    await home.locator("[data-testid=home-helpers] summary").click();
    await home.locator("[data-testid=home-helpers] [data-testid=home-owner-remove]").click();
    await press(home, "sdk-confirm");
    await home.locator("[data-testid=home-owner] >> nth=1").waitFor({ state: "detached" });
    await home.goto(`${stack.keysUrl}/#/`);
    await note.waitFor();
    assert((await plain()).includes("you removed"), await plain());
    await shoot(home, "home-not-created");

    const prompts = user.passkeys.prompts.length;
    await press(home, "home-create-account");
    const dialog = home.locator("[data-method=acct_upgradeAccount]");
    await dialog.waitFor();
    await home.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    assertEquals(await home.locator("[data-title]").innerText(), "Create your account on Second?");
    assertEquals(await home.getByTestId("sdk-upgrade-code").count(), 0);
    await shoot(home, "create-account-there");
    await press(home, "sdk-confirm");
    await note.waitFor({ state: "detached" });
    assertEquals(user.passkeys.prompts.slice(prompts).map(({ kind }) => kind), ["get"]);
    assertEquals(await stateOn(1), await stateOn(0));
    assertEquals(user.problems.filter((line) => !line.includes("status of 4")), []);
  },
);
