/** `acct_prepare`: prepares an operation to review and sign. @module */
import { MAX_PRICED } from "../../core/protocol/limits.ts";
import { acctPrepare as definition } from "../../core/protocol/service/methods/acct_prepare.ts";
import type { PrepareResult, WorthJson } from "../../core/protocol/service/mod.ts";
import type { Context } from "../main/context.ts";
import { inTime, lookUpInTime } from "../lib/soon.ts";
import { prepare } from "../operations/prepare.ts";
import { method } from "./method.ts";

/** Prepares an operation; names and prices come along, and never keep it waiting long. */
export const acctPrepare = method(definition, async (context, caller, params) => {
  const { payees, priced = false } = params;
  const [prepared, names] = await Promise.all([
    prepare(context, caller, params),
    payees === undefined ? undefined : lookUpInTime(context, caller, {
      addresses: payees,
      chainId: Number(params.chainId),
    }),
  ]);
  return {
    ...prepared,
    ...(names && { names }),
    ...(priced && { prices: await pricesOf(context, prepared) }),
  };
});

/** Returns the prices of the tokens that an operation names, and of the native currency. */
async function pricesOf(
  { fiat }: Pick<Context, "fiat">,
  { chain, tokens }: PrepareResult,
): Promise<readonly WorthJson[]> {
  if (fiat.currency === null) return [];
  const chainId = `0x${chain.id.toString(16)}` as const;
  const asked = [null, ...tokens.map(({ address }) => address)].slice(0, MAX_PRICED);
  const found = await inTime(fiat.prices(asked.map((address) => ({ chainId, address }))));
  return found?.prices ?? [];
}
