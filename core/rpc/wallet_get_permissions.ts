import { numberToHex } from "viem";
import { address, chainId, isPresent, member, paramsAt } from "../check.ts";
import { AcctError } from "../errors.ts";
import { describeListed } from "../permission/details.ts";
import { readPermission } from "../permission/permission.ts";
import type { Handler } from "./context.ts";

/**
 * The permissions that an account has granted on a chain and not taken back, newest first:
 * `[{ address?, chainId? }]`. Needs no session if an address is given.
 */
export const walletGetPermissions: Handler = async (context, params) => {
  const at = paramsAt(params ?? [{}], 0);
  const wantedAddress = member(at, "address");
  const wantedChain = member(at, "chainId");
  const account = isPresent(wantedAddress)
    ? address(wantedAddress)
    : context.session()?.account.address;
  if (account === undefined) throw new AcctError("unauthorized");
  const found = await context.service.call("acct_getPermissions", {
    account,
    chainId: numberToHex(isPresent(wantedChain) ? chainId(wantedChain) : context.chainId()),
  }, context.signal);
  return found
    .filter(({ revoked }) => !revoked)
    .map((json) => describeListed(json, readPermission(json)));
};
