/**
 * Keys from the command line, on the service's own machine.
 *
 * ```
 * deno run -A service/keys/main.ts --config FILE create --project P [--secret] [--live]
 *   [--domain D]... [--sponsor POLICY.json]
 * deno run -A service/keys/main.ts --config FILE list --project P
 * deno run -A service/keys/main.ts --config FILE revoke ID
 * ```
 *
 * @module
 */
import { parseArgs } from "node:util";
import { readConfig } from "../config.ts";
import { parsePolicy } from "../sponsor/policy.ts";
import { openStore } from "../store/store.ts";
import { createKey, ensureProject, listKeys, revokeKey } from "./keys.ts";

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    config: { type: "string" },
    project: { type: "string" },
    secret: { type: "boolean", default: false },
    live: { type: "boolean", default: false },
    domain: { type: "string", multiple: true, default: [] },
    sponsor: { type: "string" },
  },
});
const [command, id] = positionals;
if (values.config === undefined) fail("--config FILE is needed");
// The keys need no secrets of the chains: a placeholder stands for each.
const config = readConfig(
  await Deno.readTextFile(values.config),
  (name) => name === "DATABASE_URL" ? Deno.env.get(name) : `0x${"01".repeat(32)}`,
);
const store = await openStore(config.database);
try {
  if (command === "create") await create(needed(values.project, "--project P"));
  else if (command === "list") await list(needed(values.project, "--project P"));
  else if (command === "revoke") await revoke(needed(id, "an ID"));
  else fail("create, list or revoke?");
} finally {
  await store.destroy();
}

async function create(project: string): Promise<void> {
  await ensureProject(store, project, project);
  const policy = values.sponsor === undefined ? null : await Deno.readTextFile(values.sponsor);
  const key = await createKey(store, {
    projectId: project,
    kind: values.secret ? "sk" : "pk",
    environment: values.live ? "live" : "test",
    host: config.host,
    domains: values.domain,
    policy: parsePolicy(policy),
  });
  console.log(key);
  console.error("It is shown this once only: the service keeps its hash.");
}

async function list(project: string): Promise<void> {
  for (const { id, kind, hint, domains, policy, revokedAt } of await listKeys(store, project)) {
    const state = revokedAt === null ? "works" : `revoked ${new Date(revokedAt).toISOString()}`;
    const sponsored = policy === null ? "not sponsored" : "sponsored";
    console.log([id, `${kind}_…${hint}`, state, sponsored, domains.join(" ")].join("  "));
  }
}

async function revoke(id: string): Promise<void> {
  if (!await revokeKey(store, id)) fail("no such key, or revoked already");
}

function needed(value: string | undefined, name: string): string {
  return value ?? fail(`${name} is needed`);
}

function fail(text: string): never {
  console.error(text);
  Deno.exit(2);
}
