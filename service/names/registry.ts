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
  size,
  slice,
  zeroAddress,
} from "viem";
import { ensRegistry } from "../../contracts/ens_registry.ts";
import { unreadable } from "../chain/node/failure.ts";
import { createNode, type Node, NodeError } from "../chain/node/node.ts";
import { coinOfChain, EVM_DEFAULT } from "./answer.ts";
import type { NamesConfig } from "./config.ts";

const abi = parseAbi([
  "function owner(bytes32 node) view returns (address)",
  "function resolver(bytes32 node) view returns (address)",
  "function ownerOf(uint256 id) view returns (address)",
  "function addr(bytes32 node) view returns (address)",
  "function name(bytes32 node) view returns (string)",
]);

const coinAbi = parseAbi(["function addr(bytes32 node, uint256 coinType) view returns (bytes)"]);

/**
 * Gas for a record of bytes or text: its resolver is anyone's contract, and cannot answer
 * megabytes.
 */
const RECORD_GAS = "0x493e0";

/** ENS registry. */
export interface Registry {
  /** Returns owner and resolver of a domain; the owner of a wrapped one comes from the wrapper. */
  look(domain: string): Promise<{ readonly owner: Address; readonly resolver: Address }>;
  /**
   * Returns the address of a name on a chain (ENSIP-11), or its default for EVM chains (ENSIP-19).
   * Returns `null` if its resolver has neither, or answers through a gateway (ERC-3668). This
   * service does not call gateways. On the registry's own chain it is the address of Ether.
   */
  addressOf(name: string, chainId: number): Promise<Address | null>;
  /**
   * Returns the name in the reverse record of an address (ENSIP-3), as written by its owner. It
   * proves nothing unless it resolves back to the address.
   */
  nameOf(address: Address): Promise<string | null>;
  /** Returns whether an owner signed a hash: EOA, ERC-1271 or ERC-6492. */
  signed(owner: Address, hash: Hex, signature: Hex): Promise<boolean>;
}

/** Creates a registry that reads through the chain's node. */
export function openRegistry(
  config: Pick<NamesConfig, "chainId" | "rpcUrl" | "timeout" | "wrapper">,
): Registry {
  const node = createNode(config.rpcUrl, { timeout: config.timeout });
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
  /** Reads from ENS's own contracts, which return only an address. */
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
        readOwn(ensRegistry, "owner", place),
        readOwn(ensRegistry, "resolver", place),
      ]);
      const { wrapper } = config;
      const wrapped = wrapper !== undefined && owner === getAddress(wrapper);
      return { owner: wrapped ? await readOwn(wrapper, "ownerOf", place) : owner, resolver };
    },
    async addressOf(name, chainId) {
      const place = namehash(name);
      const resolver = await readOwn(ensRegistry, "resolver", place);
      if (resolver === zeroAddress) return null;
      if (chainId === config.chainId) {
        return await recordOf(async () => {
          const data = await ask(resolver, "addr", place);
          return known(decodeFunctionResult({ abi, functionName: "addr", data }));
        });
      }
      const coin = coinOfChain(chainId);
      const own = coin === null ? null : await coinAddress(node, resolver, place, coin);
      return own ?? await coinAddress(node, resolver, place, EVM_DEFAULT);
    },
    async nameOf(address) {
      const place = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
      const resolver = await readOwn(ensRegistry, "resolver", place);
      if (resolver === zeroAddress) return null;
      const data = encodeFunctionData({ abi, functionName: "name", args: [place] });
      return await recordOf(async () => {
        const call = { to: resolver, data, gas: RECORD_GAS };
        const answer = await node.request<Hex>("eth_call", [call, "latest"]);
        return decodeFunctionResult({ abi, functionName: "name", data: answer }) || null;
      });
    },
    signed: (owner, hash, signature) => isSignedBy(node, owner, hash, signature),
  };
}

/** Reads the address of a coin type (ENSIP-9); anything else than 20 bytes is no address. */
async function coinAddress(
  node: Node,
  resolver: Address,
  place: Hex,
  coinType: bigint,
): Promise<Address | null> {
  return await recordOf(async () => {
    const data = encodeFunctionData({
      abi: coinAbi,
      functionName: "addr",
      args: [place, coinType],
    });
    const call = { to: resolver, data, gas: RECORD_GAS };
    const answer = await node.request<Hex>("eth_call", [call, "latest"]);
    const found = decodeFunctionResult({ abi: coinAbi, functionName: "addr", data: answer });
    return size(found) === 20 ? known(getAddress(found)) : null;
  });
}

/** Reads a record; `null` if the resolver's code reverts, or returns another type. */
async function recordOf<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NodeError || error instanceof BaseError) return null;
    throw error;
  }
}

function known(address: Address): Address | null {
  return address === zeroAddress ? null : address;
}

/**
 * Returns whether an account signed a hash. The validator runs in a single call. The call creates
 * an account that is not deployed yet (ERC-6492).
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
