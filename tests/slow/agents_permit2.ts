/**
 * Agents pay by Permit2 through x402's own contract: as used by `@x402/evm`, and in both ways in
 * which a facilitator may collect. With `X402_FOLDER` it is the published contract, otherwise our
 * double of it.
 */
import { assertEquals, assertRejects } from "@std/assert";
import {
  type Abi,
  type Address,
  createWalletClient,
  erc20Abi,
  type Hex,
  parseEventLogs,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { exactTransfersAbi } from "../../contracts/artifacts/test/exact_transfers_abi.ts";
import { junk } from "../../contracts/testing/exact_payments.ts";
import { EXACT_TRANSFERS } from "../../contracts/testing/exact_transfers.ts";
import { PERMIT2 } from "../../pay/payer/chain.ts";
import { payingFetch, type PayingFetchOptions, PaymentError } from "../../pay/mod.ts";
import { fromBase64Json, toBase64Json } from "../../pay/protocols/encoding.ts";
import { EXACT_PERMIT2, permitTypes } from "../../pay/payer/sign.ts";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { namesOf } from "../stack/accounts/abi_names.ts";
import { runPackages, servePackages } from "../stack/agents/packages_shop.ts";
import { type Agent, openPayingScene, type PayingScene, shop } from "../stack/agents/paying.ts";
import { startTestStack } from "../stack/support/start.ts";
import { viemChain } from "../stack/support/viem_chain.ts";

const thief: Hex = `0x${"7e".repeat(20)}`;

/** The contract, as `@x402/evm` describes it. */
interface Told {
  readonly address: Address;
  readonly permit2: Address;
  readonly abi: Abi;
  readonly types: unknown;
}

/** A payment by Permit2, as sent. */
interface Paid {
  readonly payload: {
    readonly signature: Hex;
    readonly permit2Authorization: {
      readonly from: Address;
      readonly permitted: { readonly token: Address; readonly amount: string };
      readonly nonce: string;
      readonly deadline: string;
      readonly witness: { readonly to: Address; readonly validAfter: string };
    };
  };
  readonly extensions?: Readonly<Record<string, unknown>>;
}

Deno.test("agents: the contract and its types equal those in @x402/evm", async () => {
  const told = await runPackages<Told>("contract", {});
  assertEquals([told.address, told.permit2], [EXACT_PERMIT2, PERMIT2]);
  assertEquals(told.types, permitTypes);
  const ours = new Set(namesOf(exactTransfersAbi));
  assertEquals(namesOf(told.abi).filter((name) => !ours.has(name)), []);
});

Deno.test("agents: a facilitator collects by Permit2 in either way", async (t) => {
  await using stack = await startTestStack();
  const scene = await openPayingScene(stack);
  const { client, cash, balance } = scene;
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  await stack.fund(account.address, 10n ** 20n);
  await using theirs = await servePackages("shop", {
    cash,
    payTo: shop,
    amount: "10",
    rpcUrl: stack.rpcUrl,
    key,
  });
  const wallet = createWalletClient({
    account,
    chain: viemChain(stack),
    transport: patientHttp(stack.rpcUrl),
  });
  const open = ({ granted, key }: Agent, own: Partial<PayingFetchOptions> = {}) =>
    payingFetch({
      granted,
      key,
      client,
      limits: [{ token: cash, perRequest: 10n }],
      interval: 20,
      ...own,
    });
  const allowance = (owner: Address) =>
    client.readContract({
      address: cash,
      abi: erc20Abi,
      functionName: "allowance",
      args: [owner, PERMIT2],
    });

  await t.step("one that would pay for an approval, but ours creates it itself", async () => {
    const agent = await scene.grant();
    const sent: unknown[] = [];
    const fetch = open(agent, {
      fetch: async (input, init) => {
        const asked = new Request(input, init);
        const paid = asked.headers.get("payment-signature");
        if (paid !== null) sent.push(Object.keys((fromBase64Json(paid) as Paid).extensions ?? {}));
        return await globalThis.fetch(asked);
      },
    });
    const before = await balance(shop);
    for (const city of ["oslo", "bergen"]) {
      const response = await fetch(`${theirs.url}/sponsored/${city}`);
      assertEquals([response.status, await response.json()], [200, { city }]);
      const { transfer, transaction } = fetch.receipt(response)!;
      assertEquals([transfer, await eventsOf(scene, transaction!)], ["permit2", ["Settled"]]);
    }
    assertEquals([await balance(shop) - before, await balance(agent.key.address)], [20n, 0n]);
    // Returned unchanged, which shows that no signature was made for it.
    assertEquals(sent, [["eip2612GasSponsoring"], ["eip2612GasSponsoring"]]);
  });

  await t.step("@x402/fetch signs an approval there, and owns no gas", async () => {
    const buyer = generatePrivateKey();
    const { address } = privateKeyToAccount(buyer);
    await scene.mint(address, 20n);
    const results = await runPackages<{ status: number; transaction: Hex }[]>("buyer", {
      key: buyer,
      urls: ["a", "b"].map((city) => `${theirs.url}/sponsored/${city}`),
      rpcUrl: stack.rpcUrl,
    });
    for (const { status, transaction } of results) {
      assertEquals([status, await eventsOf(scene, transaction)], [200, ["SettledWithPermit"]]);
    }
    assertEquals([results.length, await balance(address), await allowance(address)], [2, 0n, 0n]);
  });

  await t.step("a forged approval: paid once, and ours stays", async () => {
    const agent = await scene.grant();
    await using odd = serveOdd(
      scene,
      createWalletClient({
        account,
        chain: viemChain(stack),
        transport: patientHttp(stack.rpcUrl),
      }),
    );
    const fetch = open(agent);
    const before = await balance(shop);
    for (const city of ["oslo", "bergen"]) {
      const response = await fetch(`${odd.url}/${city}`);
      assertEquals([response.status, await response.text()], [200, "sunny"]);
      const { status, transaction } = fetch.receipt(response)!;
      assertEquals([status, await eventsOf(scene, transaction!)], [
        "paid",
        ["EIP2612PermitFailedWithReason", "SettledWithPermit"],
      ]);
    }
    assertEquals([await balance(shop) - before, await balance(agent.key.address)], [20n, 0n]);
    assertEquals(await client.getTransactionCount({ address: agent.key.address }), 3);
    assertEquals(await allowance(agent.key.address), 2n ** 256n - 1n);
  });

  await t.step("a stolen payment pays the shop alone, and once", async () => {
    const agent = await scene.grant();
    let header = "";
    const fetch = open(agent, {
      fetch: async (input, init) => {
        const asked = new Request(input, init);
        const paid = asked.headers.get("payment-signature");
        if (paid === null) return await globalThis.fetch(asked);
        header = paid;
        throw new TypeError("stolen on its way");
      },
    });
    await assertRejects(() => fetch(`${theirs.url}/permit2/oslo`), PaymentError);
    const [permit, owner, witness, signature] = argumentsOf(header);
    const before = [await balance(shop), await balance(thief)];
    const redeem = async (...args: ReturnType<typeof argumentsOf>) => {
      const gas = 1_000_000n;
      const [abi, address] = [exactTransfersAbi, EXACT_TRANSFERS] as const;
      const hash = await wallet.writeContract({ abi, address, functionName: "settle", args, gas });
      return (await client.waitForTransactionReceipt({ hash })).status;
    };
    const more = { ...permit, permitted: { ...permit.permitted, amount: 11n } };
    assertEquals([
      await redeem(permit, owner, { ...witness, to: thief }, signature),
      await redeem(more, owner, witness, signature),
      await redeem(permit, owner, witness, signature),
      await redeem(permit, owner, witness, signature),
    ], ["reverted", "reverted", "success", "reverted"]);
    assertEquals([await balance(shop), await balance(thief)], [before[0]! + 10n, before[1]]);
  });

  await t.step("upto, with an amount chosen by the facilitator, is rejected", async () => {
    const agent = await scene.grant();
    const fetch = open(agent);
    const error = await assertRejects(
      () => fetch(`${theirs.url}/upto/oslo`),
      PaymentError,
    ) as PaymentError;
    assertEquals([error.reason, error.field], ["unacceptable", "accepts[0].scheme"]);
    assertEquals(await fetch.payments(), []);
    assertEquals(await client.getTransactionCount({ address: agent.key.address }), 0);
  });
});

/** The events of x402's contract in a transaction. */
async function eventsOf({ client }: PayingScene, hash: Hex): Promise<string[]> {
  const { logs } = await client.getTransactionReceipt({ hash });
  return parseEventLogs({ abi: exactTransfersAbi, logs }).map(({ eventName }) => eventName);
}

/** A shop that collects with an approval which the payer never signed. */
function serveOdd(
  { client, cash }: PayingScene,
  wallet: ReturnType<typeof createWalletClient>,
): { readonly url: string } & AsyncDisposable {
  const accepts = [{
    scheme: "exact",
    network: `eip155:${wallet.chain!.id}`,
    amount: "10",
    asset: cash,
    payTo: shop,
    maxTimeoutSeconds: 60,
    extra: { name: "Cash", version: "2", assetTransferMethod: "permit2" },
  }];
  const collect = async (header: string): Promise<Hex> => {
    const hash = await wallet.writeContract({
      account: wallet.account!,
      chain: wallet.chain!,
      address: EXACT_TRANSFERS,
      abi: exactTransfersAbi,
      functionName: "settleWithPermit",
      args: [junk, ...argumentsOf(header)],
    });
    const { status } = await client.waitForTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`${hash} was reverted`);
    return hash;
  };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (asked) => {
      const paid = asked.headers.get("payment-signature");
      if (paid === null) {
        const required = toBase64Json({ x402Version: 2, resource: { url: asked.url }, accepts });
        return new Response(null, { status: 402, headers: { "payment-required": required } });
      }
      const transaction = await collect(paid);
      const settled = toBase64Json({ success: true, transaction, network: accepts[0]!.network });
      return new Response("sunny", { headers: { "payment-response": settled } });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The arguments of `settle`, from the header of a payment. */
function argumentsOf(header: string) {
  const { payload } = fromBase64Json(header) as Paid;
  const { from, permitted, nonce, deadline, witness } = payload.permit2Authorization;
  return [
    {
      permitted: { ...permitted, amount: BigInt(permitted.amount) },
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
    },
    from,
    { ...witness, validAfter: BigInt(witness.validAfter) },
    payload.signature,
  ] as const;
}
