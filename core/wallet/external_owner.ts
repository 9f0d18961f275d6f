/**
 * Makes a signer of the app the owner of its account, instead of a passkey: a hardware wallet, another
 * log-in, a key in a test.
 *
 * @module
 */
import { concat, type Hex, isAddressEqual, numberToHex, slice } from "viem";
import "../chunks/wallet.ts";
import { accountOf } from "../account/address.ts";
import { addressOwner } from "../account/owners/key.ts";
import { signerOf } from "../account/owners/signer.ts";
import { ownerSignature } from "../account/signature.ts";
import type { OwnerSigner, ToSign } from "../account/to_sign.ts";
import { untilEnd } from "../client/lazy.ts";
import { wrong } from "../ground/check.ts";
import { AcctError } from "../ground/errors.ts";
import type { ExternalOwner } from "./context/context.ts";
import type { AccountBook, AccountRecord } from "./device/accounts.ts";

/** Makes a signer the owner of its account. The options were checked when they were passed. */
export function externalOwner(signer: OwnerSigner): ExternalOwner {
  const publicKey = addressOwner(signer.address);
  const record: AccountRecord = {
    credentialId: publicKey,
    publicKey,
    account: accountOf(publicKey),
    ownerIndex: 0,
    name: "My account",
    lastUsed: 0,
    // The service stores passkeys only.
    registered: true,
    backedUp: true,
  };
  return {
    record,
    addTo: (book) => withOwner(book, record),
    async sign(data, signal) {
      // A signer that never answers must not block the requests after this one.
      const given = await untilEnd(ask(signer, data), signal);
      return await checkSignature(given, data.digest, record);
    },
  };
}

/** Asks the signer; any error that it throws is converted. */
async function ask(signer: OwnerSigner, data: ToSign): Promise<unknown> {
  try {
    return await signer.signTypedData(data.typedData());
  } catch (error) {
    throw toRejection(error);
  }
}

/**
 * Checks the signer's signature; returns it as the account contract reads it. Some devices return v as 0
 * or 1, the contract requires 27 or 28.
 *
 * @throws {AcctError} `invalid_params` if it is malformed or of another key
 */
async function checkSignature(
  given: unknown,
  digest: Hex,
  { publicKey, ownerIndex }: AccountRecord,
): Promise<Hex> {
  if (typeof given !== "string" || !/^0x[\da-f]{130}$/i.test(given)) {
    throw wrong("preference.owner", "returned a malformed signature");
  }
  const signed = given as Hex;
  const v = Number(slice(signed, 64));
  const data = v < 2 ? concat([slice(signed, 0, 64), numberToHex(v + 27)]) : signed;
  const signature = ownerSignature(BigInt(ownerIndex), data);
  if (await signerOf(digest, signature) === publicKey) return signature;
  throw wrong("preference.owner", "signed with another key");
}

/** Puts the owner's account before the other accounts of this device. */
function withOwner(book: AccountBook, record: AccountRecord): AccountBook {
  // Absent once the signer was removed from its account.
  let own: AccountRecord | undefined = record;
  return {
    list: () => own === undefined ? book.list() : [own, ...book.list()],
    at: (address) =>
      own !== undefined && isAddressEqual(own.account.address, address) ? own : book.at(address),
    of: (credentialId) => credentialId === record.credentialId ? own : book.of(credentialId),
    put(next) {
      if (next.credentialId !== record.credentialId) book.put(next);
      else if (own !== undefined) own = next;
    },
    forget(credentialId) {
      if (credentialId === record.credentialId) own = undefined;
      else book.forget(credentialId);
    },
  };
}

/** Causes of an error that are searched for a rejection. */
const MAX_CAUSES = 10;

/** Converts the signer's error: a rejected prompt can be opened again from the dialog. */
function toRejection(error: unknown): AcctError {
  let at = error;
  for (let depth = 0; depth < MAX_CAUSES && typeof at === "object" && at !== null; depth++) {
    const { code, cause } = at as { readonly code?: unknown; readonly cause?: unknown };
    // EIP-1193's code, and the word of ethers.
    if (Number(code) === 4001 || code === "ACTION_REJECTED") {
      return new AcctError("user_rejected", { cause: error });
    }
    at = cause;
  }
  return new AcctError("internal", { field: "preference.owner", cause: error });
}
