/**
 * Defines the roles of a process: all duties, or some of them alongside other processes.
 *
 * @module
 */

/**
 * - `api`: JSON-RPC, sponsor and change streams;
 * - `indexer`: follows the operations on the chains;
 * - `gateway`: answers for names (ENS, ERC-3668);
 * - `all`: everything.
 */
export type Role = "api" | "indexer" | "gateway" | "all";

/** List of all roles. */
export const roles: readonly Role[] = ["api", "indexer", "gateway", "all"];

/** Duties of a role. Every role answers health and readiness checks. */
export interface Duties {
  /** Serves `/v1/…` and the configuration. */
  readonly api: boolean;
  /** Follows operations and removes expired rows. */
  readonly indexer: boolean;
  /** Serves the gateway for names. */
  readonly gateway: boolean;
}

/** Returns the duties of a role. */
export function dutiesFor(role: Role): Duties {
  const does = (one: Role) => role === "all" || role === one;
  return { api: does("api"), indexer: does("indexer"), gateway: does("gateway") };
}

/**
 * Parses a role.
 *
 * @throws {Error} listing the roles
 */
export function readRole(text: string): Role {
  const role = roles.find((each) => each === text);
  if (role === undefined) throw new Error(`--role is one of: ${roles.join(", ")}.`);
  return role;
}
