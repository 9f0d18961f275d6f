/**
 * `deno run -A scripts/wallet_kits.ts [fixture] [page]`: tests the connector with the lowest and
 * the highest versions of wagmi and React, and in the kits that list wallets. Each fixture is a
 * separate npm project in a temporary folder, so that its packages are not added to this
 * repository's lock file.
 *
 * @module
 */
import { join } from "node:path";
import { tmpdir } from "node:os";
import { createPublicClient, type Hex } from "viem";
import { closeWorld, getWorld, press, serve } from "../tests/browser/harness.ts";
import { givePasskeys } from "../core/virtual/passkeys.ts";
import type { Page } from "../tests/browser/playwright.ts";
import { bundlePage } from "../tests/consumers/kit_page.ts";
import { makeProject, run } from "../tests/consumers/packages.ts";
import type { PageFiles } from "./stack/pages.ts";
import { patientHttp } from "./stack/patient_http.ts";

const root = new URL("../", import.meta.url);

/** A page of a fixture, and how its dialog leads to ours. */
interface Kit {
  /** Name of its module in `tests/kits/pages`. */
  readonly page: string;
  /** The module's extension; `tsx` by default. */
  readonly extension?: "ts" | "tsx";
  /** Clicks until the wallet's window opens. */
  readonly connect: (page: Page) => Promise<void>;
}

/** An npm project. */
interface Fixture {
  /** Folder of its `package.json` in `tests/kits`. */
  readonly name: string;
  /** Packages of this project that its pages use. */
  readonly uses: readonly ("core" | "connector")[];
  readonly kits: readonly Kit[];
}

const plain: Kit = { page: "plain", connect: (page) => page.getByTestId("connect").click() };

const fixtures: readonly Fixture[] = [
  {
    name: "wagmi2",
    uses: ["core", "connector"],
    kits: [
      plain,
      {
        page: "rainbowkit",
        async connect(page) {
          await page.getByTestId("rk-connect-button").click();
          await page.getByTestId("rk-wallet-option-acct").click();
        },
      },
      {
        page: "connectkit",
        async connect(page) {
          await page.locator("button:has-text('Connect Wallet')").click();
          await page.locator("button:has-text('Acct')").first().click();
        },
      },
    ],
  },
  {
    name: "wagmi3",
    uses: ["core", "connector"],
    kits: [
      plain,
      {
        page: "appkit",
        async connect(page) {
          await page.getByTestId("open").click();
          await page.locator("wui-list-wallet[name='Acct'], w3m-list-wallet[name='Acct']").first()
            .click();
        },
      },
    ],
  },
  {
    name: "onboard",
    // The fixture's packages include another copy of viem. The wallet is found by EIP-6963 alone.
    uses: ["core"],
    kits: [{
      page: "onboard",
      extension: "ts",
      async connect(page) {
        await page.getByTestId("connect").click();
        await page.locator("onboard-v2 button:has-text('Acct')").first().click();
      },
    }],
  },
];

const [wanted, wantedPage] = Deno.args;
let failed = false;
for (const fixture of fixtures) {
  if (wanted !== undefined && fixture.name !== wanted) continue;
  const folder = await timed(`${fixture.name}: install`, () => install(fixture));
  if (folder === null) continue;
  await timed(`${fixture.name}: types`, () => run(folder, "node_modules/.bin/tsc", ["-p", "."]));
  for (const kit of fixture.kits) {
    if (wantedPage !== undefined && kit.page !== wantedPage) continue;
    await timed(
      `${fixture.name}: ${kit.page}`,
      async () => smoke(kit, await bundlePage(folder, pageOf(kit))),
    );
  }
}
await closeWorld();
Deno.exit(failed ? 1 : 0);

/** Runs a part and prints the result. Returns `null` if it failed. */
async function timed<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  const begin = performance.now();
  const seconds = () => `(${((performance.now() - begin) / 1000).toFixed(1)} s)`;
  try {
    const result = await work();
    console.log(`ok   ${name} ${seconds()}`);
    return result;
  } catch (error) {
    failed = true;
    console.error(`FAIL ${name} ${seconds()}\n`, error);
    return null;
  }
}

/** Makes the project: the built packages, and the pages that it has packages for. */
async function install({ name, kits, uses }: Fixture): Promise<string> {
  const pages = new Map<string, string>();
  const shared = uses.includes("connector") ? ["setup.ts", "sign.tsx"] : ["setup.ts"];
  for (const file of [...shared, "tsconfig.json", ...kits.map(pageOf)]) {
    pages.set(file, await Deno.readTextFile(new URL(`tests/kits/pages/${file}`, root)));
  }
  return await makeProject({
    name,
    from: `tests/kits/${name}`,
    uses,
    files: Object.fromEntries(pages),
    // Some kits declare older peers than they support.
    npm: ["--legacy-peer-deps"],
  });
}

/** File of a wallet list's page. */
function pageOf({ page, extension = "tsx" }: Kit): string {
  return `${page}.${extension}`;
}

/** Connects through the wallet list's dialog, signs with both hooks, and reloads. */
async function smoke({ connect }: Kit, files: PageFiles): Promise<void> {
  const { stack, started } = await getWorld();
  const context = await started.browser.newContext({ viewport: { width: 1000, height: 760 } });
  await givePasskeys(context, stack.browserServerUrl);
  // Kits fetch lists, fonts and statistics; they work without.
  await context.route(/^https:/, (route) => route.abort());
  const problems: string[] = [];
  const server = serve(files);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", ({ message }) => problems.push(message));
    const setup = {
      apiKey: stack.apiKey,
      serverUrl: stack.browserServerUrl,
      chainId: stack.chainId,
    };
    await page.goto(
      `http://localhost:${server.addr.port}/?setup=${encodeURIComponent(JSON.stringify(setup))}`,
    );
    try {
      await page.getByTestId("nobody").waitFor();
      await inWindow(page, () => connect(page), "sdk-create");
      await page.getByTestId("address").waitFor();
      const address = await page.getByTestId("address").innerText() as Hex;
      equal(await page.getByTestId("connector").innerText(), "acct");
      await page.locator("[data-testid=chains]:has-text('0x')").waitFor();

      const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
      const buttons = [["sign", "signature"], ["sign-message", "message-signature"]] as const;
      for (const [button, answer] of buttons) {
        await inWindow(page, () => page.getByTestId(button).click(), "sdk-confirm");
        await page.locator(`[data-testid=${answer}]:has-text('0x')`).waitFor();
        const signature = await page.getByTestId(answer).innerText() as Hex;
        equal(await client.verifyMessage({ address, message: "hello", signature }), true);
      }
      await page.reload();
      await page.locator("[data-testid=status]:has-text('connected')").waitFor();
      equal(await page.getByTestId("address").innerText(), address);
      await page.getByTestId("disconnect").click();
      await page.getByTestId("nobody").waitFor();
    } catch (error) {
      const seen = await page.locator("body").innerText().catch(() => "");
      const path = join(tmpdir(), "acct-consumers", "failed.png");
      await page.screenshot({ path });
      throw new Error(`${seen}\n${problems.join("\n")}\npicture: ${path}`, { cause: error });
    }
  } finally {
    await context.close();
    await server.shutdown();
  }
}

/** Runs an action that opens the wallet's window, and clicks a button there. */
async function inWindow(page: Page, open: () => Promise<void>, button: string): Promise<void> {
  const popup = page.waitForEvent("popup");
  popup.catch(() => {});
  await open();
  const dialog = await popup;
  await press(dialog, button);
  if (!dialog.isClosed()) await dialog.waitForEvent("close");
}

function equal(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${found} instead of ${expected}`);
}
