/** Rejects requests that would give a dApp control of the account. @module */
import { type Address, type Hex, isAddressEqual } from "viem";
import { contracts, ENTRY_POINT, implementations } from "../chain/contracts.ts";
import { AcctError } from "../ground/errors.ts";
import type { TypedData } from "./typed_data_hash.ts";

/**
 * Rejects an address of the wallet: the account itself, or a contract that protects it. The page
 * and the wallet host both check; before the user connects, the page checks without an account.
 *
 * @param path path of the address in the request
 * @throws {AcctError} `invalid_params`
 */
export function refuseOwn(address: Address, path: string, account: Address | null): void {
  const { factory, permissions } = contracts;
  const codes = implementations.map((each) => each.address);
  const own = [ENTRY_POINT, factory, ...codes, permissions, ...account ? [account] : []];
  if (!own.some((each) => isAddressEqual(each, address))) return;
  throw new AcctError("invalid_params", {
    field: path,
    detail: `${path} must not be the account itself or one of the wallet's own contracts.`,
  });
}

/** Rejects calls to the wallet; `path` is the path of the list. */
export function refuseOwnCalls(
  calls: readonly OwnCall[],
  path: string,
  account: Address | null,
): void {
  calls.forEach((call, index) => refuseOwnCall(call, `${path}[${index}]`, account));
}

/**
 * Rejects a call to the wallet; `path` is the path of the call. Sending to oneself has no effect.
 */
export function refuseOwnCall(call: OwnCall, path: string, account: Address | null): void {
  const { to, data = "0x" } = call;
  refuseOwn(to, `${path}.to`, data === "0x" ? null : account);
}

/** The checked fields of a call. */
interface OwnCall {
  readonly to: Address;
  readonly data?: Hex;
}

/** Rejects typed data that a contract of the wallet verifies. */
export function refuseOwnDomain(
  { domain: { verifyingContract } }: TypedData,
  path: string,
  account: Address | null,
): void {
  // The data was checked, but the domain may define another type for this member.
  if (typeof verifyingContract !== "string" || !/^0x[\da-f]{40}$/i.test(verifyingContract)) return;
  refuseOwn(
    verifyingContract.toLowerCase() as Address,
    `${path}.domain.verifyingContract`,
    account,
  );
}
