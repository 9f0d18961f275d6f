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
import { type At, isPresent, member, text, wrong } from "../protocol/schema/check.ts";
import { AcctError } from "../protocol/errors.ts";
import { ALLOWANCE_BITS, MAX_MULTIPLIER } from "../protocol/limits.ts";
import {
  address,
  chainId,
  custom,
  list,
  object,
  oneOf,
  optional,
  quantity,
  whole,
} from "../protocol/schema/schema.ts";
import { executionTypes } from "./execution_types.ts";
import { type GrantRequest, readGrant } from "./request.ts";

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

const period = custom("period", ({ value, path }) => {
  for (const [unit, seconds] of periods) {
    const multiplier = typeof value === "number" ? value / seconds : 0;
    const fits = Number.isInteger(multiplier) && multiplier >= 1 && multiplier <= MAX_MULTIPLIER;
    if (fits) return { unit, multiplier };
  }
  throw wrong(path, "must be 1 to 255 whole minutes, hours, days or weeks, in seconds");
});

const request = object({
  chainId,
  from: optional(address),
  to: address,
  permission: object({
    type: custom("type", (at) => {
      const name = text(at);
      const type = executionTypes.find((known) => known === name);
      if (type !== undefined) return type;
      throw new AcctError("capability_unsupported", { field: at.path, detail: `(${name})` });
    }),
    data: object({
      startTime: custom("none", (at) => {
        if (isPresent(at)) throw wrong(at.path, "must be left out");
      }),
      tokenAddress: optional(address),
      periodAmount: quantity(ALLOWANCE_BITS),
      periodDuration: period,
    }),
  }),
  rules: list(
    object({ type: oneOf("expiry"), data: object({ timestamp: whole() }) }),
    1,
    { min: 1 },
  ),
});

/** Reads one request. */
export function readExecutionRequest(at: At): ExecutionParams {
  const { chainId, from, to, permission: { type, data }, rules } = request.read(at);
  const asked = at.value as Pick<ExecutionParams, "permission" | "rules">;
  const value = {
    spender: to,
    expiry: rules[0]!.data.timestamp,
    permissions: {
      spends: [{
        token: type === "native-token-periodic"
          ? NATIVE
          : data.tokenAddress ?? address.read(member(at, "permission.data.tokenAddress")),
        allowance: BigInt(data.periodAmount).toString(),
        ...data.periodDuration,
      }],
    },
  };
  return {
    chainId,
    ...(from && { from }),
    grant: readGrant({ value, path: at.path }),
    permission: asked.permission,
    rules: asked.rules,
  };
}
