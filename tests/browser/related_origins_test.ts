/**
 * A wallet host that moves to another domain, and an app on several domains: passkeys of one site
 * are used on another that its list names, and nowhere else.
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Address, createPublicClient, type Hex, numberToHex } from "viem";
import { acctAbi } from "../../contracts/artifacts/acct_abi.ts";
import { RELATED_ORIGINS_PATH, relatedOriginsJson } from "../../host/mod.ts";
import { ownDatabase } from "../../scripts/stack/database.ts";
import { buildPage, hostPage, servePage } from "../../scripts/stack/pages.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import {
  type App,
  appAt,
  type Mode,
  openRequest,
  options,
  press,
  settled,
  shoot,
  undisturbed,
  type User,
} from "./harness.ts";
import { type Operator, startChain, startOperator } from "./operators.ts";
import { type Site, startNames, type TlsNames, visitor } from "./tls_names.ts";

const names = [
  "*.old.example",
  "*.new.example",
  "*.other.example",
  "shop-one.example",
  "shop-two.example",
];
const [shopOne, shopTwo] = ["https://shop-one.example", "https://shop-two.example"];
const [oldHost, newHost] = ["keys.old.example", "keys.new.example"];
const target = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** The app's page and the wallet host's, built once. */
const pages = Promise.all([
  buildPage({ folder: "tests/browser/app", entry: "tests/browser/app/main.ts", split: true }),
  buildPage(hostPage),
]);

/** Serves only a list of related origins, as any static host can. */
const listOnly = (origins: readonly string[]): Site => (request) =>
  new URL(request.url).pathname === RELATED_ORIGINS_PATH
    ? new Response(relatedOriginsJson(origins), { headers: { "content-type": "application/json" } })
    : new Response("There is nothing here.", { status: 404 });

/** Opens the app's page at a site, with a wallet of an operator. */
async function openAt(
  user: User,
  site: string,
  { apiKey, serverUrl }: Operator,
  rpId?: string,
): Promise<App> {
  const setup = {
    appSpecific: rpId !== undefined,
    unhandled: [],
    options: {
      apiKey,
      appName: "Test shop",
      defaultChainId: 31337,
      paymasters: { 31337: { url: `${serverUrl}/v1/paymaster/31337` } },
      preference: { showTestnets: true, ...(rpId !== undefined && { rpId }) },
    },
  };
  const page = await user.context.newPage();
  await page.goto(`${site}/?setup=${encodeURIComponent(JSON.stringify(setup))}`);
  return await appAt(page, user);
}

/** Connects by the buttons with these ids, one after the other; returns the account. */
async function connectBy(app: App, mode: Mode, ...buttons: string[]): Promise<Address> {
  const asked = await openRequest<Address[]>(app, mode, "eth_requestAccounts");
  for (const button of buttons) await press(asked.dialog, button);
  const { result, error } = await asked.answer();
  if (result === undefined) throw new Error(JSON.stringify(error));
  return result[0]!;
}

/** Sends a sponsored call, and expects it to land. */
async function send(app: App, mode: Mode): Promise<void> {
  const asked = await openRequest<{ id: string }>(app, mode, "wallet_sendCalls", [{
    version: "2.0.0",
    chainId: numberToHex(31337),
    calls: [{ to: target }],
  }]);
  await press(asked.dialog, "sdk-confirm");
  const { result, error } = await asked.answer();
  if (result === undefined) throw new Error(JSON.stringify(error));
  assertEquals(await settled(app, result.id), 200);
}

/** The prompts so far: kind and RP ID, each within a click. */
function prompts({ passkeys }: User): readonly string[] {
  assert(passkeys.prompts.every(({ activated }) => activated), "a prompt without a click");
  return passkeys.prompts.map(({ kind, rpId }) => `${kind} ${rpId}`);
}

/** Returns whether this Chromium has related origin requests. */
async function hasRelatedOrigins({ browser }: TlsNames, url: string): Promise<boolean> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const has = await page.evaluate<boolean>(
    "PublicKeyCredential.getClientCapabilities?.().then(({ relatedOrigins }) => relatedOrigins)",
  );
  await context.close();
  return has === true;
}

Deno.test("related origins: a wallet host is continued by another domain", options, async (t) => {
  await using scope = new AsyncDisposableStack();
  const [app, files] = await pages;
  const network = scope.use(await startNames(names));
  const { sites } = network;
  sites.set("shop-one.example", servePage(app));
  assert(await hasRelatedOrigins(network, shopOne), "the browser has related origin requests");
  const chain = await startChain(scope);
  const own = scope.use(await ownDatabase({ file: true }));
  const shared = { database: own.database, chain, files, apps: [shopOne], sites };

  const old = await startOperator({
    ...shared,
    host: "old.example",
    related: [`https://${newHost}`, "https://keys.other.example"],
  });
  const user = scope.use(await visitor(network, old.serverUrl));
  const before = await openAt(user, shopOne, old);
  const account = await connectBy(before, "CrossPlatform", "sdk-create");
  assertEquals(prompts(user), [`create ${oldHost}`]);

  await t.step("an operator with separate records finds the account in two uses", async () => {
    const empty = scope.use(await ownDatabase());
    await using other = await startOperator({
      ...shared,
      database: empty.database,
      host: "other.example",
      continues: oldHost,
    });
    await using guest = await visitor(network, other.serverUrl, user.passkeys);
    const there = await openAt(guest, shopOne, other);
    const buttons = ["sdk-existing-continued", "sdk-existing"];
    assertEquals(await connectBy(there, "CrossPlatform", ...buttons), account);
    const asked = await openRequest<Hex>(there, "CrossPlatform", "personal_sign", [
      "0x68",
      account,
    ]);
    await press(asked.dialog, "sdk-confirm");
    assertMatch((await asked.answer()).result!, /^0x[0-9a-f]+$/);
    assertEquals(prompts(guest), Array(3).fill(`get ${oldHost}`));
    assertEquals(guest.problems, []);
  });
  await old[Symbol.asyncDispose]();

  // The old domain keeps one file; the new one has the records.
  sites.set(oldHost, listOnly([`https://${newHost}`]));
  const next = scope.use(
    await startOperator({ ...shared, host: "new.example", continues: oldHost }),
  );
  const ownersOf = async () => {
    const client = createPublicClient({ transport: patientHttp(chain.rpcUrl) });
    const [, , , words] = await client.readContract({
      address: account,
      abi: acctAbi,
      functionName: "ownerState",
    });
    return words.filter((word: Hex) => BigInt(word) !== 0n).length;
  };

  const device = scope.use(await visitor(network, next.serverUrl, user.passkeys));
  const shop = await openAt(device, shopOne, next);
  await t.step("a passkey of the old host signs in on the new one, and sends", async () => {
    const asked = await openRequest<Address[]>(shop, "CrossPlatform", "eth_requestAccounts");
    await asked.dialog.getByTestId("sdk-existing-continued").waitFor();
    await shoot(asked.dialog, "continued-connect");
    await press(asked.dialog, "sdk-existing-continued");
    assertEquals((await asked.answer()).result, [account]);
    assertStringIncludes(asked.dialog.url(), newHost!);
    await send(shop, "CrossPlatform");
    assertEquals(prompts(device), [`get ${oldHost}`, `get ${oldHost}`]);
    assertEquals(await ownersOf(), 1);
  });

  await t.step("if the browser detects available passkeys, one button finds it too", async () => {
    await using other = await visitor(network, next.serverUrl, user.passkeys);
    const there = await openAt(other, shopOne, next);
    assertEquals(await connectBy(there, "CrossPlatform", "sdk-create"), account);
    assertEquals(prompts(other).at(-1), `get ${oldHost}`);
  });

  await t.step("a cancelled second step adds nothing, and can be retried", async () => {
    const before = new Set(device.passkeys.credentials.keys());
    const home = await device.context.newPage();
    await home.goto(`${next.keysUrl}/#/security`);
    device.passkeys.elsewhere = true;
    await home.getByTestId("home-second-home-add").click();
    await home.locator("[data-method=acct_changeOwners]").waitFor();
    device.passkeys.elsewhere = false;
    await press(home, "sdk-cancel");
    await undisturbed(home);
    await home.locator("[data-testid=home-second-home-add]:not([disabled])").waitFor();
    assertEquals(await home.locator("[data-testid=home-second-home] [role=alert]").count(), 0);
    assertEquals(await home.getByTestId("home-owner").count(), 1);
    assertEquals(await ownersOf(), 1);
    // The browser was notified that it is useless.
    for (const id of device.passkeys.credentials.keys()) {
      if (!before.has(id)) device.passkeys.credentials.delete(id);
    }
    await home.close();
  });

  await t.step("two presses add a passkey of the new host", async () => {
    const home = await device.context.newPage();
    await home.goto(`${next.keysUrl}/#/privacy`);
    await home.locator("main >> text=/keys\\.new\\.example and keys\\.old\\.example/").waitFor();
    await home.goto(`${next.keysUrl}/#/security`);
    await home.getByTestId("home-second-home-add").waitFor();
    await shoot(home, "second-home");
    const earlier = device.passkeys.prompts.length;
    device.passkeys.elsewhere = true;
    let presses = 0;
    await home.getByTestId("home-second-home-add").click();
    presses++;
    await home.locator("[data-method=acct_changeOwners]").waitFor();
    device.passkeys.elsewhere = false;
    await shoot(home, "second-home-confirm");
    presses += await press(home, "sdk-confirm");
    await home.getByTestId("home-second-home").waitFor({ state: "detached" });
    await home.locator("[data-testid=home-owner] >> nth=1").waitFor();
    assertEquals(presses, 2);
    assertEquals(prompts(device).slice(earlier), [`create ${newHost}`, `get ${oldHost}`]);
    await undisturbed(home);
    assertEquals(await ownersOf(), 2);
    await shoot(home, "second-home-done");
    await home.close();
  });

  await t.step("with the old domain lost, the new passkey is enough", async () => {
    sites.delete(oldHost!);
    await send(shop, "CrossPlatform");
    assertEquals(prompts(device).at(-1), `get ${newHost}`);
    await using fresh = await visitor(network, next.serverUrl, device.passkeys);
    const there = await openAt(fresh, shopOne, next);
    assertEquals(await connectBy(there, "CrossPlatform", "sdk-existing"), account);
    assertEquals(prompts(fresh), [`get ${newHost}`]);
  });

  for (
    const [name, site] of [
      ["the old domain lost: its passkey is refused, in words", undefined],
      ["a list of others only: refused", listOnly([shopTwo])],
      ["a list of the new host with another port: refused", listOnly([`https://${newHost}:8443`])],
    ] as const
  ) {
    await t.step(name, async () => {
      if (site === undefined) sites.delete(oldHost!);
      else sites.set(oldHost!, site);
      await using late = await visitor(network, next.serverUrl, user.passkeys);
      const there = await openAt(late, shopOne, next);
      const asked = await openRequest(there, "CrossPlatform", "eth_requestAccounts");
      await press(asked.dialog, "sdk-existing-continued");
      const failure = asked.dialog.getByTestId("sdk-failure");
      await failure.waitFor();
      assertMatch(await failure.innerText(), /Passkeys don’t work at this address/);
      assertMatch(await failure.innerText(), /belongs to another address/);
      await shoot(asked.dialog, "continued-refused");
      await asked.dialog.getByTestId("sdk-close").click();
      assertEquals((await asked.answer()).error!.code, 4001);
      assertEquals([...late.passkeys.credentials.keys()], [...user.passkeys.credentials.keys()]);
    });
  }
  assertEquals([...user.problems, ...device.problems], []);
});

Deno.test("related origins: an app on several domains shares its passkeys", options, async () => {
  await using scope = new AsyncDisposableStack();
  const [app, files] = await pages;
  const network = scope.use(await startNames(names));
  const { sites } = network;
  let related = [shopTwo];
  const first = servePage(app);
  sites.set(
    "shop-one.example",
    (request) =>
      new URL(request.url).pathname === RELATED_ORIGINS_PATH
        ? listOnly(related)(request)
        : first(request),
  );
  sites.set("shop-two.example", servePage(app));
  assert(await hasRelatedOrigins(network, shopOne), "the browser has related origin requests");
  const chain = await startChain(scope);
  const own = scope.use(await ownDatabase());
  const apps = [shopOne, shopTwo];
  const operator = scope.use(
    await startOperator({ host: "old.example", database: own.database, chain, files, apps, sites }),
  );
  const rpId = "shop-one.example";
  const user = scope.use(await visitor(network, operator.serverUrl));
  const one = await openAt(user, shopOne, operator, rpId);
  const account = await connectBy(one, "AppSpecific", "sdk-create");
  await send(one, "AppSpecific");

  const two = await openAt(user, shopTwo, operator, rpId);
  assertEquals(await connectBy(two, "AppSpecific", "sdk-existing"), account);
  await send(two, "AppSpecific");
  assertEquals(prompts(user), [
    `create ${rpId}`,
    `get ${rpId}`,
    `get ${rpId}`,
    `get ${rpId}`,
  ]);

  // A page removed from the list signs nothing, and its developer reads the remedy.
  related = [];
  await undisturbed(two.page);
  await two.page.evaluate(`void (globalThis.refused = acct.provider.request({
    method: "personal_sign",
    params: ["0x68656c6c6f", "${account}"],
  }).catch(({ code, cause }) => [code, cause.data.cause, cause.data.advice]))`);
  await press(two.page, "sdk-confirm");
  await two.page.getByTestId("sdk-failure").waitFor();
  await shoot(two.page, "related-refused");
  await press(two.page, "sdk-cancel");
  const [code, cause, advice] = await two.page.evaluate<[number, string, string]>("refused");
  assertEquals([code, cause], [4001, "passkey_wrong_site"]);
  assertStringIncludes(advice, `List "${shopTwo}" under "origins"`);
  assertStringIncludes(advice, `https://${rpId}${RELATED_ORIGINS_PATH}`);
  assertEquals(user.problems, []);
});
