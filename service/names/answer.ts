/** Answers one resolver call (ENSIP-1, 5, 9 and 11) from stored records. @module */
import {
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  hexToBytes,
  namehash,
  parseAbi,
  zeroAddress,
} from "viem";
import type { TextRecord } from "../../core/names/claim.ts";

/** Records of a name. */
export interface Records {
  /** Account that the name resolves to. */
  readonly account: Address;
  /** Text records. */
  readonly texts: readonly TextRecord[];
}

/** Coin type of Ether: the address on the registry's chain. */
export const ETH = 60n;
/** Added to a chain id to make a coin type (ENSIP-11). */
const EVM = 0x8000_0000n;
/** Calls in one `multicall`. */
const MAX_INNER_CALLS = 32;

const plainAbi = parseAbi([
  "function addr(bytes32 node) view returns (address)",
  "function text(bytes32 node, string key) view returns (string)",
  "function contenthash(bytes32 node) view returns (bytes)",
]);
const coinAbi = parseAbi(["function addr(bytes32 node, uint256 coinType) view returns (bytes)"]);
const multicallAbi = parseAbi([
  "function multicall(bytes[] data) view returns (bytes[] results)",
]);
const selectors = {
  addr: "0x3b3b57de",
  coin: "0xf1cb7e06",
  text: "0x59d1d43c",
  contenthash: "0xbc1c58d1",
  multicall: "0xac9650d8",
} as const;

/** Coin type of the address that a name has on every EVM network without its own (ENSIP-19). */
export const EVM_DEFAULT = EVM;

/** Returns the coin type of an EVM chain (ENSIP-11); null for ids that are too large for one. */
export function coinOfChain(chainId: number): bigint | null {
  const chain = BigInt(chainId);
  return chain > 0n && chain < EVM ? EVM + chain : null;
}

/** Returns the chain of a coin type: the registry's own for Ether, null for other coins. */
export function chainOfCoin(coinType: bigint, registryChain: number): number | null {
  if (coinType === ETH) return registryChain;
  // ENSIP-19's default (no chain) would also answer for chains that were never checked.
  const chain = coinType - EVM;
  return chain > 0n && chain < EVM ? Number(chain) : null;
}

/**
 * Answers a call. Missing records are answered as empty, as ENS resolvers do. `serves` returns
 * whether accounts exist on the chain of a coin type.
 *
 * @throws if the data is not one of these calls, or is about another name
 */
export function answerCall(
  name: string,
  records: Records | null,
  data: Hex,
  serves: (coinType: bigint) => boolean,
): Hex {
  const selector = data.slice(0, 10).toLowerCase();
  const own = (node: Hex) => {
    if (node !== namehash(name)) throw new Error("the call is about another name");
  };
  switch (selector) {
    case selectors.multicall: {
      const { args: [calls] } = decodeFunctionData({ abi: multicallAbi, data });
      if (calls.length > MAX_INNER_CALLS) throw new Error(`at most ${MAX_INNER_CALLS} calls`);
      if (calls.some((call) => call.startsWith(selectors.multicall))) throw new Error("nested");
      const result = calls.map((call) => answerCall(name, records, call, serves));
      return encodeFunctionResult({ abi: multicallAbi, result });
    }
    case selectors.coin: {
      const { args: [node, coinType] } = decodeFunctionData({ abi: coinAbi, data });
      own(node);
      const result = records !== null && serves(coinType) ? records.account : "0x";
      return encodeFunctionResult({ abi: coinAbi, result });
    }
    case selectors.addr:
    case selectors.text:
    case selectors.contenthash: {
      const { functionName, args } = decodeFunctionData({ abi: plainAbi, data });
      own(args[0]);
      if (functionName === "addr") {
        const result = records !== null && serves(ETH) ? records.account : zeroAddress;
        return encodeFunctionResult({ abi: plainAbi, functionName, result });
      }
      const result = functionName === "text"
        ? records?.texts.find(({ key }) => key === args[1])?.value ?? ""
        : "0x";
      return encodeFunctionResult({ abi: plainAbi, functionName, result });
    }
    default:
      // Unsupported profiles get an empty answer. Clients interpret it as not supported.
      return "0x";
  }
}

/** Parses a DNS-encoded name; `null` if it is malformed. */
export function readDnsName(name: Hex): string | null {
  const bytes = hexToBytes(name);
  const labels: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes[at]!;
    if (length === 0) return at === bytes.length - 1 ? labels.join(".") : null;
    if (at + 1 + length > bytes.length) return null;
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
        .decode(bytes.subarray(at + 1, at + 1 + length));
      if (text.includes(".")) return null;
      labels.push(text);
    } catch {
      return null;
    }
    at += 1 + length;
  }
  return null;
}
