/**
 * Parses orders on exchanges from typed data: given and received assets and expiry. An order is
 * recognized only if type, domain and contract match an exchange; anything else is shown as plain
 * typed data.
 *
 * @module
 */
import { encodeType, type Signer, type TypedData } from "../../account/message.ts";
import type { AssetView, OrderTerms, OrderView } from "../../dialog/explanation.ts";
import type { Exchange } from "./exchange.ts";
import { exchanges } from "./exchanges.ts";
import { Odd } from "./fields.ts";

/** Parses the signed part of typed data; returns `null` if it is not a recognized order. */
export function readOrder(data: TypedData, signer: Signer): OrderView | null {
  const exchange = exchanges.find((each) => isOf(each, data, signer.chainId));
  if (exchange === undefined) return null;
  try {
    const read = exchange.read({
      message: data.message,
      account: signer.address.toLowerCase(),
      chainId: signer.chainId,
    });
    return read === null ? null : { protocol: exchange.protocol, ...read };
  } catch (error) {
    if (error instanceof Odd) return null;
    throw error;
  }
}

/** Checks whether any of the orders gives assets and receives nothing. */
export function isForNothing({ orders, gives, gets }: OrderView): boolean {
  return orders === undefined ? isGift({ gives, gets }) : orders.some(isGift);
}

function isGift({ gives, gets }: Pick<OrderTerms, "gives" | "gets">): boolean {
  const isSome = ({ amount }: AssetView) => amount > 0n;
  return gets !== null && gives.some(isSome) && !gets.some(isSome);
}

function isOf(exchange: Exchange, data: TypedData, chainId: number): boolean {
  const { name, version, verifyingContract } = data.domain;
  return exchange.primaryType === data.primaryType &&
    exchange.chainIds.includes(chainId) &&
    String(data.domain.chainId) === String(chainId) &&
    exchange.domain.name === name &&
    exchange.domain.version === version &&
    typeof verifyingContract === "string" &&
    exchange.contracts.includes(verifyingContract.toLowerCase()) &&
    encodeType(data) === exchange.type;
}
