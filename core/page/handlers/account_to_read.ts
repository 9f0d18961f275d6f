/** Chooses the account to read. @module */
import type { Address } from "viem";
import { AcctError } from "../../protocol/errors.ts";
import type { PageContext } from "./context.ts";

/** Returns the account to read: the named one, else the connected one. */
export function accountToRead(context: PageContext, named: Address | undefined): Address {
  const account = named ?? context.session()?.account.address;
  if (account === undefined) throw new AcctError("unauthorized");
  return account;
}
