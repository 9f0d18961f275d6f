/** Watches the paymasters' deposits: an alarm before they run out, not after. @module */
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
  /** Chains whose deposit was below the alarm at the last look. */
  low(): readonly number[];
  /** Looks now. */
  look(): Promise<void>;
  /** Stops. */
  stop(): void;
}

/** Whose deposit it is. */
type Purse = "sponsor" | "token_fee";

/** A deposit to watch. */
interface Watched {
  readonly paymaster: Address;
  readonly lowDeposit?: bigint;
}

/** Milliseconds between two looks. */
const EVERY = 60_000;
/** Wei below which the alarm is raised, unless the configuration says otherwise. */
export const LOW_DEPOSIT: bigint = 10n ** 17n;

/** Makes the watch; the context is read later, because it holds the watch itself. */
export function watchDeposits(context: () => Context): DepositWatch {
  const low = new Set<`${Purse}:${number}`>();

  async function lookAt(chain: Chain, purse: Purse, given: Watched): Promise<void> {
    const deposit = await depositOf(chain, given.paymaster);
    const { decimals } = chain.config.nativeCurrency;
    const { metrics, log } = context();
    const isLow = deposit < (given.lowDeposit ?? LOW_DEPOSIT);
    const amount = formatUnits(deposit, decimals);
    metrics.set(`acct_${purse}_deposit`, { chain: chain.id }, Number(amount));
    metrics.set(`acct_${purse}_deposit_low`, { chain: chain.id }, isLow ? 1 : 0);
    const key = `${purse}:${chain.id}` as const;
    if (isLow === low.has(key)) return;
    if (isLow) low.add(key);
    else low.delete(key);
    const event = `${purse}_deposit_${isLow ? "low" : "enough"}`;
    log(isLow ? "warn" : "info", event, { chain: chain.id, deposit: amount });
  }

  /** Tokens without a price that can be trusted are offered to nobody: somebody has to know. */
  async function lookAtPrices(chain: Chain, config: TokenFeesConfig): Promise<void> {
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

  async function look(chain: Chain): Promise<void> {
    const { sponsor, tokenFees } = chain;
    await Promise.all([
      sponsor === null ? null : lookAt(chain, "sponsor", sponsor),
      tokenFees === null ? null : lookAt(chain, "token_fee", tokenFees),
      tokenFees === null ? null : lookAtPrices(chain, tokenFees),
    ]);
  }

  const all = async () => {
    await Promise.all(
      // A chain that is down is named elsewhere; its deposit does not change meanwhile.
      [...context().chains.values()].map((chain) => look(chain).catch(() => {})),
    );
  };
  const first = setTimeout(() => void all(), 0);
  const timer = setInterval(() => void all(), EVERY);
  return {
    low: () => [...new Set([...low].map((key) => Number(key.split(":")[1])))],
    look: all,
    stop() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

/** What the EntryPoint holds for a paymaster, in wei. */
export async function depositOf(chain: Chain, paymaster: Hex): Promise<bigint> {
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
