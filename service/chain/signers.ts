/**
 * Accounts of the operator's keys, derived once: a derivation costs as much as a signature.
 *
 * @module
 */
import type { Hex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

const signers = new WeakMap<object, PrivateKeyAccount>();

/** Returns the account of a configuration's signer. */
export function signerOf(config: { readonly signerKey: Hex }): PrivateKeyAccount {
  const signer = signers.get(config) ?? privateKeyToAccount(config.signerKey);
  signers.set(config, signer);
  return signer;
}
