/** Address and ABI of ENS's registry. @module */
import { type Address, parseAbi } from "viem";

/** ENS's registry, at the same address on every chain that has one. */
export const ensRegistry: Address = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";

/** Functions of the registry that are used here. */
export const ensRegistryAbi = parseAbi([
  "function owner(bytes32 node) view returns (address)",
  "function resolver(bytes32 node) view returns (address)",
  "function setOwner(bytes32 node, address owner)",
  "function setResolver(bytes32 node, address resolver)",
  "function setSubnodeOwner(bytes32 node, bytes32 label, address owner) returns (bytes32)",
]);
