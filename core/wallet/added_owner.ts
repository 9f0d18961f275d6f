/** Finds the call that makes a passkey, which was added later, an owner on a chain. @module */
import { encodeFunctionData, type Hex } from "viem";
import { type Creation, currentCreation } from "../account/creation.ts";
import { readOwnerState } from "../account/find.ts";
import { type OwnersAt, readHistory, unchanged } from "../account/owners/history.ts";
import { indexOfOwner } from "../account/owners/key.ts";
import { ownersAbi } from "../chain/owners_abi.ts";
import type { AccountJson } from "../protocol/service/mod.ts";
import type { WalletContext } from "./context.ts";

/** The passkey, and where it signs. */
interface Added {
  readonly chainId: number;
  readonly account: AccountJson;
  /** Its key x‖y, 64 bytes. */
  readonly publicKey: Hex;
  /** True if the account has code on this chain. */
  readonly deployed: boolean;
}

/** Returns the factory call; `null` if the passkey is an owner on the chain already. */
export async function creationForAdded(
  { service }: Pick<WalletContext, "service">,
  { chainId, account, publicKey, deployed }: Added,
  signal: AbortSignal,
): Promise<Creation | null> {
  let owners: OwnersAt = unchanged;
  if (deployed) {
    const data = encodeFunctionData({ abi: ownersAbi, functionName: "ownerState" });
    const params = [{ to: account.address, data }, "latest"];
    owners = readOwnerState(await service.chain(chainId, "eth_call", params, signal) as Hex);
    if (indexOfOwner(owners.words, publicKey) >= 0) return null;
  }
  const { changes } = await service.call("acct_getOwners", { account }, signal);
  return currentCreation(await readHistory(account, changes), owners);
}
