/** Builds the permission of an agent: an amount per day and in total, until a date. @module */
import {
  type Address,
  type AgentTerms,
  readAgentTerms,
  type SpendPermissionDetail,
} from "@sdk/core/permission";
import { checkBudgetOptions } from "../options/check.ts";
import type { PaymentLimits } from "../record/limits.ts";

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
  /** Maximum over the whole lifetime. Default: limited only by the days until the end. */
  readonly inAll?: bigint;
  /** Maximum of one payment, enforced by the client. Default: the maximum per day. */
  readonly perRequest?: bigint;
  /** Maximum per host in a day, enforced by the client. */
  readonly perHost?: bigint;
  /** End: a date, or days from now. */
  readonly end: Date | { readonly days: number };
  /** Hosts that may be paid, enforced by the client. Default: any. */
  readonly hosts?: readonly string[];
}

/** A budget: the request to the user, and the agent's own limits. */
export interface AgentBudget {
  /** Params of `wallet_grantPermissions`. */
  readonly request: {
    /** Address of the agent's key. */
    readonly spender: Address;
    /** Last valid second (Unix). */
    readonly expiry: number;
    /** An amount per day and in total; only plain transfers of the token. */
    readonly permissions: { readonly spends: readonly SpendPermissionDetail[] };
    /** Name, purpose and hosts, which the dialog shows as claims of the app. */
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
/** Size of an allowance in the permission contract, in bits: `uint160`. */
const ALLOWANCE_BITS = 160n;
/** First expiry that the wallet rejects as milliseconds, in Unix seconds: the year 33658. */
const MAX_END = 1e12;

/**
 * Builds a budget. The chain enforces the amounts and the expiry. The agent's own program enforces
 * the hosts and the maximum of one payment, so these do not limit a stolen key.
 *
 * @throws {AcctError} `invalid_params` with the name of an invalid or unknown option
 * @throws {RangeError} if an amount or the expiry is invalid
 */
export function agentBudget(
  options: AgentBudgetOptions,
  now: number = Date.now(),
): AgentBudget {
  checkBudgetOptions(options);
  // The wallet validates them in the same way, and truncates texts beyond the displayed length.
  readAgentTerms(options, "");
  const { spender, name, purpose, token, perDay, inAll, perHost, hosts, end } = options;
  const { perRequest = perDay } = options;
  for (const [field, amount] of Object.entries({ perDay, inAll, perHost, perRequest })) {
    if (amount === undefined) continue;
    if (amount <= 0n) throw new RangeError(`${field} must be above zero.`);
    if (amount >> ALLOWANCE_BITS !== 0n) {
      throw new RangeError(`${field} must be below 2^160.`);
    }
  }
  if (inAll !== undefined && inAll < perDay) throw new RangeError("inAll must be at least perDay.");
  if (perRequest > perDay) throw new RangeError("perRequest must be at most perDay.");
  const time = end instanceof Date ? end.getTime() : now + end.days * DAY_MS;
  if (!(time > now)) throw new RangeError("The end must be in the future.");
  if (time / 1000 >= MAX_END) throw new RangeError("The end is too far in the future.");
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
