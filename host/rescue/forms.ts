/** What the person typed, as calls. Every form of an amount is exact or refused. @module */
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
} from "viem";
import type { Call } from "../../core/account/calls.ts";
import type { ChainRead } from "../../core/account/find.ts";
import { Refusal } from "./refusal.ts";

/** What was typed. */
export interface Typed {
  /** Which form. */
  readonly kind: "native" | "token" | "raw";
  /** Recipient or contract. */
  readonly to: string;
  /** Decimal amount, in whole units. */
  readonly amount: string;
  /** Token, with `token`. */
  readonly token: string;
  /** Call data, with `raw`. */
  readonly data: string;
}

/** An address; mixed case must be a valid checksum (ERC-55). */
export function readAddress(typed: string): Address {
  const value = typed.trim();
  if (!isAddress(value)) throw new Refusal("address");
  return getAddress(value);
}

/** A decimal amount in the smallest unit. */
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

/** What a form stands for. */
export interface Asked {
  /** The call. */
  readonly call: Call;
  /** Recipient or contract. */
  readonly to: Address;
  /** What is sent, for the review. */
  readonly amount: string;
  /** How much of the token the account has, for the review. */
  readonly has?: string;
}

/** The call that a form stands for. */
export async function readForm(read: ChainRead, account: Address, typed: Typed): Promise<Asked> {
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
  if (decimals > 77n) throw new Refusal("token");
  const amount = readAmount(typed.amount, Number(decimals));
  if (amount === 0n) throw new Refusal("amount");
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
  return {
    call: { to: token, value: 0n, data },
    to,
    // A token may call itself anything: its address says which one it is.
    // The decimals are the node's word: the exact figure says what is signed.
    amount: `${typed.amount.trim()} × ${token} (= ${amount})`,
    has: formatUnits(balance, Number(decimals)),
  };
}

/** A number that a token tells: its decimals, a balance. */
async function tokenNumber(read: ChainRead, token: Address, data: Hex): Promise<bigint> {
  const answer = await read("eth_call", [{ to: token, data }, "latest"]);
  if (!isHex(answer) || answer.length !== 66) throw new Refusal("token");
  return hexToBigInt(answer);
}
