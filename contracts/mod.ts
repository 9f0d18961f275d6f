/**
 * Exports the parts of the contracts that other packages need: addresses, ABIs, the sponsor's
 * signature. Bytecode is in `artifacts/*_bytecode.ts`, for deployment only.
 *
 * @module
 */
export * from "./addresses.ts";
export { acctAbi } from "./artifacts/acct_abi.ts";
export { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
export { permissionsAbi } from "./artifacts/permissions_abi.ts";
export { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
export { subnameResolverAbi } from "./artifacts/subname_resolver_abi.ts";
export { tokenPaymasterAbi } from "./artifacts/token_paymaster_abi.ts";
export { vaultAbi } from "./artifacts/vault_abi.ts";
export * from "./names.ts";
export * from "./paymaster.ts";
export * from "./token_paymaster.ts";
export { proxyInitCode } from "./proxy.ts";
