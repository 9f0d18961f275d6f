// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xc7b3FAE2563a2FC9B7Ed45fCC46b8F5A66338fF7" as const;
/** The factory of accounts. */
export const factory =
  "0xc8bDa4D22693CE718b44d14A811185424F293c6b" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x0971859349c1264c74079088bbea2c7e23770100af0be89b2cf6c6ef53a7b2e8" as const;
/** The permission contract. */
export const permissions =
  "0x8Badb0Ab42f380aFBF306DCcc9773B7892b6fD67" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
