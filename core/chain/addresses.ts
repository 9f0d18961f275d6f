// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0x7A58FCea3B14Ce955A873aB8d9b2FFa35d59Dd28" as const;
/** The factory of accounts. */
export const factory =
  "0xeE574dcc52a2D133861c2Fb6e1ED1ab163b76A6E" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x01d37b27a10d65956a608e8333906258b94b7cb6aaaf01a74227262cda28aee4" as const;
/** The permission contract. */
export const permissions =
  "0x3Af2De5cf2E40E976872E2a4518c7DB61e68C7f5" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
