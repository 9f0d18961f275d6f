/** The wallet on the user's next device, which has the same synced passkey. */
import { assert, assertEquals } from "@std/assert";
import { until } from "../../scripts/stack/patience.ts";
import {
  getWorld,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  shoot,
  type User,
} from "./harness.ts";
import { inFirefox } from "./driven/passkeys.ts";
import type { BrowserContext, Page } from "./playwright.ts";

const mode = "CrossPlatform";
const test = (name: string, run: () => Promise<void>) =>
  Deno.test({ name: `next device: ${name}`, ignore: inFirefox, ...options, fn: run });

/**
 * Gives the passkeys of a profile a pseudo-random function that a synced passkey has: the same on
 * all devices. Chromium's virtual authenticators export no secret for it, so that a passkey that
 * was added to another one has no function. The last test uses Chromium's own.
 */
async function givePrf(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: `(${simulatePrf})()` });
}

/** Runs in the page, so it must be self-contained. */
const simulatePrf = `function () {
  const credentials = globalThis.CredentialsContainer?.prototype;
  if (!credentials) return;
  for (const kind of ["create", "get"]) {
    const real = credentials[kind];
    credentials[kind] = async function (options) {
      const credential = await real.call(this, options);
      const salt = options.publicKey.extensions?.prf?.eval?.first;
      if (salt === undefined) return credential;
      const hash = { name: "HMAC", hash: "SHA-256" };
      const key = await crypto.subtle.importKey("raw", credential.rawId, hash, false, ["sign"]);
      const first = await crypto.subtle.sign("HMAC", key, salt);
      credential.getClientExtensionResults = () => ({ prf: { results: { first } } });
      return credential;
    };
  }
}`;

/** Opens the apps of the wallet home. */
async function openApps(user: User): Promise<Page> {
  const { stack } = await getWorld();
  const home = await user.context.newPage();
  await home.goto(`${stack.keysUrl}/#/apps`);
  return home;
}

/** Waits until a browser has stored its shared data, some number of times. */
const shared = (user: User, count: number) =>
  until(
    `${count} writes`,
    () =>
      user.posts.filter(({ methods }) => methods.includes("acct_putSyncedData")).length >= count,
  );

/** Signs in on the page of the wallet. */
async function signIn(home: Page): Promise<void> {
  await home.getByTestId("home-sign-in-existing").click();
  await home.getByTestId("home-account").waitFor();
}

/** Signs out on the page of the wallet. */
async function signOut(home: Page): Promise<void> {
  await home.getByTestId("home-accounts").click();
  await home.getByTestId("home-sign-out").click();
  await home.getByTestId("home-sign-out-now").click();
  await home.getByTestId("home-sign-in").waitFor();
}

/** All values in a page's storage. */
const stored = (page: Page) => page.evaluate<string>("JSON.stringify({ ...localStorage })");

test("has the sites and the origins of permissions; a removal reaches the first", async () => {
  const { stack, appUrl } = await getWorld();
  await using first = await newUser();
  await givePrf(first.context);
  const app = await openApp(first, { mode });
  const connecting = await openRequest<string[]>(app, mode, "eth_requestAccounts");
  await press(connecting.dialog, "sdk-create");
  const [address] = (await connecting.answer()).result!;
  await shared(first, 1);
  const granting = await openRequest(app, mode, "wallet_grantPermissions", [{
    expiry: Math.floor(Date.now() / 1000) + 86_400,
    spender: `0x${"e5".repeat(20)}`,
    permissions: {
      spends: [{ token: stack.tokens[0].address, allowance: "7000000", unit: "week" }],
    },
  }]);
  await press(granting.dialog, "sdk-confirm");
  assertEquals((await granting.answer()).error, undefined);
  await shared(first, 2);

  await using second = await newUser();
  await givePrf(second.context);
  for (const [id, credential] of first.passkeys.credentials) {
    second.passkeys.credentials.set(id, credential);
  }
  const prompts = second.passkeys.prompts.length;
  const home = await openApps(second);
  await signIn(home);
  assertEquals(await home.getByTestId("home-account").getAttribute("data-address"), address);
  // The sign-in's own prompt yields the secret.
  assertEquals(second.passkeys.prompts.length, prompts + 1);
  const host = new URL(appUrl).host;
  await home.getByTestId("home-tab-apps").click();
  await home.locator(`[data-testid=home-site]:has-text("${host}")`).waitFor();
  assert((await home.getByTestId("home-site").innerText()).includes("Test shop"));
  const site = `[data-testid=home-site]:has-text("${host}")`;
  await home.locator(`${site} [data-testid=home-permission]`).waitFor();
  await shoot(home, "next-device");

  // The page of the site has no secret.
  assertEquals((await stored(app.page)).includes("synced"), false);

  await home.getByTestId("home-site-cut").click();
  // The permission stays, under the name of its site.
  const alone = `[data-testid=home-permission]:has-text("${host}")`;
  await home.locator(alone).waitFor();
  assertEquals(await home.getByTestId("home-site").count(), 0);
  await shared(second, 1);
  // The window closes without a decision.
  const refused = await openRequest(app, mode, "personal_sign", ["0x00", address]);
  assertEquals((await refused.answer()).error!.data.cause, "connection_revoked");
  const homeOfFirst = await openApps(first);
  await homeOfFirst.locator(alone).waitFor();
  assertEquals(await homeOfFirst.getByTestId("home-site").count(), 0);

  // Signed out, the browser has nothing of it.
  await signOut(home);
  const left = await stored(home);
  for (const part of [host, "Test shop", "acct.synced.1"]) {
    assertEquals(left.includes(part), false, `${part}: ${left}`);
  }
  assertEquals([...first.problems, ...second.problems], []);
});

test("without the function, the account is found, and no data is shared", async () => {
  await using first = await newOwner({ mode });
  await using second = await newUser();
  for (const [id, credential] of first.passkeys.credentials) {
    second.passkeys.credentials.set(id, credential);
  }
  const home = await openApps(second);
  await signIn(home);
  await home.getByTestId("home-tab-apps").click();
  await home.getByTestId("home-no-sites").waitFor();
  const methods = [...first.posts, ...second.posts].flatMap((post) => post.methods);
  assertEquals(methods.filter((method) => method.includes("SyncedData")), []);
  assertEquals([...first.problems, ...second.problems], []);
});

test("Chromium's own function: the sites are back after signing out and in", async () => {
  const { stack, started } = await getWorld();
  const context = await started.browser.newContext();
  try {
    const home = await context.newPage();
    const session = await context.newCDPSession(home);
    await session.send("WebAuthn.enable");
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        ctap2Version: "ctap2_1",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
        hasPrf: true,
        defaultBackupEligibility: true,
        defaultBackupState: true,
      },
    });
    await home.goto(stack.keysUrl);
    await home.getByTestId("home-sign-in").click();
    await home.getByTestId("home-account").waitFor();
    const account = await home.getByTestId("home-account").getAttribute("data-address");
    await until("its secret is stored", async () => (await stored(home)).includes("acct.synced.1"));
    // A connection, as the wallet's window stores it.
    const origin = "https://shop.example";
    const site = { origin, account, name: "Shop", lastUsed: 1_800_000_000, since: 1_800_000_000 };
    await home.evaluate(
      `localStorage.setItem("acct.sites.1", ${JSON.stringify(JSON.stringify([site]))})`,
    );
    let writes = 0;
    context.on("request", (request) => {
      if (request.postData()?.includes("acct_putSyncedData")) writes++;
    });
    // A run that fails is repeated at the next visit.
    let visited = -Infinity;
    await until("it was written", async () => {
      if (writes === 0 && performance.now() - visited > 20_000) {
        visited = performance.now();
        await home.reload();
      }
      return writes > 0;
    });
    await signOut(home);
    assertEquals(/shop\.example|synced/.test(await stored(home)), false);
    await signIn(home);
    await home.getByTestId("home-tab-apps").click();
    await home.locator(`[data-testid=home-site]:has-text("shop.example")`).waitFor();
  } finally {
    await context.close();
  }
});
