// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xd5C9007026db5B94F936BdF6CBA29dB92F8f8281" as const;
/** The factory of accounts. */
export const factory =
  "0x64f1bae13422BB1dEFb583bfFdDbF47Dcb379948" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x8550888c9e5bcd0fa14e5c616f30ae6e092f71b5a3cc9a4b88b6470f5ecec2d9" as const;
/** The permission contract. */
export const permissions =
  "0x3Af2De5cf2E40E976872E2a4518c7DB61e68C7f5" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
