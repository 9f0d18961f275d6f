/** Projects: what keys belong to, what new keys get, and what they used today. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { parsePolicy, type Policy } from "../sponsor/policy.ts";
import type { Store } from "../store/store.ts";
import { checkDomain } from "./domains.ts";
import { createKey } from "./keys.ts";

/** A project. */
export interface Project {
  /** Its identity. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Allowed Domains that new keys get. */
  readonly domains: readonly string[];
  /** What new keys sponsor; null: nothing. */
  readonly policy: Policy | null;
}

/** What of a key or project can be changed. */
export interface Settings {
  /** Allowed Domains. */
  readonly domains: readonly string[];
  /** Sponsorship; null: nothing. */
  readonly policy: Policy | null;
}

/** What a key sponsored today (UTC). */
export interface Usage {
  /** Operations, promised ones included. */
  readonly operations: number;
  /** Their cost in gwei. */
  readonly gwei: number;
}

/** All projects by id. */
export async function listProjects(store: Store): Promise<Project[]> {
  const rows = await store.selectFrom("projects").selectAll().orderBy("id").execute();
  return rows.map(({ id, name, domains, policy }) => ({
    id,
    name,
    domains: JSON.parse(domains),
    policy: parsePolicy(policy),
  }));
}

/**
 * Sets what new keys of a project get.
 *
 * @throws {AcctError} `invalid_params` naming a wrong domain, or that there is no such project
 */
export async function setProject(store: Store, id: string, settings: Settings): Promise<void> {
  const { numUpdatedRows } = await store.updateTable("projects").set(columnsOf(settings))
    .where("id", "=", id).executeTakeFirst();
  if (numUpdatedRows === 0n) throw unknown("project");
}

/**
 * Changes a key; it holds from the next request on.
 *
 * @throws {AcctError} `invalid_params` naming a wrong domain, or that there is no such key
 */
export async function setKey(store: Store, id: string, settings: Settings): Promise<void> {
  const { numUpdatedRows } = await store.updateTable("keys").set(columnsOf(settings))
    .where("id", "=", id).where("revoked_at", "is", null).executeTakeFirst();
  if (numUpdatedRows === 0n) throw unknown("key");
}

/**
 * Makes a key like another one. The old one works on until it is revoked, so that pages can be
 * changed first.
 *
 * @throws {AcctError} `invalid_params` if there is no such key
 */
export async function rotateKey(store: Store, id: string, host: string): Promise<string> {
  const row = await store.selectFrom("keys").selectAll().where("id", "=", id)
    .where("revoked_at", "is", null).executeTakeFirst();
  if (row === undefined) throw unknown("key");
  return await createKey(store, {
    projectId: row.project_id,
    kind: row.kind,
    environment: row.environment,
    host,
    domains: JSON.parse(row.domains),
    policy: parsePolicy(row.policy),
  });
}

/** What each key used today, by key id. */
export async function usageToday(store: Store): Promise<ReadonlyMap<string, Usage>> {
  const now = Date.now();
  const rows = await store.selectFrom("sponsorships")
    .select((eb) => [
      "key_id",
      eb.fn.countAll<number>().as("operations"),
      eb.fn.sum<number>("cost_gwei").as("gwei"),
    ])
    .where("day", "=", Math.floor(now / 86_400_000))
    .where((eb) => eb.or([eb("state", "<>", "reserved"), eb("expires_at", ">", now)]))
    .groupBy("key_id").execute();
  return new Map(rows.map(({ key_id, operations, gwei }) => [
    key_id,
    { operations: Number(operations), gwei: Number(gwei) },
  ]));
}

function columnsOf({ domains, policy }: Settings): { domains: string; policy: string | null } {
  return {
    domains: JSON.stringify(domains.map(checkDomain)),
    policy: policy === null ? null : JSON.stringify(policy),
  };
}

function unknown(what: "project" | "key"): AcctError {
  return new AcctError("invalid_params", { field: "id", detail: `There is no such ${what}.` });
}
