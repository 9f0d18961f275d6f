/**
 * Deploys to a chain and records the addresses.
 *
 * ```sh
 * DEPLOYER_KEY=0x… deno task deploy --rpc https://… --chain 11155111 \
 *   --owner 0x… --signer 0x… --deposit 0.1 --stake 0.1
 * ```
 *
 * The paymasters' address is derived from `--owner`, the first `--signer` and `--max-cost` (ether
 * per operation; default 0.1). `--rate` (ether a day) and `--ceiling` (ether of a deposit) add the
 * vault of that owner and its rule, `--vault-balance` fills it up.
 *
 * `--chain` must match the chain behind `--rpc`, so that a wrong URL does no harm. Without
 * `--owner` and `--signer` there are no paymasters. `--postpaid-cap` (ether) adds the token
 * paymaster. `--check` only reads: with the same options, also paymasters and vault. A chain with
 * an announced P-256 precompile (by `probe.ts` or `--expect-p256`) that is not available yet is
 * rejected; `--accept-no-p256` deploys anyway. `--names` (signer of answers), `--names-owner` and
 * one or more `--names-url` (ERC-3668 templates) add the resolver of subnames. `--names-registry`
 * and `--names-wrapper` set ENS's contracts if they are not at their usual addresses. Running it
 * again has no effect. The record is `deployments/<chain>.json` next to this file, or `--out`.
 */
import { parseArgs } from "node:util";
import { createClient, http, isAddress, isHex, parseEther, zeroAddress } from "viem";
import { getCode } from "viem/actions";
import {
  deploy,
  deployNames,
  type DeployOptions,
  type NamesOptions,
  type PaymasterOptions,
} from "./deploy.ts";
import { ensRegistry } from "./ens_registry.ts";
import { describeMoney, type Money } from "./money.ts";
import { describeProbe, probeChain } from "./probe.ts";

/** Runs the command and returns its exit code. */
export async function run(
  args: string[],
  key: string | undefined,
  say: (line: string) => void = console.log,
): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rpc: { type: "string" },
      chain: { type: "string" },
      owner: { type: "string" },
      signer: { type: "string" },
      deposit: { type: "string", default: "0" },
      stake: { type: "string", default: "0" },
      "postpaid-cap": { type: "string" },
      "max-cost": { type: "string" },
      rate: { type: "string" },
      ceiling: { type: "string" },
      "vault-balance": { type: "string", default: "0" },
      names: { type: "string" },
      "names-owner": { type: "string" },
      "names-url": { type: "string", multiple: true, default: [] },
      "names-registry": { type: "string", default: ensRegistry },
      "names-wrapper": { type: "string", default: zeroAddress },
      out: { type: "string" },
      check: { type: "boolean", default: false },
      "expect-p256": { type: "boolean", default: false },
      "accept-no-p256": { type: "boolean", default: false },
    },
  });
  const { rpc, chain } = values;
  if (rpc === undefined || chain === undefined || !/^\d+$/.test(chain)) {
    say("Needed: --rpc URL --chain ID. Nothing was done.");
    return 2;
  }
  const client = createClient({ transport: http(rpc, { timeout: 60_000 }) });
  const probe = await probeChain(client);
  if (probe.chainId !== Number(chain)) {
    say(`This URL leads to chain ${probe.chainId}, not ${chain}. Nothing was done.`);
    return 1;
  }
  const names = readNames(values);
  if (typeof names === "string") {
    say(`${names} Nothing was done.`);
    return 2;
  }
  if (names !== null && await getCode(client, { address: names.registry }) === undefined) {
    say(`There is no ENS registry at ${names.registry}. Nothing was done.`);
    return 1;
  }
  const { missing, notes } = describeProbe(probe, {
    expectP256: values["expect-p256"],
    acceptNoP256: values["accept-no-p256"],
  });
  for (const line of [...missing, ...notes]) say(line);
  if (missing.length > 0) {
    say("Nothing was done.");
    return 1;
  }
  const money = readMoney(values);
  if (typeof money === "string") {
    say(`${money} Nothing was done.`);
    return 2;
  }
  if (values.check) {
    for (const line of await describeMoney(client, money)) say(line);
    return 0;
  }

  if (!isHex(key) || key.length !== 66) {
    say("Set DEPLOYER_KEY to the private key that pays. Nothing was done.");
    return 2;
  }
  const options: DeployOptions = { rpcUrl: rpc, account: key, ...money };
  const deployment = await deploy(options);
  const record = {
    ...deployment,
    ...(names !== null && { subnameResolver: await deployNames({ ...options, ...names }) }),
    nativeP256: probe.nativeP256,
  };
  const file = values.out ?? new URL(`./deployments/${chain}.json`, import.meta.url);
  if (values.out === undefined) {
    await Deno.mkdir(new URL("./deployments/", import.meta.url), { recursive: true });
  }
  await Deno.writeTextFile(file, JSON.stringify(record, null, 2) + "\n");
  for (const [name, value] of Object.entries(record)) say(`${name}: ${value}`);
  return 0;
}

/** Reads the options for paymasters and vault; a message if they are incomplete. */
function readMoney(values: {
  owner?: string;
  signer?: string;
  deposit: string;
  stake: string;
  "postpaid-cap"?: string;
  "max-cost"?: string;
  rate?: string;
  ceiling?: string;
  "vault-balance": string;
}): Money | string {
  const { owner, signer, rate, ceiling, "postpaid-cap": cap, "max-cost": most } = values;
  if (owner === undefined && signer === undefined) {
    return rate === undefined && ceiling === undefined ? {} : "--rate and --ceiling need --owner.";
  }
  if (owner === undefined || signer === undefined || !isAddress(owner) || !isAddress(signer)) {
    return "--owner and --signer are addresses and come together.";
  }
  if ((rate === undefined) !== (ceiling === undefined)) {
    return "--rate and --ceiling come together.";
  }
  const sponsor: PaymasterOptions = {
    owner,
    signer,
    deposit: parseEther(values.deposit),
    stake: parseEther(values.stake),
    ...(most !== undefined && { maxCost: parseEther(most) }),
  };
  return {
    sponsor,
    ...(cap !== undefined && { tokenPaymaster: { ...sponsor, postpaidCap: parseEther(cap) } }),
    ...(rate !== undefined && ceiling !== undefined && {
      vault: {
        owner,
        balance: parseEther(values["vault-balance"]),
        rule: { rate: parseEther(rate), ceiling: parseEther(ceiling) },
      },
    }),
  };
}

/** Reads the options for names; null for none, a message if they are incomplete. */
function readNames(values: {
  names?: string;
  "names-owner"?: string;
  "names-url": string[];
  "names-registry": string;
  "names-wrapper": string;
}): NamesOptions | string | null {
  const { names: signer, "names-owner": owner, "names-url": urls } = values;
  const { "names-registry": registry, "names-wrapper": wrapper } = values;
  if (signer === undefined && owner === undefined && urls.length === 0) return null;
  if (signer === undefined || owner === undefined || !isAddress(signer) || !isAddress(owner)) {
    return "--names and --names-owner are addresses and come together with --names-url.";
  }
  if (urls.length === 0 || urls.some((url) => !url.includes("{sender}"))) {
    return "--names-url is a template such as https://api.example.com/v1/names/{sender}/{data}.";
  }
  if (!isAddress(registry) || !isAddress(wrapper)) {
    return "--names-registry and --names-wrapper are addresses.";
  }
  return { signer, owner, urls, registry, wrapper };
}

if (import.meta.main) Deno.exit(await run(Deno.args, Deno.env.get("DEPLOYER_KEY")));
