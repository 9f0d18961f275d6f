/**
 * The browser extension on pages of others, which have no code of this project.
 * `FOREIGN=rainbowkit,appkit` uses these pages alone.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import type { Address } from "viem";
import { makeProject } from "../consumers/packages.ts";
import { bundlePage } from "../consumers/kit_page.ts";
import { type ExtensionScene, hasExtensions, openScene } from "../browser/extension/scene.ts";
import { otherWallet } from "../browser/extension/page.ts";
import { leaveOut, options, serve, shoot } from "../browser/harness.ts";
import { approved } from "./foreign/dialog.ts";
import { actions, type ForeignPage, pages } from "./foreign/pages.ts";
import { trySections } from "./foreign/sections.ts";

/** Installs the packages of a page, with the pages themselves. */
async function install(project: string): Promise<string> {
  const folder = await makeProject({
    name: project,
    from: `tests/kits/${project}`,
    uses: [],
    // Some kits declare older peers than they support.
    npm: ["--legacy-peer-deps"],
  });
  const from = new URL("../kits/pages/foreign/", import.meta.url);
  for await (const { name } of Deno.readDir(from)) {
    await Deno.copyFile(new URL(name, from), join(folder, name));
  }
  await Deno.copyFile(new URL("../tsconfig.json", from), join(folder, "tsconfig.json"));
  return folder;
}

/** A stack and a browser, with another wallet beside this one. */
async function openForeign(): Promise<ExtensionScene> {
  const scene = await openScene();
  await scene.context.addInitScript({ content: otherWallet });
  // Kits fetch lists, fonts and statistics; they work without.
  await scene.context.route(/^https:/, (route) => route.abort());
  return scene;
}

Deno.test("foreign: pages that discover wallets by EIP-6963", options, async (t) => {
  if (!await hasExtensions()) return leaveOut("extensions");
  await using scene = await openForeign();
  const wanted = Deno.env.get("FOREIGN")?.split(",");
  for (const page of pages) {
    if (wanted?.includes(page.name) === false) continue;
    const folder = await install(page.project);
    await t.step(page.name, async () => await tryPage(scene, folder, page));
  }
});

Deno.test("foreign: the test dApp of MetaMask", options, async (t) => {
  if (!await hasExtensions()) return leaveOut("extensions");
  const folder = await install("foreign");
  await using scene = await openForeign();
  await trySections(scene, join(folder, "node_modules/@metamask/test-dapp/dist"), t);
});

/** Connects, uses each button, and reloads. */
async function tryPage(scene: ExtensionScene, folder: string, one: ForeignPage): Promise<void> {
  const { stack, context } = scene;
  const server = serve(await bundlePage(folder, one.file));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  const picture = (step: string) => one.pictures ? `foreign-${one.name}-${step}` : undefined;
  const setup = {
    chains: [stack, stack.second!].map(({ rpcUrl }, index) => ({
      id: stack.chainId + index,
      rpcUrl,
    })),
    token: stack.tokens[1].address,
  };
  try {
    await page.goto(
      `http://localhost:${server.addr.port}/?setup=${encodeURIComponent(JSON.stringify(setup))}`,
    );
    await page.getByTestId("nobody").waitFor();
    if (one.open !== undefined) {
      await one.open(page);
      await page.locator(OTHER).first().waitFor();
      if (one.pictures) await shoot(page, `foreign-${one.name}-wallets`);
    }
    await approved(scene, () => one.connect(page), picture("connect"));
    await page.getByTestId("address").waitFor();
    assertEquals(await page.getByTestId("connector").innerText(), "Acct");
    const address = await page.getByTestId("address").innerText() as Address;
    await stack.fund(address, 10n ** 18n);
    await page.reload();
    await page.locator("[data-testid=status]:has-text('connected')").waitFor();
    assertEquals(await page.getByTestId("address").innerText(), address);
    for (const action of one.actions ?? actions) {
      const press = () => page.getByTestId(action).click();
      if (action === "switch" || action === "disconnect") await press();
      else await approved(scene, press, picture(action));
      if (action === "disconnect") await page.getByTestId("nobody").waitFor();
      else {
        const result = page.getByTestId(`${action}-result`);
        await page.locator(`[data-testid=${action}-result]:not(:empty)`).waitFor();
        assertMatch(await result.innerText(), expected[action]);
      }
      const after = picture(`page-${action}`);
      if (after !== undefined) await shoot(page, after);
    }
    // The wallet itself has no session of the site anymore.
    await page.reload();
    await page.getByTestId("nobody").waitFor();
  } catch (error) {
    await shoot(page, `foreign-failed-${one.name}`);
    const seen = await page.locator("body").innerText().catch(() => "");
    throw new Error(`${seen}\n${problems.join("\n")}`, { cause: error });
  } finally {
    await page.close();
    await server.shutdown();
  }
}

/** The other wallet in the list of a page. */
const OTHER =
  "button:has-text('Other'), wui-list-wallet[name='Other'], w3m-list-wallet[name='Other']";

/** Results of the buttons. Signatures of passkey accounts are longer than 65 bytes. */
const expected = {
  sign: /^0x[0-9a-f]{200,}$/,
  typed: /^0x[0-9a-f]{200,}$/,
  send: /^success$/,
  approve: /^success$/,
  batch: /^success$/,
  switch: /^31338$/,
} as const;
