// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xE7a7187ea85Ac33eD84156F39A405aE59E0986aA" as const;
/** The factory of accounts. */
export const factory =
  "0x233725b483f4906E23dAF4a15AcA452337223C94" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0xc34cb8cf6f60580d3c16e3ebecc13d5c568fef43a43937d0bd43c63a74b01924" as const;
/** The permission contract. */
export const permissions =
  "0x3Af2De5cf2E40E976872E2a4518c7DB61e68C7f5" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
