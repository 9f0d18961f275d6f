// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xE0DF09D90e2A4c1F07393f46300BAF9822924B03" as const;
/** The factory of accounts. */
export const factory =
  "0x27eFb3b0879Cbe2734E83Bf7F569f3683A5A92CB" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x06c62b87dc17cec6cb3fc5a6600c97565e16e474a79e2a4e53bcd8c9dc10eb40" as const;
/** The permission contract. */
export const permissions =
  "0x8Badb0Ab42f380aFBF306DCcc9773B7892b6fD67" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
