/** Reads whether names can be claimed below a dApp's ENS domain. @module */
import { AcctError } from "../../ground/errors.ts";
import type { WalletContext } from "../context/context.ts";

/** Returns the domain as the service spells it, if names can be claimed below it now. */
export async function openDomain(
  context: WalletContext,
  domain: string,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const found = await context.service.call("acct_getDomain", { domain }, signal);
    return found.open ? found.domain : null;
  } catch (error) {
    // Users can connect without a name while the domain's chain is unreachable.
    if (error instanceof AcctError && error.data.cause === "chain_down") return null;
    throw error;
  }
}
