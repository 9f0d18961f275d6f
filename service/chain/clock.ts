/** Compares this process's clock with the chains': signatures and prices hold by it. @module */
import type { Log } from "../lib/log.ts";
import type { Chain } from "./chain.ts";

/** Seconds by which the clocks may differ. */
const MAX_DIFFERENCE_S = 60;

/** Chains with a differing clock: each change is logged once. */
const differing = new WeakSet<Chain>();

/**
 * Returns why no signature for a chain is safe now, or `null`. The clocks of the chain and this
 * process may differ by more than a minute, so a signature would be valid for too long or never. A
 * chain with a manually set time is not compared.
 */
export function clockFault({ log }: { readonly log: Log }, chain: Chain): string | null {
  const difference = differenceOf(chain);
  const isWrong = Math.abs(difference) > MAX_DIFFERENCE_S;
  const fields = { chain: chain.id, seconds: difference };
  if (isWrong !== differing.has(chain)) {
    if (isWrong) {
      differing.add(chain);
      log("error", "clock_differs", fields);
    } else {
      differing.delete(chain);
      log("info", "clock_agrees", fields);
    }
  }
  const direction = difference > 0 ? "ahead of" : "behind";
  return isWrong
    ? `The service's clock is ${Math.abs(difference)} seconds ${direction} the chain's.`
    : null;
}

/** Returns the whole seconds by which this process's clock is ahead of a chain's; 0 if unknown. */
export function differenceOf({ config, heads }: Chain): number {
  return config.localTime === true ? 0 : Math.round(heads.clockDifference() ?? 0);
}
