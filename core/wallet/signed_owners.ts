/** Signs what concerns the owners, and submits it to the service. @module */
import type { Hex } from "viem";
import { ownerChangeDigest } from "../account/owners/change.ts";
import { setAt } from "../account/owners/history.ts";
import { ownersNow, ownersView } from "../account/owners/view.ts";
import { passkeySignature } from "../account/signature.ts";
import type { OwnersView } from "../dialog/owners.ts";
import { AcctError } from "../protocol/errors.ts";
import type { OwnerChangeJson } from "../protocol/service/owners.ts";
import { signDigest, type WalletContext } from "./context.ts";
import type { AccountRecord } from "./device/accounts.ts";

/** Signs digests for one dialog. */
export interface DigestSigner {
  /** Asks the passkey for a signature; for one that did not arrive, it is not asked again. */
  of(digest: Hex, prompt: AbortSignal): Promise<Hex>;
  /**
   * Returns a handler of errors that loads the owners again after a refusal: another change came first,
   * or this one is not accepted.
   */
  onRefusal(reload: () => Promise<void>): (error: unknown) => never;
}

/** Creates one that signs with the passkey of an account. */
export function digestSigner(context: WalletContext, record: AccountRecord): DigestSigner {
  let signed: { readonly digest: Hex; readonly signature: Hex } | undefined;
  return {
    async of(digest, prompt) {
      if (signed?.digest !== digest) {
        const assertion = await signDigest(context, record, digest, prompt);
        signed = { digest, signature: passkeySignature(record, assertion) };
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
