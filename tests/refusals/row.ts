/** Defines invalid requests. @module */
import { accountOf } from "../../core/account/address.ts";
import type { DappMethod } from "../../core/wallet/host/params.ts";

/** The connected account. */
export const account = accountOf(`0x${"11".repeat(64)}`);
export const { address } = account;
/** Another one. */
export const to = `0x${"22".repeat(20)}`;
/** Members that the page adds to a request for the wallet host. */
export const addressed = { account: address, chainId: 1 };

/** A request of a page, its invalid field, and the same request as received by the wallet host. */
export interface Row {
  readonly method: string;
  readonly params: unknown;
  readonly field: string;
  readonly cause?: string;
  readonly host?: readonly [method: DappMethod, params: object, field?: string];
  readonly service?: readonly [method: string, params: unknown];
}
