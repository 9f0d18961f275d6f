/** Reads the state of an exported account from a chain. @module */
import { type Hex, hexToBigInt, isHex } from "viem";
import { type ChainRead, readAccount } from "../../core/account/find.ts";
import type { Owners } from "../../core/account/owners.ts";
import type { ReadAccount } from "../../core/account/record.ts";
import { Refusal } from "./refusal.ts";

/** State of the account on one chain. */
export interface AccountState {
  /** Chain id. */
  readonly chainId: number;
  /** Balance in wei. */
  readonly balance: bigint;
  /** True if the account has code there. */
  readonly deployed: boolean;
  /** Owners there; those of the record before deployment. */
  readonly owners: Owners;
  /** Number of owner changes applied there. */
  readonly sequence: number;
}

/** Reads the account's state. */
export async function readAccountState(
  read: ChainRead,
  record: ReadAccount,
): Promise<AccountState> {
  const { address } = record.account;
  const [chainId, balance, state] = await Promise.all([
    read("eth_chainId", []).then(parseQuantity),
    read("eth_getBalance", [address, "latest"]).then(parseQuantity),
    readAccount(read, address),
  ]);
  return {
    chainId: Number(chainId),
    balance,
    deployed: state !== null,
    owners: state?.owners ?? record.owners,
    sequence: state?.sequence ?? 0,
  };
}

/** Returns whether the chain isBehind the account, or owner changes that the record has. */
export function isBehind({ deployed, sequence }: AccountState, { changes }: ReadAccount): boolean {
  return !deployed || sequence < changes.length;
}

/** Parses a quantity that a node returned. */
export function parseQuantity(answer: unknown): bigint {
  if (!isHex(answer) || answer === "0x") throw new Refusal("node_refused");
  return hexToBigInt(answer as Hex);
}
