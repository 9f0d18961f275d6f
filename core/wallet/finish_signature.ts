/** Builds the signature of an account from its passkey's assertion. @module */
import type { Hex } from "viem";
import type { Creation } from "../account/creation.ts";
import type { Signable } from "../account/message.ts";
import { passkeySignature, wrapUndeployed } from "../account/signature.ts";
import type { Assertion } from "../passkey/assertion.ts";
import type { AccountRecord } from "./device/accounts.ts";

/** Builds the account's signature, with exactly one ERC-6492 wrapper if it is not deployed. */
export function finishSignature(
  record: AccountRecord,
  assertion: Assertion,
  signable: Signable,
  creation: Creation | null,
): Hex {
  const signature = signable.wrap(passkeySignature(record, assertion));
  return creation === null ? signature : wrapUndeployed(signature, creation);
}
