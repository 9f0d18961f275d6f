/** Reads the state of an account on a chain in one batch. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  zeroAddress,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { sponsorPaymasterAbi } from "../../contracts/artifacts/sponsor_paymaster_abi.ts";
import { IMPLEMENTATION_SLOT, readImplementation } from "../../core/account/code.ts";
import { ownersAbi } from "../../core/chain/owners_abi.ts";
import { ENTRY_POINT, MULTICALL } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import { PARALLEL_NONCE_KEYS } from "../entry_point/codec.ts";
import type { Chain } from "./chain.ts";
import { readable, unreadable } from "./failure.ts";
import { type Tips, tipsOf } from "./fees.ts";

/** State of an account on a chain. */
export interface AccountState {
  /** True if it has code. */
  readonly deployed: boolean;
  /** Implementation behind its proxy; `null` before deployment. */
  readonly implementation: Address | null;
  /** Hash of its last owner change, zero for the first owners; `null` if it cannot be read. */
  readonly ownerHead: Hex | null;
  /** Balance in wei. */
  readonly balance: bigint;
  /** Next sequence of each nonce key in use. */
  readonly sequences: ReadonlyMap<bigint, bigint>;
  /** The sponsor's deposit at the EntryPoint in wei; 0 without a sponsor. */
  readonly sponsorDeposit: bigint;
  /** Maximum wei of an operation by the sponsor's contract; 0 while paused, or without a sponsor. */
  readonly sponsorMaxCost: bigint;
  /** Latest block. */
  readonly block: {
    readonly number: number;
    readonly hash: Hex;
    readonly timestamp: number;
    readonly baseFee: bigint;
  };
  /** Priority fee per gas in wei, as the node suggests it. */
  readonly tip: bigint;
  /** Bounds of the chain's priority fee. */
  readonly tips: Tips;
}

/** How often a state is read again where a node was behind, and the pause in milliseconds. */
const RETRIES = { most: 4, pause: 100 } as const;

/**
 * Reads the state; includes `nonceKeys` besides our own.
 *
 * @throws {AcctError} `chain_down`, also where the nodes are behind what was seen of the chain
 */
export async function readState(
  chain: Chain,
  sender: Address,
  nonceKeys: readonly bigint[] = [],
): Promise<AccountState> {
  for (let tries = 1;; tries++) {
    const state = await readOnce(chain, sender, nonceKeys);
    const behind = chain.heads.see(state.block);
    if (behind === 0) return state;
    if (tries === RETRIES.most) throw nodeBehind(behind);
    await new Promise((resolve) => setTimeout(resolve, RETRIES.pause));
  }
}

/** Creates the error for answers from before what is known of a chain, or far after it. */
export function nodeBehind(blocks: number): AcctError {
  return new AcctError("chain_down", {
    detail: `The node is ${blocks} blocks away from the latest one.`,
  });
}

async function readOnce(
  chain: Chain,
  sender: Address,
  nonceKeys: readonly bigint[],
): Promise<AccountState> {
  const keys = [
    ...new Set([...Array.from({ length: PARALLEL_NONCE_KEYS }, (_, n) => BigInt(n)), ...nonceKeys]),
  ];
  const paymaster = chain.sponsor?.paymaster;
  const [code, slot, balance, block, tip, nonces] = await Promise.all([
    chain.node.request<Hex>("eth_getCode", [sender, "latest"]),
    chain.node.request<Hex>("eth_getStorageAt", [sender, IMPLEMENTATION_SLOT, "latest"]),
    chain.node.request<Hex>("eth_getBalance", [sender, "latest"]),
    chain.node.request<{ number: Hex; hash: Hex; timestamp: Hex; baseFeePerGas?: Hex }>(
      "eth_getBlockByNumber",
      ["latest", false],
    ),
    chain.node.request<Hex>("eth_maxPriorityFeePerGas"),
    chain.node.request<Hex>("eth_call", [{
      to: MULTICALL,
      data: encodeFunctionData({
        abi: multicall3Abi,
        functionName: "aggregate3",
        args: [[
          ...keys.map((key) => ({
            target: ENTRY_POINT,
            allowFailure: false,
            callData: encodeFunctionData({
              abi: entryPoint08Abi,
              functionName: "getNonce",
              args: [sender, key],
            }),
          })),
          ...(paymaster === undefined ? [] : [{
            target: ENTRY_POINT,
            allowFailure: false,
            callData: encodeFunctionData({
              abi: entryPoint08Abi,
              functionName: "balanceOf",
              args: [paymaster],
            }),
          }, {
            target: paymaster,
            allowFailure: false,
            callData: encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "maxCost" }),
          }]),
          // The last one: unknown code may use up all gas.
          {
            target: sender,
            allowFailure: true,
            callData: encodeFunctionData({ abi: ownersAbi, functionName: "ownerHead" }),
          },
        ]],
      }),
    }, "latest"]),
  ]);
  if (nonces === "0x") {
    throw new AcctError("chain_down", { detail: "The node does not know the contracts." });
  }
  const results = readable(() =>
    decodeFunctionResult({
      abi: multicall3Abi,
      functionName: "aggregate3",
      data: nonces,
    })
  );
  const word = (index: number) => {
    const data = results[index]?.returnData;
    if (data?.length !== 66) throw unreadable();
    return hexToBigInt(data);
  };
  const owners = results.at(-1);
  return {
    deployed: code !== "0x",
    ownerHead: owners?.success && owners.returnData.length === 66 ? owners.returnData : null,
    implementation: code === "0x" ? null : readImplementation(slot) ?? zeroAddress,
    balance: hexToBigInt(balance),
    sequences: new Map(keys.map((key, index) => [key, word(index) & 0xffffffffffffffffn])),
    sponsorDeposit: paymaster === undefined ? 0n : word(keys.length),
    sponsorMaxCost: paymaster === undefined ? 0n : word(keys.length + 1),
    block: {
      number: Number(block.number),
      hash: block.hash,
      timestamp: Number(block.timestamp),
      baseFee: hexToBigInt(block.baseFeePerGas ?? "0x0"),
    },
    tip: hexToBigInt(tip),
    tips: tipsOf(chain.config),
  };
}
