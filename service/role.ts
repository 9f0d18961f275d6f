/** What a process of the service does: all of it, or a part beside other processes. @module */

/**
 * - `api`: JSON-RPC, sponsor and change streams;
 * - `indexer`: follows the operations on the chains;
 * - `gateway`: answers for names (ENS, ERC-3668);
 * - `all`: everything.
 */
export type Role = "api" | "indexer" | "gateway" | "all";

/** The roles. */
export const roles: readonly Role[] = ["api", "indexer", "gateway", "all"];

/** What a role does. Health and readiness are answered by every one. */
export interface Duties {
  /** Whether it answers `/v1/…` and the configuration. */
  readonly api: boolean;
  /** Whether it follows operations and tidies up. */
  readonly indexer: boolean;
  /** Whether it answers for names. */
  readonly gateway: boolean;
}

/** The duties of a role. */
export function dutiesOf(role: Role): Duties {
  const does = (one: Role) => role === "all" || role === one;
  return { api: does("api"), indexer: does("indexer"), gateway: does("gateway") };
}

/**
 * Reads a role.
 *
 * @throws {Error} naming the roles
 */
export function readRole(text: string): Role {
  const role = roles.find((each) => each === text);
  if (role === undefined) throw new Error(`--role is one of: ${roles.join(", ")}.`);
  return role;
}
