/**
 * The whole system on this machine: chain, contracts, bundler, service, and the pages it is given.
 *
 * @module
 */
import { join } from "node:path";
import type { Address } from "viem";
import { contracts, ENTRY_POINT } from "../../core/chain/contracts.ts";
import { hostsOf } from "../../core/protocol/api_key.ts";
import type { DevBundler } from "./bundler/bundler.ts";
import { MULTICALL } from "../../core/chain/contracts.ts";
import type { TokenFeesConfig } from "../../service/chain/config.ts";
import type { Node } from "../../service/chain/node.ts";
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
  /** Ports; one that is left out or taken becomes a free one. */
  readonly ports?: { readonly chain?: number; readonly service?: number; readonly demo?: number };
  /** Folder that keeps chain and database between runs; without it nothing is kept. */
  readonly state?: string;
  /** The service's database; default: one of its own (see `database.ts`). */
  readonly database?: string;
  /** Serves the wallet host page. */
  readonly keysHost?: PageServer;
  /** Serves the demo page, on a port of its own. */
  readonly demo?: PageServer;
  /** Allowed Domains of the development key; default: any port of this machine. */
  readonly origins?: readonly string[];
  /** Sponsorship of the development key; default: everything within sane limits. */
  readonly policy?: Policy | null;
  /** Where the service sends notices of recoveries. */
  readonly alarms?: ServiceOptions["alarms"];
  /** How the service follows transfers; default: as in production. */
  readonly transfers?: ServiceOptions["transfers"];
  /** Milliseconds after which the service takes a chain for down; default: a busy machine's. */
  readonly nodeTimeout?: number;
  /** URL of a bundler in place of the one in this process, or a function of the chain's URL. */
  readonly bundlerUrl?: string | ((rpcUrl: string) => Promise<string>);
  /** Rules of the chain: Osaka (default) has the P-256 precompile, Prague has not. */
  readonly hardfork?: "osaka" | "prague";
  /** More tokens for the list of those whose balances are shown. */
  readonly listed?: readonly Address[];
  /** Creates more fee tokens, beside the first test token, on the chain with this URL. */
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
  /** Where contracts are. */
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
  /** ENS's contracts and the domain whose names the development key's project gives out. */
  readonly ens: StackEns | null;
  /** Two test tokens: of 6 and of 18 decimals. */
  readonly tokens: readonly [StackToken, StackToken];
  /** The second chain, if it was asked for. */
  readonly second: LocalChain | null;
  /** Milliseconds that each part took, and the whole. */
  readonly timings: Readonly<Record<string, number>>;
  /** The service's parts, for tests that look inside. */
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
  /** Ends everything; calling it again does nothing. */
  stop(): Promise<void>;
}

/** Chain id of the local chain. */
const CHAIN_ID = 31337;
/** Chain id of the second one. */
const SECOND_ID = 31338;

/** Everything here comes from one address, tests in parallel included. */
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

  // The listener comes first: the key names its port. Until the service is there it says so.
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
      fiat: {
        kind: "fixed",
        currency: "USD",
        prices: [
          { chainId: CHAIN_ID, price: "2500" },
          { chainId: CHAIN_ID, address: first.tokens[0].address, price: "1" },
        ],
      },
      limits: { ...developmentLimits, ...options.limits },
      ...(ens !== null && { names: ens.config }),
      noticePause: 50,
      ...(options.transfers !== undefined && { transfers: options.transfers }),
      ...(options.alarms !== undefined && { alarms: options.alarms }),
      ...(options.descriptors !== undefined && { descriptors: options.descriptors }),
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

/** Options of a chain, from those of the stack. */
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

/** The service's database: the given one, a file among the state, or one of its own. */
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
 * The key of a development stack. Its random bytes follow from the host, so that it stays the same
 * between runs on the same port: it is no secret, and works nowhere but on this machine.
 */
async function developmentKey(
  { store }: Service,
  host: string,
  options: StackOptions,
): Promise<string> {
  await ensureProject(store, "development", "Development");
  const seed = new TextEncoder().encode(`acct development key for ${host}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", seed));
  return await createKey(store, {
    projectId: "development",
    kind: "pk",
    environment: "test",
    host,
    domains: options.origins ?? ["localhost"],
    policy: options.policy === undefined ? developmentPolicy : options.policy,
    random: digest.subarray(0, 16),
  });
}
