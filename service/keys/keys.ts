/** Creates API keys. They are shown once and stored as hashes. @module */
import { AcctError } from "../../core/ground/errors.ts";
import { formatApiKey } from "../../core/ground/api_key.ts";
import { parsePolicy, type Policy } from "./policy.ts";
import type { Store } from "../store/store.ts";
import { announceKeyChange, Unannounced } from "./changes.ts";
import { checkDomain } from "./domains.ts";

/** API key without the key itself. */
export interface Key {
  /**
   * Names the key in lists, logs and command lines: the first 24 hex characters of its hash, from
   * which it cannot be formed.
   */
  readonly id: string;
  /** Project of the key. */
  readonly projectId: string;
  /** `pk` for pages, `sk` for servers. */
  readonly kind: "pk" | "sk";
  /** `live` or `test`. */
  readonly environment: "live" | "test";
  /** Allowed Domains. */
  readonly domains: readonly string[];
  /** Sponsorship policy, or null without sponsorship. */
  readonly policy: Policy | null;
}

/** Input of a new key. */
export interface NewKey {
  readonly projectId: string;
  readonly kind: "pk" | "sk";
  readonly environment: "live" | "test";
  /** Host of the service: `example.com`, `localhost:8787`. */
  readonly host: string;
  readonly domains: readonly string[];
  readonly policy: Policy | null;
  /** Test keys only: the chain of the first connection. */
  readonly chainId?: number | undefined;
  /** 16 bytes; only a development stack sets them, so that its key stays the same. */
  readonly random?: Uint8Array;
}

/** Entry in the list of keys. */
export interface KeyLine extends Key {
  /** Last four characters. */
  readonly hint: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds, or null while it is active. */
  readonly revokedAt: number | null;
}

/** Returns the chain that new test keys name: the first test network of the configuration. */
export function findTestChain(
  chains: readonly { readonly id: number; readonly testnet: boolean }[],
): number | undefined {
  return chains.find(({ testnet }) => testnet)?.id;
}

/** Creates a project unless it exists. */
export async function ensureProject(store: Store, id: string, name: string): Promise<void> {
  await store.insertInto("projects").values({ id, name, created_at: Date.now() })
    .onConflict((on) => on.column("id").doNothing()).execute();
}

/**
 * Creates a key and returns it, the only time that it is visible. Creating the same one again is
 * allowed.
 *
 * @param onUnannounced receives the reason if the other processes could not be notified. The key is
 * still returned, since it cannot be displayed again.
 */
export async function createKey(
  store: Store,
  key: NewKey,
  onUnannounced: (reason: Error) => void = () => {},
): Promise<string> {
  const domains = key.domains.map(checkDomain);
  const random = key.random ?? crypto.getRandomValues(new Uint8Array(16));
  const text = formatApiKey({ ...key, random });
  const hash = await hashKey(text);
  const values = {
    id: idOf(hash),
    project_id: key.projectId,
    kind: key.kind,
    environment: key.environment,
    hash,
    hint: text.slice(-4),
    domains: JSON.stringify(domains),
    policy: key.policy === null ? null : JSON.stringify(key.policy),
    created_at: Date.now(),
    revoked_at: null,
  };
  await store.insertInto("keys").values(values).onConflict((on) =>
    on.column("hash").doUpdateSet({ domains: values.domains, policy: values.policy })
  ).execute();
  await announceKeyChange(store, values.id).catch((error) => {
    if (!(error instanceof Unannounced)) throw error;
    onUnannounced(error);
  });
  return text;
}

/**
 * Finds the key of a text.
 *
 * @throws {AcctError} `key_invalid`; the message never contains the key.
 */
export async function findKey(store: Store, text: string): Promise<Key> {
  const row = text.length > 600 ? undefined : await store.selectFrom("keys").selectAll()
    .where("hash", "=", await hashKey(text)).where("revoked_at", "is", null).executeTakeFirst();
  if (row === undefined) throw new AcctError("key_invalid");
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    environment: row.environment,
    domains: JSON.parse(row.domains),
    policy: parsePolicy(row.policy),
  };
}

/** Lists a project's keys, newest first. */
export async function listKeys(store: Store, projectId: string): Promise<KeyLine[]> {
  const rows = await store.selectFrom("keys").selectAll().where("project_id", "=", projectId)
    .orderBy("created_at", "desc").execute();
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    environment: row.environment,
    domains: JSON.parse(row.domains),
    policy: parsePolicy(row.policy),
    hint: row.hint,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }));
}

/**
 * Revokes a key immediately, in all processes. Resolves with false if it does not exist or is
 * already revoked.
 *
 * @throws {Unannounced} if it is revoked, but the other processes could not be notified
 */
export async function revokeKey(store: Store, id: string): Promise<boolean> {
  const { numUpdatedRows } = await store.updateTable("keys").set({ revoked_at: Date.now() })
    .where("id", "=", id).where("revoked_at", "is", null).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await announceKeyChange(store, id);
  return true;
}

const idOf = (hash: string) => hash.slice(0, 24);

/** SHA-256, hex. A key has 128 random bits, so a slow hash is unnecessary. */
async function hashKey(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}
