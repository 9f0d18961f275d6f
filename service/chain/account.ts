/** Checks that an account and its operations agree. @module */
import type { Address, Hex } from "viem";
import { isDerived } from "../../core/account/address.ts";
import { deploys } from "../../core/account/owners/creation.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { changesCode, requireKnown, upgradeTarget } from "../../core/account/code.ts";
import type { AccountJson, OperationJson } from "../../core/wire/values.ts";

/**
 * Checks that the address follows from the owners.
 *
 * @throws {AcctError} `invalid_params` naming the field.
 */
export function checkAccount(account: AccountJson): void {
  if (isDerived(account)) return;
  throw new AcctError("invalid_params", {
    field: "params[0].account.address",
    detail: "The address does not match owners and nonce.",
  });
}

/**
 * Checks that an operation belongs to the account and deploys nothing but the account.
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

/**
 * Checks that the account runs a known version, and that call data only upgrades it to a later one.
 * Otherwise a sponsor would pay for an account that wallets cannot use afterwards.
 *
 * @throws {AcctError} `code_unknown`, or `invalid_params` naming the field.
 */
export function checkCode(
  callData: Hex,
  account: Address,
  { implementation, chain }: { readonly implementation: Address | null; readonly chain: string },
): void {
  const known = implementation === null ? null : requireKnown(implementation, { account, chain });
  if (!changesCode(callData)) return;
  const wrong = (detail: string) =>
    new AcctError("invalid_params", { field: "params[0].callData", detail });
  const target = upgradeTarget(callData);
  if (target === null) throw wrong("It is not solely an update to a known version.");
  if (known === null) {
    throw wrong("The account is not deployed on this chain, so there is nothing to update.");
  }
  if (target.version <= known.version) throw wrong(`The account runs version ${known.version}.`);
}
