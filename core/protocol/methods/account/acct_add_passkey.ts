/** `acct_addPasskey`: adds another passkey (AppSpecific mode). @module */
import type { OwnersView } from "./acct_get_owners.ts";
import type { Address, Hex } from "../../../lib/hex.ts";
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result: `null` if the user skipped it. */
export type AcctAddPasskey = {
  readonly params?: readonly [];
  readonly result: OwnersView | null;
};

/** Request to the wallet; only the wallet's own pages and AppSpecific apps make it. */
export interface AddPasskeyRequest {
  readonly account: Address;
  readonly chainId: number;
  /** True if it is offered because the only passkey exists on a single device. */
  readonly offered?: boolean;
  /** A passkey that the wallet home created already; the dialog that creates one is skipped. */
  readonly created?: {
    /** Credential id, base64url. */
    readonly credentialId: string;
    /** x‖y, 64 bytes. */
    readonly publicKey: Hex;
    /** True if it is synced to other devices. */
    readonly backedUp: boolean;
    /** AAGUID of the passkey provider. */
    readonly aaguid: Hex;
    /** Its name on this device. */
    readonly name: string;
  };
}

/** Definition of the method. */
export const acctAddPasskey: Definition<void> = define({
  params: nothing,
  prompts: "changes owners",
});
