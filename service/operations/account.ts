/** Checks that an account and its operations agree. @module */
import { isDerived } from "../../core/account/address.ts";
import { deploys } from "../../core/account/creation.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { AccountJson, OperationJson } from "../../core/protocol/service/mod.ts";

/**
 * Checks that the address follows from the owners.
 *
 * @throws {AcctError} `invalid_params` naming the field.
 */
export function checkAccount(account: AccountJson): void {
  if (isDerived(account)) return;
  throw new AcctError("invalid_params", {
    field: "params[0].account.address",
    detail: "The address does not follow from owners and nonce.",
  });
}

/**
 * Checks that an operation is the account's own and deploys nothing but the account.
 *
 * @throws {AcctError} `invalid_params` naming the field.
 */
export function checkOperation(operation: OperationJson, account: AccountJson): void {
  checkAccount(account);
  const wrong = (field: string, detail: string) =>
    new AcctError("invalid_params", { field: `params[0].operation.${field}`, detail });
  if (operation.sender.toLowerCase() !== account.address.toLowerCase()) {
    throw wrong("sender", "It is not the account.");
  }
  if (operation.factory === undefined) return;
  if (operation.factory.toLowerCase() !== contracts.factory.toLowerCase()) {
    throw wrong("factory", "It is not the factory of these accounts.");
  }
  if (!deploys(operation.factoryData ?? "0x", account)) {
    throw wrong("factoryData", "It does not deploy this account.");
  }
}
