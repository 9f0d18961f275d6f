// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xFc15ca2EC0e46Dbf69010862E9A6dadC81208eB2" as const;
/** The factory of accounts. */
export const factory =
  "0xE2fC4D75cCf2fF686DDfC6eB62657aE2E8289296" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x466fc6a7623aeb5ce309ec9abea19b9319e8487c214ef7429118123bc7f9993a" as const;
/** The permission contract. */
export const permissions =
  "0xE0B9F8279D55C0953D57dC33807d02AdD836c6ed" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
