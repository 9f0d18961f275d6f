/** Defines the terms of a subscription, and checks that a grant matches them exactly. @module */
import {
  type Address,
  type Hex,
  prepareTransaction,
  type SpendUnit,
  type WalletGrantPermissionsResponse,
} from "@sdk/core/permission";
import { z } from "zod";

/** The offer: an amount of a token per period. */
export interface Plan {
  /** Chain of the token. */
  readonly chainId: number;
  /** Token contract. */
  readonly token: Address;
  /** Price of a period, in the token's smallest unit. */
  readonly amount: bigint;
  /** Unit of the period. */
  readonly unit: SpendUnit;
  /** Units per period. */
  readonly multiplier: number;
  /** The address that receives the payments. */
  readonly recipient: Address;
}

/** Reason why a grant is rejected or a charge fails. */
export type Refusal =
  | "malformed"
  | "wrong_chain"
  | "wrong_spender"
  | "wrong_token"
  | "wrong_amount"
  | "wrong_period"
  | "too_many_rights"
  | "forged"
  | "not_granted"
  | "not_yet_valid"
  | "expired"
  | "revoked"
  | "over_limit"
  | "failed";

/** A rejected grant. */
export class Refused extends Error {
  /** The reason, by name. */
  readonly reason: Refusal;

  constructor(reason: Refusal, message: string) {
    super(message);
    this.name = "Refused";
    this.reason = reason;
  }
}

const hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]+$/)]);
const address = hex.refine((text) => text.length === 42);
const seconds = z.int().min(0).max(2 ** 48 - 1);

/** The shape of the result of `wallet_grantPermissions`; its contents are compared below. */
const grantShape = z.object({
  account: address,
  spender: address,
  start: seconds,
  end: seconds,
  salt: hex,
  calls: z.array(z.object({
    target: address,
    selector: hex,
    rules: z.array(z.object({
      word: z.int().min(0).max(255),
      kind: z.enum(["equal", "atMost", "oneOf", "account", "spender"]),
      values: z.array(hex).optional(),
    })).optional(),
  })),
  spends: z.array(z.object({
    token: address,
    allowance: z.string().regex(/^\d+$/),
    unit: z.enum(["minute", "hour", "day", "week", "month", "year", "forever"]),
    multiplier: z.int().min(1).max(255).default(1),
  })),
  watched: z.array(address),
  permissionId: hex,
  chainId: hex,
});

/**
 * Reads a page's grant, and accepts it only if it matches the plan. Only the chain can prove that
 * it was granted.
 *
 * @throws {Refused}
 */
export function readGrant(
  body: unknown,
  plan: Plan,
  spender: Address,
): WalletGrantPermissionsResponse {
  const { success, data: grant } = grantShape.safeParse(body);
  if (!success) throw new Refused("malformed", "This is not what wallet_grantPermissions returns.");
  const [spend, ...others] = grant.spends;
  const rules: [Refusal, boolean, string][] = [
    ["wrong_chain", Number(grant.chainId) === plan.chainId, "It is for another chain."],
    ["wrong_spender", same(grant.spender, spender), "It is for another spender."],
    // An empty list allows plain transfers of the token; an unused permission is only a risk.
    ["too_many_rights", grant.calls.length === 0 && others.length === 0, "It grants too much."],
    ["wrong_token", spend !== undefined && same(spend.token, plan.token), "Another token."],
    // Exactly the price, so that the chain itself prevents a second charge in a period.
    [
      "wrong_amount",
      spend !== undefined && BigInt(spend.allowance) === plan.amount,
      "Not the price.",
    ],
    [
      "wrong_period",
      spend?.unit === plan.unit && spend.multiplier === plan.multiplier,
      "Not the plan's period.",
    ],
  ];
  for (const [reason, holds, message] of rules) if (!holds) throw new Refused(reason, message);
  try {
    prepareTransaction(grant, []);
  } catch {
    throw new Refused("forged", "The id does not follow from the contents.");
  }
  return grant;
}

function same(one: Hex, other: Hex): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
