/** Shows the fee of an operation, and checks that it may be confirmed. @module */
import { type Address, hexToBigInt } from "viem";
import { maximumCost } from "../../client/prepared_operation.ts";
import { AcctError } from "../../ground/errors.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { FeeOptionJson, FeeTokenJson } from "../../wire/fees.ts";
import { cleanText } from "../../lib/text.ts";
import type { ChainView, FeeOptionView, FeeView, TokenView } from "../../dialog/types.ts";
import type { WalletContext } from "../context/context.ts";
import { tokenView } from "../../reading/tokens.ts";

/** A fee that the account pays. */
type OwnFee = Extract<FeeView, { payer: "account" }>;

/**
 * Returns the fee tokens of the service's configuration. A token and its paymaster always come from
 * there, never from data of an operation.
 */
export async function feeTokensOf(
  context: WalletContext,
  chainId: number,
): Promise<readonly FeeTokenJson[]> {
  try {
    const { chains } = await context.service.configuration();
    return chains.find(({ id }) => id === chainId)?.feeTokens ?? [];
  } catch {
    // The native currency always works.
    return [];
  }
}

/** Describes the fee; its maximum is computed from the operation, not read from the service. */
export function feeView(
  prepared: PrepareResult,
  chain: ChainView,
  feeTokens: readonly FeeTokenJson[],
): FeeView {
  if (prepared.sponsor !== null) {
    const { name, domain } = prepared.sponsor;
    return { payer: "sponsor", sponsor: cleanText(domain ?? name, 80) };
  }
  const failed = prepared.sponsorFailed;
  const known = (address: Address) => feeTokens.find((token) => isSame(token.address, address));
  const own = prepared.feeToken && known(prepared.feeToken.address);
  const fee: OwnFee = {
    payer: "account",
    token: own === undefined ? nativeView(chain) : feeTokenView(own),
    expected: hexToBigInt(prepared.fee.expected),
    // A token's maximum was verified against price and gas in `checkPrepared`.
    maximum: own === undefined
      ? maximumCost(prepared.operation)
      : hexToBigInt(prepared.fee.maximum),
    balance: hexToBigInt(prepared.fee.balance),
    ...(failed !== null && { sponsorFailed: cleanText(failed, 200) || "?" }),
  };
  const options = (prepared.feeOptions ?? []).flatMap((option): FeeOptionView[] => {
    const token = option.token === null ? null : known(option.token.address);
    if (token === undefined) return [];
    const view = token === null ? nativeView(chain) : feeTokenView(token);
    // The prepared option is shown with its verified amounts.
    const { expected, maximum, balance } = isSame(view.address, fee.token.address) ? fee : {
      expected: hexToBigInt(option.expected),
      maximum: hexToBigInt(option.maximum),
      balance: hexToBigInt(option.balance),
    };
    const figures = { expected, maximum, balance };
    return [{ token: view, ...figures, obstacle: obstacle(option) }];
  });
  return options.length > 1 ? { ...fee, options } : fee;
}

/** Estimates the fee in another token; `null` if that option does not exist. */
export function chosenFee(fee: FeeView | null, token: Address | null): FeeView | null {
  if (!hasOptions(fee)) return null;
  const option = fee.options.find((each) => isSame(each.token.address, token));
  if (option === undefined) return null;
  const { obstacle: _1, ...figures } = option;
  return { ...fee, ...figures };
}

/** Returns true if a fee can be paid in more than one token. */
export function hasOptions(
  fee: FeeView | null,
): fee is OwnFee & { readonly options: readonly FeeOptionView[] } {
  return fee?.payer === "account" && fee.options !== undefined;
}

/** Returns the first token that can pay, if the current one cannot. */
export function payableToken(fee: FeeView | null): Address | null | undefined {
  if (!hasOptions(fee) || fee.balance >= fee.maximum) return undefined;
  return fee.options.find(({ token, obstacle, balance, maximum }) =>
    obstacle === null && balance >= maximum && !isSame(token.address, fee.token.address)
  )?.token.address;
}

/** Returns true if a fee is paid in a token; a fee that others pay matches any token. */
export function isFeeIn(fee: FeeView | null, token: Address | null): boolean {
  return fee?.payer !== "account" || isSame(fee.token.address, token);
}

/** Compares two token addresses; `null` is the native currency. */
export function isSame(left: Address | null, right: Address | null): boolean {
  return left?.toLowerCase() === right?.toLowerCase();
}

/**
 * Checks that the shown fee may be confirmed: a failed sponsor is never replaced without consent.
 */
export function checkFee(fee: FeeView | null, payFromAccount: boolean): void {
  if (fee?.payer !== "account") return;
  if (fee.sponsorFailed !== undefined && !payFromAccount) {
    throw new AcctError("sponsor_failed", { detail: fee.sponsorFailed });
  }
  if (fee.balance < fee.maximum) throw new AcctError("insufficient_funds");
}

/** Returns true if a fee rose, or changed its payer or token, after the user has read it. */
export function isWorseFee(old: FeeView | null, now: FeeView | null): boolean {
  if (old?.payer !== now?.payer) return true;
  if (old?.payer === "account" && now?.payer === "account") {
    return now.maximum > old.maximum || now.sponsorFailed !== old.sponsorFailed ||
      !isSame(now.token.address, old.token.address);
  }
  return old?.payer === "sponsor" && now?.payer === "sponsor" && old.sponsor !== now.sponsor;
}

/** Formats a fee token. The operator lists a token by accepting it. */
function feeTokenView(token: FeeTokenJson): TokenView {
  return tokenView({ ...token, listed: true });
}

function nativeView({ nativeCurrency: { symbol, decimals } }: ChainView): TokenView {
  return { address: null, symbol, decimals };
}

/** Reads an obstacle; an unknown one also blocks the option. */
function obstacle({ obstacle }: FeeOptionJson): FeeOptionView["obstacle"] {
  return obstacle === null || obstacle === "balance" || obstacle === "limit"
    ? obstacle
    : "unavailable";
}
