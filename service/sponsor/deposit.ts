/** Watches the paymasters' deposits and warns before they run out. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  formatUnits,
  type Hex,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import type { TokenFeesConfig } from "../chain/config.ts";
import type { Context } from "../context.ts";
import { ownPrice } from "../fees/prices.ts";

/** Watches the deposits of all chains. */
export interface DepositWatch {
  /** Chains whose deposit was below the warning level at the last check. */
  low(): readonly number[];
  /** Checks now. */
  check(): Promise<void>;
  /** Stops. */
  stop(): void;
}

/** Paymaster that a deposit belongs to. */
type PaymasterKind = "sponsor" | "token_fee";

/** Deposit to watch. */
interface Watched {
  readonly paymaster: Address;
  readonly lowDeposit?: bigint;
}

/** Interval between checks. */
const POLL_INTERVAL_MS = 60_000;
/** Wei below which the operator is warned, unless configured otherwise. */
export const LOW_DEPOSIT: bigint = 10n ** 17n;

/** Creates the watch. The context is read lazily, because it holds the watch itself. */
export function watchDeposits(context: () => Context): DepositWatch {
  const low = new Set<`${PaymasterKind}:${number}`>();

  async function checkDeposit(chain: Chain, kind: PaymasterKind, given: Watched): Promise<void> {
    const deposit = await readDeposit(chain, given.paymaster);
    const { decimals } = chain.config.nativeCurrency;
    const { metrics, log } = context();
    const isLow = deposit < (given.lowDeposit ?? LOW_DEPOSIT);
    const amount = formatUnits(deposit, decimals);
    metrics.set(`acct_${kind}_deposit`, { chain: chain.id }, Number(amount));
    metrics.set(`acct_${kind}_deposit_low`, { chain: chain.id }, isLow ? 1 : 0);
    const key = `${kind}:${chain.id}` as const;
    if (isLow === low.has(key)) return;
    if (isLow) low.add(key);
    else low.delete(key);
    const event = `${kind}_deposit_${isLow ? "low" : "enough"}`;
    log(isLow ? "warn" : "info", event, { chain: chain.id, deposit: amount });
  }

  /** Reports tokens without a trusted price, which are not offered to users. */
  async function checkPrices(chain: Chain, config: TokenFeesConfig): Promise<void> {
    const { timestamp } = await chain.node.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    const now = Math.max(Math.floor(Date.now() / 1000), Number(timestamp));
    const { feeTokens } = await chain.probe();
    await Promise.all(
      feeTokens.filter(({ domain }) => domain === undefined).map(async (token) => {
        const price = await ownPrice(chain, config, token, now);
        const labels = { chain: chain.id, token: token.symbol };
        context().metrics.set("acct_token_fee_price", labels, price === null ? 0 : 1);
      }),
    );
  }

  async function check(chain: Chain): Promise<void> {
    const { sponsor, tokenFees } = chain;
    await Promise.all([
      sponsor === null ? null : checkDeposit(chain, "sponsor", sponsor),
      tokenFees === null ? null : checkDeposit(chain, "token_fee", tokenFees),
      tokenFees === null ? null : checkPrices(chain, tokenFees),
    ]);
  }

  const all = async () => {
    await Promise.all(
      // A chain that is down is reported elsewhere, and its deposit does not change meanwhile.
      [...context().chains.values()].map((chain) => check(chain).catch(() => {})),
    );
  };
  const first = setTimeout(() => void all(), 0);
  const timer = setInterval(() => void all(), POLL_INTERVAL_MS);
  return {
    low: () => [...new Set([...low].map((key) => Number(key.split(":")[1])))],
    check: all,
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

/** Reads a paymaster's deposit at the EntryPoint, in wei. */
export async function readDeposit(chain: Chain, paymaster: Hex): Promise<bigint> {
  const data = await chain.node.request<Hex>("eth_call", [{
    to: ENTRY_POINT,
    data: encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: "balanceOf",
      args: [paymaster],
    }),
  }, "latest"]);
  return decodeFunctionResult({ abi: entryPoint08Abi, functionName: "balanceOf", data });
}
