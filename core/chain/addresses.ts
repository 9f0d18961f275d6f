// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xa3150c15Ea5497EdB0EbbF1ac6F022F7125E8f0c" as const;
/** The factory of accounts. */
export const factory =
  "0xAc463BbD7bdb76D9ef8961D02ceE4e23D2a7c9b2" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x8e8f2e3f63403251e5a398580fd89e2d57f68df9bf74095071e8a4b47f2492a5" as const;
/** The permission contract. */
export const permissions =
  "0xE0B9F8279D55C0953D57dC33807d02AdD836c6ed" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
