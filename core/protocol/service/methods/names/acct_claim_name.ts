/** `acct_claimName`: claims a name for an account. @module */
import type { Hex } from "../../../../lib/hex.ts";
import type { TextRecord } from "../../../../names/claim.ts";
import { readText } from "../../../../names/request.ts";
import { custom } from "../../../../schema/definition.ts";
import {
  MAX_NAME_LENGTH,
  MAX_SIGNATURE_BYTES,
  MAX_TEXT_RECORDS,
} from "../../../../ground/limits.ts";
import { as, bytes, exact, fallback, list, text, whole } from "../../../../schema/schema.ts";
import type { ServiceDefinition } from "../../schema/definition.ts";
import { account, domain, hexChainId } from "../../schema/fields.ts";
import type { AccountJson } from "../../../../wire/values.ts";

/** Params of `acct_claimName`. Repeating a claim returns the same name. */
export interface ClaimNameParams {
  /** ENS name, such as `demo.eth`. */
  readonly domain: string;
  /** The label; the claim is signed for its normalized form. */
  readonly label: string;
  /** Account that the name points to. */
  readonly account: AccountJson;
  /** Chain of the account that signed; one where it is deployed, if any. */
  readonly chainId: Hex;
  /** Records to store with the name. */
  readonly texts: readonly TextRecord[];
  /** Time of signing in Unix seconds. */
  readonly issuedAt: number;
  /** The account's signature of the claim (`core/names/claim.ts`); ERC-6492 before deployment. */
  readonly signature: Hex;
}

/** Definition of the method. */
export const acctClaimName: ServiceDefinition<"acct_claimName", ClaimNameParams> = {
  name: "acct_claimName",
  params: exact({
    domain,
    label: text(MAX_NAME_LENGTH),
    account,
    chainId: hexChainId,
    texts: as(
      "capabilities.subnameTextRecords",
      fallback(list(custom("textRecord", readText), MAX_TEXT_RECORDS), []),
    ),
    issuedAt: whole(),
    signature: bytes(MAX_SIGNATURE_BYTES),
  }),
};
