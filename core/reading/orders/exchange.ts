/** Defines a kind of order. @module */
import type { OrderView } from "../../dialog/explanation.ts";
import type { Fields } from "./fields.ts";

/** Typed data of an order to parse. */
export interface Given {
  /** The signed message. */
  readonly message: Fields;
  /** Signing account, in lowercase. */
  readonly account: string;
  readonly chainId: number;
}

/** A kind of order. */
export interface Exchange {
  readonly protocol: string;
  readonly primaryType: string;
  /** EIP-712 encoding of the type; it must match exactly. */
  readonly type: string;
  /** Name and version of the exchange's domain. */
  readonly domain: { readonly name: string; readonly version?: string };
  /** Allowed verifying contracts, in lowercase. */
  readonly contracts: readonly string[];
  /** Chains where the contracts are deployed. */
  readonly chainIds: readonly number[];
  /** Parses an order; returns `null` if it is not the account's own. */
  read(given: Given): Omit<OrderView, "protocol"> | null;
}
