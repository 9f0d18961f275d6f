/**
 * Parses orders on exchanges from typed data: spent and received assets and expiry. An order is
 * recognized only if type, domain and contract match an exchange; other data is shown as plain
 * typed data.
 *
 * @module
 */
import { encodeType, type Signer, type TypedData } from "../../account/message.ts";
import type { TokenView } from "../../dialog/common.ts";
import type { AssetView, OrderTerms, OrderView } from "../../dialog/explanation.ts";
import type { Exchange } from "./exchange.ts";
import { exchanges } from "./exchanges.ts";
import { Odd } from "./fields.ts";

/** Parses the signed part of typed data; returns `null` if it is not a recognized order. */
export function readOrder(data: TypedData, signer: Signer): OrderView | null {
  const exchange = exchanges.find((each) => isOf(each, data, signer.chainId));
  return exchange === undefined ? null : readBy(exchange, data, signer);
}

function readBy(exchange: Exchange, data: TypedData, signer: Signer): OrderView | null {
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

/**
 * Returns true for an order of a recognized form that spends assets without receiving any, on any
 * contract and chain: exchanges are forked and deployed to new chains.
 */
export function looksForNothing(
  data: TypedData,
  signer: Signer,
  tokens: readonly TokenView[] = [],
): boolean {
  const type = encodeType(data);
  return exchanges.some((exchange) => {
    if (exchange.type !== type) return false;
    const read = readBy(exchange, data, signer);
    return read !== null && isForNothing(read, tokens);
  });
}

/**
 * Decimal places below which an amount counts as zero: a hundred-thousandth of USDC, ether or
 * bitcoin is worth at most about a dollar.
 */
const DUST_DECIMALS = 5;

/**
 * Checks whether any of the orders spends assets and receives nothing, or dust.
 *
 * @param tokens tokens with known decimals; for others, the threshold is one unit
 */
export function isForNothing(
  { orders, gives, gets }: OrderView,
  tokens: readonly TokenView[] = [],
): boolean {
  const isSome = (asset: AssetView) => asset.amount > 0n;
  const isGift = ({ gives, gets }: Pick<OrderTerms, "gives" | "gets">) =>
    gets !== null && gives.some(isSome) && gets.every((asset) => isDust(asset, tokens));
  return orders === undefined ? isGift({ gives, gets }) : orders.some(isGift);
}

function isDust({ kind, address, amount }: AssetView, tokens: readonly TokenView[]): boolean {
  if (amount === 0n || kind === "item" || kind === "any_item") return amount === 0n;
  const decimals = address === null
    ? 18
    : tokens.find((token) => token.address?.toLowerCase() === address.toLowerCase())?.decimals;
  return decimals !== undefined && amount < 10n ** BigInt(Math.max(0, decimals - DUST_DECIMALS));
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
