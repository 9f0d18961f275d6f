/**
 * Deploys on a chain and records what is where.
 *
 * ```sh
 * DEPLOYER_KEY=0x… deno task deploy --rpc https://… --chain 11155111 \
 *   --owner 0x… --signer 0x… --deposit 0.1 --stake 0.1
 * ```
 *
 * `--chain` has to be the chain behind `--rpc`: a wrong URL costs nothing. Without `--owner` and
 * `--signer` there are no paymasters. `--postpaid-cap` (ether) adds the token paymaster. `--check`
 * only looks. Running it again changes nothing. The record is `deployments/<chain>.json` beside
 * this file, or `--out`.
 */
import { parseArgs } from "node:util";
import { createClient, http, isAddress, isHex, parseEther } from "viem";
import { deploy, type DeployOptions, type PaymasterOptions } from "./deploy.ts";
import { describeProbe, probeChain } from "./probe.ts";

/** Runs the command and gives its exit code. */
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
      out: { type: "string" },
      check: { type: "boolean", default: false },
    },
  });
  const { rpc, chain, owner, signer } = values;
  if (rpc === undefined || chain === undefined || !/^\d+$/.test(chain)) {
    say("Needed: --rpc URL --chain ID. Nothing was done.");
    return 2;
  }
  const probe = await probeChain(createClient({ transport: http(rpc) }));
  if (probe.chainId !== Number(chain)) {
    say(`This URL leads to chain ${probe.chainId}, not ${chain}. Nothing was done.`);
    return 1;
  }
  const { missing, notes } = describeProbe(probe);
  for (const line of [...missing, ...notes]) say(line);
  if (missing.length > 0) {
    say("Nothing was done.");
    return 1;
  }
  if (values.check) return 0;

  if (!isHex(key) || key.length !== 66) {
    say("Set DEPLOYER_KEY to the private key that pays. Nothing was done.");
    return 2;
  }
  const options: DeployOptions = { rpcUrl: rpc, account: key };
  if (owner !== undefined || signer !== undefined) {
    if (owner === undefined || signer === undefined || !isAddress(owner) || !isAddress(signer)) {
      say("--owner and --signer are addresses and come together. Nothing was done.");
      return 2;
    }
    const paymaster: PaymasterOptions = {
      owner,
      signer,
      deposit: parseEther(values.deposit),
      stake: parseEther(values.stake),
    };
    options.sponsor = paymaster;
    const cap = values["postpaid-cap"];
    if (cap !== undefined) options.tokenPaymaster = { ...paymaster, postpaidCap: parseEther(cap) };
  }
  const deployment = await deploy(options);
  const record = { ...deployment, nativeP256: probe.nativeP256 };
  const file = values.out ?? new URL(`./deployments/${chain}.json`, import.meta.url);
  if (values.out === undefined) {
    await Deno.mkdir(new URL("./deployments/", import.meta.url), { recursive: true });
  }
  await Deno.writeTextFile(file, JSON.stringify(record, null, 2) + "\n");
  for (const [name, value] of Object.entries(record)) say(`${name}: ${value}`);
  return 0;
}

if (import.meta.main) Deno.exit(await run(Deno.args, Deno.env.get("DEPLOYER_KEY")));
