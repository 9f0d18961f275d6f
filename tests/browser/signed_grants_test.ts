/**
 * A signed grant: in the dialog, on the home page, in its first use by a key and by an account, and
 * at its end.
 */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, createWalletClient, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { receiptOf } from "../../contracts/create2.ts";
import { isActive, prepareTransaction } from "../../core/permission/mod.ts";
import type {
  ListedPermission,
  WalletGrantPermissionsResponse,
} from "../../core/permission/details.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import { viemChain } from "../stack/support/viem_chain.ts";
import {
  createAccount,
  getWorld,
  type Mode,
  modes,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  settled,
  shoot,
} from "./harness.ts";

const shop: Hex = `0x${"c5".repeat(20)}`;

for (const mode of modes) {
  Deno.test(`signed grants, ${mode}`, options, async (t) => {
    await t.step("free, listed, brought by the first use", () => lifecycle(mode));
  });
}

async function lifecycle(mode: Mode): Promise<void> {
  const { stack, otherAppUrl } = await getWorld();
  const [usd] = stack.tokens;
  const chain = viemChain(stack);
  const client = createPublicClient({ chain, transport: patientHttp(stack.rpcUrl) });
  const balance = () => balanceOf(stack, usd.address, shop);
  const transfer = (amount: bigint) => ({
    to: usd.address,
    value: 0n,
    data: transferData(shop, amount),
  });

  await using owner = await newOwner({ mode });
  const { account, app } = owner;
  await stack.mint(usd.address, account, 1_000_000_000n);
  const history = async () =>
    (await app.ask<unknown[]>("wallet_getCallsHistory", [{}])).result!.length;

  // Permissions are enabled until the first grant ends: signed ones end before.
  let lifetime = 2 * 86_400;
  /** Grants 7 TUSD a week, and returns the dialog's text about the fee. */
  const grant = async (spender: Hex, shot?: string) => {
    const asked = await openRequest<WalletGrantPermissionsResponse>(
      app,
      mode,
      "wallet_grantPermissions",
      [{
        expiry: Math.floor(Date.now() / 1000) + lifetime,
        spender,
        permissions: { spends: [{ token: usd.address, allowance: "7000000", unit: "week" }] },
        deferred: true,
      }],
    );
    await asked.dialog.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
    const words = await asked.dialog.getByTestId("sdk-card").innerText();
    assert(words.includes("7") && words.includes("TUSD"), words);
    const isSigned = await asked.dialog.getByTestId("sdk-grant-signed").count() === 1;
    if (shot !== undefined) await shoot(asked.dialog, shot);
    await press(asked.dialog, "sdk-confirm");
    const { result, error } = await asked.answer();
    assertEquals(error, undefined);
    assertEquals(result!.signature !== undefined, isSigned);
    return result!;
  };

  // Permissions of the account are not enabled yet: the first grant is an ordinary operation.
  const first = await grant(shop);
  assertEquals(first.signature, undefined);
  lifetime = 86_400;
  assertEquals(await history(), 1);

  const key = privateKeyToAccount(generatePrivateKey());
  await stack.fund(key.address, 10n ** 18n);
  const wallet = createWalletClient({ account: key, chain, transport: patientHttp(stack.rpcUrl) });
  const prompts = owner.passkeys.prompts.length;
  const granted = await grant(key.address, `grant-signed-${mode}`);
  assert(granted.signature !== undefined);
  assertEquals(owner.passkeys.prompts.length, prompts + 1);
  assertEquals(await history(), 1, "nothing was sent");
  const [listed] = (await app.ask<ListedPermission[]>("wallet_getPermissions")).result!;
  assertEquals([listed!.id, listed!.signature], [granted.permissionId, granted.signature]);
  assertEquals(await isActive(client, granted), true);

  const before = await balance();
  for (const amount of [4_000_000n, 3_000_000n]) {
    const hash = await wallet.sendTransaction(prepareTransaction(granted, [transfer(amount)]));
    assertEquals((await receiptOf(client, hash)).status, "success");
  }
  assertEquals(await balance() - before, 7_000_000n);
  let more = true;
  await wallet.sendTransaction(prepareTransaction(granted, [transfer(1n)])).catch(() =>
    more = false
  );
  assertEquals(more, false, "more than the allowance");

  // A spender's account needs the id only: the signature comes from the service.
  await using agent = await newUser();
  const other = await openApp(agent, { mode, url: otherAppUrl });
  const spender = await createAccount(other, mode);
  const forAgent = await grant(spender);
  const asked = await openRequest<{ id: string }>(other, mode, "wallet_sendCalls", [{
    calls: [{ to: usd.address, data: transfer(7_000_000n).data }],
    capabilities: { permissions: { id: forAgent.permissionId } },
  }]);
  await press(asked.dialog, "sdk-confirm");
  const sent = (await asked.answer()).result!;
  assertEquals(await settled(other, sent.id), 200);
  assertEquals(await balance() - before, 14_000_000n);

  // Signed and never used: the user sees it, and revokes it.
  const unused = await grant(key.address);
  if (mode === "CrossPlatform") {
    const home = await owner.context.newPage();
    await home.goto(`${stack.keysUrl}/#/apps`);
    await home.getByTestId("home-unused").waitFor();
    assertEquals(await home.getByTestId("home-unused").count(), 1);
    await shoot(home, "home-unused");
    await home.close();
  }
  const revoke = await openRequest(app, mode, "wallet_revokePermissions", [{
    id: unused.permissionId,
  }]);
  await press(revoke.dialog, "sdk-confirm");
  assertEquals((await revoke.answer()).result, { success: true });
  assertEquals(await isActive(client, unused), false);
  let used = true;
  await wallet.sendTransaction(prepareTransaction(unused, [transfer(1n)])).catch(() =>
    used = false
  );
  assertEquals(used, false, "it was taken back before its first use");
  assertEquals([...owner.problems, ...agent.problems], []);
}
