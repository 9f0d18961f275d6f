/** Recognises typed data that lets others spend: ERC-2612, DAI and Permit2. @module */
import { type Address, isUnlimited } from "@sdk/core/dialog";

/** Allowance that a permit grants. */
export interface Permit {
  /** Spender, or `null` if the data has none. */
  readonly spender: Address | null;
  /** Amounts, one per token. */
  readonly grants: readonly PermitGrant[];
  /** Unix seconds until which it can be used, or `null` if the data does not tell. */
  readonly until: bigint | null;
}

/** Allowance of one token. */
export interface PermitGrant {
  /** Token, or `null` if the data has none. */
  readonly token: Address | null;
  /** Maximum amount in the smallest unit; `null` for unlimited. */
  readonly amount: bigint | null;
}

/** Reads a permit, or returns `null` for other data. A field with an unexpected value is `null`. */
export function readPermit(
  primaryType: string,
  domain: Readonly<Record<string, unknown>>,
  message: Readonly<Record<string, unknown>>,
): Permit | null {
  const spender = parseAddress(message.spender);
  switch (primaryType) {
    case "Permit":
      return {
        spender,
        grants: [{
          token: parseAddress(domain.verifyingContract),
          // DAI's permit allows everything or nothing.
          amount: "allowed" in message
            ? isFalse(message.allowed) ? 0n : null
            : readAmount(message.value),
        }],
        until: parseNumber(message.deadline ?? message.expiry),
      };
    case "PermitSingle":
    case "PermitBatch":
      return {
        spender,
        grants: toList(message.details).map(readGrant),
        until: latestMoment(
          toList(message.details).map(({ expiration }) => parseNumber(expiration)),
        ),
      };
    case "PermitTransferFrom":
    case "PermitBatchTransferFrom":
    case "PermitWitnessTransferFrom":
    case "PermitBatchWitnessTransferFrom":
      return {
        spender,
        grants: toList(message.permitted).map(readGrant),
        until: parseNumber(message.deadline),
      };
    default:
      return null;
  }
}

/** Reads one token of Permit2. */
function readGrant(details: Readonly<Record<string, unknown>>): PermitGrant {
  return { token: parseAddress(details.token), amount: readAmount(details.amount) };
}

/** Reads an amount; `null` if it is unlimited in practice or unreadable, to assume the worse. */
function readAmount(value: unknown): bigint | null {
  const amount = parseNumber(value);
  return amount === null || isUnlimited(amount) ? null : amount;
}

/** Parses an integer in any form that typed data may use. */
function parseNumber(value: unknown): bigint | null {
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

/** Parses an address. */
function parseAddress(value: unknown): Address | null {
  return typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value) ? value as Address : null;
}

/** Wraps a single object in a list. */
function toList(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((entry): entry is Record<string, unknown> =>
    typeof entry === "object" && entry !== null
  );
}

/** Returns the last of several moments; `null` if one of them is unknown. */
function latestMoment(moments: readonly (bigint | null)[]): bigint | null {
  return moments.reduce<bigint | null>(
    (last, next) => last === null || next === null ? null : next > last ? next : last,
    moments.length === 0 ? null : 0n,
  );
}

/** Returns whether a flag is off, in any form. */
function isFalse(value: unknown): boolean {
  return value === false || value === "false" || parseNumber(value) === 0n;
}
