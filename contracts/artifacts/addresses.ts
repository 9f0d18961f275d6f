// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xaF624fa1AbD282AbEC2719Dd1Fc8A19E29da62c5" as const;
/** The factory of accounts. */
export const factory =
  "0x0b6d96Ff3F8CE7903b7611fe7E64e8F781E85efD" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x295ccf7c8d920bf43dc2ed52d87e28af2b751eea633c22ce3cc861e17ecb6b48" as const;
/** The permission contract. */
export const permissions =
  "0xE0B9F8279D55C0953D57dC33807d02AdD836c6ed" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
