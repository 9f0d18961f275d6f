/** Parses the user's input into calls; an inexact amount is rejected. @module */
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  hexToBigInt,
  isAddress,
  isHex,
  parseUnits,
  size,
  slice,
} from "viem";
import type { Call } from "../../core/account/calls.ts";
import { refuseContract } from "../../core/account/owners/contract_owner.ts";
import { addressOwner } from "../../core/account/owners/key.ts";
import { MAX_DECIMALS } from "../../core/ground/limits.ts";
import { isOnCurve } from "../../core/passkey/public_key.ts";
import type { ChainRead } from "../../core/account/owners/find.ts";
import { Refusal } from "./refusal.ts";

/** Input of the form. */
export interface FormInput {
  /** Selected form. */
  readonly kind: "native" | "token" | "raw";
  /** Recipient or contract. */
  readonly to: string;
  /** Decimal amount in whole units. */
  readonly amount: string;
  /** Token address, for `token`. */
  readonly token: string;
  /** Call data, for `raw`. */
  readonly data: string;
}

/** Parses an address; mixed case must be a valid checksum (ERC-55). */
export function readAddress(typed: string): Address {
  const value = typed.trim();
  if (!isAddress(value)) throw new Refusal("address");
  return getAddress(value);
}

/** Parses an owner: an address, or the 64 bytes of a passkey's public key. */
export function readOwner(typed: string): Hex {
  const value = typed.trim();
  if (!isHex(value) || size(value) !== 64) return addressOwner(readAddress(typed));
  if (!isOnCurve(value)) throw new Refusal("address");
  return value.toLowerCase() as Hex;
}

/**
 * Rejects an owner that is a contract on this network; other networks cannot be reached from this
 * page.
 */
export async function refuseContractOwner(read: ChainRead, owner: Hex): Promise<void> {
  if (size(owner) !== 32) return;
  const address = getAddress(slice(owner, 12));
  const code = await read("eth_getCode", [address, "latest"]);
  if (!isHex(code)) throw new Refusal("node_refused");
  try {
    refuseContract(address, [{ chain: "", code }], "owner");
  } catch (cause) {
    throw new Refusal("contract", { cause });
  }
}

/** Parses a decimal amount into the smallest unit. */
function readAmount(typed: string, decimals: number): bigint {
  const value = typed.trim() || "0";
  const [, , fraction = ""] = /^(\d{1,60})(?:\.(\d{1,60}))?$/.exec(value) ??
    (() => {
      throw new Refusal("amount");
    })();
  if (fraction.length > decimals) throw new Refusal("amount");
  const amount = parseUnits(value, decimals);
  if (amount >= 2n ** 256n) throw new Refusal("amount");
  return amount;
}

/** Call that the form describes. */
export interface PreparedCall {
  /** The call. */
  readonly call: Call;
  /** Recipient or contract. */
  readonly to: Address;
  /** Amount to send, for the review. */
  readonly amount: string;
  /** Token balance of the account, for the review. */
  readonly balance?: string;
}

/** Reads the call that the form describes. */
export async function readForm(
  read: ChainRead,
  account: Address,
  typed: FormInput,
): Promise<PreparedCall> {
  const to = readAddress(typed.to);
  if (typed.kind === "native") {
    const value = readAmount(typed.amount, 18);
    if (value === 0n) throw new Refusal("amount");
    return { call: { to, value, data: "0x" }, to, amount: typed.amount.trim() };
  }
  if (typed.kind === "raw") {
    const data = typed.data.trim() || "0x";
    if (!isHex(data) || data.length % 2 !== 0) throw new Refusal("data");
    return {
      call: { to, value: readAmount(typed.amount, 18), data },
      to,
      amount: typed.amount.trim() || "0",
    };
  }
  const token = readAddress(typed.token);
  const [decimals, balance] = await Promise.all([
    tokenNumber(read, token, "0x313ce567"),
    tokenNumber(
      read,
      token,
      encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [account] }),
    ),
  ]);
  if (decimals > BigInt(MAX_DECIMALS)) throw new Refusal("token");
  const amount = readAmount(typed.amount, Number(decimals));
  if (amount === 0n) throw new Refusal("amount");
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
  return {
    call: { to: token, value: 0n, data },
    to,
    // A token's name is arbitrary, its address is not. The decimals come from the node, so the
    // exact figure is shown too.
    amount: `${typed.amount.trim()} × ${token} (= ${amount})`,
    balance: formatUnits(balance, Number(decimals)),
  };
}

/** Reads a number from a token contract. */
async function tokenNumber(read: ChainRead, token: Address, data: Hex): Promise<bigint> {
  const answer = await read("eth_call", [{ to: token, data }, "latest"]);
  if (!isHex(answer) || answer.length !== 66) throw new Refusal("token");
  return hexToBigInt(answer);
}
