/**
 * Checks the options of payments. The options limit spending: a misspelled name, or a `null` from a
 * JSON file, must not disable a limit.
 *
 * @module
 */
import { fromGrant, type WalletGrantPermissionsResponse } from "@sdk/core/permission";
import {
  address,
  type At,
  callable,
  type Check,
  elements,
  list,
  members,
  methods,
  object,
  oneOf,
  optional,
  text,
  wrong,
} from "./fields.ts";

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

/** Without a pause between two polls, the timeout would never be reached. */
function pause(at: At): void {
  milliseconds(at);
  if (at.value === 0) throw wrong(at.path, "must be above 0");
}

/** Parses a host as part of a URL. `URL.parse` is not available in all supported browsers. */
function parseHost(host: string): URL | null {
  try {
    return new URL(`https://${host}`);
  } catch {
    return null;
  }
}

/** Checks that a host has the form of a URL's host, because another form would never match. */
function host({ value, path }: At): void {
  const name = typeof value === "string" ? value.toLowerCase() : "";
  const bare = name.replace(/^\*\./, "");
  const url = bare.includes("*") ? null : parseHost(bare);
  // An entry for subdomains matches any port.
  const isHost = bare !== "" && (bare === name ? url?.host : url?.hostname) === bare;
  if (!isHost) throw wrong(path, "must be a host such as api.example.com or *.example.com");
}

function limits(at: At): void {
  const seen = new Set<unknown>();
  for (const limit of elements(at)) {
    members({
      token: address,
      perRequest: amount,
      perHost: optional(amount),
      perDay: optional(amount),
    }, limit);
    const token = address({ value: object(limit).token, path: limit.path }).toLowerCase();
    // Only the first one would apply.
    if (seen.has(token)) throw wrong(`${limit.path}.token`, "is duplicate");
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
      granted: ({ value }) => fromGrant(value as WalletGrantPermissionsResponse),
      key: (at) => {
        methods(at, account, ["signTypedData", "signTransaction"]);
        address({ value: object(at).address, path: `${at.path}.address` });
      },
      client: (at) => methods(at, "a client of viem", ["request"]),
      limits,
      hosts: optional(list(host)),
      journal: optional((at) => methods(at, "a journal", ["list", "put", "inTurn"])),
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

/** Checks the options of `agentBudget`, except for the texts for the user. */
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
