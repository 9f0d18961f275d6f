/** Transfers of all kinds on a stack's chain, real and forged. @module */
import {
  type Abi,
  type Address,
  encodeFunctionData,
  encodePacked,
  type Hex,
  numberToHex,
  size,
} from "viem";
import type { ItemsJson, TransferJson } from "../../../core/wire/transfers.ts";
import type { Stack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { lastBlocks } from "../../../service/store/rows/transfers.ts";
import { call, type Reach, sendCalls, settled, type User, user } from "../support/client.ts";
import { receiptOf } from "../support/receipts.ts";
import { ping } from "../payment/token_fees.ts";

/** Account of the chain's node that pays for all transactions here. */
export const outsider: Address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

/** Transaction of an account of the node. */
export interface Sent {
  readonly to?: Address;
  readonly data?: Hex;
  readonly value?: bigint;
  readonly gas?: bigint;
}

/** Sends a transaction; resolves with its receipt once it is mined. */
export async function transactAs(
  { node }: Pick<Stack, "node">,
  { to, data = "0x", value = 0n, gas }: Sent,
): Promise<{ readonly contractAddress: Address | null; readonly status: Hex }> {
  const hash = await node.request<Hex>("eth_sendTransaction", [{
    from: outsider,
    ...(to !== undefined && { to }),
    data,
    value: numberToHex(value),
    ...(gas !== undefined && { gas: numberToHex(gas) }),
  }]);
  return receiptOf(node, hash);
}

/** Calls a contract as an outsider. */
export async function callAs(
  stack: Pick<Stack, "node">,
  to: Address,
  call: { readonly abi: Abi; readonly functionName: string; readonly args: readonly unknown[] },
  value = 0n,
): Promise<void> {
  const { status } = await transactAs(stack, { to, data: encodeFunctionData(call), value });
  if (status !== "0x1") throw new Error(`${call.functionName} failed`);
}

/** A log to emit. */
export interface Emitted {
  readonly topics: readonly Hex[];
  /** Words of data. */
  readonly data: readonly Hex[];
}

/** Encodes code that emits a log so many times. */
function emitting({ topics, data }: Emitted, times: number): Hex {
  const store = data.map((word, index) =>
    encodePacked(["bytes1", "bytes32", "bytes1", "uint16", "bytes1"], [
      "0x7f",
      word,
      "0x61",
      32 * index,
      "0x52",
    ])
  );
  const push = topics.toReversed().map((topic) =>
    encodePacked(["bytes1", "bytes32"], ["0x7f", topic])
  );
  const log = numberToHex(0xa0 + topics.length, { size: 1 });
  const begin = joined([...store, encodePacked(["bytes1", "uint16"], ["0x61", times])]);
  const loop = numberToHex(size(begin), { size: 2 });
  return joined([
    begin,
    "0x5b",
    ...push,
    encodePacked(["bytes1", "uint16"], ["0x61", 32 * data.length]),
    "0x5f",
    log,
    // Decrement; repeat unless it is the last.
    "0x6001900380",
    joined(["0x61", loop]),
    "0x57",
    "0x50",
  ]);
}

/** Encodes the creation of a contract that emits a log so many times, and has no code. */
export function emitter(log: Emitted, times = 1): Hex {
  return joined([emitting(log, times), "0x5f5ff3"]);
}

function joined(parts: readonly Hex[]): Hex {
  return `0x${parts.map((part) => part.slice(2)).join("")}`;
}

/** An account known to the service, since it has operated. */
export async function knownUser(stack: Stack, seed: number): Promise<User & { address: Address }> {
  const who = user(seed);
  await settled(stack, await sendCalls(stack, who, [ping]));
  return { ...who, address: who.account.address };
}

/** Waits until the service has read the chain up to its current block. */
export async function readToEnd({ node, service, chainId }: Stack): Promise<void> {
  const head = Number(await node.request<Hex>("eth_blockNumber"));
  await until(`block ${head} is read`, async () => {
    const [last] = await lastBlocks(service.store, chainId, 1);
    return last !== undefined && last.number >= head;
  });
}

/** Lists an account's transfers. */
export function transfersOf(
  reach: Reach,
  account: Address,
  more: { unlisted?: boolean; after?: string; limit?: number } = {},
): Promise<readonly TransferJson[]> {
  return call(reach, "acct_getTransfers", [{ account, ...more }]);
}

/** Lists an account's collections on the stack's chain. */
export async function collectionsOf(reach: Reach, account: Address) {
  const [here] = await call<ItemsJson[]>(reach, "acct_getItems", [{
    account,
    chainId: numberToHex(reach.chainId),
  }]);
  return here!.collections;
}
