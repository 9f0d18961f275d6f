/** A second passkey, a recovery address and a removal, as a user does them. */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex, zeroHash } from "viem";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import {
  getWorld,
  modes,
  newOwner,
  newUser,
  openApp,
  openRecoveryAddress,
  openRequest,
  options,
  press,
  shoot,
  undisturbed,
  unfold,
} from "./harness.ts";
import { sendFirst } from "./started_recovery.ts";

const recovery: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Reads the stored word of the owner at each index of an account, on both chains. */
async function ownersOf(address: Hex): Promise<(readonly Hex[])[]> {
  const { stack } = await getWorld();
  return await Promise.all([stack.rpcUrl, stack.second!.rpcUrl].map(async (url) => {
    const client = createPublicClient({ transport: patientHttp(url) });
    const [, , , words] = await client.readContract({
      address,
      abi: acctAbi,
      functionName: "ownerState",
    });
    return words;
  }));
}

Deno.test("owners: on the wallet host's page, and from another device", options, async () => {
  const { stack } = await getWorld();
  await using user = await newOwner({ mode: "CrossPlatform" });
  const { account: address, app } = user;
  for (const chainId of [stack.chainId, stack.second!.id]) {
    await sendFirst(user, "CrossPlatform", { stack, chainId });
  }
  const before = user.passkeys.prompts.length;

  const home = await user.context.newPage();
  await home.goto(`${stack.keysUrl}/#/security`);
  await home.getByTestId("home-owner").first().waitFor();
  assertEquals(await home.getByTestId("home-owner").count(), 1);
  assertEquals(await home.getByTestId("home-owner-remove").count(), 0, "the last one stays");

  user.passkeys.elsewhere = true;
  await home.getByTestId("home-add-passkey").click();
  await home.getByTestId("sdk-passkey-name").fill("Security key");
  await shoot(home, "owners-add");
  await press(home, "sdk-confirm");
  // The second prompt is for the existing passkey.
  await home.locator("[data-method=acct_changeOwners]").waitFor();
  user.passkeys.elsewhere = false;
  await home.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  await shoot(home, "owners-confirm");
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-owner] >> nth=1").waitFor();
  assertEquals(
    user.passkeys.prompts.slice(before).map(({ kind, activated }) => [kind, activated]),
    [
      ["create", true],
      ["get", true],
    ],
  );

  await undisturbed(home);
  await openRecoveryAddress(home);
  await home.getByTestId("home-recovery").fill("0x1234");
  assert(await home.locator("[data-testid=home-add-recovery][disabled]").count() === 1);
  await home.getByTestId("home-recovery").fill(recovery);
  await home.getByTestId("home-add-recovery").click();
  await home.getByTestId("sdk-owner-recovers").waitFor();
  await shoot(home, "owners-recovery");
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-owner] >> nth=2").waitFor();
  await shoot(home, "home-owners");
  for (const owners of await ownersOf(address)) {
    // Two hashes of keys, and an address that can start recoveries.
    assertEquals(owners.map((word) => BigInt(word) >> 160n > 1n), [true, true, false]);
  }

  // Another device has the new passkey only: it finds the same account, and removes the first one.
  const [, second] = [...user.passkeys.credentials.entries()];
  await using other = await newUser();
  other.passkeys.credentials.set(...second!);
  const there = await openApp(other, { mode: "CrossPlatform" });
  const asked = await openRequest<Hex[]>(there, "CrossPlatform", "eth_requestAccounts");
  await press(asked.dialog, "sdk-existing");
  assertEquals((await asked.answer()).result, [address]);
  const page = await other.context.newPage();
  await page.goto(`${stack.keysUrl}/#/security`);
  await unfold(page, "home-owner");
  await page.getByTestId("home-owner-remove").first().click();
  await page.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  await shoot(page, "owners-remove");
  await press(page, "sdk-confirm");
  await page.locator("[data-testid=home-owner] >> nth=2").waitFor({ state: "detached" });
  for (const owners of await ownersOf(address)) assertEquals(owners[0], zeroHash);

  // The first device's passkey is no longer an owner, in any app and on any chain.
  const refused = await openRequest(app, "CrossPlatform", "eth_sendTransaction", [{
    to: recovery,
  }]);
  await press(refused.dialog, "sdk-confirm");
  await refused.dialog.getByTestId("sdk-failure").waitFor();
  await press(refused.dialog, "sdk-cancel");
  assertEquals((await refused.answer()).error!.code, 4001);
  assertEquals(
    [...user.problems, ...other.problems].filter((line) => !line.includes("status of 4")),
    [],
  );
});

for (const mode of modes) {
  Deno.test(
    `owners, ${mode}: a passkey on one device only causes an offer`,
    options,
    async () => {
      await using user = await newUser();
      user.passkeys.backedUp = false;
      const app = await openApp(user, { mode });
      const asked = await openRequest<Hex[]>(app, mode, "eth_requestAccounts");
      await press(asked.dialog, "sdk-create");
      await asked.dialog.locator("[data-method=acct_addPasskey]").waitFor();
      await shoot(asked.dialog, `owners-offer-${mode}`);
      await asked.dialog.getByTestId("sdk-skip").click();
      const { result } = await asked.answer();
      assertEquals(result!.length, 1);
      assertEquals(user.passkeys.prompts.map(({ kind }) => kind), ["create"]);
      if (mode === "CrossPlatform") {
        const { error } = await app.ask("acct_addPasskey", []);
        assertEquals(error!.code, 4200, "pages of other origins change no owners");
      }
    },
  );
}
