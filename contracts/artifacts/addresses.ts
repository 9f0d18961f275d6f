// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0x74217933Cf7082f83120f4a5751F1c67d68B32D7" as const;
/** The factory of accounts. */
export const factory =
  "0xF4617aA2EF017FB51805539078c4E0CAA5D81405" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x178f5738e7be41f2db5eb923556b7150714d3fd268a5428e24793075bf92a139" as const;
/** The permission contract. */
export const permissions =
  "0xE0B9F8279D55C0953D57dC33807d02AdD836c6ed" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
