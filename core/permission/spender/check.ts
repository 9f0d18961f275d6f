/** Checks the arguments of a spender: the granted permission, and its use. @module */
import { maxUint256 } from "viem";
import type { Address } from "../../lib/hex.ts";
import {
  MAX_AMOUNT_LENGTH,
  MAX_MULTIPLIER,
  MAX_RULE_WORD,
  MAX_TIMESTAMP,
} from "../../ground/limits.ts";
import { type At, bytes as anyBytes, text, wrong } from "../../schema/check.ts";
import {
  address,
  chainId,
  custom,
  exact,
  fixedBytes,
  hash,
  list,
  object,
  oneOf,
  optional,
  whole,
} from "../../schema/schema.ts";
import { isMilliseconds } from "../limits/milliseconds.ts";
import { units } from "../limits/period.ts";
import { ruleKinds } from "../limits/rules.ts";

/** Maximum number of entries in a list. */
const MAX_ENTRIES = 10_000;

/** Checks an object's functions; `kind` names the expected type. */
function checkFunctions(at: At, kind: string, names: readonly string[]): void {
  const { value, path } = at;
  if ((typeof value !== "object" && typeof value !== "function") || value === null) {
    throw wrong(path, `must be ${kind}`);
  }
  for (const name of names) {
    const { [name]: inner } = value as Readonly<Record<string, unknown>>;
    if (typeof inner !== "function") throw wrong(`${path}.${name}`, "must be a function");
  }
}

/** Checks a client of viem. */
export function checkClient(at: At): void {
  checkFunctions(at, "a client of viem", ["request"]);
}

const bytes = custom("bytes", anyBytes);

const decimal = custom("decimal", (at) => {
  if (!/^\d+$/.test(text(at, MAX_AMOUNT_LENGTH))) throw wrong(at.path, "must be a decimal string");
});

/** A word of a contract. The check exists because viem's own error would not name the field. */
const uint256 = custom("uint256", ({ value, path }) => {
  if (typeof value === "bigint" && value >= 0n && value <= maxUint256) return value;
  throw wrong(path, "must be a bigint from 0n to 2^256 - 1");
});

const rule = object({
  word: whole(0, MAX_RULE_WORD),
  kind: oneOf(...ruleKinds),
  values: optional(list(fixedBytes(32), MAX_ENTRIES)),
});

const call = object({
  target: address,
  selector: fixedBytes(4),
  rules: optional(list(rule, MAX_ENTRIES)),
});

const spend = object({
  token: address,
  allowance: decimal,
  unit: oneOf(...units),
  multiplier: optional(whole(1, MAX_MULTIPLIER)),
});

const grant = object({
  account: address,
  spender: address,
  start: whole(0, MAX_TIMESTAMP),
  end: whole(0, MAX_TIMESTAMP),
  salt: fixedBytes(32),
  calls: list(call, MAX_ENTRIES),
  spends: list(spend, MAX_ENTRIES),
  watched: list(address, MAX_ENTRIES),
  chainId,
  permissionId: hash,
  signature: optional(bytes),
});

/**
 * Checks that a grant has the form of the wallet's result.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function checkGrant(at: At): void {
  grant.read(at);
}

const uses = list(object({ to: address, value: uint256, data: bytes }), MAX_ENTRIES);

/** Checks the calls of a use. */
export function checkCalls(calls: unknown): void {
  uses.read({ value: calls, path: "calls" });
}

/** Checks a nonce of redemptions. */
export function checkNonce(value: unknown): void {
  uint256.read({ value, path: "nonce" });
}

const submitters = list(address, MAX_ENTRIES);

// With a misspelled name, or `null`, anyone could submit it.
const terms = exact({
  validUntil: whole(1, MAX_TIMESTAMP),
  redeemers: custom("redeemers", (at) => at.value === undefined ? undefined : submitters.read(at)),
  nonce: optional(uint256),
});

/**
 * Checks the terms of a signature before it is created, because only a transaction can invalidate
 * it.
 *
 * @param now Unix milliseconds
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function checkTerms(value: unknown, now: number): void {
  const { validUntil, redeemers } = terms.read({ value, path: "terms" });
  if (isMilliseconds(validUntil)) throw wrong("terms.validUntil", "must be in seconds");
  if (validUntil * 1000 < now) throw wrong("terms.validUntil", "is over");
  // A filter without a result would also be empty.
  if (redeemers?.length === 0) {
    throw wrong("terms.redeemers", "must name one, or be omitted for anyone");
  }
}

/** Checks a key. If it has an address, it must be the spender's. */
export function checkSigner(value: unknown, spender: Address): void {
  checkFunctions({ value, path: "signer" }, "a key that signs typed data", ["signTypedData"]);
  const { address: own } = value as { readonly address?: unknown };
  if (own === undefined || String(own).toLowerCase() === spender.toLowerCase()) return;
  throw wrong("granted.spender", "is not this key's address");
}
