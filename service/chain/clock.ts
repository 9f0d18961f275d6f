/** Compares this process's clock with the chains': signatures and prices hold by it. @module */
import type { Context } from "../main/context.ts";
import type { Chain } from "./chain.ts";

/** Seconds by which the clocks may differ. */
const MAX_DIFFERENCE_S = 60;

/** Chains whose clock differs: each change is logged once. */
const differing = new WeakSet<Chain>();

/**
 * Returns why nothing may be signed for a chain now: its clock and this process's differ by more than
 * a minute, so that a signature would hold too long or not at all; `null` if nothing is known to be
 * wrong. A chain whose time is set by hand is not compared.
 */
export function clockFault({ log }: Pick<Context, "log">, chain: Chain): string | null {
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
