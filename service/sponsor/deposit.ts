/** Watches the sponsor's deposits: an alarm before they run out, not after. @module */
import { decodeFunctionResult, encodeFunctionData, formatUnits, type Hex } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../context.ts";

/** Watches the deposits of all chains. */
export interface DepositWatch {
  /** Chains whose deposit was below the alarm at the last look. */
  low(): readonly number[];
  /** Looks now. */
  look(): Promise<void>;
  /** Stops. */
  stop(): void;
}

/** Milliseconds between two looks. */
const EVERY = 60_000;
/** Wei below which the alarm is raised, unless the configuration says otherwise. */
export const LOW_DEPOSIT: bigint = 10n ** 17n;

/** Makes the watch; the context is read later, because it holds the watch itself. */
export function watchDeposits(context: () => Context): DepositWatch {
  const low = new Set<number>();

  async function look(chain: Chain): Promise<void> {
    const { sponsor, config } = chain;
    if (sponsor === null) return;
    const deposit = await depositOf(chain, sponsor.paymaster);
    const { decimals } = config.nativeCurrency;
    const { metrics, log } = context();
    const isLow = deposit < (sponsor.lowDeposit ?? LOW_DEPOSIT);
    const amount = formatUnits(deposit, decimals);
    metrics.set("acct_sponsor_deposit", { chain: chain.id }, Number(amount));
    metrics.set("acct_sponsor_deposit_low", { chain: chain.id }, isLow ? 1 : 0);
    if (isLow === low.has(chain.id)) return;
    if (isLow) low.add(chain.id);
    else low.delete(chain.id);
    const event = isLow ? "sponsor_deposit_low" : "sponsor_deposit_enough";
    log(isLow ? "warn" : "info", event, { chain: chain.id, deposit: amount });
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
    low: () => [...low],
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
