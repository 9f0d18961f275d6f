/**
 * Finds the code that a contract runs where it can be replaced: proxies, beacons, delegations.
 *
 * @module
 */
import { type Address, type Hex, keccak256 } from "viem";
import { IMPLEMENTATION_SLOT, readImplementation } from "../../../core/account/code.ts";
import type { Node } from "./node.ts";

/** Slots of implementations: ERC-1967, ERC-1822, and OpenZeppelin's before both. */
const slots: readonly Hex[] = [
  IMPLEMENTATION_SLOT,
  "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7",
  "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3",
];
/** Slot of a beacon (ERC-1967). Many proxies use a beacon to find their implementation. */
const BEACON_SLOT: Hex = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
/** Selector of a beacon's `implementation()`. */
const IMPLEMENTATION: Hex = "0x5c60da1b";
/** Code that runs another contract's: minimal proxies (ERC-1167), and delegations (EIP-7702). */
const delegates = /^0x(?:363d3d373d3d3d363d73|ef0100)([0-9a-f]{40})/i;
/** Other minimal proxies, with arguments behind them or another layout. */
const minimal = /^0x(?:363d3d37|3d3d3d3d363d3d37|365f5f37|36602c57)/i;

/** A contract on a chain. */
export interface Place {
  readonly chainId: number;
  readonly address: Address;
}

/**
 * Returns whether a contract still runs the code that its descriptor describes. Code that cannot be
 * replaced does. Replaceable code does if its hash is pinned, by `chain:address` in lower case.
 */
export async function runsDescribed(
  node: Pick<Node, "request">,
  { chainId, address }: Place,
  pins: ReadonlyMap<string, Hex>,
): Promise<boolean> {
  const implementation = await implementationOf(node, address);
  if (implementation === null) return true;
  const pin = pins.get(`${chainId}:${address.toLowerCase()}`);
  if (pin === undefined || implementation === "unknown") return false;
  const code = await node.request<Hex>("eth_getCode", [implementation, "latest"]);
  return keccak256(code) === pin;
}

/** Returns the contract whose code another one executes; `null` if it executes its own. */
async function implementationOf(
  node: Pick<Node, "request">,
  address: Address,
): Promise<Address | "unknown" | null> {
  const read = (slot: Hex) => node.request<Hex>("eth_getStorageAt", [address, slot, "latest"]);
  const [code, beacon, ...words] = await Promise.all([
    node.request<Hex>("eth_getCode", [address, "latest"]),
    read(BEACON_SLOT),
    ...slots.map(read),
  ]);
  const [, delegate] = delegates.exec(code) ?? [];
  if (delegate !== undefined) return `0x${delegate}`;
  if (minimal.test(code)) return "unknown";
  const named = words.map(readImplementation).find((each) => each !== null);
  if (named !== undefined && named !== null) return named;
  const source = readImplementation(beacon);
  if (source === null) return null;
  const answer = await node.request<Hex>("eth_call", [
    { to: source, data: IMPLEMENTATION },
    "latest",
  ]);
  return readImplementation(answer) ?? "unknown";
}
