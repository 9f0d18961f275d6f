/** Refuses spenders of permissions. @module */
import { type Address, isAddressEqual, zeroAddress } from "viem";
import { refuseOwn } from "../account/own_contracts.ts";
import { AcctError } from "../protocol/errors.ts";

/** Refuses a spender that belongs to the wallet, or that could never act. */
export function refuseSpender(spender: Address, path: string, account: Address | null): void {
  refuseOwn(spender, path, account);
  if (!isAddressEqual(spender, zeroAddress)) return;
  throw new AcctError("invalid_params", { field: path, detail: `${path} can never act.` });
}
