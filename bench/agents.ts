/**
 * Measures gas and waiting time of an agent's payments, compared to an address with its own funds.
 *
 * @module
 */
import type { Hex, PublicClient } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { payingFetch, type PaymentRecord } from "../pay/mod.ts";
import { startStack } from "../scripts/stack/mod.ts";
import { runPackages } from "../tests/stack/agents/packages_shop.ts";
import { openPayingScene, type PayingScene } from "../tests/stack/agents/paying.ts";
import type { Part } from "./report.ts";

/** Number of payments of each kind. */
const COUNT = 20;

/** One payment. */
interface Measured {
  readonly ms: number;
  /** Gas that the collector paid. */
  readonly collected: bigint;
  /** Gas that the key paid. */
  readonly own: bigint;
}

/** Measures payments on a local chain with instant blocks. */
export async function measureAgents(): Promise<Part> {
  await using stack = await startStack();
  const scene = await openPayingScene(stack);
  const rows: (string | number)[][] = [];
  const add = (name: string, [first, ...others]: readonly Measured[]) => {
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
    const gas = ({ collected, own }: Measured) => `${collected} + ${own}`;
    rows.push([
      name,
      gas(first!),
      gas(others.at(-1)!),
      `${Math.round(median(others.map(({ ms }) => ms)))} ms`,
    ]);
  };
  for (
    const [name, method] of [
      ["agent, ERC-7710", "erc7710"],
      ["agent, EIP-3009 after a fill", "eip3009"],
      ["agent, Permit2 after a fill", "permit2"],
    ] as const
  ) add(name, await payAsAgent(scene, method));
  add("plain address, EIP-3009 (`@x402/fetch`)", await payPlainly(scene));
  return {
    sections: [{
      title: "Agents' payments",
      about:
        `By x402 to the example's API and facilitator; the median of ${COUNT - 1} payments after ` +
        "the first. Gas is the facilitator's plus the agent key's. Each payment makes two HTTP " +
        "requests; the local chain mines blocks immediately.",
      columns: ["", "Gas, first", "Gas, later", "Time"],
      rows,
    }],
  };
}

async function payAsAgent(
  scene: PayingScene,
  method: "erc7710" | "eip3009" | "permit2",
): Promise<Measured[]> {
  const { granted, key } = await scene.grant({ perDay: 100_000n });
  await using api = scene.serve({ methods: [method] });
  const paying = payingFetch({
    granted,
    key,
    client: scene.client,
    limits: [{ token: scene.cash, perRequest: 10n }],
    interval: 5,
  });
  const measured: Measured[] = [];
  for (let count = 0; count < COUNT; count++) {
    const begin = performance.now();
    const response = await paying(`${api.url}/forecast/${count}`);
    await response.text();
    const ms = performance.now() - begin;
    const record = paying.receipt(response) as PaymentRecord;
    let own = 0n;
    for (const { hash } of record.transactions) own += await gasOf(scene.client, hash);
    measured.push({ ms, own, collected: await gasOf(scene.client, record.transaction!) });
  }
  return measured;
}

async function payPlainly(scene: PayingScene): Promise<Measured[]> {
  const key = generatePrivateKey();
  await scene.mint(privateKeyToAccount(key).address, 10n * BigInt(COUNT));
  await using api = scene.serve({ methods: ["eip3009"] });
  const urls = Array.from({ length: COUNT }, (_, count) => `${api.url}/forecast/${count}`);
  const results = await runPackages<{ ms: number; transaction: Hex }[]>("buyer", { key, urls });
  return await Promise.all(results.map(async ({ ms, transaction }) => ({
    ms,
    own: 0n,
    collected: await gasOf(scene.client, transaction),
  })));
}

async function gasOf(client: PublicClient, hash: Hex): Promise<bigint> {
  return (await client.getTransactionReceipt({ hash })).gasUsed;
}
