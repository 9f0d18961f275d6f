/** A copied browser profile can only use the session key in it, within its limits. */
import { assertEquals } from "@std/assert";
import type { Hex } from "viem";
import type { WalletGrantPermissionsResponse } from "../../core/permission/mod.ts";
import { balanceOf, transferData } from "../stack/support/tokens.ts";
import { getWorld, newOwner, openRequest, options, press } from "./harness.ts";
import { type BrowserContext, openProfile, type Page } from "./playwright.ts";

const shop: Hex = `0x${"c6".repeat(20)}`;
const mode = "CrossPlatform";

Deno.test(
  "a copied profile: the session key within its limits, until it ends",
  options,
  async () => {
    const { stack, appUrl } = await getWorld();
    const [usd] = stack.tokens;
    const balance = () => balanceOf(stack, usd.address, shop);

    /** A page of the app in a profile, with its session key opened. */
    const openKey = async (profile: BrowserContext): Promise<{ page: Page; address: Hex }> => {
      const page = await profile.newPage();
      const query = encodeURIComponent(JSON.stringify({
        appSpecific: false,
        options: {
          apiKey: stack.apiKey,
          defaultChainId: stack.chainId,
          preference: { showTestnets: true },
        },
      }));
      await page.goto(`${appUrl}/?setup=${query}`);
      await page.waitForFunction("globalThis.acct !== undefined");
      const address = await page.evaluate<Hex>(`(async () => {
      globalThis.key = await acct.openSessionKey({
        apiKey: ${JSON.stringify(stack.apiKey)},
        chainId: ${stack.chainId},
        paymaster: { url: "${stack.browserServerUrl}/v1/paymaster/${stack.chainId}" },
      });
      return key.address;
    })()`);
      return { page, address };
    };

    const folder = await Deno.makeTempDir();
    const [mine, copy] = [`${folder}/mine`, `${folder}/copy`];
    try {
      const own = await openProfile(mine);
      const { address: spender } = await openKey(own);
      await own.close();

      await using owner = await newOwner({ mode });
      const { account, app } = owner;
      await stack.mint(usd.address, account, 1_000_000_000n);
      const asked = await openRequest<WalletGrantPermissionsResponse>(
        app,
        mode,
        "wallet_grantPermissions",
        [{
          expiry: Math.floor(Date.now() / 1000) + 3600,
          spender,
          permissions: { spends: [{ token: usd.address, allowance: "3000000", unit: "hour" }] },
        }],
      );
      await press(asked.dialog, "sdk-confirm");
      const granted = (await asked.answer()).result!;

      await copyFolder(mine, copy);
      const stolen = await openProfile(copy);
      const { page, address } = await openKey(stolen);
      assertEquals(address, spender, "the copy holds the same key");
      const take = (amount: bigint) =>
        page.evaluate<string>(`(async () => {
        const data = "${transferData(shop, amount)}";
        const calls = [{ to: "${usd.address}", value: 0n, data }];
        try {
          const { id } = await key.send(${JSON.stringify(granted)}, calls);
          for (let time = 0; time < 100; time++) {
            const { status } = await key.status(id);
            if (status !== 100) return String(status);
          }
          return "pending";
        } catch (error) {
          return error.data?.cause ?? String(error);
        }
      })()`);
      const before = await balance();
      assertEquals(await take(2_000_000n), "200");
      assertEquals(await take(1_000_001n), "simulation_reverts", "no more than its owner had");

      const revoke = await openRequest(app, mode, "wallet_revokePermissions", [{
        id: granted.permissionId,
      }]);
      await press(revoke.dialog, "sdk-confirm");
      assertEquals((await revoke.answer()).result, { success: true });
      assertEquals(await take(1n), "simulation_reverts");
      assertEquals(await balance() - before, 2_000_000n);
      await stolen.close();
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to);
  for await (const { name, isDirectory, isFile } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else if (isFile) await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
