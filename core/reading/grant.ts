/** Reads the amounts that a permission's spender can take, and its dangers. @module */
import { type Address, getAddress, isAddressEqual } from "viem";
import { NATIVE } from "../chain/native.ts";
import type { Warning } from "../dialog/common.ts";
import type { ReadingView, TransferView } from "../dialog/reading.ts";
import { MAX_TIMESTAMP } from "../ground/limits.ts";
import { periodAt, units } from "../permission/limits/period.ts";
import { forAccount } from "../permission/sound/soundness.ts";
import type { Permission } from "../permission/permission.ts";
import type { TokenJson } from "../wire/values.ts";
import { type Balances, LONG_S, takesAll } from "./dangers.ts";
import { knownFunction } from "./effects/mod.ts";
import { tokenView } from "./tokens.ts";

/** Selector of a call without data. */
const PLAIN_PAYMENT = "0xe0e0e0e0";

/** Duration that counts as endless, in seconds: fifty years. */
const ENDLESS_S = 50 * LONG_S;

/** Maximum periods that are counted one by one; more are estimated from the first ones. */
const MAX_PERIODS = 5_000;

/** Maximum number of tokens that a warning names. */
const MAX_NAMED = 3;

/** Lists the tokens of a permission whose addresses have no token with a name. */
export function missingTokens(
  { spends }: Pick<Permission, "spends">,
  tokens: readonly TokenJson[],
): Warning[] {
  const spent = new Set(spends.map(({ token }) => getAddress(token)));
  return tokens.map(tokenView).flatMap(({ address, unnamed }): Warning[] =>
    unnamed === true && address !== null && spent.has(getAddress(address))
      ? [{ code: "no_token", level: "danger", detail: getAddress(address) }]
      : []
  );
}

/** Reads the maximum amounts that a permission's spender can take until it expires. */
export function readGrant({ spends, spender, start, end }: Permission): ReadingView {
  const most = new Map<string, bigint>();
  for (const { token, allowance, unit, multiplier } of spends) {
    const amount = allowance * BigInt(periodsOf(start, end, unit, multiplier));
    const before = most.get(token.toLowerCase());
    // Several allowances of one token apply together.
    if (before === undefined || amount < before) most.set(token.toLowerCase(), amount);
  }
  return {
    gives: spends.map(({ token }): TransferView => {
      const isNative = isAddressEqual(token, NATIVE);
      return {
        kind: isNative ? "native" : "token",
        address: isNative ? null : token,
        amount: most.get(token.toLowerCase())!,
        to: spender,
      };
    }),
    gets: null,
    allows: [],
    named: [spender],
    unread: 0,
    until: BigInt(end),
  };
}

/**
 * Lists the warnings of a permission; `isKnown` is true if the spender had a permission on this
 * device before. If the term starts later, it is measured from `now` (Unix seconds), because users
 * can forget a permission that is not active yet.
 */
export function grantWarnings(
  { spender, spends, calls, watched, start, end }: Permission,
  balances: Balances = new Map(),
  isKnown = false,
  now = start,
): Warning[] {
  const warnings: Warning[] = [];
  const wide = spends.filter(({ token, allowance }) =>
    takesAll({ address: token, amount: allowance }, new Map())
  );
  const whole = spends.filter(({ token, allowance }) =>
    takesAll({ address: token, amount: allowance }, balances)
  );
  for (const { token } of whole) {
    const level = wide.some((each) => isAddressEqual(each.token, token)) ? "danger" : "warning";
    warnings.push({ code: "unlimited_grant", level, detail: getAddress(token) });
  }
  for (const { target, selector } of calls) {
    const metered = spends.some(({ token }) => isAddressEqual(token, target));
    if (isRisky(selector) && !(metered && isMetered(selector))) {
      warnings.push({ code: "risky_grant", level: "danger", detail: getAddress(target) });
    } else if (
      !metered && !isReadable(selector, watched.some((each) => isAddressEqual(each, target)))
    ) {
      warnings.push({ code: "unread_grant", level: "warning", detail: getAddress(target) });
    }
  }
  const term = end - Math.min(start, now);
  if (term > ENDLESS_S) warnings.push({ code: "endless_grant", level: "danger" });
  else if (term > LONG_S) warnings.push({ code: "long_grant", level: "warning" });
  if (!isKnown) {
    warnings.push({ code: "new_spender", level: "warning", detail: getAddress(spender) });
  }
  const seen = new Set<string>();
  return warnings.filter(({ code, detail }) => {
    const key = `${code} ${detail}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Warns of tokens that a called contract may take without being limited by the permission. */
export function unwatchedWarnings(
  { unwatched, more }: {
    /** Tokens that are not watched. */
    readonly unwatched: readonly Address[];
    /** True if there are more than the listed ones. */
    readonly more: boolean;
  },
): Warning[] {
  const named = unwatched.map((token) => getAddress(token));
  if (named.length === 0 && !more) return [];
  return [{
    code: "unwatched_tokens",
    level: "danger",
    ...(named.length > 0 && { detail: named.slice(0, MAX_NAMED).join(", ") }),
  }];
}

/**
 * Checks whether the wallet supports the function, or the contract lets it pay only the account.
 */
function isReadable(selector: string, isToken: boolean): boolean {
  return selector === PLAIN_PAYMENT || knownFunction(selector) !== undefined ||
    isToken && forAccount.has(selector);
}

/** Checks whether a function moves assets, or lets others move them. */
function isRisky(selector: string): boolean {
  const known = knownFunction(selector);
  return known !== undefined && !/^decreaseAllowance/.test(known.signature);
}

/** Returns whether the contract counts the function's amounts, if its token has an allowance. */
function isMetered(selector: string): boolean {
  const signature = knownFunction(selector)?.signature ?? "";
  return /^(?:transfer|transferFrom|approve|increaseAllowance)\(address,(?:address,)?uint256\)$/
    .test(signature);
}

/** Counts the periods in which an allowance can be spent. */
function periodsOf(start: number, end: number, unit: number, multiplier: number): number {
  const name = units[unit];
  if (name === undefined || name === "forever") return 1;
  const last = Math.min(end, MAX_TIMESTAMP);
  const first = periodAt(start, name, multiplier, start);
  const length = first.to - first.from;
  const estimate = Math.floor((last - start) / length) + 1;
  if (estimate > MAX_PERIODS) return Math.ceil(estimate * 1.04);
  let count = 0;
  for (let time = start; time <= last; count++) {
    time = periodAt(start, name, multiplier, time).to;
  }
  return count;
}

/** Returns the wallet's own description of a known selector. */
export function knownSignature(selector: string): string | undefined {
  return knownFunction(selector)?.signature;
}

/** Lists the tokens whose balances are compared with a permission. */
export function tokensOfGrant({ spends }: Permission): Address[] {
  return spends.flatMap(({ token }) => isAddressEqual(token, NATIVE) ? [] : [getAddress(token)]);
}
