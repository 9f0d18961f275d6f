/** Issues names below the apps' ENS domains and signs answers about them. @module */
import { type Address, getAddress, type Hex, isAddressEqual } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { decodeNameRequest, encodeNameAnswer, nameAnswerHash } from "../../contracts/names.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { ClaimNameParams, NameAvailableResult } from "../../core/protocol/service/mod.ts";
import type { ResolveNameResult } from "../../core/protocol/service/methods/names/acct_get_name.ts";
import type { DomainJson } from "../../core/wire/names.ts";
import type { Chain } from "../chain/chain.ts";
import type { Caller } from "../keys/caller.ts";
import type { Key } from "../keys/keys.ts";
import { deadline } from "../lib/deadline.ts";
import { checkAccount } from "../chain/account.ts";
import { serially, subjects } from "../store/serially.ts";
import { LimitReached, take } from "../store/rows/counters.ts";
import type { CounterKind } from "../store/ledger_tables.ts";
import type { Store } from "../store/store.ts";
import { answerCall, chainOfCoin, readDnsName, type Records } from "./answer.ts";
import { accountLabel, claimUses, findClaim, labelStatus, putClaim } from "./claims.ts";
import { checkAge, checkSigner, checkTexts, refusal } from "./claim_checks.ts";
import type { NamesConfig } from "./config.ts";
import { type Label, readDomain, readLabel, reservedLabels } from "./label.ts";
import { activeLink, type Link, listLinks, projectLink } from "./links.ts";
import { createLookups } from "./lookups.ts";
import { openRegistry, type Registry } from "./registry.ts";
import { verifiedName } from "./reverse.ts";

/** Seconds for which an answer to a resolver is valid. */
const ANSWER_TTL_S = 300;

/** Names of a service. */
export interface Names {
  /** Returns a domain of the key's project. */
  domain(key: Key, domain: string): Promise<DomainJson>;
  /** Checks whether a label is available. */
  available(key: Key, domain: string, label: string): Promise<NameAvailableResult>;
  /** Assigns an account a name that it signed for. */
  claim(
    caller: Pick<Caller, "key" | "client">,
    params: ClaimNameParams,
  ): Promise<{ readonly name: string }>;
  /**
   * Returns the account's name below a domain of the key's project, if it currently resolves to it.
   */
  nameOf(key: Key, address: Address): Promise<string | null>;
  /**
   * Returns the address of a name on a chain: of an issued one from the store, of any other from
   * its resolver.
   *
   * @throws {AcctError} `chain_down`
   */
  resolve(name: string, chainId: number): Promise<ResolveNameResult>;
  /**
   * Returns the name of an address: the one issued by the key's project, or else its reverse record
   * in ENS if that name leads back to the address on that chain.
   */
  lookUp(key: Key, address: Address, chainId: number): Promise<string | null>;
  /**
   * Answers a resolver's request (ERC-3668).
   *
   * @throws {AcctError} `invalid_params` for anything else
   */
  answer(request: Hex): Promise<Hex>;
}

/** Time that an answer waits for a chain that was never probed. */
const PROBE_MS = 200;

/** Dependencies of {@linkcode createNames}. */
export interface NamesParts {
  readonly config: NamesConfig;
  readonly store: Store;
  readonly chains: ReadonlyMap<number, Chain>;
  /** Unix milliseconds; replaced in tests. */
  readonly now?: () => number;
}

/** Parts that the functions share. */
interface State extends Required<NamesParts> {
  readonly signer: PrivateKeyAccount;
  readonly isReserved: (label: Label) => boolean;
  readonly registry: Registry;
  /** Checks whether the names below a linked domain resolve now. */
  readonly resolves: (link: Link) => Promise<boolean>;
}

/** Creates the names without network access. */
export function createNames({ config, store, chains, now = Date.now }: NamesParts): Names {
  const registry = openRegistry(config);
  const state: State = {
    registry,
    config,
    store,
    chains,
    now,
    signer: privateKeyToAccount(config.signerKey),
    isReserved: reservedLabels(config.reserved),
    resolves: createLookups({ config, store, registry, now }),
  };
  return {
    async domain(key, text) {
      const link = await requireLink(state, key, text);
      const open = link.policy.claims === "open" && await state.resolves(link);
      return { domain: link.domain, open };
    },
    available: (key, domain, text) => available(state, key, domain, text),
    claim: (caller, params) => claim(state, caller, params),
    nameOf: (key, address) => nameOf(state, key, address),
    resolve: (name, chainId) => resolve(state, name, chainId),
    lookUp: (key, address, chainId) => lookUp(state, key, address, chainId),
    answer: (request) => answer(state, request),
  };
}

/**
 * Returns a link of the key's project; a link that never existed is an error in the app's options.
 */
async function requireLink({ store }: State, key: Key, text: string): Promise<Link> {
  const domain = readDomain(text);
  const link = domain === null ? null : await projectLink(store, key.projectId, domain);
  if (link !== null) return link;
  throw new AcctError("invalid_params", {
    field: "ens",
    detail: "This ENS domain is not linked to the key's project.",
  });
}

async function available(
  state: State,
  key: Key,
  domain: string,
  text: string,
): Promise<NameAvailableResult> {
  const link = await requireLink(state, key, domain);
  const label = readLabel(text);
  if (typeof label === "string") return { status: label };
  if (state.isReserved(label)) return { status: "reserved" };
  const status = await labelStatus(state.store, link.id, label);
  if (status !== "free") return { status };
  return { status, label: label.label, now: Math.floor(state.now() / 1000) };
}

async function claim(
  state: State,
  { key, client }: Pick<Caller, "key" | "client">,
  params: ClaimNameParams,
): Promise<{ readonly name: string }> {
  const { store } = state;
  const link = await requireLink(state, key, params.domain);
  const label = readLabel(params.label);
  if (typeof label === "string") throw refusal(label);
  if (state.isReserved(label)) throw refusal("reserved");
  checkAccount(params.account);
  const { address } = params.account;
  const name = `${label.label}.${link.domain}`;
  // A repeated claim gets the same result.
  const before = await findClaim(store, link.id, label.label);
  if (before !== null) {
    if (isAddressEqual(before.account, address)) return { name };
    throw refusal("taken");
  }
  await checkIssued(state, key, link);
  checkTexts(link, params.texts);
  checkAge(params.issuedAt, Math.floor(state.now() / 1000));
  const { isDeployed } = await checkSigner(state.chains, params, name);
  const claimed = await serially(store, [subjects.domain(link.id)], async (tx) => {
    const claimed = await putClaim(tx, link.id, label, { account: address, texts: params.texts });
    if (claimed.status === "stored") {
      const day = Math.floor(state.now() / 86_400_000);
      const network = key.kind === "sk" ? null : client;
      const uses = claimUses(link.policy, { isNew: !isDeployed, network });
      await take(tx, { owner: link.id, day }, uses);
    }
    return claimed;
  }).catch((error) => {
    if (!(error instanceof LimitReached)) throw error;
    throw new AcctError("limit_exceeded", {
      retryAfter: 3_600,
      detail: refusals[error.kind] ?? "",
    });
  });
  if (claimed.status === "has_name") {
    throw new AcctError("invalid_params", {
      field: "params[0].account",
      detail: `The account has the name ${claimed.label}.${link.domain}.`,
    });
  }
  if (claimed.status === "taken" || claimed.status === "similar") throw refusal(claimed.status);
  return { name };
}

/** Words for limits of a day that are reached. */
const refusals: Partial<Record<CounterKind, string>> = {
  claims: "No more names today.",
  new_claims: "No more names for new accounts today.",
  network: "No more names for this network today.",
  block: "No more names for networks near this one today.",
};

/** Checks that the key may claim names below the domain, and that they resolve. */
async function checkIssued({ resolves }: State, key: Key, link: Link): Promise<void> {
  if (link.policy.claims === "server" && key.kind !== "sk") {
    throw new AcctError("unauthorized", { detail: "Only the app's server issues names." });
  }
  if (await resolves(link)) return;
  throw new AcctError("invalid_params", {
    field: "ens",
    detail: "No names are issued below this domain now.",
  });
}

async function nameOf(
  { store, resolves }: State,
  key: Key,
  address: Address,
): Promise<string | null> {
  for (const link of await listLinks(store, key.projectId)) {
    const label = await accountLabel(store, link.id, address);
    if (label !== null && await resolves(link)) return `${label}.${link.domain}`;
  }
  return null;
}

async function answer(state: State, request: Hex): Promise<Hex> {
  const { config, signer, now } = state;
  const { resolver, name: dnsName, data } = readable(() => decodeNameRequest(request));
  const name = readDnsName(dnsName);
  if (name === null || !isAddressEqual(resolver, config.resolver)) throw unreadable();
  const [records, serves] = await Promise.all([readRecords(state, name), served(state)]);
  const result = readable(() => answerCall(name, records, data, serves));
  const expires = BigInt(Math.floor(now() / 1000) + ANSWER_TTL_S);
  const hash = nameAnswerHash({ resolver, chainId: config.chainId, request, result, expires });
  return encodeNameAnswer({ result, expires, signature: await signer.sign({ hash }) });
}

async function resolve(
  state: State,
  typed: string,
  chainId: number,
): Promise<ResolveNameResult> {
  const name = readDomain(typed.trim());
  if (name === null) return { name: null, address: null };
  const issued = await readRecords(state, name);
  // Accounts have one address on all networks.
  const address = issued?.account ??
    await state.registry.addressOf(name, chainId);
  return { name, address: address === null ? null : getAddress(address) };
}

/** An unreachable node returns no names. Names only complement addresses and never replace them. */
async function lookUp(
  state: State,
  key: Key,
  address: Address,
  chainId: number,
): Promise<string | null> {
  try {
    return await nameOf(state, key, address) ?? await verifiedName(address, {
      reverse: state.registry.nameOf,
      forward: async (name) => (await resolve(state, name, chainId)).address,
    });
  } catch {
    return null;
  }
}

async function readRecords({ store, resolves }: State, name: string): Promise<Records | null> {
  const dot = name.indexOf(".");
  if (dot < 1) return null;
  const link = await activeLink(store, name.slice(dot + 1));
  if (link === null || !await resolves(link)) return null;
  return await findClaim(store, link.id, name.slice(0, dot));
}

/** Returns a test for coin types of probed chains. */
async function served({ chains, config }: State): Promise<(coinType: bigint) => boolean> {
  const probed = new Set<number>();
  const probes = [...chains.values()].map((chain) =>
    chain.probe().then(() => void probed.add(chain.id), () => {})
  );
  await deadline(Promise.all(probes), PROBE_MS, () => {});
  return (coinType) => {
    const chain = chainOfCoin(coinType, config.chainId);
    return chain !== null && probed.has(chain);
  };
}

/** Reports undecodable data as the client's error, independent of the decoder's error. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause?: unknown): AcctError {
  return new AcctError("invalid_params", { field: "data", cause });
}
