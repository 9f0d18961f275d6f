import { type Hex, numberToHex } from "viem";
import { address, chainId, isPresent, member, paramsAt } from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import { describeListed } from "../../permission/details.ts";
import { readPermission } from "../../permission/permission.ts";
import { readRemaining, remainingCall } from "../../permission/remaining.ts";
import type { Handler } from "./context.ts";

/**
 * The permissions that an account has granted on a chain and not taken back, newest first:
 * `[{ address?, chainId?, remaining? }]`. Needs no session if an address is given; `remaining: true`
 * adds to each spend what is left of it now.
 */
export const walletGetPermissions: Handler = async (context, params) => {
  const at = paramsAt(params ?? [{}], 0);
  const wantedAddress = member(at, "address");
  const wantedChain = member(at, "chainId");
  const account = isPresent(wantedAddress)
    ? address(wantedAddress)
    : context.session()?.account.address;
  if (account === undefined) throw new AcctError("unauthorized");
  const chain = isPresent(wantedChain) ? chainId(wantedChain) : context.chainId();
  const found = await context.service.call("acct_getPermissions", {
    account,
    chainId: numberToHex(chain),
  }, context.signal);
  const wantsRemaining = member(at, "remaining").value === true;
  return await Promise.all(
    found.filter(({ revoked }) => !revoked).map(async (json) => {
      const permission = readPermission(json, { account, chainId: chain });
      const listed = describeListed(json, permission);
      if (!wantsRemaining) return listed;
      const answer = await context.service.chain(
        Number(json.chainId),
        "eth_call",
        [remainingCall(permission), "latest"],
        context.signal,
      );
      const left = readRemaining(answer as Hex);
      return {
        ...listed,
        spends: listed.spends.map((spend, index) => ({ ...spend, remaining: String(left[index]) })),
      };
    }),
  );
};
