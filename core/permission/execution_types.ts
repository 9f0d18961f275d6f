/** Lists the permissions of ERC-7715 that can be granted here. @module */

/** Permission types that map exactly to a spend permission. */
export const executionTypes = ["erc20-token-periodic", "native-token-periodic"] as const;
