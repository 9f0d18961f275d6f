/** Reads ENS: owners and resolvers of domains, and owners' signatures. @module */
import {
  type Address,
  BaseError,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  getAddress,
  type Hex,
  hexToBigInt,
  namehash,
  parseAbi,
  slice,
  zeroAddress,
} from "viem";
import { ensRegistry } from "../../contracts/ens_registry.ts";
import { unreadable } from "../chain/failure.ts";
import { createNode, type Node, NodeError } from "../chain/node.ts";
import type { NamesConfig } from "./config.ts";

const abi = parseAbi([
  "function owner(bytes32 node) view returns (address)",
  "function resolver(bytes32 node) view returns (address)",
  "function ownerOf(uint256 id) view returns (address)",
  "function addr(bytes32 node) view returns (address)",
  "function name(bytes32 node) view returns (string)",
]);

/** Gas for a reverse record: its resolver is anyone's contract, and cannot answer megabytes. */
const NAME_GAS = "0x493e0";

/** ENS registry. */
export interface Registry {
  /** Returns owner and resolver of a domain; the owner of a wrapped one comes from the wrapper. */
  look(domain: string): Promise<{ readonly owner: Address; readonly resolver: Address }>;
  /**
   * Returns the address of a name; `null` if its resolver has none, or answers through a gateway
   * (ERC-3668), which this service does not call.
   */
  addressOf(name: string): Promise<Address | null>;
  /**
   * Returns the name in the reverse record of an address (ENSIP-3), as its owner wrote it: it proves
   * nothing until it leads back.
   */
  nameOf(address: Address): Promise<string | null>;
  /** Returns whether an owner signed a hash: EOA, ERC-1271 or ERC-6492. */
  signed(owner: Address, hash: Hex, signature: Hex): Promise<boolean>;
}

/** Creates a registry that reads through the chain's node. */
export function openRegistry(
  config: Pick<NamesConfig, "rpcUrl" | "timeout" | "registry" | "wrapper">,
): Registry {
  const node = createNode(config.rpcUrl, { timeout: config.timeout });
  const registry = config.registry ?? ensRegistry;
  const ask = (
    to: Address,
    functionName: "owner" | "resolver" | "ownerOf" | "addr",
    arg: Hex,
  ): Promise<Hex> => {
    const data = functionName === "ownerOf"
      ? encodeFunctionData({ abi, functionName, args: [hexToBigInt(arg)] })
      : encodeFunctionData({ abi, functionName, args: [arg] });
    return node.request<Hex>("eth_call", [{ to, data }, "latest"]);
  };
  /** Reads from ENS's own contracts, which answer with an address and nothing else. */
  const readOwn = async (...question: Parameters<typeof ask>): Promise<Address> => {
    const answer = await ask(...question);
    if (answer === "0x") return zeroAddress;
    if (!/^0x0{24}[0-9a-f]{40}$/i.test(answer)) throw unreadable();
    return getAddress(slice(answer, 12));
  };
  return {
    async look(domain) {
      const place = namehash(domain);
      const [owner, resolver] = await Promise.all([
        readOwn(registry, "owner", place),
        readOwn(registry, "resolver", place),
      ]);
      const { wrapper } = config;
      const wrapped = wrapper !== undefined && owner === getAddress(wrapper);
      return { owner: wrapped ? await readOwn(wrapper, "ownerOf", place) : owner, resolver };
    },
    async addressOf(name) {
      const node = namehash(name);
      const resolver = await readOwn(registry, "resolver", node);
      if (resolver === zeroAddress) return null;
      try {
        const data = await ask(resolver, "addr", node);
        const found = decodeFunctionResult({ abi, functionName: "addr", data });
        return found === zeroAddress ? null : found;
      } catch (error) {
        // The resolver's code reverted, or returned no address.
        if (error instanceof NodeError || error instanceof BaseError) return null;
        throw error;
      }
    },
    async nameOf(address) {
      const place = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
      const resolver = await readOwn(registry, "resolver", place);
      if (resolver === zeroAddress) return null;
      const data = encodeFunctionData({ abi, functionName: "name", args: [place] });
      try {
        const call = { to: resolver, data, gas: NAME_GAS };
        const answer = await node.request<Hex>("eth_call", [call, "latest"]);
        return decodeFunctionResult({ abi, functionName: "name", data: answer }) || null;
      } catch (error) {
        // The resolver's code reverted, or returned no text.
        if (error instanceof NodeError || error instanceof BaseError) return null;
        throw error;
      }
    },
    signed: (owner, hash, signature) => isSignedBy(node, owner, hash, signature),
  };
}

/**
 * Returns whether an account signed a hash. The validator runs in a single call, which creates an
 * account that is not deployed yet (ERC-6492).
 *
 * @throws {AcctError} `chain_down`
 */
export async function isSignedBy(
  node: Node,
  account: Address,
  hash: Hex,
  signature: Hex,
): Promise<boolean> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [account, hash, signature],
  });
  try {
    return Number(await node.request<Hex>("eth_call", [{ data }, "latest"])) === 1;
  } catch (error) {
    // The account's code reverted.
    if (error instanceof NodeError) return false;
    throw error;
  }
}
