/** Manages projects, their keys' settings, and each key's usage. @module */
import { sql } from "kysely";
import { AcctError } from "../../core/ground/errors.ts";
import { parsePolicy, type Policy } from "./policy.ts";
import type { Store } from "../store/store.ts";
import { announceKeyChange } from "./changes.ts";
import { checkDomain } from "./domains.ts";
import { createKey } from "./keys.ts";

/** Project of keys. */
export interface Project {
  /** Project id. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
}

/** Settings of a key. */
export interface Settings {
  /** Allowed Domains. */
  readonly domains: readonly string[];
  /** Sponsorship policy, or null without sponsorship. */
  readonly policy: Policy | null;
}

/** Usage of a key today (UTC). */
export interface Usage {
  /** Number of operations, including operations that are signed and have not landed. */
  readonly operations: number;
  /** Their cost in gwei: the maximum until they land, then the amount charged onchain. */
  readonly gwei: number;
  /** Gwei that the chain charged. */
  readonly spent: number;
  /** Gwei of signatures that were not used in their time. */
  readonly returned: number;
}

/** Lists all projects by id. */
export async function listProjects(store: Store): Promise<Project[]> {
  return await store.selectFrom("projects").select(["id", "name"]).orderBy("id").execute();
}

/**
 * Changes a key, effective from the next request.
 *
 * @throws {AcctError} `invalid_params` naming an invalid domain or an unknown key
 * @throws {Unannounced} if it is changed, but the other processes could not be notified
 */
export async function setKey(store: Store, id: string, settings: Settings): Promise<void> {
  const { numUpdatedRows } = await store.updateTable("keys").set(toColumns(settings))
    .where("id", "=", id).where("revoked_at", "is", null).executeTakeFirst();
  if (numUpdatedRows === 0n) throw unknown(await missingKey(store, id));
  await announceKeyChange(store, id);
}

/**
 * Creates a key with the settings of an existing one. The old one works until it is revoked, so
 * that pages can be updated first.
 *
 * @param service `host` of the service, and the chain that test keys name
 * @param onUnannounced as for {@linkcode createKey}
 * @throws {AcctError} `invalid_params` if there is no such key
 */
export async function rotateKey(
  store: Store,
  id: string,
  { host, testChain }: { readonly host: string; readonly testChain: number | undefined },
  onUnannounced?: (reason: Error) => void,
): Promise<string> {
  const row = await store.selectFrom("keys").selectAll().where("id", "=", id)
    .where("revoked_at", "is", null).executeTakeFirst();
  if (row === undefined) throw unknown(await missingKey(store, id));
  return await createKey(store, {
    projectId: row.project_id,
    kind: row.kind,
    environment: row.environment,
    host,
    ...(row.environment === "test" && { chainId: testChain }),
    domains: JSON.parse(row.domains),
    policy: parsePolicy(row.policy),
  }, onUnannounced);
}

/** Usage of a key on a day. */
export interface DayUsage extends Usage {
  /** UTC date, `YYYY-MM-DD`. */
  readonly day: string;
  /** Key id. */
  readonly key: string;
}

/** Returns today's usage by key id. */
export async function usageToday(store: Store): Promise<ReadonlyMap<string, Usage>> {
  const today = Math.floor(Date.now() / DAY_MS);
  return new Map((await readUsage(store, today, today)).map((each) => [each.key, each]));
}

/** Returns the usage of a project's keys for the last days, oldest first. */
export async function usageOf(store: Store, projectId: string, days: number): Promise<DayUsage[]> {
  const today = Math.floor(Date.now() / DAY_MS);
  const keys = await store.selectFrom("keys").select("id").where("project_id", "=", projectId)
    .execute();
  const own = new Set(keys.map(({ id }) => id));
  return (await readUsage(store, today - days + 1, today)).filter(({ key }) => own.has(key));
}

/** Milliseconds of a day. */
const DAY_MS = 86_400_000;

/** Usage by the counters that hold it. */
const usageKinds = {
  operations: "operations",
  gwei: "gwei",
  spent_gwei: "spent",
  returned_gwei: "returned",
} as const;

async function readUsage(store: Store, from: number, to: number): Promise<DayUsage[]> {
  const rows = await store.selectFrom("counters").select(["owner", "day", "kind", "used"])
    .where("day", ">=", from).where("day", "<=", to)
    // A literal, so that the partial index is used.
    .where(sql<boolean>`subject = ''`)
    .where("kind", "in", Object.keys(usageKinds) as (keyof typeof usageKinds)[])
    .orderBy("day").orderBy("owner").execute();
  const usage = new Map<string, DayUsage>();
  for (const { owner: key, day: number, kind, used } of rows) {
    const day = new Date(Number(number) * DAY_MS).toISOString().slice(0, 10);
    const before = usage.get(`${day} ${key}`) ??
      { day, key, operations: 0, gwei: 0, spent: 0, returned: 0 };
    const name = usageKinds[kind as keyof typeof usageKinds];
    usage.set(`${day} ${key}`, { ...before, [name]: Number(used) });
  }
  return [...usage.values()];
}

function toColumns({ domains, policy }: Settings): { domains: string; policy: string | null } {
  return {
    domains: JSON.stringify(domains.map(checkDomain)),
    policy: policy === null ? null : JSON.stringify(policy),
  };
}

/** Reports that a key does not exist, or since when it is revoked. */
export async function missingKey(store: Store, id: string): Promise<string> {
  const row = await store.selectFrom("keys").select("revoked_at").where("id", "=", id)
    .executeTakeFirst();
  const at = row?.revoked_at ?? null;
  return at === null
    ? "There is no such key."
    : `The key is revoked since ${new Date(at).toISOString()}.`;
}

function unknown(detail: string): AcctError {
  return new AcctError("invalid_params", { field: "id", detail });
}
