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
import { AcctError } from "../../core/ground/errors.ts";
import { PARALLEL_NONCE_KEYS } from "../entry_point/codec.ts";
import type { Chain } from "./chain.ts";
import { readable, unreadable } from "./node/failure.ts";
import { type FeeBase, tipsOf } from "./fees.ts";

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
  /** Latest block. */
  readonly block: {
    readonly number: number;
    readonly hash: Hex;
    readonly timestamp: number;
    readonly baseFee: bigint;
  };
}

/** State of an account, and the inputs of its fees. */
export interface PayableState extends AccountState, FeeBase {
  readonly block: AccountState["block"];
  /** The sponsor's deposit at the EntryPoint in wei; 0 without a sponsor. */
  readonly sponsorDeposit: bigint;
  /**
   * Maximum wei of an operation by the sponsor's contract; 0 while paused, or without a sponsor.
   */
  readonly sponsorMaxCost: bigint;
}

/** How often a state is read again where a node was behind, and the pause in milliseconds. */
const RETRIES = { most: 4, pause: 100 } as const;

/**
 * Reads the state of an account. Includes `nonceKeys` in addition to our own.
 *
 * @throws {AcctError} `chain_down`, including for nodes behind the highest observed block
 */
export async function readState(
  chain: Chain,
  sender: Address,
  nonceKeys: readonly bigint[] = [],
): Promise<AccountState> {
  return await upToDate(chain, async () => (await readOnce(chain, sender, nonceKeys, [])).state);
}

/**
 * Reads the state of an account and the inputs of its fees.
 *
 * @throws {AcctError} as {@linkcode readState}
 */
export async function readPayableState(
  chain: Chain,
  sender: Address,
  nonceKeys: readonly bigint[] = [],
): Promise<PayableState> {
  const paymaster = chain.sponsor?.paymaster;
  const reads = paymaster === undefined ? [] : [
    {
      target: ENTRY_POINT,
      callData: encodeFunctionData({
        abi: entryPoint08Abi,
        functionName: "balanceOf",
        args: [paymaster],
      }),
    },
    {
      target: paymaster,
      callData: encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "maxCost" }),
    },
  ];
  return await upToDate(chain, async () => {
    const [{ state, words: [sponsorDeposit = 0n, sponsorMaxCost = 0n] }, tip] = await Promise.all([
      readOnce(chain, sender, nonceKeys, reads),
      chain.node.request<Hex>("eth_maxPriorityFeePerGas"),
    ]);
    const tips = tipsOf(chain.config);
    return { ...state, sponsorDeposit, sponsorMaxCost, tip: hexToBigInt(tip), tips };
  });
}

/** Repeats the read while its state is older than the highest observed block. */
async function upToDate<State extends AccountState>(
  { heads }: Chain,
  read: () => Promise<State>,
): Promise<State> {
  for (let tries = 1;; tries++) {
    const state = await read();
    const behind = heads.see(state.block);
    if (behind === 0) return state;
    if (tries === RETRIES.most) throw nodeBehind(behind);
    await new Promise((resolve) => setTimeout(resolve, RETRIES.pause));
  }
}

/** Creates the error for answers from blocks before or far after the known head. */
export function nodeBehind(blocks: number): AcctError {
  return new AcctError("chain_down", {
    detail: `The node is ${blocks} blocks away from the latest one.`,
  });
}

/** Reads the state and the results of additional calls, in one batch. */
async function readOnce(
  { node }: Chain,
  sender: Address,
  nonceKeys: readonly bigint[],
  more: readonly { readonly target: Address; readonly callData: Hex }[],
): Promise<{ readonly state: AccountState; readonly words: readonly bigint[] }> {
  const keys = [
    ...new Set([...Array.from({ length: PARALLEL_NONCE_KEYS }, (_, n) => BigInt(n)), ...nonceKeys]),
  ];
  const reads = [
    {
      target: MULTICALL,
      callData: encodeFunctionData({
        abi: multicall3Abi,
        functionName: "getEthBalance",
        args: [sender],
      }),
    },
    ...keys.map((key) => ({
      target: ENTRY_POINT,
      callData: encodeFunctionData({
        abi: entryPoint08Abi,
        functionName: "getNonce",
        args: [sender, key],
      }),
    })),
    ...more,
  ];
  const [code, slot, block, answer] = await Promise.all([
    node.request<Hex>("eth_getCode", [sender, "latest"]),
    node.request<Hex>("eth_getStorageAt", [sender, IMPLEMENTATION_SLOT, "latest"]),
    node.request<{ number: Hex; hash: Hex; timestamp: Hex; baseFeePerGas?: Hex }>(
      "eth_getBlockByNumber",
      ["latest", false],
    ),
    node.request<Hex>("eth_call", [{
      to: MULTICALL,
      data: encodeFunctionData({
        abi: multicall3Abi,
        functionName: "aggregate3",
        args: [[
          ...reads.map((read) => ({ ...read, allowFailure: false })),
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
  if (answer === "0x") {
    throw new AcctError("chain_down", { detail: "The node does not have the contracts." });
  }
  const results = readable(() =>
    decodeFunctionResult({
      abi: multicall3Abi,
      functionName: "aggregate3",
      data: answer,
    })
  );
  const [balance, ...words] = reads.map((_, index) => {
    const data = results[index]?.returnData;
    if (data?.length !== 66) throw unreadable();
    return hexToBigInt(data);
  });
  const owners = results.at(-1);
  return {
    state: {
      deployed: code !== "0x",
      ownerHead: owners?.success && owners.returnData.length === 66 ? owners.returnData : null,
      implementation: code === "0x" ? null : readImplementation(slot) ?? zeroAddress,
      balance: balance!,
      sequences: new Map(keys.map((key, index) => [key, words[index]! & 0xffffffffffffffffn])),
      block: {
        number: Number(block.number),
        hash: block.hash,
        timestamp: Number(block.timestamp),
        baseFee: hexToBigInt(block.baseFeePerGas ?? "0x0"),
      },
    },
    words: words.slice(keys.length),
  };
}
