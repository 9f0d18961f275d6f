/**
 * Fixed addresses: the standard contracts that this project uses, and the salts of this project's
 * contracts.
 */

/** EntryPoint v0.8, the only version that our accounts support. */
export const entryPoint = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108" as const;

/** Salt with which the EntryPoint's published init code deploys to that address. */
export const entryPointSalt =
  "0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9" as const;

/** CREATE2 deployer that most chains have; its call data is salt and init code. */
export const create2Deployer = "0x4e59b44847b379578588920cA78FbF26c0B4956C" as const;

/** Salt of all our own contracts. */
export const salt = "0x0000000000000000000000000000000000000000000000000000000000000000" as const;

export {
  factory,
  implementation,
  multicall3,
  permissions,
  proxyInitCodeHash,
} from "../core/chain/addresses.ts";
