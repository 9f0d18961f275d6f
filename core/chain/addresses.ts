// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xB62B06f9A9e026903314f0c9156C412619FBFB80" as const;
/** The factory of accounts. */
export const factory =
  "0xeCCB4bf1f35c8B78db1E183137F5a9563E60704D" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x33c82671089d06238b0df97b9aec71ff4072354f10a5f8a8ccdab67af6c33c4a" as const;
/** The permission contract. */
export const permissions =
  "0x8Badb0Ab42f380aFBF306DCcc9773B7892b6fD67" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
