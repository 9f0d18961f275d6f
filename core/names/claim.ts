/**
 * Builds the typed data that an account signs to claim a subname of an app's ENS domain. Wallet and
 * service compute it independently.
 *
 * @module
 */
import type { Address } from "../lib/hex.ts";
import type { TypedData } from "../account/typed_data_hash.ts";

/** A text record (ENSIP-5). */
export interface TextRecord {
  /** Key of the record, such as `avatar` or `com.github`. */
  readonly key: string;
  /** Value of the record. */
  readonly value: string;
}

/** A claim of a subname. */
export interface NameClaim {
  /** The full name, normalized (ENSIP-15): `alice.demo.eth`. */
  readonly name: string;
  /** Address that the name resolves to. */
  readonly account: Address;
  /** Records to store with it. */
  readonly texts: readonly TextRecord[];
  /** Unix seconds; the service accepts the claim for ten minutes. */
  readonly issuedAt: number;
}

/** Builds the claim's typed data (EIP-712); the account nests it in its own domain (ERC-7739). */
export function claimTypedData({ name, account, texts, issuedAt }: NameClaim): TypedData {
  return {
    domain: { name: "Acct Names", version: "1" },
    types: {
      Claim: [
        { name: "name", type: "string" },
        { name: "account", type: "address" },
        { name: "texts", type: "Text[]" },
        { name: "issuedAt", type: "uint64" },
      ],
      Text: [{ name: "key", type: "string" }, { name: "value", type: "string" }],
    },
    primaryType: "Claim",
    message: {
      name,
      account,
      texts: texts.map(({ key, value }) => ({ key, value })),
      issuedAt: String(issuedAt),
    },
  };
}
