/**
 * The complete system on this machine: chain, contracts, bundler, service, and the given pages.
 *
 * @module
 */
import { fixedPrices } from "./prices.ts";
import { join } from "node:path";
import type { Address, Hex } from "viem";
import { contracts, ENTRY_POINT } from "../../core/chain/contracts.ts";
import { hostsOf } from "../../core/ground/api_key.ts";
import type { DevBundler } from "./bundler/bundler.ts";
import { MULTICALL } from "../../core/chain/contracts.ts";
import type { TokenFeesConfig } from "../../service/chain/config.ts";
import type { Node } from "../../service/chain/node/node.ts";
import { createKey, ensureProject } from "../../service/keys/keys.ts";
import {
  createService,
  developmentPolicy,
  type Policy,
  type Service,
  type ServiceOptions,
} from "../../service/mod.ts";
import { keys, type LocalChain, type StackToken, startLocalChain } from "./chain.ts";
import { ownDatabase } from "./database.ts";
import { linkOwnDomain, type StackEns, startEns } from "./ens.ts";
import { listen } from "./listen.ts";

export type { LocalChain, StackToken } from "./chain.ts";

/** Answers requests for a page. */
export type PageServer = (request: Request) => Response | Promise<Response>;

/** How to start. */
export interface StackOptions {
  /** Ports. A port that is omitted or not available becomes a free one. */
  readonly ports?: { readonly chain?: number; readonly service?: number; readonly demo?: number };
  /** Folder that keeps chain and database between runs. Default: no data is kept. */
  readonly state?: string;
  /** The service's database. Default: a private one (see `database.ts`). */
  readonly database?: string;
  /** Serves the wallet host page. */
  readonly keysHost?: PageServer;
  /** Serves the demo page on a separate port. */
  readonly demo?: PageServer;
  /** Allowed Domains of the development key; default: any port of this machine. */
  readonly origins?: readonly string[];
  /** Sponsorship of the development key; default: everything within sane limits. */
  readonly policy?: Policy | null;
  /** Target of the service's notices of recoveries. */
  readonly alarms?: ServiceOptions["alarms"];
  /** How the service follows transfers; default: as in production. */
  readonly transfers?: ServiceOptions["transfers"];
  /**
   * Milliseconds after which the service considers a chain unreachable. Default: suitable for a
   * busy machine.
   */
  readonly nodeTimeout?: number;
  /** URL of a bundler in place of the bundler in this process, or a function of the chain's URL. */
  readonly bundlerUrl?: string | ((rpcUrl: string) => Promise<string>);
  /** Rules of the chain: Osaka (default) has the P-256 precompile, Prague has not. */
  readonly hardfork?: "osaka" | "prague";
  /** More tokens with balances to display. */
  readonly listed?: readonly Address[];
  /** Creates more fee tokens on the chain with this URL, in addition to the first test token. */
  readonly feeTokens?: (rpcUrl: string) => Promise<TokenFeesConfig["tokens"]>;
  /** ENS domain, such as `demo.eth`, with names below it; without it there is no ENS. */
  readonly ens?: string;
  /** Seconds after which the domain's owner is looked at again; default 60. */
  readonly nameRecheck?: number;
  /** If true, there is a second chain like the first, with id 31338. */
  readonly second?: boolean;
  /** If false, the service submits no owner changes to the chains; default true. */
  readonly relayer?: boolean;
  /** More chains. */
  readonly chains?: ServiceOptions["chains"];
  /** Bounds of the HTTP surface. */
  readonly limits?: ServiceOptions["limits"];
  /** Redis that the service shares with others on its database. */
  readonly redis?: string;
  /** Copy of the public registry of descriptors. */
  readonly descriptors?: ServiceOptions["descriptors"];
  /** Called with a line per finished part. */
  readonly log?: (line: string) => void;
}

/** A running stack. */
export interface Stack extends AsyncDisposable {
  /** JSON-RPC of the chain. */
  readonly rpcUrl: string;
  /** The service, as programs outside of a browser reach it. */
  readonly serverUrl: string;
  /** The service, as pages reach it. */
  readonly browserServerUrl: string;
  /** The wallet host, as browsers reach it. */
  readonly keysUrl: string;
  /** The demo page, if one is served. */
  readonly demoUrl: string | null;
  /** A publishable key with the sponsorship of the options. */
  readonly apiKey: string;
  /** Chain id. */
  readonly chainId: number;
  /** Addresses of contracts. */
  readonly addresses: {
    readonly entryPoint: Address;
    readonly factory: Address;
    readonly implementation: Address;
    readonly multicall: Address;
    readonly sponsor: Address;
    readonly tokenPaymaster: Address;
    readonly vault: Address;
    readonly bundler: Address;
  };
  /** ENS contracts and the domain with names assigned by the development key's project. */
  readonly ens: StackEns | null;
  /** Two test tokens: of 6 and of 18 decimals. */
  readonly tokens: readonly [StackToken, StackToken];
  /** The second chain, if requested. */
  readonly second: LocalChain | null;
  /** Milliseconds of each part, and in total. */
  readonly timings: Readonly<Record<string, number>>;
  /** The components of the service, for tests that inspect them. */
  readonly service: Service;
  /** The chain's node. */
  readonly node: Node;
  /** The bundler in this process. */
  readonly bundler: DevBundler;
  /** Process id of the chain. */
  readonly chainPid: number;
  /** Sets an account's wei. */
  fund(address: Address, wei: bigint): Promise<void>;
  /** Makes test tokens. */
  mint(token: Address, to: Address, amount: bigint): Promise<void>;
  /** Stops everything. Calling it again has no effect. */
  stop(): Promise<void>;
}

/** Chain id of the local chain. */
const CHAIN_ID = 31337;
/** Chain id of the second one. */
const SECOND_ID = 31338;

/** All requests come from one address, including those by parallel tests. */
const developmentLimits = {
  key: { requests: 20_000, seconds: 4 },
  client: { requests: 20_000, seconds: 4 },
  nameLooks: { requests: 20_000, seconds: 4 },
  nameClaims: { requests: 20_000, seconds: 4 },
} as const;

/** Starts the stack and resolves once every part answers. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const scope = new AsyncDisposableStack();
  try {
    return await start(options, scope);
  } catch (error) {
    await scope.disposeAsync();
    throw error;
  }
}

async function start(options: StackOptions, scope: AsyncDisposableStack): Promise<Stack> {
  const begin = performance.now();
  const timings: Record<string, number> = {};
  const timed: Timed = async (part, work) => {
    const from = performance.now();
    const result = await work();
    timings[part] = Math.round(performance.now() - from);
    options.log?.(`${part}: ${timings[part]} ms`);
    return result;
  };
  if (options.state !== undefined) await Deno.mkdir(options.state, { recursive: true });
  const chain = (id: number, name: string, port?: number) =>
    startLocalChain({ id, name, timed, ...chainOptions(id, options, port) }, scope);
  const [first, second] = await Promise.all([
    chain(CHAIN_ID, "Local", options.ports?.chain),
    options.second === true ? chain(SECOND_ID, "Second") : null,
  ]);

  // The listener comes first, because the key contains its port. Until the service has started, it
  // reports that.
  const parts: { service?: Service } = {};
  const listener = listen(
    options.ports?.service ?? 0,
    (request, client) =>
      parts.service?.fetch(request, client) ?? new Response("starting", { status: 503 }),
  );
  scope.defer(() => listener.stop());
  const host = `localhost:${listener.port}`;
  const database = await databaseOf(options, scope);
  const { ens: domain } = options;
  const ens = domain === undefined ? null : await timed("names", () =>
    startEns({
      rpcUrl: first.rpcUrl,
      chainId: CHAIN_ID,
      domain,
      port: listener.port,
      ownerKey: keys.deployer,
      recheck: options.nameRecheck,
    }));
  const service = await timed("service", () =>
    createService({
      host,
      database,
      ...(options.redis !== undefined && { redis: options.redis }),
      ...(options.keysHost !== undefined && { keysHost: options.keysHost }),
      fiat: fixedPrices(CHAIN_ID, new Map([[null, "2500"], [first.tokens[0].address, "1"]])),
      limits: { ...developmentLimits, ...options.limits },
      ...(ens !== null && { names: ens.config }),
      noticePause: 50,
      ...(options.transfers !== undefined && { transfers: options.transfers }),
      ...(options.alarms !== undefined && { alarms: options.alarms }),
      ...(options.descriptors !== undefined && { descriptors: options.descriptors }),
      faucet: { chainId: CHAIN_ID, give: (account) => giveTestMoney(first, account) },
      chains: [first.config, ...(second === null ? [] : [second.config]), ...options.chains ?? []],
    }));
  parts.service = service;
  scope.defer(() => service.stop());
  await service.context.chains.get(CHAIN_ID)?.probe();

  const apiKey = await developmentKey(service, host, options);
  if (ens !== null) await linkOwnDomain(service, host, ens);
  const { demo } = options;
  const demoListener = demo === undefined
    ? null
    : listen(options.ports?.demo ?? 0, (request) => demo(request));
  if (demoListener !== null) scope.defer(() => demoListener.stop());
  timings.total = Math.round(performance.now() - begin);
  options.log?.(`ready: ${timings.total} ms`);

  const owned = scope.move();
  const stop = () => owned.disposeAsync();
  return {
    ...partsOf(first, service),
    serverUrl: hostsOf(host, { browser: false }).serverUrl,
    browserServerUrl: hostsOf(host, { browser: true }).serverUrl,
    keysUrl: hostsOf(host, { browser: true }).keysUrl,
    demoUrl: demoListener === null ? null : `http://localhost:${demoListener.port}`,
    apiKey,
    ens,
    second,
    timings,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Measures a part of the start. */
type Timed = <T>(part: string, work: () => Promise<T>) => Promise<T>;

/** Options of a chain, derived from the options of the stack. */
function chainOptions(id: number, options: StackOptions, port: number | undefined) {
  const { state, hardfork, nodeTimeout, bundlerUrl, listed, relayer, feeTokens } = options;
  return {
    ...(port !== undefined && { port }),
    ...(state !== undefined && { state: join(state, `chain-${id}.json`) }),
    ...(hardfork !== undefined && { hardfork }),
    ...(nodeTimeout !== undefined && { nodeTimeout }),
    ...(bundlerUrl !== undefined && { bundlerUrl }),
    ...(listed !== undefined && { listed }),
    ...(relayer !== undefined && { relayer }),
    ...(feeTokens !== undefined && { feeTokens }),
  };
}

/** Adds ten ether and a thousand of each test token to an account. */
async function giveTestMoney(
  { node, tokens, fund, mint }: LocalChain,
  account: Address,
): Promise<void> {
  const balance = BigInt(await node.request<Hex>("eth_getBalance", [account, "latest"]));
  await fund(account, balance + 10n * 10n ** 18n);
  for (const { address, decimals } of tokens) {
    await mint(address, account, 1_000n * 10n ** BigInt(decimals));
  }
}

/** The service's database: the given one, a file among the state, or a private one. */
async function databaseOf(
  { database, state }: StackOptions,
  scope: AsyncDisposableStack,
): Promise<string> {
  if (database !== undefined) return database;
  if (state !== undefined) return join(state, "service.sqlite");
  const own = await ownDatabase();
  scope.defer(() => own[Symbol.asyncDispose]());
  return own.database;
}

/** The parts of a stack that its first chain and its service have. */
function partsOf(first: LocalChain, service: Service) {
  return {
    rpcUrl: first.rpcUrl,
    chainId: CHAIN_ID,
    addresses: {
      entryPoint: ENTRY_POINT,
      factory: contracts.factory,
      implementation: contracts.implementation,
      multicall: MULTICALL,
      sponsor: first.sponsor,
      tokenPaymaster: first.tokenPaymaster,
      vault: first.vault,
      bundler: first.bundler.address,
    },
    tokens: first.tokens,
    service,
    node: first.node,
    bundler: first.bundler,
    chainPid: first.anvil.pid,
    fund: first.fund,
    mint: first.mint,
  };
}

/**
 * The key of a development stack. Its random bytes are derived from the host, so that it stays the
 * same between runs on the same port. It is not a secret, and works only on this machine.
 */
async function developmentKey(
  { store }: Service,
  host: string,
  options: StackOptions,
): Promise<string> {
  await ensureProject(store, "development", "Development");
  return await createKey(store, {
    ...await developmentKeyParts(host),
    projectId: "development",
    domains: options.origins ?? ["localhost"],
    policy: options.policy === undefined ? developmentPolicy : options.policy,
  });
}

/** Returns the contents of the key of a development stack. */
export async function developmentKeyParts(host: string) {
  const seed = new TextEncoder().encode(`acct development key for ${host}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", seed));
  const random = digest.subarray(0, 16);
  return { kind: "pk", environment: "test", host, chainId: CHAIN_ID, random } as const;
}
