/** Names on several chains, and for independent clients. */
import { assert, assertEquals } from "@std/assert";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Hex } from "viem";
import { toCoinType } from "viem/ens";
import { deploy, deployDev } from "../../../contracts/deploy.ts";
import { factoryCall } from "../../../core/account/address.ts";
import { startAnvil } from "../../../scripts/stack/anvil.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { locateOne, versions } from "../../../scripts/tools/mod.ts";
import { MULTICALL } from "../../../core/chain/contracts.ts";
import { createNode } from "../../../service/chain/node/node.ts";
import { user } from "../support/client.ts";
import { claimName, ensClient } from "./names.ts";

/** The part of ethers that is used here. */
interface Ethers {
  readonly EnsPlugin: new (address: string, targetNetwork: number) => unknown;
  readonly JsonRpcProvider: new (url: string, network: unknown, options: object) => {
    resolveName(name: string): Promise<Hex | null>;
    getResolver(name: string): Promise<{ getText(key: string): Promise<string | null> } | null>;
    destroy(): void;
  };
  readonly Network: new (
    name: string,
    chainId: number,
  ) => { attachPlugin(plugin: unknown): unknown };
}

Deno.test("names: ethers finds them from the registry alone", async () => {
  const path = await locateOne(`${versions.ethers}/dist/ethers.js`);
  const ethers = await import(pathToFileURL(path).href) as Ethers;
  await using stack = await startStack({ ens: "demo.eth" });
  const alice = user(1);
  await claimName(stack, alice, "alice", { texts: [{ key: "url", value: "https://a.example" }] });
  const network = new ethers.Network("local", stack.chainId);
  network.attachPlugin(new ethers.EnsPlugin(stack.ens!.registry, stack.chainId));
  const provider = new ethers.JsonRpcProvider(stack.rpcUrl, network, { staticNetwork: network });
  try {
    assertEquals(await provider.resolveName("alice.demo.eth"), alice.account.address);
    const resolver = await provider.getResolver("alice.demo.eth");
    assertEquals(await resolver!.getText("url"), "https://a.example");
    assertEquals(await provider.resolveName("bob.demo.eth"), null);
  } finally {
    provider.destroy();
  }
});

Deno.test("names: a second chain has its coin type, and verifies its own signers", async () => {
  const id = 31338;
  const anvil = await startAnvil({ chainId: id, pids: join(tmpdir(), "acct-stack") });
  try {
    const node = createNode(anvil.url);
    const [payer] = await node.request<Hex[]>("eth_accounts");
    const options = {
      rpcUrl: anvil.url,
      account: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    } as const;
    await deploy(options);
    const { multicall3 } = await deployDev(options);
    const code = await node.request<Hex>("eth_getCode", [multicall3, "latest"]);
    await node.request("anvil_setCode", [MULTICALL, code]);
    await using stack = await startStack({
      ens: "demo.eth",
      chains: [{
        id,
        name: "Second",
        testnet: true,
        nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
        rpcUrl: anvil.url,
        bundler: "http://127.0.0.1:1",
      }],
    });
    const alice = user(1);
    const { owners, nonce } = alice.account;
    const creation = factoryCall({ owners, nonce: BigInt(nonce) });
    await node.request("eth_sendTransaction", [
      { from: payer, to: creation.factory, data: creation.factoryData },
    ]);
    // Deployed on the second chain only: a signature for the first may be that of a removed key.
    const elsewhere = await claimName(stack, alice, "alice");
    assertEquals(elsewhere.error?.data?.field, "params[0].chainId");
    assert(elsewhere.error!.message.includes(String(id)), elsewhere.error!.message);
    const { result } = await claimName(stack, alice, "alice", { chainId: id, undeployed: false });
    assertEquals(result, { name: "alice.demo.eth" });

    const client = ensClient(stack);
    const own = alice.account.address.toLowerCase();
    for (const chain of [stack.chainId, id]) {
      const coinType = toCoinType(chain);
      const found = await client.getEnsAddress({ name: "alice.demo.eth", coinType });
      assertEquals(found?.toLowerCase(), own, String(chain));
    }

    // With a chain out of reach it is unknown if the account is deployed there.
    await anvil.stop();
    const { error } = await claimName(stack, user(2), "second");
    assertEquals(error?.data?.cause, "chain_down");
    // Earlier findings are still answered.
    const coinType = toCoinType(id);
    const later = await client.getEnsAddress({ name: "alice.demo.eth", coinType });
    assertEquals(later?.toLowerCase(), own);
  } finally {
    await anvil.stop();
  }
});
