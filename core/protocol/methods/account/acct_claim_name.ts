/** `acct_claimName`: offers a name while connecting; only the wallet requests it. @module */
import type { Address } from "../../../lib/hex.ts";
import type { NameRequest } from "../connection/wallet_connect.ts";

/** Request to the wallet. */
export interface ClaimNameRequest extends NameRequest {
  readonly account: Address;
  readonly chainId: number;
}
