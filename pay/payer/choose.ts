/** Chooses among the payments that a server accepts. @module */
import { isAddressEqual } from "viem";
import type { WalletGrantPermissionsResponse } from "@sdk/core/permission";
import type { Demand, Demands } from "../protocols/demand.ts";
import { PaymentError, type PaymentReason, type PaymentRefusal } from "../record/error.ts";
import type { TransferKind } from "../record/journal.ts";
import type { PaymentLimits } from "../record/limits.ts";

/** Terms that a payment must meet. */
export interface Terms {
  readonly granted: WalletGrantPermissionsResponse;
  readonly limits: readonly PaymentLimits[];
  /** Maximum of this payment, in the token's smallest unit. */
  readonly most?: bigint | undefined;
  /** Methods of moving tokens, the preferred first. */
  readonly transfers: readonly Demand["transfer"][];
  /** Protocols, the preferred first. */
  readonly protocols: readonly ("x402" | "mpp")[];
}

/** All methods; the first needs no gas of the key, the last also needs an approval. */
export const allTransfers: readonly Exclude<TransferKind, "direct">[] = [
  "erc7710",
  "eip3009",
  "permit2",
];

/**
 * Chooses the preferred option that meets the terms; among options with the same method and token,
 * the cheapest.
 *
 * @throws {PaymentError} `over_limit` if only the amount is too high, otherwise `unacceptable`
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
    return { field: path.asset, detail: `is requested by ${protocol.name}, which is disabled` };
  }
  if (!transfers.includes(transfer)) {
    return { field: path.asset, detail: `requires ${transfer}, which is disabled` };
  }
  if (chainId !== Number(granted.chainId)) {
    return { field: path.network, detail: "is not the permission's chain" };
  }
  const limit = limits.find((each) => isAddressEqual(each.token, token));
  if (limit === undefined) return { field: path.asset, detail: "is a token without a limit" };
  if (isAddressEqual(payTo, token)) return { field: path.payTo, detail: "is the token itself" };
  // Not `>`: a comparison with an invalid value must not allow the payment.
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
