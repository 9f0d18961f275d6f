// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0x757fd7bC7d5EAe45a7cc90b1f07D55bCaf2a1D8C" as const;
/** The factory of accounts. */
export const factory =
  "0xa94bf12F97CB9B10592e7d622CB76c9228bfae7e" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x5952949be106b12864f6d0c22e42667bdb2980185e9332aeedd83103d4a89ba7" as const;
/** The permission contract. */
export const permissions =
  "0x7C899135E6294Da735dB4ad52b336738cc9Ce2A3" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
