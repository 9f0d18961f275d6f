/** Reads the current prices of a chain's tokens, for any paymaster. @module */
import { isAddressEqual } from "viem";
import { AcctError } from "../../../core/protocol/errors.ts";
import type { FeeTokenJson } from "../../../core/protocol/service/mod.ts";
import type { Chain } from "../../chain/chain.ts";
import type { ExternalTokenFeesConfig, TokenFeesConfig } from "../../chain/config.ts";
import type { ExternalFees } from "./external.ts";
import { PriceError, priceSource } from "./price.ts";

/** Token with its price. */
export interface TokenPrice {
  readonly token: FeeTokenJson;
  /** Units per 10^18 wei, markup included; `null` without a trusted price. */
  readonly tokenPerNative: bigint | null;
  /** Gas that its paymaster charges beyond all limits; ours charges none. */
  readonly postOpGas: bigint;
  /** Gas of a refund by our own paymaster; 0 for others. */
  readonly transferGas: number;
  /** Third-party paymaster, or null for our own. */
  readonly external: ExternalTokenFeesConfig | null;
}

/** Options of {@linkcode readPrices}. */
export interface PriceOptions {
  /** Unix seconds, by the later of our clock and the chain's. */
  readonly now: number;
  /** Client of third-party services. */
  readonly services: ExternalFees;
  /** Maximum age of their prices in milliseconds. Defaults to the cache's. */
  readonly within?: number;
}

/** Gas of a refund, unless the configuration says otherwise: enough for tokens behind a proxy. */
const TRANSFER_GAS = 8_000;
/** Basis points in a whole. */
const BASIS_POINTS = 10_000n;

/** Reads the prices of a chain's tokens, in the order of the configuration. */
export async function readPrices(chain: Chain, options: PriceOptions): Promise<TokenPrice[]> {
  const { feeTokens } = await chain.probe();
  return await Promise.all(
    feeTokens.map(async (token): Promise<TokenPrice> => {
      const external = chain.externalTokenFees.find(({ tokens }) => tokens.some(isOf(token)));
      const none = { token, tokenPerNative: null, postOpGas: 0n, transferGas: 0 };
      if (token.domain !== undefined && external !== undefined) {
        try {
          const price = await externalPrice(chain, external, token, options);
          return { ...none, external, ...price };
        } catch (error) {
          if (!(error instanceof AcctError || error instanceof PriceError)) throw error;
          options.services.report({ chainId: chain.id, service: external }, error);
          return { ...none, external };
        }
      }
      return {
        ...none,
        external: null,
        tokenPerNative: await ownPrice(chain, chain.tokenFees, token, options.now),
        transferGas: chain.tokenFees?.tokens.find(isOf(token))?.transferGas ?? TRANSFER_GAS,
      };
    }),
  );
}

/** Returns a token's price with its markup; `null` without one, which only removes the option. */
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

/** Returns a service's quote, unless it is far above the token's price. */
async function externalPrice(
  chain: Chain,
  service: ExternalTokenFeesConfig,
  token: FeeTokenJson,
  { now, services, within }: PriceOptions,
): Promise<Pick<TokenPrice, "postOpGas"> & { readonly tokenPerNative: bigint }> {
  const { price, margin } = service.tokens.find(isOf(token))!;
  const of = { chainId: chain.id, service, token: token.address };
  const [quote, worth] = await Promise.all([
    services.quote(of, within === undefined ? {} : { within }),
    priceSource(chain.node, price, token.decimals).tokenPerNative(now),
  ]);
  if (quote.tokenPerNative * BASIS_POINTS > worth * (BASIS_POINTS + BigInt(margin))) {
    throw new PriceError("Its price is too far above the token's.");
  }
  return quote;
}

function isOf(
  token: FeeTokenJson,
): (each: { readonly address: FeeTokenJson["address"] }) => boolean {
  return ({ address }) => isAddressEqual(address, token.address);
}
