/** `acct_putCredential`: stores a passkey's public key for other devices. @module */
import { tipOf } from "../../core/account/owners/history.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { acctPutCredential as definition } from "../../core/protocol/service/methods/acct_put_credential.ts";
import { checkAccount } from "../chain/account.ts";
import { verifyAssertion } from "../keys/assertion.ts";
import { putCredential } from "../store/rows/credentials.ts";
import { readOwnerHistory } from "../store/rows/owner_changes.ts";
import { method } from "./method.ts";

/**
 * Stores a key. An id can have several keys, so no key can block an id. Without a proof, only the
 * key's own account is accepted: a passkey must not lead to an account with other owners.
 */
export const acctPutCredential = method(definition, async (context, _caller, params) => {
  const { publicKey, proof } = params;
  checkAccount(params.account);
  const owners = params.account.owners.map((owner) => owner.toLowerCase());
  // A key that an owner added later needs no proof: the owner signed for it.
  const history = await readOwnerHistory(context.store, params.account);
  const added = !owners.includes(publicKey.toLowerCase()) && tipOf(history, publicKey) !== null;
  const index = owners.indexOf(publicKey.toLowerCase());
  if (index < 0 && !added) {
    throw new AcctError("invalid_params", {
      field: "params[0].account.owners",
      detail: "The key is not one of them.",
    });
  }
  const proved = proof !== undefined && await verifyAssertion(publicKey, proof);
  if (proof !== undefined && !proved) {
    throw new AcctError("invalid_params", {
      field: "params[0].proof",
      detail: "It is not by this key.",
    });
  }
  if (!proved && !added && (owners.length !== 1 || BigInt(params.account.nonce) !== 0n)) {
    throw new AcctError("invalid_params", {
      field: "params[0].account",
      detail: "Without a proof only the key's own first account is stored.",
    });
  }
  const { credentialId, account } = params;
  await putCredential(context.store, { credentialId, publicKey, account, proved });
  return true;
});
