/** What each token of a chain costs now, whoever takes it. @module */
import { isAddressEqual } from "viem";
import { tokenPostOpGas } from "../../contracts/token_paymaster.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { FeeTokenJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import type { ExternalTokenFeesConfig, TokenFeesConfig } from "../chain/config.ts";
import type { ExternalFees } from "./external.ts";
import { PriceError, priceSource } from "./price.ts";

/** A token with its price. */
export interface TokenPrice {
  readonly token: FeeTokenJson;
  /** Units per 10^18 wei, markup included; `null` without a price that can be trusted. */
  readonly tokenPerNative: bigint | null;
  /** Gas that its paymaster counts for its own work after an operation. */
  readonly postOpGas: bigint;
  /** Whose paymaster takes it, if not our own. */
  readonly external: ExternalTokenFeesConfig | null;
}

/** How prices are read. */
export interface PriceOptions {
  /** Unix seconds, by the later of our clock and the chain's. */
  readonly now: number;
  /** Asks others' services. */
  readonly services: ExternalFees;
  /** Milliseconds of age that an answer of theirs may have; as old as they are kept if absent. */
  readonly within?: number;
}

/** Hundredths of a per cent in a whole. */
const WHOLE = 10_000n;

/** The tokens of a chain with their prices, in the order of the configuration. */
export async function readPrices(chain: Chain, options: PriceOptions): Promise<TokenPrice[]> {
  const { feeTokens } = await chain.probe();
  return await Promise.all(
    feeTokens.map(async (token): Promise<TokenPrice> => {
      const external = chain.externalTokenFees.find(({ tokens }) => tokens.some(isOf(token)));
      const none = { token, tokenPerNative: null, postOpGas: 0n };
      if (token.domain !== undefined && external !== undefined) {
        try {
          return { token, external, ...await externalPrice(chain, external, token, options) };
        } catch (error) {
          if (!(error instanceof AcctError || error instanceof PriceError)) throw error;
          options.services.report({ chainId: chain.id, service: external }, error);
          return { ...none, external };
        }
      }
      return {
        token,
        external: null,
        tokenPerNative: await ownPrice(chain, chain.tokenFees, token, options.now),
        postOpGas: tokenPostOpGas,
      };
    }),
  );
}

/** A token's price with its markup; `null` if there is none now, which only takes the choice away. */
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
    return (price * (WHOLE + BigInt(told.markup)) + WHOLE - 1n) / WHOLE;
  } catch {
    return null;
  }
}

/** What a service asks, if that is not far above what the token is worth. */
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
  if (quote.tokenPerNative * WHOLE > worth * (WHOLE + BigInt(margin))) {
    throw new PriceError("Its price is too far above the token's.");
  }
  return quote;
}

function isOf(
  token: FeeTokenJson,
): (each: { readonly address: FeeTokenJson["address"] }) => boolean {
  return ({ address }) => isAddressEqual(address, token.address);
}
