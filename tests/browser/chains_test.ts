/** Two real chains behind one connector, and changes from outside of the page. */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex } from "viem";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { ensClient } from "../stack/names/names.ts";
import { getWorld, modes, newUser, press } from "./harness.ts";
import { amountOf, hex, serveHooks, setupOf, tabOf } from "./hooks_tab.ts";

const options = { sanitizeOps: false, sanitizeResources: false, sanitizeExit: false };
const friend = "0x000000000000000000000000000000000000bEEF";

for (const mode of modes) {
  Deno.test(`chains, ${mode}: switched, and each request on its own`, options, async () => {
    const { stack } = await getWorld();
    const second = stack.second!;
    const page = await serveHooks();
    await using user = await newUser();
    const url = `http://localhost:${page.addr.port}/?setup=`;
    const tab = tabOf(await user.context.newPage(), mode);
    await tab.page.goto(url + encodeURIComponent(setupOf(stack, mode)));
    await tab.page.waitForFunction("globalThis.hooks !== undefined");
    await tab.approve("useConnect", { connector: "CONNECTOR" }, ["sdk-create"]);
    const { address } = await tab.said("useAccount") as unknown as { address: Hex };

    // Changes by others appear without a click: incoming tokens on the displayed chain.
    const [{ address: token }] = stack.tokens;
    await tab.until("useGetAssets", "status === 'success'");
    await stack.mint(token, address, 1_234n);
    await tab.until("useGetAssets", `${amountOf(stack)} === 1234n`);

    await tab.run("useSwitchChain", { chainId: second.id });
    await tab.until("useSwitchChain", "status === 'success'");
    const at = async () => (await tab.said("useAccount") as unknown as { chainId: number }).chainId;
    assertEquals(await at(), second.id);
    assertEquals(
      await tab.page.evaluate<string>("hooks.useCapabilitiesOfOther.status"),
      "success",
    );

    // Sent there and not here; the account is deployed there by it.
    const client = createPublicClient({ transport: patientHttp(second.rpcUrl) });
    const here = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
    const sent = await tab.approve<Hex>("useSendTransaction", { to: friend, value: "0n" }, [
      "sdk-confirm",
    ]);
    const receipt = await client.getTransactionReceipt({ hash: sent.data });
    assertEquals(receipt.status, "success");
    assert(await client.getCode({ address }) !== undefined);
    assertEquals(await here.getCode({ address }), undefined, "not on the first chain");
    const granted = await tab.approve<{ permissionId: Hex; chainId: Hex }>(
      "useGrantPermissions",
      {
        expiry: Math.floor(Date.now() / 1000) + 86_400,
        spender: friend,
        permissions: { spends: [{ token, allowance: "5", unit: "day" }] },
      },
      ["sdk-confirm"],
    );
    assertEquals(granted.data.chainId, hex(second.id));
    await tab.until("usePermissions", `data?.[0]?.id === "${granted.data.permissionId}"`);

    // A signature for another chain than the current one, without a switch.
    const message = "for the first chain";
    const signed = await tab.approve<Hex>("useSign", {
      request: { type: "0x45", data: { message } },
      chainId: stack.chainId,
    }, ["sdk-confirm"]);
    const proof = { address, message, signature: signed.data };
    assertEquals(await here.verifyMessage(proof), true);
    assertEquals(await client.verifyMessage(proof), false, "of one chain, not of the other");
    assertEquals(await at(), second.id);

    // Another page ends the permission: the list follows.
    if (mode === "CrossPlatform") {
      const home = await user.context.newPage();
      await home.goto(`${stack.keysUrl}/#/apps`);
      await home.getByTestId("home-revoke").first().click();
      await press(home, "sdk-confirm");
      await home.getByTestId("home-none").waitFor();
      await home.close();
      await tab.page.bringToFront();
      await tab.until("usePermissions", "data?.length === 0");
    }

    // A reload stays where it was.
    await tab.page.reload();
    await tab.page.waitForFunction("globalThis.hooks !== undefined");
    await tab.until("useAccount", "status === 'connected'");
    assertEquals(await at(), second.id);
    await tab.run("useSwitchChain", { chainId: stack.chainId });
    await tab.until("useSwitchChain", "status === 'success'");
    assertEquals(await at(), stack.chainId);
    assertEquals(user.problems, []);
    await page.shutdown();
  });
}

Deno.test("useConnect: a name with records, requested with capabilities", options, async () => {
  const { stack } = await getWorld();
  const page = await serveHooks();
  await using user = await newUser();
  const setup = encodeURIComponent(setupOf(stack, "CrossPlatform", "demo.eth"));
  const tab = tabOf(await user.context.newPage(), "CrossPlatform");
  await tab.page.goto(`http://localhost:${page.addr.port}/?setup=${setup}`);
  await tab.page.waitForFunction("globalThis.hooks !== undefined");
  const popup = tab.page.waitForEvent("popup");
  await tab.run("useConnect", {
    connector: "CONNECTOR",
    capabilities: { subnameTextRecords: [{ key: "url", value: "https://bob.example" }] },
  });
  const dialog = await popup;
  await press(dialog, "sdk-create");
  const label = `hook-${crypto.randomUUID().slice(0, 8)}`;
  await dialog.getByTestId("sdk-label").fill(label);
  await dialog.locator("[data-testid=sdk-label-state][data-state=free]").waitFor();
  await press(dialog, "sdk-claim");
  const { data } = await tab.until<{
    accounts: { capabilities: { subname?: { name: string } } }[];
  }>("useConnect", "status === 'success'");
  const name = `${label}.demo.eth`;
  assertEquals(data.accounts[0]?.capabilities.subname?.name, name);
  assertEquals(await ensClient(stack).getEnsText({ name, key: "url" }), "https://bob.example");
  assertEquals(user.problems, []);
  await page.shutdown();
});
