/** `wallet_getCapabilities` (EIP-5792): lists the capabilities per chain. @module */
import { numberToHex } from "viem";
import { listCapabilities } from "../../core/protocol/service/capabilities.ts";
import { walletGetCapabilities as definition } from "../../core/protocol/service/methods/wallet_get_capabilities.ts";
import type { ChainCapabilities } from "../../core/protocol/methods/connection/wallet_get_capabilities.ts";
import { method } from "./method.ts";

/** Returns the capabilities of the requested chains. */
export const walletGetCapabilities = method(definition, async (context, _caller, [, wanted]) => {
  const asked = wanted?.map(Number);
  const chains = [...context.chains.values()].filter((chain) => asked?.includes(chain.id) ?? true);
  const entries = await Promise.all(chains.map(async (chain) => {
    const probe = await chain.probe().catch(() => null);
    // No feature works on an unreachable chain, but apps still read its entry.
    const found: ChainCapabilities = probe === null
      ? { atomic: { status: "unsupported" } }
      : listCapabilities(probe);
    return [numberToHex(chain.id), found] as const;
  }));
  return Object.fromEntries(entries);
});
