// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0x8F913B93162d817DDd62706B6b4124E8720B6C6c" as const;
/** The factory of accounts. */
export const factory =
  "0x5E97e2E1E67BE40b9A8dfA7C7f118B611b28800D" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0xd18c6e0095cce0527eb7c6adc786262439a6f6c44d305e7cac9fa55de8e06491" as const;
/** The permission contract. */
export const permissions =
  "0xC2f88ae2635c10c5c703fF7bE0Cd42A2e52913e6" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
