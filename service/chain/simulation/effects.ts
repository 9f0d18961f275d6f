/**
 * Reads the effects of calls on an account from their logs: balances, items and allowances. A
 * contract can emit any event. The effects are therefore expectations, and never a reason to show
 * less.
 *
 * @module
 */
import { type Address, erc20Abi, type Hex, type Log, parseAbi, size } from "viem";
import type { LogJson } from "../node/events.ts";
import { readEvents } from "../node/read_events.ts";

/** Change of an item that the account owns. */
export interface ItemChange {
  readonly token: Address;
  readonly id: bigint;
  readonly delta: bigint;
}

/** Approval of another address to take tokens of the account. */
export interface Approval {
  readonly kind: "allowance" | "item" | "operator" | "permit2";
  /** Token, or collection. */
  readonly token: Address;
  readonly spender: Address;
  /** Amount of an allowance, or the item's id; 1 for operators. */
  readonly amount: bigint;
}

/** Effects of calls on an account. */
export interface Effects {
  /** Changes of balances by token in lower case; null is the native currency. */
  readonly changes: ReadonlyMap<Address | null, bigint>;
  readonly items: readonly ItemChange[];
  readonly approvals: readonly Approval[];
}

/** Log as far as effects need it. */
export type EffectLog = Pick<LogJson, "address" | "topics" | "data">;

/** Address that `traceTransfers` uses for the native currency (ERC-7528). */
const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
/** Permit2, at the same address on every chain. */
export const PERMIT2: Address = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
/** Tokens, items and approvals reported of each: a contract can emit any number of events. */
const MAX_REPORTED = 40;

const erc721Abi = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 indexed id)",
  "event Approval(address indexed owner, address indexed spender, uint256 indexed id)",
]);
const itemsAbi = parseAbi([
  "event ApprovalForAll(address indexed owner, address indexed spender, bool approved)",
  "event TransferSingle(address indexed caller, address indexed from, address indexed to, uint256 id, uint256 value)",
  "event TransferBatch(address indexed caller, address indexed from, address indexed to, uint256[] ids, uint256[] values)",
  // ERC-6909.
  "event Transfer(address caller, address indexed from, address indexed to, uint256 indexed id, uint256 value)",
  "event OperatorSet(address indexed owner, address indexed spender, bool approved)",
]);
const permit2Abi = parseAbi([
  "event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)",
  "event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)",
]);

/** Reads the effects on an account. Later logs of a approval replace earlier ones. */
export function readEffects(account: Address, logs: readonly EffectLog[]): Effects {
  const changes = new Map<Address | null, bigint>();
  const items = new Map<string, ItemChange>();
  const approvals = new Map<string, Approval>();
  const mine = (address: Address) => same(address, account);
  const sign = (from: Address, to: Address) => (mine(to) ? 1n : 0n) - (mine(from) ? 1n : 0n);
  const change = (token: Address | null, delta: bigint) => {
    if (delta === 0n || !changes.has(token) && changes.size >= MAX_REPORTED) return;
    changes.set(token, (changes.get(token) ?? 0n) + delta);
  };
  const item = (token: Address, id: bigint, delta: bigint) => {
    const key = `${token}:${id}`;
    if (delta === 0n || !items.has(key) && items.size >= MAX_REPORTED) return;
    items.set(key, { token, id, delta: (items.get(key)?.delta ?? 0n) + delta });
  };
  const approval = (owner: Address, given: Approval) => {
    const id = given.kind === "item" ? given.amount : "";
    const key = `${given.kind}:${given.token}:${given.spender.toLowerCase()}:${id}`;
    if (!mine(owner) || !approvals.has(key) && approvals.size >= MAX_REPORTED) return;
    approvals.set(key, given);
  };
  // The number of topics distinguishes ERC-20 events from ERC-721 events; viem accepts more topics
  // than needed.
  const formed = (topics: number, words: number) =>
    logs.filter((log) =>
      log.topics.length === topics && size(log.data) === 32 * words
    ) as readonly unknown[] as Log[];
  for (const event of readEvents(erc20Abi, formed(3, 1))) {
    const { address, eventName, args } = event;
    const token = lower(address);
    if (eventName === "Transfer") {
      change(token === NATIVE ? null : token, sign(args.from, args.to) * args.value);
    } else {
      approval(args.owner, { kind: "allowance", token, spender: args.spender, amount: args.value });
    }
  }
  for (const event of readEvents(erc721Abi, formed(4, 0))) {
    const { address, eventName, args } = event;
    const token = lower(address);
    if (eventName === "Transfer") item(token, args.id, sign(args.from, args.to));
    else approval(args.owner, { kind: "item", token, spender: args.spender, amount: args.id });
  }
  const all = logs as readonly unknown[] as Log[];
  for (const { address, eventName, args } of readEvents(itemsAbi, all)) {
    const token = lower(address);
    if (eventName === "TransferSingle" || eventName === "Transfer") {
      item(token, args.id, sign(args.from, args.to) * args.value);
    } else if (eventName === "TransferBatch") {
      const factor = sign(args.from, args.to);
      args.ids.forEach((id, index) => item(token, id, factor * (args.values[index] ?? 0n)));
    } else {
      const amount = args.approved ? 1n : 0n;
      approval(args.owner, { kind: "operator", token, spender: args.spender, amount });
    }
  }
  const byPermit2 = all.filter(({ address }) => same(address, PERMIT2));
  for (const { args } of readEvents(permit2Abi, byPermit2)) {
    const { owner, token, spender, amount } = args;
    approval(owner, { kind: "permit2", token: lower(token), spender, amount });
  }
  for (const [token, delta] of changes) if (delta === 0n) changes.delete(token);
  return {
    changes,
    items: [...items.values()].filter(({ delta }) => delta !== 0n),
    approvals: [...approvals.values()],
  };
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}

function same(one: Hex, other: Hex): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
