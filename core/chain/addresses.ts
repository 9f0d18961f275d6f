// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xb3Be6461f0FFC28225529e7B6c77960AFAAd7176" as const;
/** The factory of accounts. */
export const factory =
  "0x25cB0703e1272177C085585c319Fd4fc109C9Bc3" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x57390dc08671f343b686676ddafc76c90bde3b8814951dd3af41cfd72e07aa09" as const;
/** The permission contract. */
export const permissions =
  "0x3Af2De5cf2E40E976872E2a4518c7DB61e68C7f5" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
