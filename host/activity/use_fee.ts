/** The fee of an entry as text. @module */
import { numberToHex } from "viem";
import { exactAmount, roundUp, withSymbol } from "../../ui/text/numbers.ts";
import type { Device } from "../device/device.ts";
import { readPrices, valuesOf } from "../money/worth.ts";
import { useLoaded } from "../parts/loaded.tsx";
import type { RoomProps } from "../parts/room.ts";
import { readFee } from "./fee.ts";
import type { Entry } from "./read.ts";

/** Digits of an amount. */
const DIGITS = 3;

/** Reads the fee; `null` while it is loading, `undefined` if it is unknown. */
export function useFee(
  { device, record, text, tag }: RoomProps,
  entry: Entry,
): string | null | undefined {
  const { value, failed } = useLoaded(
    () => load(device, record.account.address, entry),
    `${entry.id} ${entry.status} ${entry.transactionHash}`,
  );
  if (value === null) {
    return failed || entry.index === undefined || entry.transactionHash === null ? undefined : null;
  }
  if (value === "unknown") return undefined;
  if (value === "free") return text.feeFree;
  const { amount, token, prices } = value;
  const rounded = roundUp(amount, DIGITS);
  const figure = withSymbol(exactAmount(rounded, token.decimals, tag), token, tag);
  const write = valuesOf(prices, tag);
  const priced = (amount: bigint) => write({ chainId: entry.chainId, amount, token });
  const worth = priced(amount);
  // A value below the currency's smallest unit says nothing.
  return worth === undefined || worth === priced(0n) ? figure : `${figure} (≈\u00a0${worth})`;
}

async function load(
  device: Device,
  account: RoomProps["record"]["account"]["address"],
  entry: Entry,
) {
  const { chainId } = entry;
  const fee = await readFee(device.service, entry, account);
  if (fee === null) return "unknown";
  if (fee === "free") return fee;
  const found = await tokenOf(device, chainId, fee.token);
  if (found === undefined) return "unknown";
  const token = { address: fee.token, symbol: found.symbol, decimals: found.decimals };
  const prices = await readPrices(device, [{ chainId, token }]).catch(() => null);
  return { amount: fee.amount, token, prices };
}

/** Symbol and decimals of the native currency, or of a token of the operator's list. */
async function tokenOf(
  { service }: Device,
  chainId: number,
  token: `0x${string}` | null,
): Promise<{ readonly symbol: string; readonly decimals: number } | undefined> {
  if (token === null) {
    return (await service.configuration()).chains.find(({ id }) => id === chainId)?.nativeCurrency;
  }
  const params = { chainId: numberToHex(chainId), tokens: [token] };
  const [found] = await service.call("acct_getTokens", params);
  return found?.listed === true ? found : undefined;
}
