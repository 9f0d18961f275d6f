/**
 * `wallet_requestPermissions`: connects, in the form of EIP-2255. It knows the permission
 * `eth_accounts`; what an account grants to others is requested with `wallet_grantPermissions`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2255
 * @module
 */
import type { Address } from "../../../lib/hex.ts";
import { member, object as readObject, wrong } from "../../schema/check.ts";
import { define, type Definition } from "../../schema/definition.ts";
import { custom, single } from "../../schema/schema_connected.ts";

/** A permission of a dApp (EIP-2255). */
export interface AppPermission {
  /** The method that it allows. */
  readonly parentCapability: "eth_accounts";
  /** Origin of the dApp. */
  readonly invoker: string;
  /** Its restriction to the connected account. */
  readonly caveats: readonly [
    { readonly type: "restrictReturnedAccounts"; readonly value: readonly Address[] },
  ];
}

/** Parameters and result. */
export type WalletRequestPermissions = {
  readonly params: readonly [
    request: { readonly eth_accounts: Readonly<Record<string, unknown>> },
  ];
  readonly result: readonly AppPermission[];
};

/** Definition of the method. */
export const walletRequestPermissions: Definition<void, "session"> = define({
  params: single(custom("permissions", (at): void => {
    readObject(member(at, "eth_accounts"));
    for (const name of Object.keys(readObject(at))) {
      if (name !== "eth_accounts") {
        throw wrong(`${at.path}.${name}`, "must be eth_accounts");
      }
    }
  })),
  prompts: "connects",
  load: "session",
});
