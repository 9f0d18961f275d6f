/** One local chain with all its components: anvil, contracts, tokens, bundler. @module */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { vaultAbi } from "../../contracts/artifacts/vault_abi.ts";
import { deploy, deployDev } from "../../contracts/deploy.ts";
import { createDevBundler, type DevBundler } from "./bundler/bundler.ts";
import { MULTICALL } from "../../core/chain/contracts.ts";
import type { ChainConfig, TokenFeesConfig } from "../../service/chain/config.ts";
import { createNode, type Node } from "../../service/chain/node/node.ts";
import { locateOne, versions } from "../tools/mod.ts";
import { type Anvil, startAnvil } from "./anvil.ts";
import { PATIENCE_MS, until } from "./patience.ts";

/** A test token. */
export interface StackToken {
  readonly address: Address;
  readonly symbol: string;
  readonly decimals: number;
}

/** How to start. */
export interface LocalChainOptions {
  /** Chain id. */
  readonly id: number;
  /** Name for users. */
  readonly name: string;
  /** Port. Default: a free one; also used if the port is not available. */
  readonly port?: number;
  /** File that keeps the chain between runs. */
  readonly state?: string;
  /** Rules of the chain. */
  readonly hardfork?: "osaka" | "prague";
  /**
   * Milliseconds after which the service considers the chain unreachable. Default: suitable for a
   * busy machine.
   */
  readonly nodeTimeout?: number;
  /** URL of a bundler to use instead of the bundler in this process. */
  readonly bundlerUrl?: string | ((rpcUrl: string) => Promise<string>);
  /** More tokens with balances to display. */
  readonly listed?: readonly Address[];
  /** If false, the service submits no owner changes here; default true. */
  readonly relayer?: boolean;
  /** More tokens in which fees are taken, made on the chain with this URL. */
  readonly feeTokens?: (rpcUrl: string) => Promise<TokenFeesConfig["tokens"]>;
  /** Measures a part. */
  timed<T>(part: string, work: () => Promise<T>): Promise<T>;
}

/** A running chain. */
export interface LocalChain {
  /** Chain id. */
  readonly id: number;
  /** JSON-RPC URL of the node. */
  readonly rpcUrl: string;
  /** Process of the node. */
  readonly anvil: Anvil;
  /** Client of the node. */
  readonly node: Node;
  /** The bundler in this process. */
  readonly bundler: DevBundler;
  /** The sponsor's contract. */
  readonly sponsor: Address;
  /** The contract that collects fees in tokens. */
  readonly tokenPaymaster: Address;
  /** The contract that fills up their deposits. */
  readonly vault: Address;
  /** Two test tokens: of 6 and of 18 decimals. */
  readonly tokens: readonly [StackToken, StackToken];
  /** Entry in the service's configuration. */
  readonly config: ChainConfig;
  /** Sets an account's wei. */
  fund(address: Address, wei: bigint): Promise<void>;
  /** Makes test tokens. */
  mint(token: Address, to: Address, amount: bigint): Promise<void>;
}

/** Keys of anvil's own well-known mnemonic: worthless on other chains. */
export const keys = {
  deployer: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
  sponsor: "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
  bundler: "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
  relayer: "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
} as const satisfies Record<string, Hex>;

const tokenOptions = [
  { name: "Test Dollar", symbol: "TUSD", decimals: 6 },
  { name: "Test Coin", symbol: "TEST", decimals: 18 },
] as const;

/** Starts a chain; `scope` stops it. */
export async function startLocalChain(
  options: LocalChainOptions,
  scope: AsyncDisposableStack,
): Promise<LocalChain> {
  const { id, name, state, timed, bundlerUrl } = options;
  const [anvil, simulationCode] = await Promise.all([
    timed(`${name} chain`, () =>
      startAnvil({
        port: options.port ?? 0,
        chainId: id,
        pids: join(tmpdir(), "acct-stack"),
        ...(state !== undefined && { state }),
        ...(options.hardfork !== undefined && { hardfork: options.hardfork }),
      })),
    readSimulationCode(),
  ]);
  scope.defer(() => anvil.stop());
  endWithProcess(anvil, scope);
  const node = createNode(anvil.url, { timeout: PATIENCE_MS });
  const { sponsor, tokenPaymaster, vault, tokens } = await timed(
    `${name} contracts`,
    () => deployAll(anvil.url, node),
  );
  const bundler = createDevBundler({ node, chainId: id, key: keys.bundler, simulationCode });
  let minting: Promise<void> = Promise.resolve();
  return {
    id,
    rpcUrl: anvil.url,
    anvil,
    node,
    bundler,
    sponsor,
    tokenPaymaster,
    vault,
    tokens,
    config: {
      id,
      name,
      testnet: true,
      localTime: true,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrl: anvil.url,
      timeout: options.nodeTimeout ?? PATIENCE_MS,
      bundler: typeof bundlerUrl === "function"
        ? await bundlerUrl(anvil.url)
        : bundlerUrl ?? bundler,
      tokens: [...tokens.map(({ address }) => address), ...options.listed ?? []],
      ...(options.relayer !== false && { relayer: { key: keys.relayer } }),
      sponsor: { paymaster: sponsor, signerKey: keys.sponsor, name: `${name} sponsor`, vault },
      tokenFees: {
        paymaster: tokenPaymaster,
        vault,
        signerKey: keys.sponsor,
        tokens: [{
          address: tokens[0].address,
          price: { kind: "fixed", tokenPerNative: "2500" },
          markup: 200,
        }, ...await options.feeTokens?.(anvil.url) ?? []],
      },
    },
    fund: async (address, wei) => {
      await node.request("anvil_setBalance", [address, numberToHex(wei)]);
    },
    mint(token, to, amount) {
      // Sequential: the chain assigns its own accounts' parallel transactions the same nonce.
      const done = minting.then(() => mint(node, token, to, amount));
      minting = done.catch(() => {});
      return done;
    },
  };
}

async function deployAll(
  rpcUrl: string,
  node: Node,
): Promise<Pick<LocalChain, "sponsor" | "tokenPaymaster" | "vault" | "tokens">> {
  const account = privateKeyToAccount(keys.deployer);
  const ether = 10n ** 18n;
  const paymaster = {
    owner: account.address,
    signer: privateKeyToAccount(keys.sponsor).address,
    maxCost: ether,
    deposit: 900n * ether,
    stake: ether,
  };
  const { sponsorPaymaster, tokenPaymaster, vault } = await deploy({
    rpcUrl,
    account,
    sponsor: paymaster,
    tokenPaymaster: { ...paymaster, postpaidCap: 5n * 10n ** 16n },
    vault: {
      owner: account.address,
      balance: 1_000n * ether,
      rule: { rate: 100n * ether, ceiling: 1_000n * ether },
    },
  });
  const { multicall3, tokens } = await deployDev({ rpcUrl, account, tokens: tokenOptions });
  // Real chains have it at one well-known address, created by a transaction that this chain never
  // had.
  const code = await node.request<Hex>("eth_getCode", [multicall3, "latest"]);
  await node.request("anvil_setCode", [MULTICALL, code]);
  const [first, second] = tokens;
  if (
    sponsorPaymaster === null || tokenPaymaster === null || vault === null ||
    first === undefined || second === undefined
  ) {
    throw new Error("the deployment came back incomplete");
  }
  await refill(node, vault, [sponsorPaymaster, tokenPaymaster]);
  const [dollar, coin] = tokenOptions;
  return {
    sponsor: sponsorPaymaster,
    tokenPaymaster,
    vault,
    tokens: [{ address: first, ...dollar }, { address: second, ...coin }],
  };
}

/** Fills up the deposits that lack something. */
async function refill(node: Node, vault: Address, paymasters: readonly Address[]): Promise<void> {
  const from = privateKeyToAccount(keys.deployer).address;
  const encode = (functionName: "refill" | "refillable", paymaster: Address) =>
    encodeFunctionData({ abi: vaultAbi, functionName, args: [paymaster] });
  for (const paymaster of paymasters) {
    const question = { to: vault, data: encode("refillable", paymaster) };
    if (BigInt(await node.request<Hex>("eth_call", [question, "latest"])) === 0n) continue;
    const transaction = { from, to: vault, data: encode("refill", paymaster) };
    await transact(node, transaction);
  }
}

async function mint(node: Node, token: Address, to: Address, amount: bigint): Promise<void> {
  const data = encodeFunctionData({
    abi: parseAbi(["function mint(address to, uint256 amount)"]),
    functionName: "mint",
    args: [to, amount],
  });
  const from = privateKeyToAccount(keys.deployer).address;
  await transact(node, { from, to: token, data });
}

/**
 * Sends a transaction and waits for its inclusion, which takes a moment on a busy machine. Its gas
 * limit is fixed: a refill costs more in the second after its estimation.
 */
async function transact(
  node: Node,
  transaction: { readonly from: Address; readonly to: Address; readonly data: Hex },
): Promise<void> {
  const hash = await node.request<Hex>("eth_sendTransaction", [
    { ...transaction, gas: numberToHex(1_000_000) },
  ]);
  let receipt: { readonly status: Hex } | null = null;
  await until(`transaction ${hash} is included`, async () => {
    receipt = await node.request("eth_getTransactionReceipt", [hash]);
    return receipt !== null;
  });
  if (receipt!.status !== "0x1") throw new Error(`Transaction ${hash} was reverted.`);
}

async function readSimulationCode(): Promise<Hex> {
  const file = await locateOne(
    `${versions.accountAbstraction}/artifacts/EntryPointSimulations.json`,
  );
  return JSON.parse(await Deno.readTextFile(file)).deployedBytecode;
}

/**
 * Stops the chain when this process exits in any way except SIGKILL, for which there is the pid
 * file.
 */
function endWithProcess(anvil: Anvil, scope: AsyncDisposableStack): void {
  const kill = () => {
    try {
      Deno.kill(anvil.pid, "SIGTERM");
    } catch {
      // It has exited already.
    }
  };
  globalThis.addEventListener("unload", kill);
  scope.defer(() => globalThis.removeEventListener("unload", kill));
}
