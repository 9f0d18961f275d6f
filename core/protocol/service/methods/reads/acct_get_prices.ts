/** `acct_getPrices`: returns token prices in a currency of the operator. @module */
import type { Address, Hex } from "../../../../lib/hex.ts";
import { MAX_PRICED } from "../../../../ground/limits.ts";
import {
  address,
  custom,
  exact,
  list,
  optional,
  type Schema,
  text,
} from "../../../../schema/schema.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { hexChainId } from "../../schema/fields.ts";

/** A token to price. */
export interface PricedToken {
  /** Chain id. */
  readonly chainId: Hex;
  /** Contract, or `null` for the native currency. */
  readonly address: Address | null;
}

/** Params of `acct_getPrices`. */
export interface GetPricesParams {
  /** Tokens, at most 100. */
  readonly tokens: readonly PricedToken[];
  /** One of the configuration's `currencies`. Default: the configuration's `fiat`. */
  readonly currency?: string;
}

/** Price of a token. */
export interface WorthJson extends PricedToken {
  /** Price of one whole token, as a decimal number such as `2500.10`. */
  readonly price: string;
}

/** Prices, for display alone. */
export interface PricesResult {
  /** ISO 4217 code; `null` if the operator has no price source, or none for the requested currency. */
  readonly currency: string | null;
  /** Known prices; unknown prices are omitted. */
  readonly prices: readonly WorthJson[];
}

const nullableAddress: Schema<Address | null> = custom(
  "address",
  (at) => at.value === null ? null : address.read(at),
);

/** Definition of the method. */
export const acctGetPrices: ServiceDefinition<"acct_getPrices", GetPricesParams> = {
  name: "acct_getPrices",
  params: exact({
    tokens: list(exact({ chainId: hexChainId, address: nullableAddress }), MAX_PRICED),
    currency: optional(text(3)),
  }),
};
