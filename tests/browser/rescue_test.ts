/**
 * The rescue page from a file, with the service stopped: a recovery address moves funds out of an
 * account, even if the account was on no chain, and changes its owners.
 */
import { assert, assertEquals } from "@std/assert";
import { type Address, createPublicClient, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { addressOwner, ZERO_WORD } from "../../core/account/owners/key.ts";
import type { ExportedAccount } from "../../core/account/owners/record.ts";
import { buildRescue } from "../../scripts/build_rescue.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import { openPage } from "../conformance/wallet.ts";
import { operate } from "../stack/accounts/operate.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import { type Context, injectWallet } from "./injected_wallet.ts";
import { type Page, startBrowser } from "./playwright.ts";
import { paste } from "./rescue_page.ts";

const options = { sanitizeOps: false, sanitizeResources: false };
const recovery = privateKeyToAccount(`0x${"5e".repeat(32)}`);
const friend: Address = `0x${"c7".repeat(20)}`;
const heir: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Clicks a button and waits for the result: `done`, or the problem. */
async function ends(page: Page, testid: string): Promise<string> {
  await page.getByTestId(testid).click();
  const outcome = `document.querySelector("[data-testid=outcome]")`;
  let [kind, problem]: [string, string | null] = ["working", null];
  await until("it ends", async () => {
    [kind, problem] = await page.evaluate<[string, string | null]>(
      `[${outcome}.dataset.kind, ${outcome}.querySelector("[data-problem]")?.dataset.problem]`,
    );
    return kind !== "working";
  }, 20);
  return problem ?? kind;
}

Deno.test("rescue: without the service, a recovery address has the account", options, async (t) => {
  const started = await startBrowser();
  await using stack = await startStack({ second: true });
  await using page = openPage(stack, { fullOwners: true });
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const second = createPublicClient({ transport: patientHttp(stack.second!.rpcUrl) });
  // Setup: the recovery address, then operations on both chains.
  await request({ method: "acct_addRecoveryAddress", params: [{ owner: recovery.address }] });
  await operate(page, stack);
  const record = await request({ method: "acct_exportAccount" });
  const [usd] = stack.tokens;
  await stack.mint(usd.address, address!, 7_000_000n);
  await stack.fund(address!, parseEther("3"));
  await stack.fund(recovery.address, parseEther("10"));
  await stack.second!.fund(recovery.address, parseEther("10"));
  await stack.second!.fund(address!, parseEther("2"));
  // The service is completely stopped.
  await stack.service.stop();
  const down = await fetch(`${stack.serverUrl}/healthz`).then(({ ok }) => ok, () => false);
  assertEquals(down, false);

  const folder = await Deno.makeTempDir();
  const file = `${folder}/rescue.html`;
  await Deno.writeTextFile(file, await buildRescue());
  const context = await started.browser.newContext({ locale: "en-GB" }) as Context;
  const rpcUrls = { 31337: stack.rpcUrl, 31338: stack.second!.rpcUrl };
  const wallet = await injectWallet(context, rpcUrls, `0x${"5e".repeat(32)}`);
  const problems: string[] = [];
  const asked: string[] = [];
  context.on("request", (request) => void asked.push(new URL(request.url()).origin));
  const open = async (given: ExportedAccount, node: string, connect = true) => {
    const tab = await context.newPage();
    tab.setDefaultTimeout(15_000);
    tab.on("pageerror", (error) => problems.push(error.message));
    tab.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await tab.goto(`file://${file}`);
    await paste(tab, JSON.stringify(given));
    assertEquals(await ends(tab, "read"), "none");
    await tab.getByTestId("node").fill(node);
    assertEquals(await ends(tab, "node-go"), "none");
    if (connect) assertEquals(await ends(tab, "wallet"), "none");
    return tab;
  };

  await t.step("funds leave a deployed account: native, a token, and a raw call", async () => {
    const tab = await open(record, stack.rpcUrl);
    assertEquals(await tab.getByTestId("account").innerText(), address!);
    assert((await tab.getByTestId("balance").innerText()).includes("3"));
    assertEquals(await tab.getByTestId("owner-entry").count(), 2);

    await tab.getByTestId("to").fill(friend);
    await tab.getByTestId("amount").fill("3");
    assertEquals(await ends(tab, "check"), "none");
    const review = () => tab.getByTestId("review").innerText();
    assert((await review()).startsWith("The account sends 3 to 0x"), await review());
    assertEquals(await tab.evaluate("document.activeElement.dataset.testid"), "review");
    // Two clicks are one.
    await tab.evaluate(`document.querySelector("[data-testid=confirm]").addEventListener("click",
        ({ currentTarget }) => currentTarget.click(), { once: true })`);
    assertEquals(await ends(tab, "confirm"), "done");
    assertEquals(wallet.log.filter((name) => name === "eth_signTypedData_v4").length, 1);
    // The full balance: the operation is free for the account.
    assertEquals(await client.getBalance({ address: address! }), 0n);
    assertEquals(await client.getBalance({ address: friend }), parseEther("3"));

    await tab.locator("[data-testid=kind]").press("ArrowDown");
    await tab.getByTestId("token").fill(usd.address);
    await tab.getByTestId("to").fill(friend);
    await tab.getByTestId("amount").fill("6.5");
    assertEquals(await ends(tab, "check"), "none");
    assert((await review()).includes("It has 7 of this token."), await review());
    assert((await review()).includes("(= 6500000)"), await review());
    assertEquals(await ends(tab, "confirm"), "done");
    const balance = () => balanceOf(stack, usd.address, friend);
    assertEquals(await balance(), 6_500_000n);

    await tab.locator("[data-testid=kind]").press("ArrowDown");
    await tab.getByTestId("to").fill(usd.address);
    await tab.getByTestId("amount").fill("");
    const transfer = (amount: bigint) => transferData(friend, amount);
    await tab.getByTestId("data").fill(transfer(500_000n));
    assertEquals(await ends(tab, "check"), "none");
    assertEquals(await ends(tab, "confirm"), "done");
    assertEquals(await balance(), 7_000_000n);
    await tab.screenshot({ path: new URL("../shots/rescue.png", import.meta.url).pathname });

    // A call that would fail is reported before a signature.
    const signed = wallet.log.length;
    await tab.getByTestId("data").fill(transfer(1n));
    assertEquals(await ends(tab, "check"), "none");
    assertEquals(await ends(tab, "confirm"), "would_fail");
    // Invalid values are rejected too.
    for (const [field, value, problem] of [["data", "0x1", "data"], ["to", "0x12", "address"]]) {
      await tab.getByTestId(field!).fill(value!);
      assertEquals(await ends(tab, "check"), problem);
      await tab.getByTestId("data").fill("0x");
    }
    assertEquals(wallet.log.length, signed);
    await tab.close();
  });

  await t.step("a wallet that signs different data has no effect", async () => {
    await stack.fund(address!, parseEther("1"));
    const tab = await open(record, stack.rpcUrl);
    wallet.lie = true;
    await tab.getByTestId("to").fill(friend);
    await tab.getByTestId("amount").fill("1");
    assertEquals(await ends(tab, "check"), "none");
    assertEquals(await ends(tab, "confirm"), "wrong_signature");
    wallet.lie = false;
    assertEquals(await client.getBalance({ address: address! }), parseEther("1"));
    await tab.close();
  });

  await t.step("a failing call in a successful transaction is reported as failed", async () => {
    const tab = await open(record, stack.rpcUrl);
    await tab.getByTestId("to").fill(friend);
    await tab.getByTestId("amount").fill("1");
    assertEquals(await ends(tab, "check"), "none");
    // The funds disappear between the trial and the transaction.
    wallet.before = () => stack.fund(address!, 0n);
    assertEquals(await ends(tab, "confirm"), "failed");
    wallet.before = async () => {};
    await tab.close();
  });

  await t.step(
    "an account that was nowhere on a chain is brought there, and its funds leave",
    async () => {
      // The account was used on both chains; this page has no data of it.
      await using fresh = await startStack();
      Object.assign(rpcUrls, { 31337: fresh.rpcUrl });
      await fresh.fund(address!, parseEther("2"));
      await fresh.fund(recovery.address, parseEther("10"));
      const there = createPublicClient({ transport: patientHttp(fresh.rpcUrl) });
      assertEquals(await there.getCode({ address: address! }), undefined);
      const tab = await open(record, fresh.rpcUrl);
      assert(await tab.getByTestId("missing").isVisible());
      assertEquals(await tab.getByTestId("check").count(), 0);
      assertEquals(await ends(tab, "deploy"), "done");
      await tab.getByTestId("to").fill(friend);
      await tab.getByTestId("amount").fill("2");
      assertEquals(await ends(tab, "check"), "none");
      assertEquals(await ends(tab, "confirm"), "done");
      assertEquals(await there.getBalance({ address: address! }), 0n);
      assertEquals(await there.getBalance({ address: friend }), parseEther("2"));
      await tab.close();
      Object.assign(rpcUrls, { 31337: stack.rpcUrl });
    },
  );

  await t.step("owners: one added, one removed, applied elsewhere by the record", async () => {
    const tab = await open(record, stack.rpcUrl);
    await tab.getByTestId("owner").fill(recovery.address);
    assertEquals(await ends(tab, "owner-go"), "already_owner");
    await tab.getByTestId("owner").fill(usd.address);
    assertEquals(await ends(tab, "owner-go"), "contract");
    await tab.getByTestId("owner").fill(heir);
    assertEquals(await ends(tab, "owner-go"), "none");
    assertEquals(await ends(tab, "confirm"), "done");
    assertEquals(await ends(tab, "remove-0"), "none");
    assertEquals(await ends(tab, "confirm"), "done");
    const ownersOf = async (chain: typeof client) => {
      const [, , , words] = await chain.readContract({
        address: address!,
        abi: acctAbi,
        functionName: "ownerState",
      });
      return words;
    };
    const wanted = [ZERO_WORD, addressOwner(recovery.address), addressOwner(heir)];
    assertEquals(await ownersOf(client), wanted);
    assertEquals((await ownersOf(second))[2], undefined);
    const saved = await tab.getByTestId("save").getAttribute("data-record");
    await tab.close();
    const next = await open(JSON.parse(saved!), stack.second!.rpcUrl);
    assertEquals(await ends(next, "deploy"), "done");
    assertEquals(await ownersOf(second), wanted);
    // The wallet was brought to the other chain on the way.
    assertEquals(wallet.chainId, 31338);
    await next.close();
  });

  await t.step("an address that owns nothing can only deploy the account", async () => {
    const other = await started.browser.newContext({ locale: "en" }) as Context;
    await injectWallet(other, rpcUrls, `0x${"6f".repeat(32)}`);
    const tab = await other.newPage();
    await tab.goto(`file://${file}`);
    await paste(tab, JSON.stringify(record));
    await ends(tab, "read");
    await tab.getByTestId("node").fill(stack.rpcUrl);
    await ends(tab, "node-go");
    assertEquals(await ends(tab, "wallet"), "none");
    for (const testid of ["check", "owner-go", "remove-1"]) {
      assertEquals(await tab.getByTestId(testid).count(), 0, testid);
    }
    // Only its own script runs in the page, and it writes no HTML.
    const refuses = (run: string) =>
      tab.evaluate<boolean>(`new Promise((done) => {
        setTimeout(() => done(globalThis.ran === undefined), 200);
        try { ${run} } catch { done(true); }
      })`);
    const script = `Object.assign(document.createElement("script"), { textContent: "ran = 1" })`;
    for (
      const run of [
        `document.body.innerHTML = "<img src=x onerror='ran = 1'>"`,
        `document.body.append(${script})`,
        `const a = document.createElement("a"); a.setAttribute("onclick", "ran = 1"); a.click()`,
      ]
    ) {
      assert(await refuses(run), run);
    }
    const reach = (url: string) =>
      tab.evaluate(`fetch(${JSON.stringify(url)}).then(() => "sent", () => "refused")`);
    const plain = Deno.serve(
      { port: 0, hostname: "0.0.0.0", onListen: () => {} },
      () => new Response("", { headers: { "access-control-allow-origin": "*" } }),
    );
    assertEquals(await reach(`http://127.0.0.1:${plain.addr.port}`), "sent");
    assertEquals(await reach(`http://127.0.0.2:${plain.addr.port}`), "refused");
    await plain.shutdown();
    await other.close();
  });

  await t.step("invalid records and nodes are rejected, with a reason", async () => {
    const tab = await context.newPage();
    await tab.goto(`file://${file}`);
    for (const bad of ["", "{}", JSON.stringify({ ...record, nonce: "0x1" })]) {
      await paste(tab, bad);
      assertEquals(await ends(tab, "read"), "record");
    }
    await Deno.writeTextFile(`${folder}/recovery.json`, JSON.stringify(record));
    await tab.getByTestId("file").setInputFiles(`${folder}/recovery.json`);
    await tab.getByTestId("account").waitFor();
    for (const url of ["", "http://example.com", "ftp://localhost", "javascript:1"]) {
      await tab.getByTestId("node").fill(url);
      assertEquals(await ends(tab, "node-go"), "node_url");
    }
    await tab.close();
  });

  await t.step("axe reports no problems, in English and right to left, at 320 px", async () => {
    const axe = await Deno.readTextFile(await locateOne(`${versions.axe}/axe.min.js`));
    for (const locale of ["en", "de", "ar", "es", "ja"]) {
      const other = await started.browser.newContext({
        locale,
        viewport: { width: 320, height: 640 },
      }) as Context;
      await injectWallet(other, rpcUrls, `0x${"5e".repeat(32)}`);
      const tab = await other.newPage();
      await tab.goto(`file://${file}`);
      await paste(tab, JSON.stringify(record));
      await ends(tab, "read");
      await tab.getByTestId("node").fill(stack.rpcUrl);
      await ends(tab, "node-go");
      await ends(tab, "wallet");
      assertEquals(await tab.evaluate("document.documentElement.lang"), locale);
      assertEquals(await tab.evaluate("document.documentElement.scrollWidth <= 320"), true);
      await tab.evaluate(`${axe}; undefined`);
      assertEquals(
        await tab.evaluate(`axe.run().then(({ violations }) => violations.flatMap(
          ({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 160))))`),
        [],
        locale,
      );
      await other.close();
    }
  });

  // It talked to the nodes that were typed, and to no other server.
  const allowed = [
    "null",
    "file://",
    ...Object.values(rpcUrls).map((url) => new URL(url).origin),
  ];
  const nodes = asked.filter((origin) => !allowed.includes(origin) && !/127\.0\.0\.1/.test(origin));
  assertEquals(nodes, []);
  assertEquals(problems, []);
  await context.close();
  await started.browser.close();
  await Deno.remove(folder, { recursive: true });
});
