/** Writes the token paymaster's quotes into the ledger before they are handed out. @module */
import { type Address, isAddressEqual } from "viem";
import type { TokenMode } from "../../../contracts/token_paymaster.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { type TokenFeesConfig, UNPAID_PER_DAY } from "../../chain/config.ts";
import { operationHash } from "../../entry_point/codec.ts";
import { record, reserve } from "../ledger/ledger.ts";
import type { Terms } from "../ledger/reservation.ts";
import type { Store } from "../../store/store.ts";
import { maxCost } from "./payment.ts";

/** Quote that was signed. */
export interface SignedQuote {
  /** Operation with the quote and its signature. */
  readonly operation: OperationJson;
  readonly mode: TokenMode;
  readonly token: Address;
  /** Last second of the quote. */
  readonly until: number;
  /** Unix seconds of the chain's latest block. */
  readonly chainTime: number;
}

/**
 * Records a quote. A postpaid one counts as not paid for until the chain shows that tokens were
 * taken, or its time has passed: the account may move them away in between, and calls that revert
 * take the approval with them.
 *
 * @returns false if a limit of unpaid amounts is reached: the quote must not be returned
 */
export async function recordQuote(
  store: Store,
  { paymaster, tokens }: Pick<TokenFeesConfig, "paymaster" | "tokens">,
  { chainId, keyId, network }: {
    readonly chainId: number;
    readonly keyId: string;
    /** Network of the user; null for servers. */
    readonly network: string | null;
  },
  { operation, mode, token, until, chainTime }: SignedQuote,
): Promise<boolean> {
  const { unpaidPerDay = UNPAID_PER_DAY } =
    tokens.find(({ address }) => isAddressEqual(address, token)) ?? {};
  const terms: Terms = mode === "prepaid" ? { mode } : { mode, token, unpaidPerDay };
  const request = {
    keyId,
    paymaster,
    terms,
    chainId,
    sender: operation.sender,
    nonce: operation.nonce,
    fresh: false,
    deploys: false,
    withOrigin: true,
    network,
    again: false,
  };
  try {
    const { nonce } = operation;
    await reserve(store, request, { nonces: [nonce], taken: new Set(), replaces: nonce });
    const hash = operationHash(operation, chainId);
    await record(store, request, { hash, cost: maxCost(operation), until, chainTime });
    return true;
  } catch (error) {
    if (error instanceof AcctError && error.data.cause === "sponsor_failed") return false;
    throw error;
  }
}
