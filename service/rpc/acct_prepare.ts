/** `acct_prepare`: prepares an operation to review and sign. @module */
import type { Address } from "viem";
import { MAX_PRICED } from "../../core/ground/limits.ts";
import { acctPrepare as definition } from "../../core/protocol/service/methods/acct_prepare.ts";
import type { LookedUpName, PrepareResult, WorthJson } from "../../core/protocol/service/mod.ts";
import { deadline } from "../lib/deadline.ts";
import type { Caller } from "../keys/caller.ts";
import type { RpcContext } from "./context.ts";
import { prepare } from "../operations/prepare.ts";
import { method } from "./method.ts";

/** Time that an operation waits for names and for prices, in milliseconds. */
const MAX_WAIT_MS = 800;

/** Prepares an operation. Names and prices are included if they are available in time. */
export const acctPrepare = method(definition, async (context, caller, params) => {
  const { payees, priced = false, currency } = params;
  const [prepared, names] = await Promise.all([
    prepare(context, caller, params),
    payees === undefined ? undefined : namesOf(context, caller, {
      addresses: payees,
      chainId: Number(params.chainId),
    }),
  ]);
  return {
    ...prepared,
    ...(names && { names }),
    ...(priced && { prices: await pricesOf(context, prepared, currency) }),
  };
});

/** Returns the prices of the tokens that an operation names, and of the native currency. */
async function pricesOf(
  { fiat }: Pick<RpcContext, "fiat">,
  { chain, tokens }: PrepareResult,
  currency?: string,
): Promise<readonly WorthJson[]> {
  if (fiat.currency === null) return [];
  const chainId = `0x${chain.id.toString(16)}` as const;
  const asked = [null, ...tokens.map(({ address }) => address)].slice(0, MAX_PRICED);
  const named = asked.map((address) => ({ chainId, address }));
  const found = await orNull(fiat.prices(named, currency));
  return found?.prices ?? [];
}

/** Looks up the names of addresses. Names that are not found in time are `null`. */
async function namesOf(
  { names, nameRates }: Pick<RpcContext, "names" | "nameRates">,
  { key, client }: Pick<Caller, "key" | "client">,
  { addresses, chainId }: { addresses: readonly Address[]; chainId: number },
): Promise<LookedUpName[]> {
  const unnamed = addresses.map((address) => ({ address, name: null }));
  if (names === null || addresses.length === 0) return unnamed;
  if ((await nameRates.looks.count(client, addresses.length)).exceeded) return unnamed;
  return await Promise.all(addresses.map(async (address) => ({
    address,
    name: await orNull(names.lookUp(key, address, chainId)),
  })));
}

/** Waits for an answer for a limited time; `null` without one. */
function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return deadline(answer, MAX_WAIT_MS, () => null).catch(() => null);
}
