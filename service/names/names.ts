/** Issues names below the apps' ENS domains and signs answers about them. @module */
import { type Address, hashTypedData, type Hex, isAddressEqual } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { decodeNameRequest, encodeNameAnswer, nameAnswerHash } from "../../contracts/names.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import { claimTypedData, textFault } from "../../core/names/claim.ts";
import type { ClaimNameParams, NameAvailableResult } from "../../core/protocol/service/mod.ts";
import type { DomainJson, LabelRefusal } from "../../core/protocol/service/names.ts";
import type { Chain } from "../chain/chain.ts";
import { findChain } from "../chain/find.ts";
import type { Key } from "../keys/keys.ts";
import { checkAccount } from "../operations/account.ts";
import type { Store } from "../store/store.ts";
import { answerCall, chainOfCoin, readDnsName, type Records } from "./answer.ts";
import { accountLabel, claimsSince, findClaim, labelStatus, putClaim } from "./claims.ts";
import type { NamesConfig } from "./config.ts";
import { readDomain, readLabel, reservedLabels } from "./label.ts";
import { activeLink, endLink, holds, type Link, listLinks, projectLink } from "./links.ts";
import { isSignedBy, openRegistry } from "./registry.ts";

/** Names of a service. */
export interface Names {
  /** Returns a domain of the key's project. */
  domain(key: Key, domain: string): Promise<DomainJson>;
  /** Checks whether a label is available. */
  available(key: Key, domain: string, label: string): Promise<NameAvailableResult>;
  /** Gives an account a name that it signed for. */
  claim(key: Key, params: ClaimNameParams): Promise<{ readonly name: string }>;
  /**
   * Returns the account's name below a domain of the key's project, if it currently resolves to it.
   */
  nameOf(key: Key, address: Address): Promise<string | null>;
  /**
   * Answers a resolver's request (ERC-3668).
   *
   * @throws {AcctError} `invalid_params` for anything else
   */
  answer(request: Hex): Promise<Hex>;
}

/** Seconds for which a signed claim is accepted. */
const CLAIM_TTL_S = 600;
/** Seconds that a client's clock may be ahead. */
const CLOCK_SKEW_S = 120;
/** Pause before a node that was down is asked again. */
const RETRY_MS = 5_000;
/** Time that an answer waits for a chain that was never probed. */
const PROBE_MS = 200;
/** Links whose last check is cached. */
const MAX_LOOKUPS = 1_000;

/** Dependencies of {@linkcode createNames}. */
export interface NamesParts {
  readonly config: NamesConfig;
  readonly store: Store;
  readonly chains: ReadonlyMap<number, Chain>;
  /** Unix milliseconds; replaced in tests. */
  readonly now?: () => number;
}

/** Creates the names without network access. */
export function createNames({ config, store, chains, now = Date.now }: NamesParts): Names {
  const registry = openRegistry(config);
  const signer = privateKeyToAccount(config.signerKey);
  const reserved = reservedLabels(config.reserved);
  const looks = new Map<string, { readonly at: number; readonly resolves: boolean }>();
  const recheck = (config.recheck ?? 60) * 1_000;

  /** Checks onchain, at intervals, whether a link's proof holds and its names resolve. */
  async function resolves(link: Link): Promise<boolean> {
    if (link.endedAt !== null) return false;
    const known = looks.get(link.id);
    if (known !== undefined && now() - known.at < recheck) return known.resolves;
    let look: { at: number; resolves: boolean };
    try {
      const { resolver } = await registry.look(link.domain);
      const held = await holds(registry, link, config.resolver);
      if (!held) await endLink(store, link.id);
      look = { at: now(), resolves: held && isAddressEqual(resolver, config.resolver) };
    } catch (error) {
      // A node that is down removes no names; one that never answered cannot confirm any.
      if (known === undefined) throw error;
      looks.set(link.id, { ...known, at: now() - recheck + RETRY_MS });
      return known.resolves;
    }
    if (looks.size >= MAX_LOOKUPS) looks.clear();
    looks.set(link.id, look);
    return look.resolves;
  }

  /**
   * Returns a link of the key's project; one that never existed is an error in the app's options.
   */
  async function requireLink(key: Key, text: string): Promise<Link> {
    const domain = readDomain(text);
    const link = domain === null ? null : await projectLink(store, key.projectId, domain);
    if (link !== null) return link;
    throw new AcctError("invalid_params", {
      field: "ens",
      detail: "This ENS domain is not linked to the key's project.",
    });
  }

  function refuse(status: LabelRefusal): AcctError {
    return status === "taken" || status === "similar"
      ? new AcctError("name_taken", { field: "params[0].label", detail: `(${status})` })
      : new AcctError("invalid_params", { field: "params[0].label", detail: `(${status})` });
  }

  /** If deployed anywhere, the account must sign there: elsewhere a removed key may still count. */
  async function checkSigner(params: ClaimNameParams, name: string): Promise<void> {
    const { account, signature, texts, issuedAt } = params;
    const chain = findChain(chains, params.chainId);
    const codes = await Promise.all([...chains.values()].map(async ({ id, node }) => {
      const code = await node.request<Hex>("eth_getCode", [account.address, "latest"]);
      return { id, deployed: code !== "0x" };
    }));
    const deployed = codes.filter((each) => each.deployed).map(({ id }) => id);
    if (deployed.length > 0 && !deployed.includes(chain.id)) {
      throw new AcctError("invalid_params", {
        field: "params[0].chainId",
        detail: `The account is deployed on ${deployed.join(", ")}: it must sign there.`,
      });
    }
    const hash = hashTypedData(
      claimTypedData({ name, account: account.address, texts, issuedAt }) as Parameters<
        typeof hashTypedData
      >[0],
    );
    if (!await isSignedBy(chain.node, account.address, hash, signature)) {
      throw new AcctError("invalid_params", {
        field: "params[0].signature",
        detail: "It is not by the account.",
      });
    }
  }

  function checkTexts(link: Link, texts: ClaimNameParams["texts"]): void {
    const { textKeys, texts: most } = link.policy;
    const wrong = (at: number, detail: string) =>
      new AcctError("invalid_params", { field: `params[0].texts[${at}]`, detail });
    if (texts.length > most) throw wrong(most, `At most ${most} records are stored.`);
    const seen = new Set<string>();
    for (const [at, text] of texts.entries()) {
      const fault = textFault(text);
      if (fault !== null) throw wrong(at, fault);
      if (seen.has(text.key)) throw wrong(at, "The key is duplicated.");
      if (textKeys !== undefined && !textKeys.includes(text.key)) {
        throw wrong(at, "The project does not store this key.");
      }
      seen.add(text.key);
    }
  }

  async function readRecords(name: string): Promise<Records | null> {
    const dot = name.indexOf(".");
    if (dot < 1) return null;
    const link = await activeLink(store, name.slice(dot + 1));
    if (link === null || !await resolves(link)) return null;
    return await findClaim(store, link.id, name.slice(0, dot));
  }

  /** Returns a test for coin types whose chain was probed. */
  async function served(): Promise<(coinType: bigint) => boolean> {
    const probed = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, PROBE_MS));
    await Promise.all(
      [...chains.values()].map((chain) =>
        Promise.race([chain.probe().then(() => void probed.add(chain.id), () => {}), late])
      ),
    );
    clearTimeout(timer);
    return (coinType) => {
      const chain = chainOfCoin(coinType, config.chainId);
      return chain !== null && probed.has(chain);
    };
  }

  return {
    async domain(key, text) {
      const link = await requireLink(key, text);
      const open = link.policy.claims === "open" && await resolves(link);
      return { domain: link.domain, open };
    },
    async available(key, domain, text) {
      const link = await requireLink(key, domain);
      const label = readLabel(text);
      if (typeof label === "string") return { status: label };
      if (reserved(label)) return { status: "reserved" };
      const status = await labelStatus(store, link.id, label);
      if (status !== "free") return { status };
      return { status, label: label.label, now: Math.floor(now() / 1000) };
    },
    async claim(key, params) {
      const link = await requireLink(key, params.domain);
      const label = readLabel(params.label);
      if (typeof label === "string") throw refuse(label);
      if (reserved(label)) throw refuse("reserved");
      checkAccount(params.account);
      const { address } = params.account;
      const name = `${label.label}.${link.domain}`;
      // The same claim again gets the same result.
      const before = await findClaim(store, link.id, label.label);
      if (before !== null) {
        if (isAddressEqual(before.account, address)) return { name };
        throw refuse("taken");
      }
      if (link.policy.claims === "server" && key.kind !== "sk") {
        throw new AcctError("unauthorized", { detail: "Only the app's server issues names." });
      }
      if (!await resolves(link)) {
        throw new AcctError("invalid_params", {
          field: "ens",
          detail: "No names are issued below this domain now.",
        });
      }
      checkTexts(link, params.texts);
      const age = Math.floor(now() / 1000) - params.issuedAt;
      if (age > CLAIM_TTL_S || age < -CLOCK_SKEW_S) {
        throw new AcctError("invalid_params", {
          field: "params[0].issuedAt",
          detail: `The claim was not issued in the last ${CLAIM_TTL_S} seconds.`,
        });
      }
      if (await claimsSince(store, link.id, now() - 86_400_000) >= link.policy.claimsPerDay) {
        throw new AcctError("limit_exceeded", {
          retryAfter: 3_600,
          detail: "No more names today.",
        });
      }
      await checkSigner(params, name);
      const claimed = await putClaim(store, link.id, label, {
        account: address,
        texts: params.texts,
      });
      if (claimed.status === "has_name") {
        throw new AcctError("invalid_params", {
          field: "params[0].account",
          detail: `The account has the name ${claimed.label}.${link.domain}.`,
        });
      }
      if (claimed.status === "taken" || claimed.status === "similar") throw refuse(claimed.status);
      return { name };
    },
    async nameOf(key, address) {
      for (const link of await listLinks(store, key.projectId)) {
        const label = await accountLabel(store, link.id, address);
        if (label !== null && await resolves(link)) return `${label}.${link.domain}`;
      }
      return null;
    },
    async answer(request) {
      const { resolver, name: dnsName, data } = readable(() => decodeNameRequest(request));
      const name = readDnsName(dnsName);
      if (name === null || !isAddressEqual(resolver, config.resolver)) throw unreadable();
      const [records, serves] = await Promise.all([readRecords(name), served()]);
      const result = readable(() => answerCall(name, records, data, serves));
      const expires = BigInt(Math.floor(now() / 1000) + (config.ttl ?? 300));
      const hash = nameAnswerHash({ resolver, chainId: config.chainId, request, result, expires });
      return encodeNameAnswer({ result, expires, signature: await signer.sign({ hash }) });
    },
  };
}

/** Reports data that cannot be decoded as the client's error, whatever the decoder threw. */
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
