/** Runs `deno task deploy` on local chains with the ids of public networks. */
import { assertEquals } from "@std/assert";
import { type Hex, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { run } from "../deploy_cli.ts";
import { networks } from "../networks.ts";
import { type Hardfork, startAnvil } from "./anvil.ts";
import { clientOf, deployerKey } from "./stack.ts";

/** Owner and sender. */
export const operator = privateKeyToAccount(deployerKey);
/** Another funded key of the local chain. */
export const attackerKey = "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a";
/** Account of that key. */
export const attacker = privateKeyToAccount(attackerKey);
/** Signer of the paymasters. */
export const signer = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
/** Receiver of payments. */
export const friend = "0x00000000000000000000000000000000000000aa";

const paymaster = { owner: operator.address, signer, maxCost: parseEther("1") } as const;
/** Contracts of a complete deployment, without names. */
export const contracts = {
  sponsor: paymaster,
  tokenPaymaster: { ...paymaster, postpaidCap: parseEther("0.05") },
  vault: { owner: operator.address },
} as const;
/** Options of a complete deployment with funds. */
export const complete = [
  ...["--owner", operator.address, "--signer", signer, "--max-cost", "1"],
  ...["--deposit", "0.5", "--stake", "0.1", "--postpaid-cap", "0.05"],
  ...["--rate", "0.1", "--ceiling", "2", "--vault-balance", "3"],
];

/** Starts a chain with the id of a network, and a function that runs the command on it. */
export async function startNetwork(network: keyof typeof networks, hardfork: Hardfork = "osaka") {
  const { id } = networks[network];
  const anvil = await startAnvil(hardfork, String(id));
  const client = clientOf(anvil.url, id);
  const out = await Deno.makeTempFile({ suffix: ".json" });
  const command = async (args: readonly string[], key?: Hex, rpc = anvil.url) => {
    const lines: string[] = [];
    const code = await run(
      ["--network", network, "--rpc", rpc, "--out", out, ...args],
      key,
      (line) => lines.push(line),
    );
    const text = lines.join("\n");
    for (const each of [deployerKey, attackerKey]) {
      assertEquals(text.includes(each.slice(2)), false);
    }
    return { code, text };
  };
  return {
    client,
    url: anvil.url,
    chainId: id,
    command,
    broadcast: (...args: string[]) => command([...args, "--broadcast"], deployerKey),
    /** Number of the operator's transactions. */
    sent: () => client.getTransactionCount({ address: operator.address }),
    record: async () => JSON.parse(await Deno.readTextFile(out)),
    async [Symbol.asyncDispose]() {
      await anvil[Symbol.asyncDispose]();
      await Deno.remove(out);
    },
  };
}

/** Reads the addresses of contracts from the command's output, in the order of the lines. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(/^.+? {2,}(0x\w{40}) {2}(?:missing|deployed)/gm)].map(([, each]) =>
    each!
  );
}
