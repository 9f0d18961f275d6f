/** Stores the site that requested a permission, at the wallet host. @module */
import { type Address, type Hex, isAddress, isHex } from "viem";
import { type AgentTerms, readAgentTerms } from "../../permission/agent/terms.ts";
import { storedList } from "./stored_list.ts";
import type { Storage } from "../../lib/storage.ts";

/** A permission and the site that requested it. */
export interface Grant {
  /** Id of the permission. */
  readonly id: Hex;
  /** Account that granted it. */
  readonly account?: Address;
  /** Address that may use it. */
  readonly spender: Address;
  /** Origin, as reported by the browser; `null` for a link. */
  readonly origin: string | null;
  /** The app's description of the agent that has it. */
  readonly agent?: AgentTerms;
  /** Unix seconds. */
  readonly at: number;
}

/** Store of the grants. */
export interface GrantBook {
  /** Lists all grants, newest first. */
  list(): readonly Grant[];
  /** Adds a grant. */
  put(grant: Grant): void;
  /** Lists the grants of an account. */
  of(account: Address): readonly Grant[];
  /** Replaces the grants of an account. */
  replace(account: Address, grants: readonly Grant[]): void;
}

/** Returns the site that requested a permission without its scheme, or the agent that has it. */
export function holderOf({ list }: Pick<GrantBook, "list">, id: Hex): string | undefined {
  const grant = list().find((each) => each.id.toLowerCase() === id.toLowerCase());
  // A name from a link is quoted, because the link's author chose it.
  return grant?.origin?.replace(/^https?:\/\//, "") ?? (grant?.agent && `“${grant.agent.name}”`);
}

const MAX_GRANTS = 300;

/** Opens the grants in a storage. */
export function grantBook(storage: Storage, key = "acct.grants.1"): GrantBook {
  const list = storedList(storage, key, readGrants);
  const write = (grants: readonly Grant[]) =>
    void storage.set(key, JSON.stringify(grants.slice(0, MAX_GRANTS)));
  const isOf = (grant: Grant, account: Address) =>
    grant.account?.toLowerCase() === account.toLowerCase();
  return {
    list,
    put: (grant) => write([withAgent(grant), ...list().filter(({ id }) => id !== grant.id)]),
    of: (account) => list().filter((grant) => isOf(grant, account)),
    replace(account, grants) {
      const ids = new Set(grants.map(({ id }) => id));
      write([...grants, ...list().filter((grant) => !isOf(grant, account) && !ids.has(grant.id))]);
    },
  };
}

/** Returns the valid grants among stored entries. */
export function readGrants(entries: readonly unknown[]): readonly Grant[] {
  return entries.filter(isGrant).map(withAgent);
}

function isGrant(value: unknown): value is Grant {
  const grant = value as Grant | null;
  return typeof grant === "object" && grant !== null && isHex(grant.id) &&
    isAddress(grant.spender) && Number.isFinite(grant.at) &&
    (grant.account === undefined || isAddress(grant.account)) &&
    (grant.origin === null ||
      (typeof grant.origin === "string" && /^https?:\/\/[^/\s]+$/.test(grant.origin)));
}

/**
 * Validates an agent again with the rules of a request, because stored data may have been edited.
 */
function withAgent(grant: Grant): Grant {
  const { agent, ...rest } = grant;
  if (agent === undefined) return rest;
  try {
    return { ...rest, agent: readAgentTerms(agent, "agent") };
  } catch {
    return rest;
  }
}
