/** Signs owner changes and vetoes, and submits them to the service. @module */
import type { Hex } from "viem";
import { ownerChangeDigest } from "../../../account/owners/change.ts";
import { setAt } from "../../../account/owners/history.ts";
import { ownersNow, ownersView } from "../../../client/owners.ts";
import { type OwnData, toSign } from "../../../account/to_sign.ts";
import type { OwnersView } from "../../../protocol/methods/account/acct_get_owners.ts";
import { AcctError } from "../../../ground/errors.ts";
import type { OwnerChangeJson } from "../../../wire/owners.ts";
import { signAsOwner, type WalletContext } from "../../context/context.ts";
import type { AccountRecord } from "../../device/accounts.ts";

/** Signs data for one dialog. */
export interface DigestSigner {
  /** Signs as the owner. A signature that the service did not receive is sent again, not signed again. */
  of(data: OwnData, prompt: AbortSignal): Promise<Hex>;
  /**
   * Returns an error handler that reloads the owners after a rejection, because another change was
   * applied first or this one is not accepted.
   */
  onRefusal(reload: () => Promise<void>): (error: unknown) => never;
}

/** Creates a signer for an account of this device. */
export function digestSigner(context: WalletContext, record: AccountRecord): DigestSigner {
  let signed: { readonly digest: Hex; readonly signature: Hex } | undefined;
  return {
    async of(typed, prompt) {
      const data = toSign(typed);
      if (signed?.digest !== data.digest) {
        const signature = await signAsOwner(context, record, data, prompt);
        signed = { digest: data.digest, signature };
      }
      return signed.signature;
    },
    onRefusal: (reload) => (error) => {
      if (error instanceof AcctError && error.data.cause === "invalid_params") {
        signed = undefined;
        void reload();
      }
      throw error;
    },
  };
}

/** Stores a signed change; returns the owners after it. */
export async function putChange(
  context: WalletContext,
  record: AccountRecord,
  change: OwnerChangeJson,
): Promise<OwnersView> {
  const { account } = record;
  const result = await context.service.call("acct_putOwnerChange", { account, change });
  const after = await ownersNow(account, result, record.publicKey);
  const tip = setAt(after.history, ownerChangeDigest(account.address, change));
  if (tip === undefined) throw new AcctError("service_mismatch", { field: "changes" });
  return ownersView({ ...after, tip }, context.accounts.list(), record);
}
