/** Computes how much of a balance can be sent. @module */
import type { Hex } from "viem";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { Device } from "../device.ts";

/** Gas that a plain transfer of a new account takes at most. */
const TRANSFER_GAS = 600_000n;

/** All of a token; of the native currency, what is left beside a fee that is not sponsored. */
export async function spendable(
  { service }: Pick<Device, "service">,
  { token, amount, chainId }: HoldingView,
): Promise<bigint> {
  if (token.address !== null) return amount;
  try {
    const { chains } = await service.configuration();
    if (chains.find(({ id }) => id === chainId)?.sponsored === true) return amount;
    // Twice the price of now: it can rise until the operation lands.
    const fee = 2n * TRANSFER_GAS * BigInt(await service.chain(chainId, "eth_gasPrice", []) as Hex);
    return amount > fee ? amount - fee : 0n;
  } catch {
    return amount;
  }
}
