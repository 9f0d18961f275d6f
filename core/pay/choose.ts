/** Chooses among the payments that a server takes. @module */
import { isAddressEqual } from "viem";
import type { WalletGrantPermissionsResponse } from "../permission/details.ts";
import type { Demand, Demands } from "./protocols/demand.ts";
import { PaymentError, type PaymentReason, type PaymentRefusal } from "./error.ts";
import type { TransferKind } from "./journal.ts";
import type { PaymentLimits } from "./limits.ts";

/** Terms that a payment must keep. */
export interface Terms {
  readonly granted: WalletGrantPermissionsResponse;
  readonly limits: readonly PaymentLimits[];
  /** Maximum of this payment, in the token's smallest unit. */
  readonly most?: bigint | undefined;
  /** Ways of moving money, the best first. */
  readonly transfers: readonly Demand["transfer"][];
  /** Protocols, the best first. */
  readonly protocols: readonly ("x402" | "mpp")[];
}

/** All ways; the first needs no gas of the key, the last an approval as well. */
export const allTransfers: readonly Exclude<TransferKind, "direct">[] = [
  "erc7710",
  "eip3009",
  "permit2",
];

/**
 * Chooses the best way that keeps the terms; of one kind and token the cheapest.
 *
 * @throws {PaymentError} `over_limit` if only the amount is too high, else `unacceptable`
 */
export function choose({ demands, refusals: unread }: Demands, terms: Terms): Demand {
  const refusals: (PaymentRefusal & { readonly reason?: PaymentReason })[] = [...unread];
  const possible = demands.filter((demand) => {
    const refusal = refuse(demand, terms);
    if (refusal !== undefined) refusals.push(refusal);
    return refusal === undefined;
  });
  const rank = ({ transfer, protocol }: Demand) =>
    terms.transfers.indexOf(transfer) * 2 + terms.protocols.indexOf(protocol.name);
  const [best] = possible.toSorted((one, other) =>
    rank(one) - rank(other) ||
    (isAddressEqual(one.token, other.token) && one.amount < other.amount ? -1 : 0)
  );
  if (best !== undefined) return best;
  const main = refusals.find(({ reason }) => reason !== undefined) ?? refusals[0];
  throw new PaymentError(main?.reason ?? "unacceptable", {
    field: main?.field,
    detail: main?.detail,
    refusals: refusals.map(({ field, detail }) => ({ field, detail })),
  });
}

function refuse(
  { transfer, protocol, chainId, token, amount, payTo, path }: Demand,
  { granted, limits, most, transfers, protocols }: Terms,
): (PaymentRefusal & { readonly reason?: PaymentReason }) | undefined {
  if (!protocols.includes(protocol.name)) {
    return { field: path.asset, detail: `is asked for by ${protocol.name}, which is switched off` };
  }
  if (!transfers.includes(transfer)) {
    return { field: path.asset, detail: `would be moved by ${transfer}, which is switched off` };
  }
  if (chainId !== Number(granted.chainId)) {
    return { field: path.network, detail: "is not the permission's chain" };
  }
  const limit = limits.find((each) => isAddressEqual(each.token, token));
  if (limit === undefined) return { field: path.asset, detail: "is a token without a limit" };
  if (isAddressEqual(payTo, token)) return { field: path.payTo, detail: "is the token itself" };
  // Not "above": what cannot be compared allows nothing.
  if (!(amount <= limit.perRequest)) {
    return {
      field: path.amount,
      detail: `${amount} is above limits.perRequest, ${limit.perRequest}`,
      reason: "over_limit",
    };
  }
  if (most !== undefined && !(amount <= most)) {
    return {
      field: path.amount,
      detail: `${amount} is above maxAmount, ${most}`,
      reason: "over_limit",
    };
  }
  return undefined;
}
