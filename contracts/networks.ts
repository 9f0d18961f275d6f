/**
 * Public networks by name, for the operator's commands and configuration. The data is viem's, whose
 * `viem/chains` loads hundreds of networks; `networks_test.ts` compares it.
 */
import type { Address } from "viem";

/** A public network. */
export interface Network {
  /** Chain id. */
  readonly id: number;
  /** Name for users. */
  readonly name: string;
  /** True if the native currency is worthless. */
  readonly testnet: boolean;
  /** Native currency, with 18 decimals. */
  readonly nativeCurrency: {
    readonly name: string;
    readonly symbol: string;
    readonly decimals: number;
  };
  /** Block explorer. */
  readonly explorer: string;
  /** Public node, for a first look. It is not made for a service. */
  readonly rpcUrl: string;
  /** Circle's USDC. */
  readonly usdc: Address;
}

const currency = (name: string, symbol: string) => ({ name, symbol, decimals: 18 });
const ether = currency("Ether", "ETH");
const sepoliaEther = currency("Sepolia Ether", "ETH");
const pol = currency("POL", "POL");

/** Every network by its name. */
export const networks = {
  "ethereum": {
    id: 1,
    name: "Ethereum",
    testnet: false,
    nativeCurrency: ether,
    explorer: "https://etherscan.io",
    rpcUrl: "https://ethereum.reth.rs/rpc",
    usdc: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  },
  "base": {
    id: 8453,
    name: "Base",
    testnet: false,
    nativeCurrency: ether,
    explorer: "https://basescan.org",
    rpcUrl: "https://mainnet.base.org",
    usdc: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  },
  "optimism": {
    id: 10,
    name: "OP Mainnet",
    testnet: false,
    nativeCurrency: ether,
    explorer: "https://optimistic.etherscan.io",
    rpcUrl: "https://mainnet.optimism.io",
    usdc: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
  },
  "arbitrum": {
    id: 42161,
    name: "Arbitrum One",
    testnet: false,
    nativeCurrency: ether,
    explorer: "https://arbiscan.io",
    rpcUrl: "https://arb1.arbitrum.io/rpc",
    usdc: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
  },
  "polygon": {
    id: 137,
    name: "Polygon",
    testnet: false,
    nativeCurrency: pol,
    explorer: "https://polygonscan.com",
    rpcUrl: "https://polygon.drpc.org",
    usdc: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
  },
  "sepolia": {
    id: 11155111,
    name: "Sepolia",
    testnet: true,
    nativeCurrency: sepoliaEther,
    explorer: "https://sepolia.etherscan.io",
    rpcUrl: "https://11155111.rpc.thirdweb.com",
    usdc: "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238",
  },
  "base-sepolia": {
    id: 84532,
    name: "Base Sepolia",
    testnet: true,
    nativeCurrency: sepoliaEther,
    explorer: "https://sepolia.basescan.org",
    rpcUrl: "https://sepolia.base.org",
    usdc: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  },
  "op-sepolia": {
    id: 11155420,
    name: "OP Sepolia",
    testnet: true,
    nativeCurrency: sepoliaEther,
    explorer: "https://optimism-sepolia.blockscout.com",
    rpcUrl: "https://sepolia.optimism.io",
    usdc: "0x5fd84259d66Cd46123540766Be93DFE6D43130D7",
  },
  "arbitrum-sepolia": {
    id: 421614,
    name: "Arbitrum Sepolia",
    testnet: true,
    nativeCurrency: currency("Arbitrum Sepolia Ether", "ETH"),
    explorer: "https://sepolia.arbiscan.io",
    rpcUrl: "https://sepolia-rollup.arbitrum.io/rpc",
    usdc: "0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d",
  },
  "polygon-amoy": {
    id: 80002,
    name: "Polygon Amoy",
    testnet: true,
    nativeCurrency: pol,
    explorer: "https://amoy.polygonscan.com",
    rpcUrl: "https://polygon-amoy.drpc.org",
    usdc: "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582",
  },
} as const satisfies Readonly<Record<string, Network>>;

/** Name of a network. */
export type NetworkName = keyof typeof networks;

/** Returns true for the name of a network. */
export function isNetworkName(name: string): name is NetworkName {
  return Object.hasOwn(networks, name);
}

/** Describes an unknown name: the most similar network, and all of them. */
export function describeUnknownNetwork(name: string): string {
  const known = Object.keys(networks);
  const scored = known.map((each) => [similarity(name.toLowerCase(), each), each] as const);
  const [score, meant] = scored.reduce((best, each) => each[0] > best[0] ? each : best);
  const hint = score < 0.4 ? "" : ` Did you mean ${meant}?`;
  return `"${name}" is not a known network.${hint} Known: ${known.join(", ")}.`;
}

/** Returns the share of adjacent letters that two names have in common, from 0 to 1. */
function similarity(one: string, other: string): number {
  const pairs = (text: string) => new Set([...text].slice(1).map((each, at) => text[at] + each));
  const [first, second] = [pairs(one), pairs(other)];
  return 2 * first.intersection(second).size / (first.size + second.size || 1);
}
