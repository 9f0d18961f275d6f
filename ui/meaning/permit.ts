/** Recognises typed data that lets others spend: ERC-2612, DAI and Permit2. @module */
import { type Address, isUnlimited } from "@sdk/core/dialog";

/** What a permit allows. */
export interface Permit {
  /** Who may spend. */
  readonly spender: Address | null;
  /** The amounts, one per token. */
  readonly grants: readonly PermitGrant[];
  /** Unix seconds until which it can be used, or `null` if it does not say. */
  readonly until: bigint | null;
}

/** One token of a permit. */
export interface PermitGrant {
  /** The token, or `null` if it does not say. */
  readonly token: Address | null;
  /** The most that may be spent, in the smallest unit; `null` for everything. */
  readonly amount: bigint | null;
}

/** Reads a permit, or `null` if the data is none. Nothing is guessed: a field that is odd is left. */
export function readPermit(
  primaryType: string,
  domain: Readonly<Record<string, unknown>>,
  message: Readonly<Record<string, unknown>>,
): Permit | null {
  const spender = addressOf(message.spender);
  switch (primaryType) {
    case "Permit":
      return {
        spender,
        grants: [{
          token: addressOf(domain.verifyingContract),
          // DAI's permit is for everything or for nothing.
          amount: "allowed" in message
            ? isFalse(message.allowed) ? 0n : null
            : bounded(message.value),
        }],
        until: numberOf(message.deadline ?? message.expiry),
      };
    case "PermitSingle":
    case "PermitBatch":
      return {
        spender,
        grants: listOf(message.details).map(grantOf),
        until: latest(listOf(message.details).map(({ expiration }) => numberOf(expiration))),
      };
    case "PermitTransferFrom":
    case "PermitBatchTransferFrom":
    case "PermitWitnessTransferFrom":
    case "PermitBatchWitnessTransferFrom":
      return {
        spender,
        grants: listOf(message.permitted).map(grantOf),
        until: numberOf(message.deadline),
      };
    default:
      return null;
  }
}

/** One token of Permit2. */
function grantOf(details: Readonly<Record<string, unknown>>): PermitGrant {
  return { token: addressOf(details.token), amount: bounded(details.amount) };
}

/** An amount, or `null` where it has no practical bound or cannot be read: the graver of both. */
function bounded(value: unknown): bigint | null {
  const amount = numberOf(value);
  return amount === null || isUnlimited(amount) ? null : amount;
}

/** A whole number in any form that typed data may have. */
function numberOf(value: unknown): bigint | null {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "bigint") {
    return null;
  }
  if (value === "" || (typeof value === "string" && value.length > 100)) return null;
  try {
    return BigInt(value);
  } catch {
    return null;
  }
}

/** An address, or `null`. */
function addressOf(value: unknown): Address | null {
  return typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value) ? value as Address : null;
}

/** One object or several. */
function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((entry): entry is Record<string, unknown> =>
    typeof entry === "object" && entry !== null
  );
}

/** The last of several moments; `null` if one of them does not say. */
function latest(moments: readonly (bigint | null)[]): bigint | null {
  return moments.reduce<bigint | null>(
    (last, next) => last === null || next === null ? null : next > last ? next : last,
    moments.length === 0 ? null : 0n,
  );
}

/** Whether a flag is off, in any form. */
function isFalse(value: unknown): boolean {
  return value === false || value === "false" || numberOf(value) === 0n;
}
