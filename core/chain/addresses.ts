// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xD8C12Ea747F6a7fBdc475DC0796a4D32b7A2E00f" as const;
/** The factory of accounts. */
export const factory =
  "0x514693C1eb7a04927755A7E3583C17BfAc2f462F" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x77ed2c56dd68c3cb3c07c128c211726141dec12ba5cef0bd64fd166a99621c46" as const;
/** The permission contract. */
export const permissions =
  "0x8Badb0Ab42f380aFBF306DCcc9773B7892b6fD67" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
