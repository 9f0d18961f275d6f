/** Builds the permission of an agent: an amount per day and in all, until a date. @module */
import { type AgentTerms, readAgentTerms } from "../permission/agent/terms.ts";
import type { SpendPermissionDetail } from "../permission/details.ts";
import type { Address } from "../lib/hex.ts";
import { isMilliseconds } from "../permission/spender/milliseconds.ts";
import { ALLOWANCE_BITS } from "../protocol/limits.ts";
import { checkBudgetOptions } from "./options/check.ts";
import type { PaymentLimits } from "./limits.ts";

/** Terms of a budget. */
export interface AgentBudgetOptions {
  /** Address of the agent's key. */
  readonly spender: Address;
  /** Name of the agent, for the user: up to 48 characters. */
  readonly name: string;
  /** Purpose, for the user: up to 120 characters. */
  readonly purpose?: string;
  /** Token contract. */
  readonly token: Address;
  /** Maximum per day, in the token's smallest unit. */
  readonly perDay: bigint;
  /** Maximum over the whole life; unlimited if absent, but for the days until the end. */
  readonly inAll?: bigint;
  /** Maximum of one payment, kept by the client. Default: that of a day. */
  readonly perRequest?: bigint;
  /** Maximum per host in a day, kept by the client. */
  readonly perHost?: bigint;
  /** End: a date, or days from now. */
  readonly end: Date | { readonly days: number };
  /** Hosts that may be paid, kept by the client; any if absent. */
  readonly hosts?: readonly string[];
}

/** A budget: what to ask the user for, and what the agent keeps besides. */
export interface AgentBudget {
  /** Params of `wallet_grantPermissions`. */
  readonly request: {
    /** Address of the agent's key. */
    readonly spender: Address;
    /** Last valid second (Unix). */
    readonly expiry: number;
    /** An amount per day and in all; plain transfers of the token only. */
    readonly permissions: { readonly spends: readonly SpendPermissionDetail[] };
    /** Name, purpose and hosts, which the dialog shows as the app's words. */
    readonly agent: AgentTerms;
  };
  /** Limits for `payingFetch`. */
  readonly limits: readonly PaymentLimits[];
  /** Hosts for `payingFetch`. */
  readonly hosts?: readonly string[];
  /** Name of the agent. */
  readonly name: string;
}

const DAY_MS = 86_400_000;

/**
 * Builds a budget. The chain keeps the amounts and the end; hosts and the maximum of one payment are
 * kept by the agent's own program, and do not bind a stolen key.
 *
 * @throws {AcctError} `invalid_params` with the name of an option that is wrong or not known
 * @throws {RangeError} if an amount or the end makes no sense
 */
export function agentBudget(
  options: AgentBudgetOptions,
  now: number = Date.now(),
): AgentBudget {
  checkBudgetOptions(options);
  // The wallet reads them the same way; it cuts what is longer than it shows.
  readAgentTerms(options, "");
  const { spender, name, purpose, token, perDay, inAll, perHost, hosts, end } = options;
  const { perRequest = perDay } = options;
  for (const [field, amount] of Object.entries({ perDay, inAll, perHost, perRequest })) {
    if (amount === undefined) continue;
    if (amount <= 0n) throw new RangeError(`${field} must be above zero.`);
    if (amount >> BigInt(ALLOWANCE_BITS) !== 0n) {
      throw new RangeError(`${field} must be below 2^160.`);
    }
  }
  if (inAll !== undefined && inAll < perDay) throw new RangeError("inAll must be at least perDay.");
  if (perRequest > perDay) throw new RangeError("perRequest must be at most perDay.");
  const time = end instanceof Date ? end.getTime() : now + end.days * DAY_MS;
  if (!(time > now)) throw new RangeError("The end must be in the future.");
  // The wallet takes later ones for milliseconds.
  if (isMilliseconds(time / 1000)) throw new RangeError("The end is too far in the future.");
  const spend = {
    token,
    allowance: String(perDay),
    unit: "day" as const,
    multiplier: 1,
    ...(inAll !== undefined && { cap: String(inAll) }),
  };
  return {
    name,
    request: {
      spender,
      expiry: Math.floor(time / 1000),
      permissions: { spends: [spend] },
      agent: {
        name,
        ...(purpose !== undefined && { purpose }),
        ...(hosts !== undefined && { hosts }),
      },
    },
    limits: [{ token, perRequest, perDay, ...(perHost !== undefined && { perHost }) }],
    ...(hosts !== undefined && { hosts }),
  };
}
