/**
 * `acct_changeOwners`: adds or removes an owner, or stops a recovery that one started; only the
 * wallet's own pages request it.
 *
 * @module
 */
import type { Address, Hex } from "../../../lib/hex.ts";

/** Request to the wallet. `name` is the user's own name of an address, which the dialog shows. */
export interface ChangeOwnersRequest {
  readonly account: Address;
  readonly chainId: number;
  readonly change:
    | { readonly kind: "add"; readonly address: Address; readonly name?: string }
    | { readonly kind: "remove"; readonly owner: Hex; readonly name?: string }
    | { readonly kind: "stop"; readonly owner: Hex };
}
