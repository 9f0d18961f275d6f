/** Reads the current prices of a chain's tokens, for any paymaster. @module */
import { isAddressEqual } from "viem";
import type { FeeTokenJson } from "../../../core/wire/fees.ts";
import type { Chain } from "../../chain/chain.ts";
import { type TokenFeesConfig, TRANSFER_GAS } from "../../chain/config.ts";
import { priceSource } from "./price.ts";

/** Token with its price. */
export interface TokenPrice {
  readonly token: FeeTokenJson;
  /** Units per 10^18 wei, markup included; `null` without a trusted price. */
  readonly tokenPerNative: bigint | null;
  /** Gas of a refund. */
  readonly transferGas: number;
}

/** Basis points per unit. */
const BASIS_POINTS = 10_000n;

/**
 * Reads the prices of a chain's tokens, in the order of the configuration; `now` in Unix seconds.
 */
export async function readPrices(chain: Chain, now: number): Promise<TokenPrice[]> {
  const { feeTokens } = await chain.probe();
  return await Promise.all(feeTokens.map(async (token) => ({
    token,
    tokenPerNative: await ownPrice(chain, chain.tokenFees, token, now),
    transferGas: chain.tokenFees?.tokens.find(isOf(token))?.transferGas ?? TRANSFER_GAS,
  })));
}

/**
 * Returns a token's price with its markup, or `null` without a price. Without a price only this
 * option is removed.
 */
export async function ownPrice(
  chain: Chain,
  config: TokenFeesConfig | null,
  token: FeeTokenJson,
  now: number,
): Promise<bigint | null> {
  const told = config?.tokens.find(isOf(token));
  if (told === undefined) return null;
  try {
    const price = await priceSource(chain.node, told.price, token.decimals).tokenPerNative(now);
    return (price * (BASIS_POINTS + BigInt(told.markup)) + BASIS_POINTS - 1n) / BASIS_POINTS;
  } catch {
    return null;
  }
}

function isOf(
  token: FeeTokenJson,
): (each: { readonly address: FeeTokenJson["address"] }) => boolean {
  return ({ address }) => isAddressEqual(address, token.address);
}
