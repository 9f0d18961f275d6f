/**
 * Reads ERC-7715 requests (draft of 2026, with `from`, `to` and `rules`): one periodic allowance with
 * an expiry. Requests that do not map without loss are refused: streams, a start time, periods that
 * are not whole minutes.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7715
 * @module
 */
import { NATIVE } from "../chain/native.ts";
import type { Address } from "../lib/hex.ts";
import {
  address,
  type At,
  chainId,
  elements,
  isPresent,
  member,
  quantity,
  text,
  wrong,
} from "../protocol/check.ts";
import { AcctError } from "../protocol/errors.ts";
import { MAX_MULTIPLIER } from "../protocol/limits.ts";
import { type GrantRequest, readGrant } from "./request.ts";

/** Permission types that map exactly to a spend permission. */
export const executionTypes = ["erc20-token-periodic", "native-token-periodic"] as const;

/** Periods in seconds, the longest first. */
const periods = [["week", 604_800], ["day", 86_400], ["hour", 3600], ["minute", 60]] as const;

/** A validated request. */
export interface ExecutionParams {
  /** Chain of the permission. */
  readonly chainId: number;
  /** Requested account, if any. */
  readonly from?: Address;
  /** The permission. */
  readonly grant: GrantRequest;
  /** As requested, to be returned in the response. */
  readonly permission: unknown;
  /** As requested, to be returned in the response. */
  readonly rules: unknown;
}

/** Reads one request. */
export function readExecutionRequest(at: At): ExecutionParams {
  const from = member(at, "from");
  return {
    chainId: chainId(member(at, "chainId")),
    ...(isPresent(from) && { from: address(from) }),
    grant: readGrantOf(at),
    permission: member(at, "permission").value,
    rules: member(at, "rules").value,
  };
}

function readGrantOf(at: At): GrantRequest {
  const permission = member(at, "permission");
  const type = text(member(permission, "type"), 64);
  if (!executionTypes.some((known) => known === type)) {
    throw new AcctError("capability_unsupported", {
      field: `${permission.path}.type`,
      detail: `(${type})`,
    });
  }
  const data = member(permission, "data");
  const start = member(data, "startTime");
  if (isPresent(start)) throw wrong(start.path, "must be omitted");
  const { unit, multiplier } = readPeriod(member(data, "periodDuration"));
  const value = {
    spender: member(at, "to").value,
    expiry: readExpiry(member(at, "rules")),
    permissions: {
      spends: [{
        token: type === "native-token-periodic" ? NATIVE : address(member(data, "tokenAddress")),
        allowance: BigInt(quantity(member(data, "periodAmount"))).toString(),
        unit,
        multiplier,
      }],
    },
  };
  return readGrant({ value, path: at.path });
}

function readExpiry(rules: At): number {
  const found = isPresent(rules) ? elements(rules, 16) : [];
  const [rule] = found;
  if (rule === undefined || found.length !== 1 || member(rule, "type").value !== "expiry") {
    throw wrong(rules.path, "must be one rule of type expiry");
  }
  const timestamp = member(member(rule, "data"), "timestamp");
  if (typeof timestamp.value !== "number") throw wrong(timestamp.path, "must be Unix seconds");
  return timestamp.value;
}

function readPeriod({ value, path }: At): { unit: string; multiplier: number } {
  for (const [unit, seconds] of periods) {
    const multiplier = Number(value) / seconds;
    const fits = Number.isInteger(multiplier) && multiplier >= 1 && multiplier <= MAX_MULTIPLIER;
    if (typeof value === "number" && fits) return { unit, multiplier };
  }
  throw wrong(
    path,
    `must be 1 to ${MAX_MULTIPLIER} whole minutes, hours, days or weeks, in seconds`,
  );
}
