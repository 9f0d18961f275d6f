import type { Hex } from "viem";

/**
 * Returns an account's init code: Solady's minimal ERC-1967 proxy. It stores the implementation and
 * has no arguments, so that an address is derived from factory and salt alone.
 */
export function proxyInitCode(implementation: Hex): Hex {
  const slot = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
  return `0x603d3d8160223d3973${
    implementation.slice(2).toLowerCase()
  }60095155f3363d3d373d3d363d7f${slot}545af43d6000803e6038573d6000fd5b3d6000f3`;
}
