// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0x13126c65484ce7E4f0ead2B0Be1A81128762a479" as const;
/** The factory of accounts. */
export const factory =
  "0xe0515c107B8aC1850581d0ceEd6840d3D70A9824" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x58949060681f733465074468996f969c95fbcefff5c81ebd289bd3f6eb706092" as const;
/** The permission contract. */
export const permissions =
  "0x3Af2De5cf2E40E976872E2a4518c7DB61e68C7f5" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
