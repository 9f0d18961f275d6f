/** Watches the paymasters' deposits and warns before they run out. @module */
import { type Address, encodeFunctionData, formatUnits, type Hex, hexToBigInt } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { Chain } from "../../chain/chain.ts";
import { LOW_DEPOSIT, type TokenFeesConfig } from "../../chain/config.ts";
import type { PayableState } from "../../chain/state.ts";
import type { PaymentContext } from "../ledger/context.ts";
import { ownPrice } from "../tokens/prices.ts";
import { completed } from "../ledger/completed.ts";
import { type PaymasterKind, type Watched, watchedOf } from "../../chain/paymasters.ts";
import { watchVaults } from "./vault.ts";

/** Watches the deposits of all chains. */
export interface DepositWatch {
  /** Chains with a deposit below the warning level at the last check. */
  low(): readonly number[];
  /**
   * Checks now, each chain independently.
   *
   * @throws the first error, once all have finished
   */
  check(): Promise<void>;
  /** Stops. */
  stop(): void;
}

/** Interval between checks. */
const POLL_INTERVAL_MS = 60_000;

/** Creates the watch. */
export function watchDeposits(context: PaymentContext, now: () => number = Date.now): DepositWatch {
  const low = new Set<`${PaymasterKind}:${number}`>();
  const vaults = watchVaults(context, now);

  async function checkDeposit(
    chain: Chain,
    { kind, paymaster, lowDeposit = LOW_DEPOSIT }: Watched,
  ): Promise<[Address, bigint]> {
    const deposit = await readDeposit(chain, paymaster);
    const { decimals } = chain.config.nativeCurrency;
    const { metrics, log } = context;
    const isLow = deposit < lowDeposit;
    const amount = formatUnits(deposit, decimals);
    metrics.set(`acct_${kind}_deposit`, { chain: chain.id }, Number(amount));
    metrics.set(`acct_${kind}_deposit_low`, { chain: chain.id }, isLow ? 1 : 0);
    const key = `${kind}:${chain.id}` as const;
    if (isLow === low.has(key)) return [paymaster, deposit];
    if (isLow) low.add(key);
    else low.delete(key);
    const event = `${kind}_deposit_${isLow ? "low" : "enough"}`;
    log(isLow ? "warn" : "info", event, { chain: chain.id, deposit: amount });
    return [paymaster, deposit];
  }

  /** Reports tokens without a trusted price; they are not offered to users. */
  async function checkPrices(chain: Chain, config: TokenFeesConfig): Promise<void> {
    const { timestamp } = await chain.node.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    const now = Math.max(Math.floor(Date.now() / 1000), Number(timestamp));
    const { feeTokens } = await chain.probe();
    await Promise.all(
      feeTokens.map(async (token) => {
        const price = await ownPrice(chain, config, token, now);
        const labels = { chain: chain.id, token: token.symbol };
        context.metrics.set("acct_token_fee_price", labels, price === null ? 0 : 1);
      }),
    );
  }

  async function check(chain: Chain): Promise<void> {
    const { tokenFees } = chain;
    const deposits = Promise.all(watchedOf(chain).map((each) => checkDeposit(chain, each)));
    await completed([
      ...tokenFees === null ? [] : [checkPrices(chain, tokenFees)],
      deposits.then((read) => vaults.check(chain, new Map(read))),
    ]);
  }

  const all = () => completed([...context.chains.values()].map(check));
  // An unreachable chain is reported elsewhere, and its deposit does not change in the meantime.
  const look = () => void all().catch(() => {});
  const first = setTimeout(look, 0);
  const timer = setInterval(look, POLL_INTERVAL_MS);
  return {
    low: () => [...new Set([...low].map((key) => Number(key.split(":")[1])))],
    check: all,
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

/**
 * Checks that the sponsor's contract will pay an operation of this maximum cost in wei.
 *
 * @throws {AcctError} `sponsor_failed`
 */
export function requireFunds(
  { sponsorDeposit, sponsorMaxCost }: Pick<PayableState, "sponsorDeposit" | "sponsorMaxCost">,
  cost: bigint,
): void {
  const detail = sponsorMaxCost === 0n
    ? "The sponsor is paused."
    : cost > sponsorMaxCost
    ? "The operation costs more than the sponsor's contract allows."
    : sponsorDeposit < cost
    ? "The sponsor's deposit is used up."
    : null;
  if (detail !== null) throw new AcctError("sponsor_failed", { detail });
}

/**
 * Reads the deposit of a paymaster or an account at the EntryPoint, in wei.
 *
 * @throws {AcctError} `chain_down`, including for an answer that is not a number
 */
export async function readDeposit(chain: Chain, owner: Hex): Promise<bigint> {
  const data = await chain.node.request<Hex>("eth_call", [{
    to: ENTRY_POINT,
    data: encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: "balanceOf",
      args: [owner],
    }),
  }, "latest"]);
  if (!/^0x[0-9a-f]{64}$/i.test(data)) {
    throw new AcctError("chain_down", { detail: "The node does not have the EntryPoint." });
  }
  return hexToBigInt(data);
}
