/** What a chain says of the account of a record. @module */
import { type Hex, hexToBigInt, isHex } from "viem";
import { type ChainRead, readAccount } from "../../core/account/find.ts";
import type { Owners } from "../../core/account/owners.ts";
import type { ReadAccount } from "../../core/account/record.ts";
import { Refusal } from "./refusal.ts";

/** The account on one chain. */
export interface OnChain {
  /** Chain id. */
  readonly chainId: number;
  /** Wei. */
  readonly balance: bigint;
  /** Whether it has code there. */
  readonly deployed: boolean;
  /** Its owners there; those of the record before it is deployed. */
  readonly owners: Owners;
  /** How many changes of the owners were applied there. */
  readonly sequence: number;
}

/** Looks at the account. */
export async function look(read: ChainRead, record: ReadAccount): Promise<OnChain> {
  const { address } = record.account;
  const [chainId, balance, state] = await Promise.all([
    read("eth_chainId", []).then(number),
    read("eth_getBalance", [address, "latest"]).then(number),
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

/** Whether the chain lacks the account, or changes that the record has. */
export function lacks({ deployed, sequence }: OnChain, { changes }: ReadAccount): boolean {
  return !deployed || sequence < changes.length;
}

/** A number of a node. */
export function number(answer: unknown): bigint {
  if (!isHex(answer) || answer === "0x") throw new Refusal("node_refused");
  return hexToBigInt(answer as Hex);
}
