/**
 * Links ENS domains to the projects that issue names below them. A link is valid as long as its
 * proof: the owner that signed still owns the domain, or its resolver is still ours.
 *
 * @module
 */
import { type Address, hashMessage, type Hex, isAddressEqual, zeroAddress } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import type { Store } from "../store/store.ts";
import { readDomain } from "./label.ts";
import { type NamePolicy, namePolicySchema } from "./policy.ts";
import type { Registry } from "./registry.ts";

/** Domain linked to a project. */
export interface Link {
  readonly id: string;
  readonly domain: string;
  readonly projectId: string;
  readonly owner: Address | null;
  readonly policy: NamePolicy;
  /** Unix milliseconds, or null while it is valid. */
  readonly endedAt: number | null;
}

/** Returns the statement that an owner signs (EIP-191) to link a domain. */
export function linkStatement(
  { domain, projectId, host }: { domain: string; projectId: string; host: string },
): string {
  return `I link the ENS domain ${domain} to the project ${projectId} of the service ${host}. ` +
    `The project gives out the names below it for as long as I own the domain.`;
}

/** Input of a new link. */
export interface NewLink {
  readonly projectId: string;
  readonly domain: string;
  /** Public host name of the service. It is part of the statement. */
  readonly host: string;
  /** The owner's signature of {@linkcode linkStatement}; null if our resolver is the proof. */
  readonly signature: Hex | null;
  /** Address of our resolver. */
  readonly resolver: Address;
  readonly policy: NamePolicy;
}

/**
 * Links a domain to a project, or changes the policy of an existing link.
 *
 * @throws {AcctError} `invalid_params`: no such domain, no proof, or another project has it.
 */
export async function linkDomain(store: Store, registry: Registry, link: NewLink): Promise<Link> {
  const domain = readDomain(link.domain);
  if (domain === null) throw wrong("domain", "It is not an ENS domain.");
  const { projectId, signature, policy } = link;
  const { owner, resolver } = await registry.look(domain);
  if (isAddressEqual(owner, zeroAddress)) throw wrong("domain", `${domain} has no owner.`);
  if (signature === null) {
    if (!isAddressEqual(resolver, link.resolver)) {
      throw wrong("domain", `The resolver of ${domain} is not ${link.resolver}.`);
    }
  } else {
    const hash = hashMessage(linkStatement({ domain, projectId, host: link.host }));
    if (!await registry.signed(owner, hash, signature)) {
      throw wrong("signature", `It is not by ${owner}, the owner of ${domain}.`);
    }
  }
  // The proof of another project's link may have become invalid: then the domain can be linked
  // again.
  const current = await activeLink(store, domain);
  if (current !== null && current.projectId !== projectId) {
    if (await holds(registry, current, link.resolver)) {
      throw wrong("domain", `${domain} is linked to another project.`);
    }
    await endLink(store, current.id);
  }
  const proof = { owner: signature === null ? null : owner, signature };
  const values = { ...proof, policy: JSON.stringify(policy), ended_at: null };
  await store.insertInto("name_domains").values({
    id: crypto.randomUUID(),
    domain,
    project_id: projectId,
    created_at: Date.now(),
    ...values,
  }).onConflict((on) => on.columns(["domain", "project_id"]).doUpdateSet(values)).execute();
  return (await activeLink(store, domain))!;
}

/** Checks onchain whether a link's proof is still valid. */
export async function holds(registry: Registry, link: Link, ours: Address): Promise<boolean> {
  const { owner, resolver } = await registry.look(link.domain);
  return link.owner === null ? isAddressEqual(resolver, ours) : isAddressEqual(owner, link.owner);
}

/** Returns the last known active link of a domain. */
export async function activeLink(store: Store, domain: string): Promise<Link | null> {
  const row = await store.selectFrom("name_domains").selectAll().where("domain", "=", domain)
    .where("ended_at", "is", null).executeTakeFirst();
  return row === undefined ? null : linkOf(row);
}

/** Returns a project's link of a domain, including an inactive one. */
export async function projectLink(
  store: Store,
  projectId: string,
  domain: string,
): Promise<Link | null> {
  const row = await store.selectFrom("name_domains").selectAll().where("domain", "=", domain)
    .where("project_id", "=", projectId).executeTakeFirst();
  return row === undefined ? null : linkOf(row);
}

/** Lists all links of a project. */
export async function listLinks(store: Store, projectId: string): Promise<Link[]> {
  const rows = await store.selectFrom("name_domains").selectAll()
    .where("project_id", "=", projectId).orderBy("domain").execute();
  return rows.map(linkOf);
}

/** Ends a link; its names stay stored in case the same project links the domain again. */
export async function endLink(store: Store, id: string): Promise<boolean> {
  const { numUpdatedRows } = await store.updateTable("name_domains").set({ ended_at: Date.now() })
    .where("id", "=", id).where("ended_at", "is", null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function linkOf(row: {
  id: string;
  domain: string;
  project_id: string;
  owner: string | null;
  policy: string;
  ended_at: number | null;
}): Link {
  return {
    id: row.id,
    domain: row.domain,
    projectId: row.project_id,
    owner: row.owner as Address | null,
    policy: namePolicySchema.parse(JSON.parse(row.policy)),
    endedAt: row.ended_at,
  };
}

function wrong(field: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field, detail });
}
