// Written by `deno task compile`; do not edit.
/** The account's code, behind every proxy. */
export const implementation =
  "0xef90e0Ef1b900Be6bd5e879bC3e6ab6e50a31B88" as const;
/** The factory of accounts. */
export const factory =
  "0xeDAF3bF8Fa4AB0364029FE273231437d7e23B584" as const;
/** Hash of an account's init code, as CREATE2 takes it. */
export const proxyInitCodeHash =
  "0x2634939e36173269f53d30e3004698e0528a3e01ff582c50b6309d1445b1f538" as const;
/** The permission contract. */
export const permissions =
  "0x3Af2De5cf2E40E976872E2a4518c7DB61e68C7f5" as const;
/** Multicall3 on the local chain. */
export const multicall3 =
  "0xe1d1958a68c882746932b26D15896ea346b4dAEe" as const;
