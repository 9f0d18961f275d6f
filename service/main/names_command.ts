/**
 * Manages the projects' ENS domains from the command line, on the service's own machine.
 *
 * ```
 * deno run -A service/main/names_command.ts --config FILE link --project P --domain D
 *   [--signature 0x… | --resolver] [--policy POLICY.json]
 * deno run -A service/main/names_command.ts --config FILE list --project P
 * deno run -A service/main/names_command.ts --config FILE unlink --project P --domain D
 * ```
 *
 * `link` without a proof prints the statement for the domain's owner to sign. `--resolver` accepts
 * the domain's resolver onchain as the proof, because only the domain's owner can set it to ours.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { isHex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import { readToolConfig } from "./config.ts";
import { ensureProject } from "../keys/keys.ts";
import { openToolStore } from "../store/tool_store.ts";
import { readDomain } from "../names/label.ts";
import { endLink, linkDomain, linkStatement, listLinks, projectLink } from "../names/links.ts";
import { namePolicySchema } from "../names/policy.ts";
import { openRegistry } from "../names/registry.ts";

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    config: { type: "string" },
    project: { type: "string" },
    domain: { type: "string" },
    signature: { type: "string" },
    resolver: { type: "boolean", default: false },
    policy: { type: "string" },
  },
});
const [command] = positionals;
if (values.config === undefined) fail("--config FILE is needed");
const config = readToolConfig(await Deno.readTextFile(values.config));
const { names, host } = config;
if (names === undefined) fail("the configuration has no names");
const projectId = needed(values.project, "--project P");
const store = await openToolStore(config.database, { makes: command === "link" })
  .catch((error) => fail(error.message, 1));
try {
  if (command === "link") await link(domainOf());
  else if (command === "list") await list();
  else if (command === "unlink") await unlink(domainOf());
  else fail("link, list or unlink?");
} catch (error) {
  if (!(error instanceof AcctError)) throw error;
  fail(error.message);
} finally {
  await store.destroy();
}

async function link(domain: string): Promise<void> {
  const { signature, resolver } = values;
  if (signature === undefined && !resolver) {
    console.log(linkStatement({ domain, projectId, host }));
    console.error(
      "The domain's owner signs this text (EIP-191). Run the command again with --signature 0x….\n" +
        `Or set the domain's resolver to ${names!.resolver} and run it again with --resolver.`,
    );
    return;
  }
  if (signature !== undefined && !isHex(signature)) fail("--signature is 0x and hex digits");
  await ensureProject(store, projectId, projectId);
  const policy = values.policy === undefined
    ? {}
    : JSON.parse(await Deno.readTextFile(values.policy));
  const linked = await linkDomain(store, openRegistry(names!), {
    projectId,
    domain,
    host,
    signature: signature ?? null,
    resolver: names!.resolver,
    policy: namePolicySchema.parse(policy),
  });
  console.log(`${linked.domain} is linked to ${projectId}.`);
}

async function list(): Promise<void> {
  for (const { domain, owner, policy, endedAt } of await listLinks(store, projectId)) {
    const state = endedAt === null ? "works" : `ended ${new Date(endedAt).toISOString()}`;
    const proof = owner === null ? "by its resolver" : `signed by ${owner}`;
    console.log([domain, state, proof, `claims: ${policy.claims}`].join("  "));
  }
}

async function unlink(domain: string): Promise<void> {
  const link = await projectLink(store, projectId, domain);
  if (link === null || !await endLink(store, link.id)) fail("no such link, or ended already");
}

function domainOf(): string {
  return readDomain(needed(values.domain, "--domain D")) ?? fail("--domain is not an ENS domain");
}

function needed(value: string | undefined, name: string): string {
  return value ?? fail(`${name} is needed`);
}

function fail(text: string, code = 2): never {
  console.error(text);
  Deno.exit(code);
}
