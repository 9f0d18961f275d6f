import { numberToHex } from "viem";
import { address, type At, chainId, isPresent, member, wrong } from "../../protocol/check.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { Handler } from "./context.ts";
import { optionalParams } from "./optional_params.ts";

/** Items of a page. */
const LIMIT = { default: 20, most: 100 } as const;

/**
 * What an account has sent, page by page: `[{ address?, chainId?, index?, limit?, sort? }]`. The
 * next page begins after `index`, which is that of the last item. Needs no session if an address is
 * given.
 */
export const walletGetCallsHistory: Handler = async (context, params) => {
  const at = optionalParams(params);
  const wanted = member(at, "address");
  const chain = member(at, "chainId");
  const index = member(at, "index");
  const limit = member(at, "limit");
  const request = {
    ...(isPresent(chain) && { chainId: numberToHex(anyChainId(chain)) }),
    ...(isPresent(index) && { index: whole(index, 0, Number.MAX_SAFE_INTEGER) }),
    limit: isPresent(limit) ? whole(limit, 1, LIMIT.most) : LIMIT.default,
    sort: order(member(at, "sort")),
  };
  const account = isPresent(wanted) ? address(wanted) : context.session()?.account.address;
  if (account === undefined) throw new AcctError("unauthorized");
  return await context.service.call(
    "wallet_getCallsHistory",
    { address: account, ...request },
    context.signal,
  );
};

/** Items carry the chain's id as a number, so a number is taken here as well. */
function anyChainId(at: At): number {
  return typeof at.value === "number" ? whole(at, 1, Number.MAX_SAFE_INTEGER) : chainId(at);
}

function whole({ value, path }: At, least: number, most: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
    throw wrong(path, `must be a whole number from ${least} to ${most}`);
  }
  return value;
}

function order(at: At): "asc" | "desc" {
  if (!isPresent(at)) return "desc";
  if (at.value !== "asc" && at.value !== "desc") throw wrong(at.path, "must be asc or desc");
  return at.value;
}
