/**
 * Manages keys from the command line, on the service's own machine.
 *
 * ```
 * deno task service keys --config FILE create --project P [--secret] [--live]
 *   [--domain D]... [--sponsor POLICY.json]
 * deno task service keys --config FILE list --project P
 * deno task service keys --config FILE usage --project P [--days N]
 * deno task service keys --config FILE revoke ID
 * deno task service keys --config FILE rotate ID
 * deno task service keys --config FILE set ID [--domain D]... [--sponsor POLICY.json]
 * ```
 *
 * @module
 */
import { parseArgs } from "node:util";
import { readToolConfig } from "./config.ts";
import { parsePolicy } from "../keys/policy.ts";
import type { Store } from "../store/store.ts";
import { openToolStore } from "../store/tool_store.ts";
import { Unannounced } from "../keys/changes.ts";
import {
  createKey,
  ensureProject,
  findTestChain,
  listKeys,
  type NewKey,
  revokeKey,
} from "../keys/keys.ts";
import { missingKey, rotateKey, setKey, usageOf, usageToday } from "../keys/projects.ts";

/** Reports an invalid command line. */
class UsageError extends Error {}

/** Runs the command; resolves with its exit code. */
export async function keys(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      config: { type: "string" },
      project: { type: "string" },
      secret: { type: "boolean", default: false },
      live: { type: "boolean", default: false },
      domain: { type: "string", multiple: true, default: [] },
      sponsor: { type: "string" },
      days: { type: "string", default: "31" },
    },
  });
  const [command, id] = positionals;
  try {
    const config = readToolConfig(await Deno.readTextFile(needed(values.config, "--config FILE")));
    const store = await openToolStore(config.database, { makes: command === "create" });
    const { host } = config;
    const testChain = findTestChain(config.chains);
    try {
      if (command === "create") {
        await create(store, {
          project: needed(values.project, "--project P"),
          host,
          testChain,
          secret: values.secret,
          live: values.live,
          domains: values.domain,
          policy: values.sponsor === undefined ? null : await Deno.readTextFile(values.sponsor),
        });
      } else if (command === "list") await list(store, needed(values.project, "--project P"));
      else if (command === "usage") {
        await printUsage(store, needed(values.project, "--project P"), readDays(values.days));
      } else if (command === "revoke") await revoke(store, needed(id, "an ID"));
      else if (command === "rotate") {
        await show((warn) => rotateKey(store, needed(id, "an ID"), { host, testChain }, warn));
      } else if (command === "set") {
        const key = needed(id, "an ID");
        const file = values.sponsor;
        const settings = {
          domains: values.domain,
          policy: parsePolicy(file === undefined ? null : await Deno.readTextFile(file)),
        };
        await done(setKey(store, key, settings), `The key ${key} is changed.`);
      } else throw new UsageError("create, list, usage, revoke, rotate or set?");
      return 0;
    } finally {
      await store.destroy();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function create(
  store: Store,
  wanted: {
    readonly project: string;
    readonly host: string;
    readonly testChain: number | undefined;
    readonly secret: boolean;
    readonly live: boolean;
    readonly domains: readonly string[];
    readonly policy: string | null;
  },
): Promise<void> {
  await ensureProject(store, wanted.project, wanted.project);
  const key: NewKey = {
    projectId: wanted.project,
    kind: wanted.secret ? "sk" : "pk",
    environment: wanted.live ? "live" : "test",
    host: wanted.host,
    ...(!wanted.live && { chainId: wanted.testChain }),
    domains: wanted.domains,
    policy: parsePolicy(wanted.policy),
  };
  await show((warn) => createKey(store, key, warn));
}

/** Makes a key and prints it, then the warnings. */
async function show(make: (warn: (reason: Error) => void) => Promise<string>): Promise<void> {
  const warnings: string[] = [];
  const key = await make(({ message }) => warnings.push(message));
  console.log(key);
  console.error("The key is shown only once: the service stores its hash.");
  for (const warning of warnings) console.error(`Warning: ${warning}`);
}

/** Awaits a change. Reports it as done if the running processes could not be notified. */
async function done<T>(change: Promise<T>, what: string): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof Unannounced)) throw error;
    throw new Error(`${what} ${error.message}`);
  }
}

async function list(store: Store, project: string): Promise<void> {
  const usage = await usageToday(store);
  for (const { id, kind, hint, domains, policy, revokedAt } of await listKeys(store, project)) {
    const state = revokedAt === null ? "works" : `revoked ${new Date(revokedAt).toISOString()}`;
    const sponsored = policy === null ? "not sponsored" : "sponsored";
    const { operations = 0, gwei = 0 } = usage.get(id) ?? {};
    const today = policy === null
      ? ""
      : `today ${operations}/${policy.operationsPerDay} operations, ${gwei}/${policy.gweiPerDay} gwei`;
    console.log([id, `${kind}_…${hint}`, state, sponsored, domains.join(" "), today].join("  "));
  }
}

/** Prints the usage of a project's keys as CSV, one line per day and key. */
async function printUsage(store: Store, project: string, days: number): Promise<void> {
  console.log("day,key,operations,gwei,spent_gwei,returned_gwei");
  for (
    const { day, key, operations, gwei, spent, returned } of await usageOf(store, project, days)
  ) {
    console.log([day, key, operations, gwei, spent, returned].join(","));
  }
}

/** Days for which the service keeps counters. */
const MAX_DAYS = 40;

function readDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new UsageError(`--days must be a whole number from 1 to ${MAX_DAYS}`);
}

async function revoke(store: Store, id: string): Promise<void> {
  if (await done(revokeKey(store, id), `The key ${id} is revoked.`)) return;
  throw new UsageError(await missingKey(store, id));
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new UsageError(`${name} is needed`);
  return value;
}

if (import.meta.main) Deno.exit(await keys(Deno.args));
