/** Computes how much of a balance can be sent. @module */
import type { Hex } from "viem";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { Device } from "../device/device.ts";

/** Maximum gas of a plain transfer of a new account. */
const TRANSFER_GAS = 600_000n;

/** The whole balance of a token; for the native currency, the balance minus an unsponsored fee. */
export async function spendable(
  { service }: Pick<Device, "service">,
  { token, amount, chainId }: HoldingView,
): Promise<bigint> {
  if (token.address !== null) return amount;
  try {
    const { chains } = await service.configuration();
    if (chains.find(({ id }) => id === chainId)?.sponsored === true) return amount;
    // Twice the current price, because it can rise until the operation is included.
    const fee = 2n * TRANSFER_GAS * BigInt(await service.chain(chainId, "eth_gasPrice", []) as Hex);
    return amount > fee ? amount - fee : 0n;
  } catch {
    return amount;
  }
}
