/** Whether an account's parts agree. @module */
import { isDerived } from "../../core/account/address.ts";
import { deploys } from "../../core/account/owners.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { AccountJson, OperationJson } from "../../core/protocol/service/mod.ts";

/**
 * An address must follow from its owners.
 *
 * @throws {AcctError} `invalid_params` naming the field.
 */
export function checkAccount(account: AccountJson): void {
  if (isDerived(account)) return;
  throw new AcctError("invalid_params", {
    field: "params.account.address",
    detail: "The address does not follow from owners and nonce.",
  });
}

/**
 * An operation must be the account's own, and deploy nothing but the account.
 *
 * @throws {AcctError} `invalid_params` naming the field.
 */
export function checkOperation(operation: OperationJson, account: AccountJson): void {
  checkAccount(account);
  const wrong = (field: string, detail: string) =>
    new AcctError("invalid_params", { field: `params.operation.${field}`, detail });
  if (operation.sender.toLowerCase() !== account.address.toLowerCase()) {
    throw wrong("sender", "It is not the account.");
  }
  if (operation.factory === undefined) return;
  if (operation.factory.toLowerCase() !== contracts.factory.toLowerCase()) {
    throw wrong("factory", "It is not the accounts' factory.");
  }
  if (!deploys(operation.factoryData ?? "0x", account)) {
    throw wrong("factoryData", "It does not deploy this account.");
  }
}
