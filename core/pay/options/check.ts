/**
 * Checks the options of payments. They guard money: a misspelled name, or the `null` of a file of
 * JSON, must not switch a limit off.
 *
 * @module
 */
import { checkClient, checkFunctions, checkGrant } from "../../permission/spender/check.ts";
import { parseUrl } from "../../lib/url.ts";
import { address, type At, elements, object, text, wrong } from "../../protocol/schema/check.ts";

type Check = (at: At) => unknown;

/** Most entries of a list. */
const MAX_ENTRIES = 10_000;

/** Checks the members of an object; those that are not known are refused. */
function members(
  checks: Readonly<Record<string, Check>>,
  { value, path }: At,
  prefix: string = `${path}.`,
): void {
  const given = object({ value, path });
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(checks, name)) continue;
    throw wrong(`${prefix}${name}`, `is not known here; ${Object.keys(checks).join(", ")} are`);
  }
  for (const [name, check] of Object.entries(checks)) {
    check({ value: given[name], path: `${prefix}${name}` });
  }
}

/** Lets a value be absent; `null` is not. */
function optional(check: Check): Check {
  return (at) => at.value === undefined || check(at);
}

function list(check: Check): Check {
  return (at) => elements(at, MAX_ENTRIES).forEach((each) => check(each));
}

function oneOf(...words: readonly string[]): Check {
  return ({ value, path }) => {
    if (!words.includes(value as string)) throw wrong(path, `must be one of ${words.join(", ")}`);
  };
}

function callable({ value, path }: At): void {
  if (typeof value !== "function") throw wrong(path, "must be a function");
}

function amount({ value, path }: At): void {
  if (typeof value !== "bigint" || value < 0n) {
    throw wrong(path, "must be a bigint of the token's smallest unit, 0n or more");
  }
}

function milliseconds({ value, path }: At): void {
  if (!(typeof value === "number" && value >= 0)) {
    throw wrong(path, "must be milliseconds, 0 or more");
  }
}

/** With no time between two looks, the timeout would never come. */
function pause(at: At): void {
  milliseconds(at);
  if (at.value === 0) throw wrong(at.path, "must be above 0");
}

/** Checks a host as it stands in URLs: another one would match none. */
function host({ value, path }: At): void {
  const name = typeof value === "string" ? value.toLowerCase() : "";
  const bare = name.replace(/^\*\./, "");
  const url = bare.includes("*") ? null : parseUrl(`https://${bare}`);
  // Of what is below a name, any port is meant.
  const isHost = bare !== "" && (bare === name ? url?.host : url?.hostname) === bare;
  if (!isHost) throw wrong(path, "must be a host such as api.example.com or *.example.com");
}

function limits(at: At): void {
  const seen = new Set<unknown>();
  for (const limit of elements(at, MAX_ENTRIES)) {
    members({
      token: address,
      perRequest: amount,
      perHost: optional(amount),
      perDay: optional(amount),
    }, limit);
    const token = address({ value: object(limit).token, path: limit.path }).toLowerCase();
    // Only the first one would hold.
    if (seen.has(token)) throw wrong(`${limit.path}.token`, "is given twice");
    seen.add(token);
  }
}

function end(at: At): void {
  if (at.value instanceof Date) return;
  if (typeof at.value !== "object") throw wrong(at.path, "must be a Date or { days }");
  members({
    days: ({ value, path }) => {
      if (typeof value !== "number") throw wrong(path, "must be a number of days");
    },
  }, at);
}

const account = "a local account of viem, such as privateKeyToAccount gives";

/**
 * Checks the options of `payingFetch`.
 *
 * @throws {AcctError} `invalid_params` with the option's path as `field`
 */
export function checkPayingOptions(options: unknown): void {
  members(
    {
      granted: checkGrant,
      key: (at) => {
        checkFunctions(at, account, ["signTypedData", "signTransaction"]);
        address({ value: object(at).address, path: `${at.path}.address` });
      },
      client: checkClient,
      limits,
      hosts: optional(list(host)),
      journal: optional((at) => checkFunctions(at, "a journal", ["list", "put", "inTurn"])),
      transfers: optional(list(oneOf("erc7710", "eip3009", "permit2"))),
      protocols: optional(list(oneOf("x402", "mpp"))),
      onPayment: optional(callable),
      fetch: optional(callable),
      now: optional(callable),
      timeout: optional(milliseconds),
      interval: optional(pause),
    },
    { value: options, path: "options" },
    "",
  );
}

/** Checks the maximum of one request. */
export function checkMaxAmount(value: unknown): void {
  optional(amount)({ value, path: "maxAmount" });
}

/** Checks a transfer without a server. */
export function checkDirectPayment(payment: unknown): void {
  const signal: Check = () => {};
  const id: Check = (at) => text(at);
  members(
    { token: address, to: address, amount, id, signal },
    { value: payment, path: "payment" },
    "",
  );
}

/** Checks the options of `agentBudget`, but for the words to the user. */
export function checkBudgetOptions(options: unknown): void {
  const words: Check = () => {};
  members(
    {
      spender: address,
      name: words,
      purpose: words,
      token: address,
      perDay: amount,
      inAll: optional(amount),
      perRequest: optional(amount),
      perHost: optional(amount),
      end,
      hosts: optional(list(host)),
    },
    { value: options, path: "options" },
    "",
  );
}
