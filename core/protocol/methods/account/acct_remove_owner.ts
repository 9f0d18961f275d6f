/** `acct_removeOwner`: removes an owner by its bytes, on every chain (AppSpecific mode). @module */
import type { OwnersView } from "./acct_get_owners.ts";
import type { Hex } from "../../../lib/hex.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { fixedBytes, object, single } from "../../../schema/schema.ts";

/** Parameters and result; the owner is 32 bytes (an address) or 64 bytes (a key). */
export type AcctRemoveOwner = {
  readonly params: readonly [{ readonly owner: Hex }];
  readonly result: OwnersView;
};

/** Definition of the method. */
export const acctRemoveOwner: Definition<{ readonly owner: Hex }> = define({
  params: single(object({ owner: fixedBytes(32, 64) })),
  prompts: "changes owners",
});
