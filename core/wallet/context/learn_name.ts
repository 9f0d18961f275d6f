/** Learns the name that an account claimed on another device. @module */
import type { Address } from "viem";
import { MAX_NAME_LENGTH } from "../../ground/limits.ts";
import { hasHidden } from "../../lib/hidden.ts";
import type { WalletContext } from "./context.ts";

/** Stores the account's claimed name; returns false if there is no other one than the stored one. */
export async function learnName(
  { service, accounts }: Pick<WalletContext, "service" | "accounts">,
  address: Address,
): Promise<boolean> {
  try {
    const { name } = await service.call("acct_getName", { address });
    const record = accounts.at(address);
    // Dialogs show it as the account's name, so it must not contain hidden characters.
    const shown = typeof name === "string" && name.length <= MAX_NAME_LENGTH && !hasHidden(name);
    if (!shown || record === undefined || record.ens === name) return false;
    accounts.put({ ...record, ens: name });
    return true;
  } catch {
    return false;
  }
}
