/** `acct_addRecoveryAddress`: adds an address as an owner (AppSpecific mode). @module */
import type { OwnersView } from "./acct_get_owners.ts";
import type { Address } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { address, object, single } from "../../../schema/schema.ts";

/** Parameters and result. */
export type AcctAddRecoveryAddress = {
  readonly params: readonly [{ readonly owner: Address }];
  readonly result: OwnersView;
};

/** Definition of the method. */
export const acctAddRecoveryAddress: Definition<{ readonly owner: Address }> = define({
  params: single(object({ owner: address })),
  prompts: "changes owners",
});
