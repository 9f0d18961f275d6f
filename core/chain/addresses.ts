// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0x16350A87214c3047ffFC43ba33CAAf45dd5452D3" as const;
/** The factory of accounts. */
export const factory =
  "0x92E3D754F2267D3ec995aAF3B3f6E204713b7f92" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x189475217d33fc46c88a5593ca6c6a029016af260ea3b04ad256a5c8ac1cd438" as const;
/** The permission contract. */
export const permissions =
  "0x6F3526354A8bf3413D2ef8BA67D5b4F53AC80F93" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
