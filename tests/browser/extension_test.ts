/** The browser extension on foreign pages with strict headers. */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { numberToHex, stringToHex } from "viem";
import { leaveOut, options, press, shoot } from "./harness.ts";
import { otherWallet, serveSite, strictHeaders } from "./extension/page.ts";
import {
  answerAt,
  hasExtensions,
  holds,
  openDialog,
  openScene,
  send,
  WALLET,
} from "./extension/scene.ts";

Deno.test("extension: a foreign page connects, signs and sends", options, async (t) => {
  if (!await hasExtensions()) return leaveOut("extensions");
  await using scene = await openScene();
  const { stack, context, id } = scene;
  await context.addInitScript({ content: otherWallet });
  const server = serveSite(strictHeaders);
  await using _server = { [Symbol.asyncDispose]: () => server.shutdown() };
  const site = `http://localhost:${server.addr.port}`;
  const page = await context.newPage();
  await page.goto(site);
  let account = "";

  await t.step("announced beside another wallet, which keeps window.ethereum", async () => {
    await holds(page, `wallets.has("${WALLET}") && wallets.has("Other")`);
    assertEquals(
      await page.evaluate(`ethereum.request({ method: "eth_accounts" })`),
      "other wallet: eth_accounts",
    );
    // The member that MetaMask's older pages set, in strict code.
    await page.evaluate(
      `(() => { "use strict"; wallets.get("${WALLET}").autoRefreshOnNetworkChange = false; })()`,
    );
    await page.evaluate(`listen("${WALLET}")`);
    assertEquals((await answerAt(page, await send(page, "eth_accounts"))).result, []);
    await shoot(page, "extension-site");
  });

  await t.step("connect: the dialog shows the origin of the browser, not the title", async () => {
    const asked = await openDialog<string[]>(scene, page, "eth_requestAccounts");
    await asked.dialog.getByTestId("sdk-create").waitFor();
    assertEquals(await asked.dialog.getByTestId("sdk-origin").innerText(), site);
    await shoot(asked.dialog, "extension-connect");
    await press(asked.dialog as never, "sdk-create");
    const { result, error } = await asked.answer();
    assertEquals(error, undefined);
    account = result![0]!;
    assertMatch(account, /^0x[0-9a-fA-F]{40}$/);
    const events = await page.evaluate<unknown[]>("events");
    assertEquals(events, [["connect", { chainId: numberToHex(stack.chainId) }], [
      "accountsChanged",
      [account],
    ]]);
  });

  await t.step("sign a message", async () => {
    const message = stringToHex("Hello from a foreign site");
    const asked = await openDialog<string>(scene, page, "personal_sign", [message, account]);
    await asked.dialog.getByTestId("sdk-confirm").waitFor();
    await shoot(asked.dialog, "extension-sign");
    await press(asked.dialog as never, "sdk-confirm");
    assertMatch((await asked.answer()).result!, /^0x[0-9a-f]{200,}$/);
  });

  await t.step("sign typed data", async () => {
    const typed = {
      domain: { name: "Garden", chainId: stack.chainId },
      types: { Seed: [{ name: "plant", type: "string" }] },
      primaryType: "Seed",
      message: { plant: "lily" },
    };
    const params = [account, JSON.stringify(typed)];
    const asked = await openDialog<string>(scene, page, "eth_signTypedData_v4", params);
    await press(asked.dialog as never, "sdk-confirm");
    assertMatch((await asked.answer()).result!, /^0x[0-9a-f]{200,}$/);
  });

  await t.step("send a sponsored batch", async () => {
    const friend = `0x${"a7".repeat(20)}`;
    const asked = await openDialog<{ id: string }>(scene, page, "wallet_sendCalls", [{
      version: "2.0.0",
      from: account,
      chainId: numberToHex(stack.chainId),
      atomicRequired: true,
      calls: [{ to: friend, value: "0x0" }, { to: friend, value: "0x0", data: "0x" }],
    }]);
    await asked.dialog.getByTestId("sdk-confirm").waitFor();
    await shoot(asked.dialog, "extension-batch");
    await press(asked.dialog as never, "sdk-confirm");
    const { result, error } = await asked.answer();
    assertEquals(error, undefined);
    let status = 100;
    for (let tries = 0; status === 100 && tries < 100; tries++) {
      const got = await answerAt<{ status: number }>(
        page,
        await send(page, "wallet_getCallsStatus", [result!.id]),
      );
      status = got.result!.status;
      await new Promise((done) => setTimeout(done, 200));
    }
    assertEquals(status, 200);
    const code = await answerAt(page, await send(page, "eth_getCode", [account, "latest"]));
    assertMatch(String(code.result), /^0x[0-9a-f]{20,}/);
  });

  await t.step("switch the chain", async () => {
    const chainId = numberToHex(stack.chainId + 1);
    const position = await send(page, "wallet_switchEthereumChain", [{ chainId }]);
    assertEquals(await answerAt(page, position), { result: null });
    assertEquals((await answerAt(page, await send(page, "eth_chainId"))).result, chainId);
    assertEquals((await page.evaluate<unknown[]>("events")).at(-1), ["chainChanged", chainId]);
  });

  await t.step("the popup lists the site, and disconnects it", async () => {
    const popup = await context.newPage();
    await popup.setViewportSize({ width: 360, height: 560 });
    await popup.goto(`chrome-extension://${id}/popup.html`);
    await popup.getByTestId("site").waitFor();
    const text = await popup.locator("main").innerText();
    assertStringIncludes(text, `localhost:${server.addr.port}`);
    assertStringIncludes(text, account.slice(0, 6));
    await shoot(popup, "extension-popup");
    await popup.getByTestId("site").click();
    await popup.getByTestId("site").waitFor({ state: "detached" });
    await popup.close();
    await holds(page, `events.at(-1)[0] === "disconnect"`);
    assertEquals((await answerAt(page, await send(page, "eth_accounts"))).result, []);
  });

  await t.step("window.ethereum, once the user turned it on", async () => {
    const popup = await context.newPage();
    await popup.goto(`chrome-extension://${id}/popup.html`);
    await popup.getByTestId("ethereum").click();
    await popup.waitForFunction(
      `chrome.scripting.getRegisteredContentScripts().then((list) => list.length === 1)`,
    );
    await popup.close();
    const other = await context.newPage();
    await other.goto(site);
    await holds(other, `wallets.has("${WALLET}")`);
    assertEquals(await other.evaluate(`ethereum === wallets.get("${WALLET}")`), true);
    await other.close();
  });
});
