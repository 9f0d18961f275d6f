/**
 * Agents pay shops built with the packages of others, as published: `@x402/hono` and `@x402/evm`,
 * `@metamask/x402` and `mppx`. None of them has code for this SDK.
 */
import { assertEquals, assertRejects } from "@std/assert";
import { createWalletClient, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { fromBase64Json } from "../../pay/protocols/encoding.ts";
import { transferOf } from "../../pay/payer/chain.ts";
import { payingFetch, PaymentError, type PaymentRecord } from "../../pay/mod.ts";
import { prepareTransaction } from "../../core/permission/mod.ts";
import { prepareRedemption, redeemTransaction } from "../../core/execution_permissions.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { runPackages, servePackages } from "../stack/agents/packages_shop.ts";
import { type Agent, openPayingScene, type PayingScene, shop } from "../stack/agents/paying.ts";
import { startTestStack } from "../stack/support/start.ts";
import { viemChain } from "../stack/support/viem_chain.ts";

const thief: Hex = `0x${"7e".repeat(20)}`;

Deno.test("agents: the packages of others are paid, 200 times and not once more", async (t) => {
  await using stack = await startTestStack();
  const scene = await openPayingScene(stack);
  const { client, cash, balance } = scene;
  const shopKey = generatePrivateKey();
  await stack.fund(privateKeyToAccount(shopKey).address, 10n ** 20n);
  await using ours = scene.serve({ methods: ["eip3009"] });
  const asked = { cash, payTo: shop, amount: "10" };
  await using theirs = await servePackages("shop", {
    ...asked,
    rpcUrl: stack.rpcUrl,
    key: shopKey,
  });
  await using delegated = await servePackages("delegated_shop", {
    ...asked,
    chainId: stack.chainId,
    facilitatorUrl: `${ours.url}/facilitator`,
  });
  const urlOf = (path: string) => `${path === "erc7710" ? delegated.url : theirs.url}/${path}`;
  const open = ({ granted, key }: Agent, path?: string) =>
    payingFetch({
      granted,
      key,
      client,
      limits: [{ token: cash, perRequest: 10n }],
      // The seller's shop also accepts x402.
      protocols: path === "mpp" ? ["mpp"] : ["x402", "mpp"],
      interval: 20,
    });

  for (
    const [path, transfer, protocol, name] of [
      ["eip3009", "eip3009", "x402", "@x402/hono and @x402/evm's facilitator, EIP-3009"],
      ["permit2", "permit2", "x402", "@x402/hono and @x402/evm's facilitator, Permit2"],
      ["erc7710", "erc7710", "x402", "@metamask/x402 and our facilitator, ERC-7710"],
      ["mpp", "eip3009", "mpp", "mppx, a charge by EIP-3009"],
    ] as const
  ) {
    await t.step(name, async () => {
      const agent = await scene.grant({ gas: transfer === "erc7710" ? 0n : 10n ** 18n });
      const fetch = open(agent, path);
      const before = await balance(shop);
      for (const city of ["oslo", "bergen"]) {
        const response = await fetch(`${urlOf(path)}/${city}`);
        assertEquals([response.status, await response.json()], [200, { city }]);
        const receipt = fetch.receipt(response)!;
        assertEquals([receipt.transfer, receipt.protocol, receipt.status], [
          transfer,
          protocol,
          "paid",
        ]);
        const { status } = await client.getTransactionReceipt({ hash: receipt.transaction! });
        assertEquals(status, "success");
      }
      assertEquals([await balance(shop) - before, await balance(agent.key.address)], [20n, 0n]);
    });
  }

  await t.step("@x402/extensions: a shop that requires payment identifiers", async () => {
    const agent = await scene.grant({});
    const fetch = open(agent);
    const before = await balance(shop);
    const response = await fetch(`${urlOf("identified")}/oslo`);
    assertEquals([response.status, await response.json()], [200, { city: "oslo" }]);
    assertEquals([await balance(shop) - before, await balance(agent.key.address)], [10n, 0n]);
  });

  await t.step("@x402/fetch buys from our example", async () => {
    const key = generatePrivateKey();
    await scene.mint(privateKeyToAccount(key).address, 30n);
    const urls = ["a", "b", "c"].map((city) => `${ours.url}/forecast/${city}`);
    const results = await runPackages<{ status: number }[]>("buyer", { key, urls });
    assertEquals(results.map(({ status }) => status), [200, 200, 200]);
    assertEquals(await balance(privateKeyToAccount(key).address), 0n);
  });

  await t.step("200 payments of a budget of 200; the next is rejected by the chain", async () => {
    const agent = await scene.grant({ perDay: 2000n });
    const fetch = open(agent);
    const before = await balance(shop);
    const paths = ["erc7710", "eip3009", "permit2", "mpp"];
    for (let count = 0; count < 200; count++) {
      const response = await fetch(`${urlOf(paths[count % 4]!)}/city-${count}`);
      assertEquals([response.status, await response.json()], [200, { city: `city-${count}` }]);
    }
    assertEquals(await balance(shop) - before, 2000n);
    assertEquals(await balance(agent.key.address), 0n);
    for (const path of paths) {
      const { reason } = await assertRejects(
        () => fetch(`${urlOf(path)}/more`),
        PaymentError,
      ) as PaymentError;
      assertEquals(reason, "over_permission");
    }
    await refusedByChain(agent, agent.key, 1n, shop);
    assertEquals(await balance(shop) - before, 2000n);
  });

  /** Sends without a previous check, so that only the chain can reject. */
  async function refusedByChain(
    agent: Agent,
    from: Agent["key"],
    amount: bigint,
    to: Hex,
  ): Promise<void> {
    const wallet = createWalletClient({
      account: from,
      chain: viemChain(stack),
      transport: patientHttp(stack.rpcUrl),
    });
    const calls = [transferOf(cash, to, amount)];
    for (
      const transaction of [
        prepareTransaction(agent.granted, calls),
        redeemTransaction([prepareRedemption(agent.granted, calls)]),
      ]
    ) {
      const hash = await wallet.sendTransaction({ ...transaction, gas: 1_000_000n });
      assertEquals((await client.waitForTransactionReceipt({ hash })).status, "reverted");
    }
  }

  await t.step("a stolen key can only take the rest of the budget", async () => {
    const agent = await scene.grant({ perDay: 100n });
    const before = await balance(thief);
    const fetch = open(agent);
    await (await fetch(`${urlOf("erc7710")}/oslo`)).body?.cancel();
    await refusedByChain(agent, agent.key, 91n, thief);
    const wallet = createWalletClient({
      account: agent.key,
      chain: viemChain(stack),
      transport: patientHttp(stack.rpcUrl),
    });
    const hash = await wallet.sendTransaction({
      ...prepareTransaction(agent.granted, [transferOf(cash, thief, 90n)]),
      gas: 1_000_000n,
    });
    assertEquals((await client.waitForTransactionReceipt({ hash })).status, "success");
    await refusedByChain(agent, agent.key, 1n, thief);
    assertEquals(await balance(thief) - before, 90n);
  });

  await t.step("a stolen context, or a stolen payment, pays no one else", async () => {
    const agent = await scene.grant();
    const other = privateKeyToAccount(generatePrivateKey());
    await stack.fund(other.address, 10n ** 18n);
    await refusedByChain(agent, other, 1n, thief);
    await stolenPayment(scene, agent, other, urlOf("erc7710"));
  });

  /** Redeems the context of a payment that was seen on its way, for another receiver. */
  async function stolenPayment(
    { client }: PayingScene,
    agent: Agent,
    other: Agent["key"],
    url: string,
  ): Promise<void> {
    let header = "";
    const fetch = payingFetch({
      granted: agent.granted,
      key: agent.key,
      client,
      limits: [{ token: cash, perRequest: 10n }],
      fetch: async (input, init) => {
        const asked = new Request(input, init);
        const paid = asked.headers.get("payment-signature");
        if (paid === null) return await globalThis.fetch(asked);
        header = paid;
        throw new TypeError("stolen on its way");
      },
    });
    const error = await assertRejects(() => fetch(`${url}/oslo`), PaymentError);
    const record = (error as PaymentError).payment as PaymentRecord;
    assertEquals(record.transfer, "erc7710");
    const { payload } = fromBase64Json(header) as { payload: { permissionContext: Hex } };
    const { mode, execution } = prepareRedemption(agent.granted, [transferOf(cash, thief, 10n)]);
    const wallet = createWalletClient({
      account: other,
      chain: viemChain(stack),
      transport: patientHttp(stack.rpcUrl),
    });
    const own = prepareRedemption(agent.granted, [transferOf(cash, shop, 10n)]);
    for (
      const redemption of [
        { context: payload.permissionContext, mode, execution },
        // The execution that was signed, by an address that was not named.
        { context: payload.permissionContext, mode: own.mode, execution: own.execution },
      ]
    ) {
      const hash = await wallet.sendTransaction({
        ...redeemTransaction([redemption]),
        gas: 1_000_000n,
      });
      assertEquals((await client.waitForTransactionReceipt({ hash })).status, "reverted");
    }
  }
});
