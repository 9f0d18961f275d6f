/**
 * `wallet_requestPermissions`: connects, in the form of EIP-2255. It supports the permission
 * `eth_accounts`. Use `wallet_grantPermissions` to request spend permissions.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2255
 * @module
 */
import type { Address } from "../../../lib/hex.ts";
import { member, object as readObject, wrong } from "../../../schema/check.ts";
import { define, type Definition } from "../../../schema/definition.ts";
import { custom, single } from "../../../schema/common.ts";

/** A permission of a dApp (EIP-2255). */
export interface AppPermission {
  /** The method that it allows. */
  readonly parentCapability: "eth_accounts";
  /** Origin of the dApp. */
  readonly invoker: string;
  /** Restricts the permission to the connected account. */
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
export const walletRequestPermissions: Definition<void> = define({
  params: single(custom("permissions", (at): void => {
    readObject(member(at, "eth_accounts"));
    for (const name of Object.keys(readObject(at))) {
      if (name !== "eth_accounts") {
        throw wrong(`${at.path}.${name}`, "must be eth_accounts");
      }
    }
  })),
  prompts: "connects",
});
