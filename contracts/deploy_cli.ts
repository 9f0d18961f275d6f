/**
 * Deploys the contracts to a network. Without `--broadcast` it only compares them with the chain
 * and prints gas and cost.
 *
 * ```sh
 * deno task deploy --network base-sepolia
 * DEPLOYER_KEY=0x… deno task deploy --network base-sepolia --rpc https://… --broadcast \
 *   --owner 0x… --signer 0x… --deposit 0.1 --stake 0.1
 * ```
 *
 * `--network` is a name of `networks.ts`; `--rpc` replaces its public node. For another chain, use
 * `--chain ID --rpc URL`. The chain behind the URL must have the id of the network.
 *
 * The paymasters' address is derived from `--owner`, the first `--signer` and `--max-cost` (ether
 * per operation; default 0.1). `--vault-balance` adds the vault of that owner and fills it up,
 * `--rate` (ether a day) and `--ceiling` (ether of a deposit) set its rule. `--postpaid-cap`
 * (ether) adds the token paymaster. Without `--owner` and `--signer` there are no paymasters, and
 * the command rejects the options of paymasters and vault.
 *
 * A chain with an announced P-256 precompile (by `probe.ts` or `--expect-p256`) that is not
 * available yet is rejected; `--accept-no-p256` deploys anyway. `--names` (signer of answers),
 * `--names-owner` and one or more `--names-url` (ERC-3668 templates) add the resolver of subnames.
 * `--names-registry` and `--names-wrapper` set ENS's contracts if they are not at their usual
 * addresses. Running it again continues an interrupted deployment, and otherwise has no effect. The
 * record is `deployments/<chain>.json` next to this file, or `--out`. The command creates the
 * record's folder.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Address,
  BaseError,
  type Chain,
  type Client,
  createClient,
  createNonceManager,
  formatEther,
  type Hex,
  http,
  HttpRequestError,
  isHex,
  type PrivateKeyAccount,
  type Transport,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { getBalance, getCode, getTransactionCount } from "viem/actions";
import { jsonRpc } from "viem/nonce";
import { implementation, permissions } from "./addresses.ts";
import { resolverAddress } from "./contract_list.ts";
import { includedCode } from "./create2.ts";
import { deploy } from "./deploy.ts";
import { ArgumentError, type DeployArguments, readArguments } from "./deploy_options.ts";
import { checkRights } from "./funding.ts";
import { describeMoney } from "./money.ts";
import { networks } from "./networks.ts";
import { deploymentBlock, describePlan, type Plan, planDeployment, usesP256 } from "./plan.ts";
import { describeProbe, probeChain } from "./probe.ts";
import { describeSettings } from "./settings.ts";

/** Reason not to send, for the operator. */
class Refusal extends Error {}

/** Runs the command and returns its exit code. */
export async function run(
  args: string[],
  key: string | undefined,
  say: (line: string) => void = console.log,
): Promise<number> {
  let given: DeployArguments;
  let account: PrivateKeyAccount | null;
  try {
    given = readArguments(args);
    account = readKey(key, given.broadcast);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    say(`${error.message} Nothing was sent.`);
    return 2;
  }
  const sent = { any: false };
  try {
    await work(given, account, sent, say);
    return 0;
  } catch (error) {
    // The URL of a node often contains a key.
    const text = textOf(error).replaceAll(given.rpcUrl, "the node");
    say(
      sent.any
        ? `${text} Run the command again: it continues after the deployed contracts.`
        : `${text} Nothing was sent.`,
    );
    return 1;
  }
}

/** Compares, and deploys if requested. */
async function work(
  given: DeployArguments,
  account: PrivateKeyAccount | null,
  sent: { any: boolean },
  say: (line: string) => void,
): Promise<void> {
  const { network, chainId, rpcUrl, contracts, broadcast } = given;
  const client = createClient({ transport: http(rpcUrl, { timeout: 60_000 }) });
  const probe = await probeChain(client);
  if (probe.chainId !== chainId) {
    throw new Refusal(`This URL leads to chain ${probe.chainId}, not ${chainId}.`);
  }
  const symbol = network === null ? "native currency" : networks[network].nativeCurrency.symbol;
  say(network === null ? `Chain ${chainId}` : `${networks[network].name} (chain ${chainId})`);
  const { missing, notes } = describeProbe(probe, given.expected);
  for (const line of notes) say(line);
  if (missing.length > 0) throw new Refusal(missing.join(" "));
  const { names } = contracts;
  if (names !== undefined && await getCode(client, { address: names.registry }) === undefined) {
    throw new Refusal(`There is no ENS registry at ${names.registry}.`);
  }
  if (account !== null) await checkPending(client, account.address);
  const plan = await planDeployment(client, account?.address ?? zeroAddress, contracts);
  if (plan.problems.length > 0) throw new Refusal(plan.problems.join(" "));
  for (const line of describePlan(plan, symbol, contracts)) say(line);
  const accountCode = codeOf(plan, implementation);
  if (probe.nativeP256 && accountCode !== undefined && !usesP256(accountCode)) {
    say("Acct was deployed before the P-256 precompile, and does not use it on this chain.");
  }
  if (account !== null) await checkSender(client, account.address, plan, symbol);
  if (broadcast && account !== null) {
    const file = await prepareRecord(given);
    sent.any = true;
    const deployment = await deploy({ rpcUrl, account, chainId, ...contracts });
    await record(file, {
      ...deployment,
      ...(names !== undefined && { subnameResolver: resolverAddress(names) }),
      nativeP256: usesP256(await includedCode(client, implementation)),
    }, say);
  } else {
    for (const line of await describeMoney(client, contracts)) say(line);
    if (plan.gas > 0n) {
      say("Dry run: nothing was sent. To deploy, set DEPLOYER_KEY and add --broadcast.");
      return;
    }
  }
  // A block that this run saw without the contract is exact enough, and needs no old state.
  const from = codeOf(plan, permissions) === undefined
    ? plan.block
    : await deploymentBlock(client, permissions);
  for (const line of describeSettings(given, from)) say(line);
}

function codeOf({ contracts }: Plan, address: Address): Hex | undefined {
  return contracts.find((each) => each.address === address)?.code;
}

/** Rejects a sender with pending transactions: they may be the same ones. */
async function checkPending(
  client: Client<Transport, Chain | undefined>,
  address: Address,
): Promise<void> {
  const [included, all] = await Promise.all(
    (["latest", "pending"] as const).map((blockTag) =>
      getTransactionCount(client, { address, blockTag })
    ),
  );
  if (all === included) return;
  throw new Refusal(
    `Pending transactions of ${address}: ${
      all! - included!
    }, maybe of an interrupted deployment. ` +
      "Run the command again when they are included.",
  );
}

/** Rejects a sender without the rights or with too little balance. */
async function checkSender(
  client: Client<Transport, Chain | undefined>,
  address: Address,
  { needed, fundings }: Plan,
  symbol: string,
): Promise<void> {
  checkRights(fundings, address);
  const balance = await getBalance(client, { address });
  if (balance >= needed) return;
  const has = `${formatEther(balance)} ${symbol}`;
  throw new Refusal(`${address} has ${has} and needs ${formatEther(needed)} ${symbol}.`);
}

/**
 * Creates the folder of the record and returns the record's file. Rejects a file that cannot be
 * written.
 */
async function prepareRecord({ out, chainId }: DeployArguments): Promise<string> {
  const file = out ?? fileURLToPath(new URL(`./deployments/${chainId}.json`, import.meta.url));
  try {
    await Deno.mkdir(dirname(file), { recursive: true });
    // Neither changes an existing record nor leaves an empty one.
    const isNew = await Deno.open(file, { write: true, createNew: true }).then(
      (created) => (created.close(), true),
      () => false,
    );
    if (isNew) await Deno.remove(file);
    else (await Deno.open(file, { write: true })).close();
    return file;
  } catch (error) {
    // The message contains the path, which may be a key in the wrong place.
    const reason = error instanceof Error ? error.name : "unknown error";
    throw new Refusal(`--out: the record file must be writable (${reason}).`);
  }
}

/** Writes the addresses to a file and prints them. */
async function record(
  file: string,
  entries: Readonly<Record<string, unknown>>,
  say: (line: string) => void,
): Promise<void> {
  await Deno.writeTextFile(file, JSON.stringify(entries, null, 2) + "\n");
  for (const [name, value] of Object.entries(entries)) say(`${name}: ${value}`);
}

/** Reads the sender's key, which a dry run does not need. */
function readKey(key: string | undefined, isNeeded: boolean): PrivateKeyAccount | null {
  if (key === undefined && !isNeeded) return null;
  try {
    if (isHex(key)) {
      // Counts the nonces itself: another node behind the same URL may lag.
      return privateKeyToAccount(key, {
        nonceManager: createNonceManager({ source: jsonRpc() }),
      });
    }
  } catch {
    // The error may contain the key.
  }
  throw new ArgumentError(
    "The environment variable DEPLOYER_KEY must contain the private key of the sender that pays: " +
      "0x and 64 hex digits.",
  );
}

/** Returns an error's message; viem's long ones contain the URL and the complete call data. */
function textOf(error: unknown): string {
  if (error instanceof BaseError) {
    const failed = error.walk((cause) => cause instanceof HttpRequestError);
    if (failed instanceof HttpRequestError) {
      return `The request to the node failed: ${failed.details}. Use another node with --rpc URL.`;
    }
    return `${error.shortMessage} ${error.details ?? ""}`.trim().replace(/(?<![.!?])$/, ".");
  }
  return error instanceof Error ? error.message : String(error);
}

if (import.meta.main) Deno.exit(await run(Deno.args, Deno.env.get("DEPLOYER_KEY")));
