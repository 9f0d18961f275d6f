// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xFA5352c5866aEaF5FC994b788886dC2eDcbC185A" as const;
/** The factory of accounts. */
export const factory =
  "0xFA69e019e590a8a08A4F607e687Aba7265818613" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x70a80c11ed749c1de83fdabaea77765d22f048ca537482fe77741c3596223d2a" as const;
/** The permission contract. */
export const permissions =
  "0x8Badb0Ab42f380aFBF306DCcc9773B7892b6fD67" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
