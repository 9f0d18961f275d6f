/**
 * `acct_getTestMoney`: sends an account test money. Only a development stack has a faucet.
 *
 * @module
 */
import type { Address } from "viem";
import { address } from "../../core/schema/schema.ts";

/** Name of the method. */
export const TEST_MONEY = "acct_getTestMoney";

/** Sends test money on a local chain. */
export interface Faucet {
  /** Id of the chain. */
  readonly chainId: number;
  /** Sends an account its share. */
  give(account: Address): Promise<void>;
}

/**
 * Handles the method; `params` is a list with the account.
 *
 * @throws {AcctError} `invalid_params` for a malformed address
 */
export async function giveTestMoney(faucet: Faucet, params: unknown): Promise<true> {
  const [account] = Array.isArray(params) ? params : [params];
  await faucet.give(address.read({ value: account, path: "params[0]" }));
  return true;
}
