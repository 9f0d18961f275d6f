/** Reads the fee of an operation from the receipt of its transaction. @module */
import {
  type Address,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  slice,
  toEventSelector,
  zeroAddress,
} from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import type { Entry } from "./read.ts";

const OPERATION = toEventSelector(
  "UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)",
);
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");

/** A paid fee; `free` if a sponsor paid it. */
export type PaidFee = "free" | {
  /** Token contract, or `null` for the native currency. */
  readonly token: Address | null;
  /** Amount in the token's smallest unit. */
  readonly amount: bigint;
};

interface Log {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/**
 * Returns the fee of an operation; `null` if the logs do not prove it. A sponsored operation is only
 * free if no other token left the account: a paymaster can collect its fee at another address.
 */
export function feeIn(
  logs: readonly Log[],
  { id, account, party }: {
    readonly id: string;
    readonly account: Address;
    readonly party?: Address;
  },
): PaidFee | null {
  const own = logs.filter(({ address, topics }) =>
    isAddressEqual(address, ENTRY_POINT) && topics[0] === OPERATION && isIn(topics[2], account)
  );
  const [event] = own;
  // Two operations of the account in one transaction share its transfers.
  if (
    event === undefined || own.length > 1 || event.topics[1]?.toLowerCase() !== id.toLowerCase()
  ) {
    return null;
  }
  const paymaster = slice(event.topics[3]!, 12);
  if (isAddressEqual(paymaster, zeroAddress)) {
    // Nonce and success come first.
    return { token: null, amount: hexToBigInt(slice(event.data, 64, 96)) };
  }
  const paid = new Map<Address, bigint>();
  let isProven = true;
  for (const { address, topics: [kind, from, to, item], data } of logs) {
    if (kind !== TRANSFER || from === undefined || to === undefined) continue;
    const isOut = isIn(from, account) && !isIn(to, account);
    const isFee = isIn(isOut ? to : from, paymaster);
    if (isOut && !isFee) isProven &&= party !== undefined && isIn(to, party);
    const isRefund = isFee && isIn(to, account);
    if (item !== undefined || !isFee || !isOut && !isRefund || data.length !== 66) continue;
    const token = address.toLowerCase() as Address;
    paid.set(token, (paid.get(token) ?? 0n) + (isOut ? 1n : -1n) * hexToBigInt(data));
  }
  const [fee, ...others] = [...paid].filter(([, amount]) => amount !== 0n);
  if (fee === undefined) return isProven ? "free" : null;
  const [token, amount] = fee;
  return others.length > 0 || amount < 0n ? null : { token, amount };
}

/** Reads the fee of an entry; `null` if it is unknown, or if the account did not send it. */
export async function readFee(
  service: Pick<ServiceClient, "chain">,
  { id, index, chainId, transactionHash, sentence: { party } }: Entry,
  account: Address,
): Promise<PaidFee | null> {
  if (index === undefined || transactionHash === null) return null;
  const receipt = await service.chain(chainId, "eth_getTransactionReceipt", [transactionHash]) as
    | { readonly logs: readonly Log[] }
    | null;
  return receipt &&
    feeIn(receipt.logs, { id, account, ...(party !== undefined && { party }) });
}

function isIn(word: Hex | undefined, address: Address): boolean {
  return word?.length === 66 && isAddressEqual(slice(word, 12), address);
}
