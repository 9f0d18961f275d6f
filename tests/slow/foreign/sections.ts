/** Presses every button of MetaMask's test dApp, and compares the outcomes with a table. @module */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import {
  type Abi,
  type Address,
  createWalletClient,
  erc20Abi,
  type Hex,
  publicActions,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { keys } from "../../../scripts/stack/chain.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { type ExtensionScene, WALLET } from "../../browser/extension/scene.ts";
import { shoot } from "../../browser/harness.ts";
import type { Page } from "../../browser/playwright.ts";
import { viemChain } from "../../stack/support/viem_chain.ts";
import { approved } from "./dialog.ts";
import { outcomes } from "./outcomes.ts";
import { pressButton, recorder, serveFolder } from "./test_dapp.ts";

/** Contracts of the dApp, which the page itself cannot create: accounts create no contracts. */
const contracts = ["hst", "piggybank", "nfts", "failingContract", "multisig", "erc1155"] as const;
type Contract = typeof contracts[number];

/** Buttons whose pictures are taken. */
const pictures: Readonly<Record<string, string>> = {
  personalSign: "sign",
  signTypedDataV4: "typed",
  eip5792SendCallsButton: "batch",
};

/** Buttons that are no request to the wallet, or have a separate step. */
const elsewhere: ReadonlySet<string> = new Set([
  "connectButton",
  // They connect other wallets through the network.
  "walletConnect",
  "sdkConnect",
  "useWindowProviderButton",
  "revokeAccountsPermission",
  // Links of MetaMask's app.
  "sendDeeplinkButton",
  "transferTokensDeeplink",
  "approveTokensDeeplink",
  "maliciousSendEthWithDeeplink",
  "maliciousTransferERC20WithDeeplink",
  "maliciousApproveERC20WithDeeplink",
  // Opens a window with a form for any request.
  "submitForm",
]);

/** Presses all buttons with the contract that they need. */
export async function trySections(
  scene: ExtensionScene,
  folder: string,
  t: Deno.TestContext,
): Promise<void> {
  const { stack, context } = scene;
  await context.addInitScript({ content: recorder });
  const deployed = await deployAll(scene, folder);
  const server = serveFolder(folder);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  let account: Address | undefined;
  for (const [section, buttons] of Object.entries(outcomes)) {
    await t.step(section, async () => {
      const contract = contracts.find((name) => name === section) ?? "hst";
      await page.goto(`http://localhost:${server.addr.port}/?contract=${deployed[contract]}`);
      account = await connect(scene, page, account === undefined);
      await stack.fund(account, 10n ** 20n);
      if (section === "tokens") await give(scene, deployed.hst, account);
      const found: Record<string, string> = {};
      for (const id of Object.keys(buttons)) {
        found[id] = await outcomeOf(scene, page, id);
        if (pictures[id] === undefined) continue;
        await page.evaluate(`document.getElementById("${id}").scrollIntoView()`);
        await shoot(page, `foreign-dapp-page-${pictures[id]}`);
      }
      assertEquals(found, buttons);
    });
  }
  await t.step("no button is missing in the table", async () => {
    const ids = await page.evaluate<string[]>(
      `[...document.querySelectorAll("button[id]")].map(({ id }) => id)`,
    );
    const listed = new Set(Object.values(outcomes).flatMap(Object.keys));
    assertEquals(ids.filter((id) => !listed.has(id) && !elsewhere.has(id)), []);
  });
  await t.step("revoke", async () => {
    await pressButton(scene, page, "revokeAccountsPermission");
    await page.locator("#accounts:empty").waitFor({ state: "attached" });
    await shoot(page, "foreign-dapp-page-disconnect");
  });
  await page.close();
  await server.shutdown();
}

/** Chooses the wallet beside another one; connects the first time, and finds the session later. */
async function connect(scene: ExtensionScene, page: Page, first: boolean): Promise<Address> {
  await page.locator(`button:has-text("Use ${WALLET}")`).click();
  await page.locator(`#activeProviderName:has-text("${WALLET}")`).waitFor();
  if (first) {
    const press = () => page.locator("#connectButton:has-text('Connect')").click();
    await approved(scene, press, "foreign-dapp-connect");
  }
  await page.locator("#accounts:has-text('0x')").waitFor();
  return await page.locator("#accounts").innerText() as Address;
}

/** Presses a button. Returns `ok`, the code of the error, or another outcome, of its last request. */
async function outcomeOf(scene: ExtensionScene, page: Page, id: string): Promise<string> {
  const element = `document.getElementById("${id}")`;
  if (await page.evaluate<boolean>(`${element}.disabled`)) return "disabled";
  const { seen, hangs } = await pressButton(
    scene,
    page,
    id,
    pictures[id] && `foreign-dapp-${pictures[id]}`,
  );
  const asked = seen.filter(({ method }) =>
    !/^(?:eth_(?:chainId|blockNumber|getBlock|accounts|gasPrice|get(?!Encryption)|max)|net_)/.test(
      method,
    )
  );
  if (hangs) return "hangs";
  const last = asked.at(-1);
  if (last === undefined) return "no request";
  return last.error === undefined ? "ok" : String(last.error.code);
}

/** Deploys the dApp's contracts from another account. */
async function deployAll(
  scene: ExtensionScene,
  folder: string,
): Promise<Readonly<Record<Contract, Address>>> {
  const constants = JSON.parse(await Deno.readTextFile(join(folder, "constants.json")));
  const client = deployerOf(scene);
  const all: Partial<Record<Contract, Address>> = {};
  for (const name of contracts) {
    const hash = await client.deployContract({
      abi: constants[`${name}Abi`] as Abi,
      bytecode: `0x${(constants[`${name}Bytecode`] as string).replace(/^0x/, "")}` as Hex,
      args: name === "hst" ? [10n ** 30n, "TST", 4, "TST"] : [],
    });
    all[name] = (await client.waitForTransactionReceipt({ hash })).contractAddress!;
  }
  return all as Record<Contract, Address>;
}

/** Gives the account tokens of the dApp. */
async function give(scene: ExtensionScene, token: Address, to: Address): Promise<void> {
  const client = deployerOf(scene);
  const args = [to, 10n ** 9n] as const;
  const functionName = "transfer";
  const hash = await client.writeContract({ address: token, abi: erc20Abi, functionName, args });
  await client.waitForTransactionReceipt({ hash });
}

/** Client of another account. */
function deployerOf({ stack }: ExtensionScene) {
  return createWalletClient({
    account: privateKeyToAccount(keys.deployer),
    chain: viemChain(stack),
    transport: patientHttp(stack.rpcUrl),
  }).extend(publicActions);
}
