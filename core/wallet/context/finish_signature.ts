/** Builds the signature of an account from its owner's. @module */
import type { Hex } from "viem";
import type { Creation } from "../../account/owners/creation.ts";
import type { Signable } from "../../account/message.ts";
import { wrapUndeployed } from "../../account/signature.ts";

/** Builds the account's signature, with exactly one ERC-6492 wrapper if it is not deployed. */
export function finishSignature(
  owned: Hex,
  signable: Signable,
  creation: Creation | null,
): Hex {
  const signature = signable.wrap(owned);
  return creation === null ? signature : wrapUndeployed(signature, creation);
}
