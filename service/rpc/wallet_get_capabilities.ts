/** `wallet_getCapabilities` (EIP-5792): lists the capabilities per chain. @module */
import { numberToHex } from "viem";
import { listCapabilities } from "../../core/protocol/service/capabilities.ts";
import { walletGetCapabilities as definition } from "../../core/protocol/service/methods/wallet_get_capabilities.ts";
import { method } from "./method.ts";

/** Returns the capabilities of the requested chains that are up. */
export const walletGetCapabilities = method(definition, async (context, _caller, [, wanted]) => {
  const asked = wanted?.map(Number);
  const chains = [...context.chains.values()].filter((chain) => asked?.includes(chain.id) ?? true);
  const entries = await Promise.all(chains.map(async (chain) => {
    // Leave out a chain that is down: nothing works there.
    const probe = await chain.probe().catch(() => null);
    if (probe === null) return [];
    return [[numberToHex(chain.id), listCapabilities(probe)] as const];
  }));
  return Object.fromEntries(entries.flat());
});
