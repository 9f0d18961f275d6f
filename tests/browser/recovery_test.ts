/**
 * A recovery address on the rescue page, from a file: it starts a recovery, waits, and finishes it.
 * The wallet host's page shows a recovery and stops it.
 */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, createTestClient, http, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { addressOwner, storedWord, ZERO_WORD } from "../../core/account/owners/key.ts";
import { buildRescue } from "../../scripts/build_rescue.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { openPage } from "../conformance/wallet.ts";
import { operate } from "../stack/accounts/operate.ts";
import { getWorld, newOwner, openRecoveryAddress, options, press, shoot } from "./harness.ts";
import { type Context, injectWallet } from "./injected_wallet.ts";
import { startBrowser } from "./playwright.ts";
import { paste } from "./rescue_page.ts";
import { heir, key, recoverer, startRecovery } from "./started_recovery.ts";

Deno.test("recovery: started and finished on the rescue page, without the service", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  const started = await startBrowser();
  await using stack = await startStack();
  await using page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  await request({ method: "acct_addRecoveryAddress", params: [{ owner: recoverer.address }] });
  await operate(page, stack);
  const record = await request({ method: "acct_exportAccount" });
  await stack.fund(recoverer.address, parseEther("10"));
  await stack.service.stop();

  const folder = await Deno.makeTempDir();
  const file = `${folder}/rescue.html`;
  await Deno.writeTextFile(file, await buildRescue());
  const context = await started.browser.newContext({ locale: "en-GB" }) as Context;
  const wallet = await injectWallet(context, { [stack.chainId]: stack.rpcUrl }, key);
  const tab = await context.newPage();
  tab.setDefaultTimeout(15_000);
  const kind = () =>
    tab.evaluate<string>("document.querySelector('[data-testid=outcome]').dataset.kind");
  const click = async (testid: string) => {
    await tab.getByTestId(testid).click();
    let outcome = "working";
    await until(`${testid} ends`, async () => (outcome = await kind()) !== "working", 20);
    return outcome;
  };
  await tab.goto(`file://${file}`);
  await paste(tab, JSON.stringify(record));
  assertEquals(await click("read"), "none");
  await tab.getByTestId("node").fill(stack.rpcUrl);
  assertEquals(await click("node-go"), "none");
  assertEquals(await click("wallet"), "none");
  // It cannot act for the account, nor change its owners.
  for (const testid of ["check", "owner-go", "remove-0"]) {
    assertEquals(await tab.getByTestId(testid).count(), 0, testid);
  }
  await tab.getByTestId("recover").fill(stack.tokens[0].address);
  assertEquals(await click("recover-go"), "refused");
  assertEquals(await tab.locator("[data-problem=contract]").count(), 1);
  await tab.getByTestId("recover").fill(heir);
  assertEquals(await click("recover-go"), "none");
  const review = await tab.getByTestId("review").innerText();
  assert(review.includes(heir) && review.includes("after 7 days"), review);
  await tab.screenshot({ path: new URL("../shots/rescue-recover.png", import.meta.url).pathname });
  assertEquals(await click("confirm"), "done");
  assertEquals(wallet.log.filter((name) => name === "eth_signTypedData_v4").length, 1);
  assert((await tab.getByTestId("waiting").innerText()).includes("It takes effect on"));
  assertEquals(await tab.getByTestId("finish").count(), 0, "not before its time");

  const client = createTestClient({ mode: "anvil", transport: http(stack.rpcUrl) });
  await client.increaseTime({ seconds: 7 * 86_400 });
  await client.mine({ blocks: 1 });
  // Days later: the page is opened again, and reads the recovery from the chain.
  assertEquals(await click("node-go"), "none");
  await tab.screenshot({ path: new URL("../shots/rescue-finish.png", import.meta.url).pathname });
  assertEquals(await click("finish"), "done");
  const reader = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const [, , , words] = await reader.readContract({
    address: address!,
    abi: acctAbi,
    functionName: "ownerState",
  });
  assertEquals([words[0], words[2]], [ZERO_WORD, addressOwner(heir)]);
  assertEquals(await tab.getByTestId("waiting").count(), 0);
  const saved = JSON.parse((await tab.getByTestId("save").getAttribute("data-record"))!);
  assertEquals(saved.changes.length, 2);
  await context.close();
  await started.browser.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("recovery: stopped on the rescue page by a full owner, without the service", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  const started = await startBrowser();
  await using stack = await startStack();
  const fullKey = `0x${"6d".repeat(32)}` as const;
  const full = privateKeyToAccount(fullKey);
  await using page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  await request({ method: "acct_addRecoveryAddress", params: [{ owner: recoverer.address }] });
  await using generous = openPage(stack, {
    ceremony: page.ceremony,
    storage: page.storage,
    fullOwners: true,
  });
  await generous.provider.request({ method: "eth_requestAccounts" });
  await generous.provider.request({
    method: "acct_addRecoveryAddress",
    params: [{ owner: full.address }],
  });
  const record = await request({ method: "acct_exportAccount" });
  const at = { stack, account: address! };
  const { pending } = await startRecovery(at);
  await stack.fund(full.address, parseEther("10"));
  await stack.service.stop();

  const folder = await Deno.makeTempDir();
  const file = `${folder}/rescue.html`;
  await Deno.writeTextFile(file, await buildRescue());
  const context = await started.browser.newContext({ locale: "de-DE" }) as Context;
  const wallet = await injectWallet(context, { [stack.chainId]: stack.rpcUrl }, fullKey);
  const tab = await context.newPage();
  tab.setDefaultTimeout(15_000);
  const click = async (testid: string) => {
    await tab.getByTestId(testid).click();
    let outcome = "working";
    await until(`${testid} ends`, async () =>
      (outcome = await tab.evaluate<string>(
        "document.querySelector('[data-testid=outcome]').dataset.kind",
      )) !== "working", 20);
    return outcome;
  };
  await tab.goto(`file://${file}`);
  await paste(tab, JSON.stringify(record));
  assertEquals(await click("read"), "none");
  await tab.getByTestId("node").fill(stack.rpcUrl);
  assertEquals(await click("node-go"), "none");
  assertEquals(await click("wallet"), "none");
  assert((await tab.getByTestId("delay").innerText()).includes("30 Tage"));
  assertEquals(await click("stop-1"), "none");
  assert((await tab.getByTestId("review").innerText()).includes("aufgehalten"));
  assertEquals(await click("confirm"), "done");
  assertEquals(wallet.log.filter((name) => name === "eth_signTypedData_v4").length, 1);
  assertEquals([await pending(), await tab.getByTestId("waiting").count()], [ZERO_WORD, 0]);
  await context.close();
  await started.browser.close();
  await Deno.remove(folder, { recursive: true });
});

/** Adds the recovery address in the home, and starts a recovery with it. */
async function recovering(user: Awaited<ReturnType<typeof newOwner>>) {
  const { stack } = await getWorld();
  const home = await user.context.newPage();
  await home.goto(`${stack.keysUrl}/#/security`);
  await openRecoveryAddress(home);
  await home.getByTestId("home-recovery").fill(recoverer.address);
  await press(home, "home-add-recovery");
  await home.getByTestId("sdk-owner-recovers").waitFor();
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-owner] >> nth=1").waitFor();
  return { home, ...await startRecovery({ stack, account: user.account }) };
}

Deno.test(
  "recovery: on top of the wallet host's page, and stopped there; its address stays",
  options,
  async () => {
    await using user = await newOwner({ mode: "CrossPlatform" });
    const { home, pending, word } = await recovering(user);
    // The page is open, and is notified.
    await home.getByTestId("home-recovering").waitFor();
    const isFirst = "document.querySelector('#page [data-testid]').dataset.testid";
    assertEquals(await home.evaluate<string>(isFirst), "home-recovering");
    await shoot(home, "home-recovering");
    await press(home, "home-recovery-stop");
    await home.getByTestId("sdk-stop-stays").waitFor();
    await home.getByTestId("sdk-recovery-time").waitFor();
    await shoot(home, "stop-recovery");
    await press(home, "sdk-confirm");
    await until("the recovery is stopped", async () => await pending() === ZERO_WORD);
    await until("it is gone", async () => await home.getByTestId("home-recovering").count() === 0);
    assertEquals(
      await word(),
      storedWord({ kind: "recovery", owner: addressOwner(recoverer.address) }),
    );
  },
);
