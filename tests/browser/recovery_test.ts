/**
 * A recovery address on the rescue page, from a file: it starts a recovery, waits, and finishes it; and
 * the wallet host's page, which shows one and stops it.
 */
import { assert, assertEquals } from "@std/assert";
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  http,
  parseEther,
  toHex,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { wrapSignature } from "../../contracts/testing/passkey.ts";
import { recoveryTypedData, toContractRecovery } from "../../core/account/owners/change.ts";
import { addressOwner, ZERO_WORD } from "../../core/account/owners/key.ts";
import { buildRescue } from "../../scripts/build_rescue.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { openPage } from "../conformance/wallet.ts";
import { newOwner, options, press, shoot } from "./harness.ts";
import { getWorld } from "./harness.ts";
import { type Context, injectWallet } from "./injected_wallet.ts";
import { startBrowser } from "./playwright.ts";

const key = `0x${"5e".repeat(32)}` as const;
const recoverer = privateKeyToAccount(key);
const heir = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

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
  await tab.getByTestId("record").fill(JSON.stringify(record));
  assertEquals(await click("read"), "none");
  await tab.getByTestId("node").fill(stack.rpcUrl);
  assertEquals(await click("node-go"), "none");
  assertEquals(await click("wallet"), "none");
  // It cannot act for the account, nor change its owners.
  for (const testid of ["check", "owner-go", "remove-0"]) {
    assertEquals(await tab.getByTestId(testid).count(), 0, testid);
  }
  await tab.getByTestId("recover").fill(heir);
  assertEquals(await click("recover-go"), "none");
  const review = await tab.getByTestId("review").innerText();
  assert(review.includes(heir) && review.includes("after 3 days"), review);
  await tab.screenshot({ path: new URL("../shots/rescue-recover.png", import.meta.url).pathname });
  assertEquals(await click("confirm"), "done");
  assertEquals(wallet.log.filter((name) => name === "eth_signTypedData_v4").length, 1);
  assert((await tab.getByTestId("waiting").innerText()).includes("It takes effect on"));
  assertEquals(await tab.getByTestId("finish").count(), 0, "not before its time");

  const client = createTestClient({ mode: "anvil", transport: http(stack.rpcUrl) });
  await client.increaseTime({ seconds: 3 * 86_400 });
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

Deno.test("recovery: shown on the wallet host's page, and stopped there", options, async () => {
  const { stack } = await getWorld();
  await using user = await newOwner({ mode: "CrossPlatform" });
  const { account } = user;
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.getByTestId("home-recovery").fill(recoverer.address);
  await press(home, "home-add-recovery");
  await home.getByTestId("sdk-owner-recovers").waitFor();
  await press(home, "sdk-confirm");
  await home.locator("[data-testid=home-owner] >> nth=1").waitFor();

  const transport = http(stack.rpcUrl);
  const chain = defineChain({
    id: stack.chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [stack.rpcUrl] } },
  });
  const at = { address: account, abi: acctAbi } as const;
  const reader = createPublicClient({ chain, transport });
  const [head] = await reader.readContract({ ...at, functionName: "ownerState" });
  const recovery = {
    from: [head],
    owners: [{ index: 2, kind: "full" as const, owner: addressOwner(heir) }],
    next: 3,
    salt: toHex(7, { size: 32 }),
  };
  const typed = recoveryTypedData(account, recovery);
  const signature = wrapSignature(1, await recoverer.signTypedData(typed));
  await stack.fund(recoverer.address, parseEther("1"));
  const hash = await createWalletClient({ account: recoverer, chain, transport }).writeContract({
    ...at,
    functionName: "startRecovery",
    args: [toContractRecovery(recovery), signature],
  });
  await reader.waitForTransactionReceipt({ hash });

  await home.reload();
  await home.getByTestId("home-recovering").waitFor();
  await shoot(home, "home-recovering");
  await press(home, "home-recovery-stop");
  await home.locator("[data-method=acct_changeOwners]").waitFor();
  await press(home, "sdk-confirm");
  await until("the recovery is stopped", async () => {
    const [recovery] = await reader.readContract({
      ...at,
      functionName: "pendingRecovery",
      args: [1n],
    });
    return recovery === ZERO_WORD;
  });
  await until("it is gone", async () => await home.getByTestId("home-recovering").count() === 0);
});
