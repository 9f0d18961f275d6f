/** Examples that run in a page: the dialogs, the wallet's window, React. @module */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Address, type Hex, isAddress, isHex } from "viem";
import { hostsOf } from "../../../core/ground/api_key.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { ensClient } from "../../stack/names/names.ts";
import { type Case, type Example, fn } from "../example.ts";
import { takeTests, withBase } from "../playwright_shim.ts";
import { runShell, startShell } from "../programs.ts";
import { FRIEND, readerOf } from "../wallet.ts";
import { USDC } from "../world.ts";

/** Runs it in a page with a user who approves, and returns its driver's result. */
async function approved<T>({ visit }: Example): Promise<T> {
  await using page = await visit();
  page.approve();
  const result = await page.run<T>();
  assertEquals(page.problems, []);
  return result;
}

/** Only connects. */
const connects = {
  browser: true,
  async run(example: Example) {
    const accounts = await approved<Address[]>(example);
    assertEquals(accounts.map((each) => isAddress(each)), [true]);
  },
} as const;

/** Sends, and lands. */
const lands = {
  browser: true,
  async run(example: Example) {
    assertEquals(await approved<number>(example), 200);
  },
} as const;

/** Sends with the local stack's key alone: on its chain, from an account without ether. */
async function landsByKey(example: Example, landed: string | number): Promise<void> {
  const { address, chainId, status } = await approved<{
    readonly address: Address;
    readonly chainId: number;
    readonly status: string | number;
  }>(example);
  const { stack } = example.world;
  assertEquals([chainId, status], [stack.chainId, landed]);
  assertEquals(await stack.node.request("eth_getBalance", [address, "latest"]), "0x0");
}

/** A request of a page to the provider that it announces (EIP-6963). */
const announced = (method: string) =>
  `new Promise((resolve, reject) => {
    addEventListener("eip6963:announceProvider", ({ detail }) =>
      detail.provider.request({ method: "${method}" }).then(resolve, reject));
    dispatchEvent(new Event("eip6963:requestProvider"));
  })`;

/** Examples by the names of their blocks. */
export const pageCases: Readonly<Record<string, Case>> = {
  "README.md#react-with-wagmi": { browser: true, run: (example) => landsByKey(example, "success") },
  "README.md#any-app": {
    browser: true,
    gives: ["provider", "address", "id"],
    run: (example) => landsByKey(example, 200),
  },
  "README.md#dialogs-in-your-page": { ...connects, gives: ["provider"] },
  "docs/agents.md#give-an-agent-a-budget": {
    browser: true,
    gives: ["granted"],
    async run(example) {
      const { spender, spends, chainId } = await approved<{
        readonly spender: Address;
        readonly chainId: Hex;
        readonly spends: readonly { token: Address; allowance: string; unit: string }[];
      }>(example);
      assertEquals([spender, Number(chainId)], [FRIEND, 8453]);
      assertEquals(
        spends.map(({ token, allowance, unit }) => [token.toLowerCase(), BigInt(allowance), unit]),
        [[USDC.toLowerCase(), 5_000_000n, "day"], [USDC.toLowerCase(), 50_000_000n, "forever"]],
      );
    },
  },
  "docs/custom-dialogs.md#custom-dialogs": {
    browser: true,
    async run({ world, visit }) {
      await using page = await visit();
      page.approve();
      const result = page.run<{ readonly address: Address; readonly signature: Hex }>();
      result.catch(() => {});
      await page.shows("body > button:last-of-type", /^Sign for http:\/\/localhost:\d+: hello$/);
      await page.click("Sign for");
      const { address, signature } = await result;
      const message = "hello";
      assert(await readerOf(world).verifyMessage({ address, message, signature }));
      await page.page.waitForFunction("document.querySelector('body > button:not(#run)') === null");
    },
  },
  "docs/hooks.md#hooks-and-actions": {
    browser: true,
    async run({ visit }) {
      await using page = await visit();
      page.approve();
      await page.run();
      await page.shows("#app", /^(ETH)+$/);
    },
  },
  "docs/hooks.md#useconnect": {
    browser: true,
    stands: () => ({ "0x2105": "0x2105" }),
    async run({ visit }) {
      await using page = await visit();
      page.approve();
      await page.run();
      await page.click("Sign in");
      await page.shows("#app", /^1$/);
    },
  },
  "docs/hooks.md#usegrantpermissions": {
    browser: true,
    async run({ visit }) {
      await using page = await visit();
      page.approve();
      await page.run();
      await page.click("10 USDC a month");
      await page.shows("#granted", new RegExp(`^${FRIEND}$`, "i"));
    },
  },
  "docs/hooks.md#usegetassets": {
    browser: true,
    async run({ visit }) {
      await using page = await visit();
      page.approve();
      await page.run();
      await page.shows("#app", /ETH: 0/);
    },
  },
  "docs/hooks.md#without-react": {
    browser: true,
    gives: ["config"],
    async run(example) {
      const { permissionId, status } = await approved<{ permissionId: Hex; status: string }>(
        example,
      );
      assertEquals([isHex(permissionId), status], [true, "disconnected"]);
    },
  },
  "docs/migration.md#from-porto": connects,
  "docs/migration.md#from-the-coinbase-wallet-sdk": connects,
  "docs/migration.md#from-privy": connects,
  "docs/migration.md#from-base-account": {
    ...connects,
    stands: ({ stack }) => ({
      "https://pay.example/v1": `${stack.browserServerUrl}/v1/paymaster/8453`,
    }),
  },
  "docs/modes.md#crossplatform": connects,
  "docs/modes.md#appspecific": connects,
  "docs/modes.md#an-owner-without-a-passkey": {
    browser: true,
    async run(example) {
      const { address, signature, message } = await approved<{
        readonly address: Address;
        readonly signature: Hex;
        readonly message: string;
      }>(example);
      assert(await readerOf(example.world).verifyMessage({ address, message, signature }));
    },
  },
  "docs/names.md#in-an-app": {
    browser: true,
    stands: () => ({ "shop.eth": "demo.eth" }),
    async run(example) {
      const [account] = await approved<
        { readonly address: Address; readonly capabilities: { subname?: { name: string } } }[]
      >(example);
      const { name } = account!.capabilities.subname!;
      assertMatch(name, /\.demo\.eth$/);
      const client = ensClient(example.world.stack);
      assertEquals(await client.getEnsAddress({ name }), account!.address);
    },
  },
  "docs/names.md#in-an-app 2": {
    browser: true,
    async run({ world, visit }) {
      await using page = await visit();
      page.approve();
      await page.run();
      await page.click("Join");
      await page.shows("#app", /\.demo\.eth$/);
      const name = await page.page.locator("#app").innerText();
      const key = "com.shop.member";
      assertEquals(await ensClient(world.stack).getEnsText({ name, key }), "since 2026");
    },
  },
  "docs/options.md#a-session-in-a-cookie": {
    browser: true,
    async run(example) {
      const { address, cookie } = await approved<{ address: Address; cookie: string }>(example);
      const accountOf = fn(await example.load(), "accountOf");
      const { apiKey, stack } = example.world;
      const url = "https://shop.example/";
      // On one machine alone, browsers and programs have different names for the same hosts.
      const { host } = new URL(stack.keysUrl.replace("keys.", ""));
      const [there, here] = [true, false].map((browser) => hostsOf(host, { browser }));
      const named = encodeURIComponent;
      const sent = cookie.replace(named(there!.serverUrl), named(here!.serverUrl))
        .replace(named(there!.keysUrl), named(here!.keysUrl));
      const headers = { cookie: sent };
      assertEquals(await accountOf(new Request(url, { headers }), apiKey), address);
      assertEquals(await accountOf(new Request(url), apiKey), undefined);
    },
  },
  "docs/quick-start.md#react-with-wagmi 2": {
    browser: true,
    async run({ visit }) {
      await using page = await visit();
      page.approve();
      await page.run();
      await page.click("Connect");
      await page.shows("#app", /^Send$/);
      await page.click("Send");
      await page.shows("#app", /^Sent: 0x[0-9a-f]+$/);
      assertEquals(page.problems, []);
    },
  },
  "docs/quick-start.md#deno-or-any-bundler-without-a-framework": { ...lands, gives: ["provider"] },
  "docs/quick-start.md#page-without-a-bundler": {
    browser: true,
    async run({ visit, text }) {
      await using page = await visit(text);
      page.approve();
      await page.click("Connect");
      await until("it is connected", async () => {
        const accounts = await page.page.evaluate<Address[]>(announced("eth_accounts"));
        return accounts.length === 1 && isAddress(accounts[0]!);
      });
      assertEquals(page.problems, []);
    },
  },
  "docs/self-hosting/install.md#start": {
    browser: true,
    async run({ world, text }) {
      const folder = await Deno.makeTempDir();
      try {
        const settings = {
          host: "example.com",
          port: 0,
          database: `${folder}/service.sqlite`,
          keysHost: `${folder}/page`,
          chains: [{
            id: 8453,
            name: "Base",
            rpcUrl: world.base.rpcUrl,
            bundlerUrl: "https://bundler.example.com",
          }],
        };
        await Deno.writeTextFile(`${folder}/service.json`, JSON.stringify(settings));
        const [build, start] = text.replace("--out page", `--out ${folder}/page`)
          .replace("service.json", `${folder}/service.json`).split("\n");
        await runShell(build!);
        await using service = await startShell(start!);
        const port = await service.prints(/listening on 127\.0\.0\.1:(\d+)/);
        const answer = await fetch(`http://127.0.0.1:${port}/ready`, {
          headers: { host: "api.example.com" },
        });
        assertEquals([answer.status, (await answer.json()).ok], [200, true]);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  },
  "docs/sponsorship.md#sponsorship": {
    ...lands,
    stands: ({ stack }) => ({ "https://api.example.com": stack.browserServerUrl }),
  },
  "docs/testing.md#without-a-dialog": {
    browser: true,
    gives: ["address", "user"],
    async run({ visit }) {
      // The user is part of the example, so the test clicks nothing.
      await using page = await visit();
      const { address, requests } = await page.run<{ address: Address; requests: string[][] }>();
      assert(isAddress(address));
      assertEquals(requests, [["wallet_connect", "approve"], ["personal_sign", "reject"]]);
    },
  },
  "docs/testing.md#in-a-browser-with-playwright": {
    browser: true,
    stands: ({ stack }) => ({
      '"@playwright/test"': JSON.stringify(new URL("../playwright_shim.ts", import.meta.url).href),
      "https://wallet.example.com": stack.browserServerUrl,
    }),
    async run({ visit, load }) {
      await using page = await visit();
      await load();
      const tests = takeTests();
      assertEquals(tests.map(({ name }) => name), ["connects in the wallet's window"]);
      const open = async () => {
        await page.page.reload();
        await page.run();
      };
      for (const { run } of tests) await run({ ...page, page: withBase(page.page, open) });
    },
  },
  "docs/theming.md#1-theme": {
    browser: true,
    async run({ visit }) {
      await using page = await visit();
      const result = page.run<Address[]>();
      result.catch(() => {});
      const button = page.page.locator("[data-testid=sdk-create]:not([aria-disabled])");
      await button.waitFor();
      const colour = await page.page.evaluate<string>(
        `getComputedStyle(document.querySelector("[data-sdk-modal-container]").shadowRoot
          .querySelector("[data-testid=sdk-create]")).backgroundColor`,
      );
      // #0f766e, as the dialogs write it.
      assertMatch(colour, /^oklch\(0\.51\d* 0\.08\d* 186\.\d+\)$/);
      page.approve();
      assert(isAddress((await result)[0]!));
    },
  },
  "docs/theming.md#3-plain-css": {
    browser: true,
    async run({ visit, text }) {
      await using page = await visit();
      await page.page.evaluate(
        `document.head.append(Object.assign(document.createElement("style"),
          { textContent: ${JSON.stringify(text)} }))`,
      );
      const result = page.run<Address[]>();
      result.catch(() => {});
      await page.page.locator("[data-testid=sdk-create]:not([aria-disabled])").waitFor();
      const style = (selector: string, name: string) =>
        page.page.evaluate<string>(
          `getComputedStyle(document.querySelector("[data-sdk-modal-container]").shadowRoot
            .querySelector('${selector}')).${name}`,
        );
      assertEquals(await style("[part~=card]", "boxShadow"), "none");
      assertMatch(
        await style("[data-testid=sdk-create]", "backgroundColor"),
        /oklch\(0\.6 0\.2 30/,
      );
      page.approve();
      assert(isAddress((await result)[0]!));
    },
  },
};
