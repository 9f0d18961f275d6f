/** Device links: a program and a page reach the wallet in the browser that plays the phone. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Hex, numberToHex, stringToHex } from "viem";
import { Acct } from "../../core/acct.ts";
import { memoryStorage } from "../../core/lib/storage.ts";
import type { LinkView } from "../../core/protocol/link_view.ts";
import { memoryKeyStore, openSessionKey } from "../../core/session_key/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import {
  getWorld,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  shoot,
  type User,
} from "./harness.ts";
import type { Page } from "./playwright.ts";

const test = (name: string, run: () => Promise<void>) =>
  Deno.test(`device link: ${name}`, options, run);

const phoneLook = { viewport: { width: 412, height: 915 } };
const shop: Hex = `0x${"d5".repeat(20)}`;

/** A program with the SDK, and the links that it shows. */
async function createProgram(storage = memoryStorage()) {
  const { stack } = await getWorld();
  const views: (LinkView | null)[] = [];
  const paymaster = { url: `${stack.serverUrl}/v1/paymaster/${stack.chainId}` };
  const { provider, disconnect } = Acct.create({
    apiKey: stack.apiKey,
    appName: "Deploy script",
    defaultChainId: stack.chainId,
    paymasters: { [stack.chainId]: paymaster },
    preference: {
      transport: "link",
      serverUrl: stack.serverUrl,
      keysUrl: stack.keysUrl,
      showTestnets: true,
      sessionStorage: storage,
      onLink: (view) => views.push(view),
    },
  });
  return {
    provider,
    disconnect,
    paymaster,
    async view(state: LinkView["state"]): Promise<LinkView> {
      await until(`the link is to ${state}`, () => views.at(-1)?.state === state);
      return views.at(-1)!;
    },
  };
}

/** Opens a link on the phone, and compares its code with the one of the other screen. */
async function openLink(phone: User, url: string, code: () => Promise<string>): Promise<Page> {
  const page = await phone.context.newPage();
  await page.goto(url);
  const shown = await page.getByTestId("link-code").innerText();
  assertEquals(shown.replace(/\s/g, ""), await code());
  return page;
}

/** Accepts the codes; the button ignores presses in its first half second. */
async function accept(page: Page): Promise<void> {
  await new Promise((done) => setTimeout(done, 600));
  await page.getByTestId("link-match").click();
  await page.getByTestId("link-open").waitFor();
}

test("a Deno program connects, sends a sponsored batch, and uses a grant without a prompt", async () => {
  const { stack } = await getWorld();
  const [usd] = stack.tokens;
  await using phone = await newUser(phoneLook);
  const storage = memoryStorage();
  const program = await createProgram(storage);
  const connecting = program.provider.request({ method: "eth_requestAccounts" });
  const { url } = await program.view("open");
  const page = await openLink(phone, url, async () => (await program.view("compare")).code!);
  const who = await page.getByTestId("link-who").innerText();
  assertMatch(who, /A program that calls itself .*Deploy script.* not verified/);
  await shoot(page, "link-compare");
  await accept(page);
  await press(page, "sdk-create");
  const [account] = await connecting;
  await stack.mint(usd.address, account!, 1_000_000_000n);

  const before = await balanceOf(stack, usd.address, shop);
  const transfer = { to: usd.address, data: transferData(shop, 1_000_000n) };
  const sending = program.provider.request({
    method: "wallet_sendCalls",
    params: [{ calls: [transfer, transfer] }],
  });
  await page.locator("[data-testid=sdk-confirm]:not([aria-disabled])").waitFor();
  assertEquals(await page.getByTestId("sdk-origin").count(), 0, "a program has no origin");
  await shoot(page, "link-send");
  await press(page, "sdk-confirm");
  const { id } = await sending;
  await until("the batch landed", async () => {
    const { status } = await program.provider.request({
      method: "wallet_getCallsStatus",
      params: [id],
    });
    return status === 200;
  });
  assertEquals(await balanceOf(stack, usd.address, shop) - before, 2_000_000n);

  const key = await openSessionKey({
    apiKey: stack.apiKey,
    chainId: stack.chainId,
    serverUrl: stack.serverUrl,
    paymaster: program.paymaster,
    store: memoryKeyStore(),
  });
  const granting = program.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      spender: key.address,
      expiry: Math.floor(Date.now() / 1_000) + 3_600,
      permissions: {
        calls: [{ target: usd.address, functionSignature: "transfer(address,uint256)" }],
        spends: [{ token: usd.address, allowance: "3000000", unit: "hour" }],
      },
    }],
  });
  await press(page, "sdk-confirm");
  const granted = await granting;
  const prompts = phone.passkeys.prompts.length;
  const used = await key.send(granted, [{ ...transfer, value: 0n }]);
  await until("the use landed", async () => (await key.status(used.id)).status === 200);
  assertEquals(await balanceOf(stack, usd.address, shop) - before, 3_000_000n);
  assertEquals(phone.passkeys.prompts.length, prompts, "no prompt");
  assertEquals(phone.problems, []);
});

test("the phone's page can be reloaded, and the wallet home ends the link", async () => {
  const { stack } = await getWorld();
  await using phone = await newUser(phoneLook);
  const storage = memoryStorage();
  let program = await createProgram(storage);
  const connecting = program.provider.request({ method: "eth_requestAccounts" });
  const { url } = await program.view("open");
  const page = await openLink(phone, url, async () => (await program.view("compare")).code!);
  await accept(page);
  await press(page, "sdk-create");
  const [account] = await connecting;

  // A second program cannot use the link, and says so.
  await using thief = await newUser(phoneLook);
  const stolen = await thief.context.newPage();
  await stolen.goto(url);
  await stolen.getByTestId("link-used").waitFor();

  // The program starts again, and the page was reloaded.
  program = await createProgram(storage);
  await page.reload();
  await page.getByTestId("link-open").waitFor();
  const message = stringToHex("hello");
  const sign = () =>
    program.provider.request({ method: "personal_sign", params: [message, account!] });
  const signing = sign();
  await press(page, "sdk-confirm");
  assertMatch(await signing, /^0x/);

  const home = await phone.context.newPage();
  await home.goto(`${stack.keysUrl}/#/apps`);
  await home.getByTestId("home-link").waitFor();
  await shoot(home, "link-home");
  await home.getByTestId("home-link-end").click();
  await page.getByTestId("link-ended").waitFor();
  const { data } = await sign().then(() => {
    throw new Error("it was signed");
  }, (error) => error);
  assertEquals(data.cause, "connection_revoked");
  assertEquals(await program.provider.request({ method: "eth_accounts" }), []);
  assertEquals(phone.problems, []);
});

test("a sign-in for a program is refused before it is shown", async () => {
  const { stack } = await getWorld();
  await using phone = await newUser(phoneLook);
  const program = await createProgram();
  const connecting = program.provider.request({
    method: "wallet_connect",
    params: [{
      capabilities: {
        signInWithEthereum: {
          nonce: "a1b2c3d4e5",
          chainId: numberToHex(stack.chainId),
          domain: "bank.example",
          uri: "https://bank.example/",
        },
      },
    }],
  }).then(() => null, (error) => error);
  const { url } = await program.view("open");
  const page = await openLink(phone, url, async () => (await program.view("compare")).code!);
  await accept(page);
  const { data } = await connecting;
  assertEquals([data.cause, data.field], [
    "invalid_params",
    "capabilities.signInWithEthereum",
  ]);
});

test("“Use my phone” in the dialog connects the page, which continues after the approval", async () => {
  const { appUrl } = await getWorld();
  await using desktop = await newUser();
  await using phone = await newUser(phoneLook);
  const app = await openApp(desktop, { mode: "CrossPlatform" });
  const asked = await openRequest<Hex[]>(app, "CrossPlatform", "eth_requestAccounts");
  await press(asked.dialog, "sdk-phone");
  const url = await asked.dialog.getByTestId("sdk-link-open").getAttribute("href");
  await shoot(asked.dialog, "link-qr");
  const page = await openLink(
    phone,
    url!,
    async () => (await asked.dialog.getByTestId("sdk-link-code").innerText()).replace(/\s/g, ""),
  );
  const { host } = new URL(appUrl);
  assertMatch(await page.getByTestId("link-who").innerText(), new RegExp(host));
  await accept(page);
  await press(page, "sdk-create");
  const { result: [account] = [] } = await asked.answer();
  assert(account !== undefined);
  assertEquals(desktop.passkeys.prompts.length, 0, "the desktop has no passkey");

  const signing = await openRequest<Hex>(app, "CrossPlatform", "personal_sign", [
    stringToHex("hello"),
    account,
  ]);
  await press(page, "sdk-confirm");
  assertMatch((await signing.answer()).result!, /^0x/);
  assertEquals([desktop.problems, phone.problems], [[], []]);
});

test("a page without passkeys connects by QR code, signs, survives a reload, and disconnects", async () => {
  const { appUrl } = await getWorld();
  await using desktop = await newUser();
  await using phone = await newUser(phoneLook);
  // As in the browser of an app that shows pages.
  await desktop.context.addInitScript({
    content: "delete globalThis.PublicKeyCredential; delete Navigator.prototype.credentials;",
  });
  const app = await openApp(desktop, { mode: "CrossPlatform", link: true });
  const connecting = await app.send("eth_requestAccounts");
  const url = await app.page.getByTestId("sdk-link-open").getAttribute("href");
  await shoot(app.page, "link-page");
  const page = await openLink(
    phone,
    url!,
    async () => (await app.page.getByTestId("sdk-link-code").innerText()).replace(/\s/g, ""),
  );
  assertMatch(await page.getByTestId("link-who").innerText(), new RegExp(new URL(appUrl).host));
  await accept(page);
  await press(page, "sdk-create");
  const { result: [account] = [] } = await app.answer<Hex[]>(connecting);
  assert(account !== undefined);

  await app.page.reload();
  await app.page.waitForFunction("globalThis.acct !== undefined");
  assertEquals((await app.ask<Hex[]>("eth_accounts")).result, [account]);
  const signing = await app.send("personal_sign", [stringToHex("hello"), account]);
  await page.getByTestId("sdk-confirm").waitFor();
  assertMatch(await page.getByTestId("sdk-origin").innerText(), new RegExp(new URL(appUrl).host));
  await press(page, "sdk-confirm");
  assertMatch((await app.answer<Hex>(signing)).result!, /^0x/);

  assertEquals((await app.ask("wallet_disconnect")).error, undefined);
  await page.getByTestId("link-left").waitFor();
  assertEquals((await app.ask<Hex[]>("eth_accounts")).result, []);
  assertEquals([desktop.problems, phone.problems], [[], []]);
});

/** Runs the command line in a process, and returns the lines of standard error as they come. */
async function runCli(folder: string, args: readonly string[]) {
  const { stack } = await getWorld();
  const root = new URL("../../", import.meta.url);
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      ...configuration,
      new URL("cli/main.ts", root).pathname,
      ...args,
      "--json",
      "--folder",
      folder,
      "--chain",
      String(stack.chainId),
      "--paymaster",
      `${stack.serverUrl}/v1/paymaster/${stack.chainId}`,
    ],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let shown = "";
  const reading = (async () => {
    for await (const text of process.stderr.pipeThrough(new TextDecoderStream())) shown += text;
  })();
  const finished = async () => {
    const [out, { success }] = await Promise.all([
      new Response(process.stdout).text(),
      process.status,
      reading,
    ]);
    if (!success) throw new Error(`acct ${args[0]} failed: ${shown}`);
    return JSON.parse(out);
  };
  return {
    result: finished(),
    async match(pattern: RegExp): Promise<string> {
      await until(`the terminal shows ${pattern}`, () => pattern.test(shown));
      return pattern.exec(shown)![1]!;
    },
  };
}

/** The configuration of this run, which maps the packages to their folders. */
const configuration = await (async () => {
  const local = new URL("../../deno.local.json", import.meta.url);
  const isThere = await Deno.stat(local).then(() => true, () => false);
  return ["--config", isThere ? local.pathname : new URL("../../deno.json", local).pathname];
})();

test("the command line connects, sends, and spends its own permission", async () => {
  const { stack } = await getWorld();
  const [usd] = stack.tokens;
  await using phone = await newUser(phoneLook);
  const folder = `${await Deno.makeTempDir()}/acct`;
  const connecting = await runCli(folder, [
    "connect",
    "--api-key",
    stack.apiKey,
    "--server",
    stack.serverUrl,
    "--wallet",
    stack.keysUrl,
  ]);
  const url = await connecting.match(/(http\S+\/link#\S+)/);
  const page = await openLink(
    phone,
    url,
    async () => (await connecting.match(/phone: (\d{3} \d{3})/)).replace(" ", ""),
  );
  await accept(page);
  await press(page, "sdk-create");
  const { account } = await connecting.result;
  await stack.mint(usd.address, account, 1_000_000_000n);
  const before = await balanceOf(stack, usd.address, shop);

  const sending = await runCli(folder, ["send", shop, "--amount", "2", "--token", usd.address]);
  await press(page, "sdk-confirm");
  const { id } = await sending.result;
  await until(
    "the transfer landed",
    async () => (await (await runCli(folder, ["status", id])).result).status === 200,
    1_000,
  );
  assertEquals(await balanceOf(stack, usd.address, shop) - before, 2_000_000n);

  const granting = await runCli(folder, [
    "grant",
    "--token",
    usd.address,
    "--amount",
    "5",
    "--per",
    "day",
  ]);
  await press(page, "sdk-confirm");
  await granting.result;
  const prompts = phone.passkeys.prompts.length;
  const own = ["send", shop, "--amount", "1", "--token", usd.address, "--own-key"];
  await (await runCli(folder, own)).result;
  await until(
    "the use landed",
    async () => await balanceOf(stack, usd.address, shop) - before === 3_000_000n,
  );
  assertEquals(phone.passkeys.prompts.length, prompts, "no prompt");
  await (await runCli(folder, ["disconnect"])).result;
  assertEquals(phone.problems, []);
});
