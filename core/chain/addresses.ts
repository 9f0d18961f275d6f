// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xf13e462496fEB3f619581FDB3d69dF570293213D" as const;
/** The factory of accounts. */
export const factory =
  "0x8EF69B04de148Ca30149b25629CE8eEdc9291C05" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x8a3838be6922b40d42e4ebdeb2abdb147e4b9681378bb6c68e57e45ab4dfb97b" as const;
/** The permission contract. */
export const permissions =
  "0x8Badb0Ab42f380aFBF306DCcc9773B7892b6fD67" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
