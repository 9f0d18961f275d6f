/**
 * Finds tokens that call the receiver of a transfer, as ERC-777 and ERC-223 do. The token paymaster
 * refunds a part of each fee by a transfer after the operation. With such a token the user's own
 * code would run there and burn gas that the fee does not cover.
 *
 * @module
 */
import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  size,
} from "viem";
import { MULTICALL } from "../../core/chain/contracts.ts";
import { readable } from "./node/failure.ts";
import { type Node, NodeError } from "./node/node.ts";

/** Receiver with code, for the call alone. */
const RECEIVER: Address = `0x${"7e".repeat(20)}`;
/** Receiver without code. */
const PLAIN: Address = `0x${"7d".repeat(20)}`;
/** Registry of hooks (ERC-1820), at the same address on every chain. */
const HOOK_REGISTRY: Address = "0x1820a4B7618BdE71Dce8cdc73aAB6C95905faD24";

/** Code that remembers that it was called with data; a call without data returns this. */
const remembering: Hex = "0x36600c575f545f5260205ff35b60015f5500";
/** Code that names the receiver as the hook of every address. */
const naming: Hex = concat(["0x73", RECEIVER, "0x5f5260205ff3"]);

/**
 * Returns whether a token calls the receiver of a transfer. A single `eth_call` makes a zero
 * transfer to a temporary receiver, which exists only within this call, and then asks the receiver.
 * The call gives no answer on a node without state overrides, or for a token that rejects zero
 * transfers. Such a token counts as not calling.
 *
 * @throws {AcctError} `chain_down`
 */
export async function callsReceiver(node: Pick<Node, "request">, token: Address): Promise<boolean> {
  const transfer = (to: Address) => ({
    target: token,
    allowFailure: true,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, 0n] }),
  });
  const ask = { target: RECEIVER, allowFailure: true, callData: "0x" } as const;
  const call = { abi: multicall3Abi, functionName: "aggregate3" } as const;
  const data = encodeFunctionData({
    ...call,
    args: [[transfer(PLAIN), transfer(RECEIVER), ask]],
  });
  const overrides = { [RECEIVER]: { code: remembering }, [HOOK_REGISTRY]: { code: naming } };
  let answer: Hex;
  try {
    answer = await node.request<Hex>("eth_call", [{ to: MULTICALL, data }, "latest", overrides]);
  } catch (error) {
    if (error instanceof NodeError) return false;
    throw error;
  }
  const [plain, hooked, asked] = readable(() => decodeFunctionResult({ ...call, data: answer }));
  // Without the overrides, the receiver has no code and the call returns no data.
  if (asked === undefined || size(asked.returnData) !== 32) return false;
  if (hexToBigInt(asked.returnData) !== 0n) return true;
  // A token that rejects the receiver's answer reverts, so the receiver keeps no record.
  return plain!.success && !hooked!.success;
}
