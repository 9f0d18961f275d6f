// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xdA0CDA90C314aD449972c02e192fD672977b2309" as const;
/** The factory of accounts. */
export const factory =
  "0xc166743A517587A4F8A447c8b23B324A93e21E28" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x1a169e98cf2b9bf13a26f0dccc64ebd4f0c5c6ae8d4d07aa97bcb87963af9d24" as const;
/** The permission contract. */
export const permissions =
  "0x8Badb0Ab42f380aFBF306DCcc9773B7892b6fD67" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
