/**
 * Lists the contracts of a deployment with their init codes and addresses. No init code depends on
 * the sender, so a contract is the same for every sender, and no one can own it by deploying it
 * first.
 */
import { type Address, concat, encodeAbiParameters, type Hex, zeroAddress } from "viem";
import { factory, implementation, permissions } from "./addresses.ts";
import { acctBytecode } from "./artifacts/acct_bytecode.ts";
import { acctFactoryBytecode } from "./artifacts/acct_factory_bytecode.ts";
import { permissionsBytecode } from "./artifacts/permissions_bytecode.ts";
import { sponsorPaymasterBytecode } from "./artifacts/sponsor_paymaster_bytecode.ts";
import { subnameResolverBytecode } from "./artifacts/subname_resolver_bytecode.ts";
import { tokenPaymasterBytecode } from "./artifacts/token_paymaster_bytecode.ts";
import { vaultBytecode } from "./artifacts/vault_bytecode.ts";
import { addressOf } from "./create2.ts";
import type { Code } from "./verify.ts";

/** Paymaster. Its address is derived from its owner, first signer and first limit. */
export type PaymasterOptions = {
  /** Owns deposit and stake, and sets signers, limit and guardian. */
  owner: Address;
  /** Signs for operations. The service has its key. */
  signer: Address;
  /** Maximum wei of an operation, by its limits. Defaults to {@linkcode defaultMaxCost}. */
  maxCost?: bigint;
  /** Wei to top up to. Defaults to 0: no transfer. */
  deposit?: bigint;
  /** Wei to top up to, if the sender is the owner. Defaults to 0: no transfer. */
  stake?: bigint;
};

/** Token paymaster. Its address is also derived from the cap. */
export type TokenPaymasterOptions = PaymasterOptions & {
  /** Maximum wei of an operation that pays after execution. */
  postpaidCap: bigint;
};

/** Vault that fills up the deposits of the paymasters; its address follows from its owner. */
export type VaultOptions = {
  /** Owns the funds, and sets the rules. */
  owner: Address;
  /** Wei to top up to. Defaults to 0: no transfer. */
  balance?: bigint;
  /** Rule of each paymaster of this deployment, set if the sender is the owner. */
  rule?: VaultRule;
};

/** Wei per day, and wei of the deposit above which it is not refilled. */
export type VaultRule = { rate: bigint; ceiling: bigint };

/** ENS contracts of the chain, and the signer and gateways of subnames. */
export type NamesOptions = {
  registry: Address;
  /** ENS's name wrapper; some chains have none. */
  wrapper?: Address;
  owner: Address;
  signer: Address;
  /** URLs of the gateways, as ERC-3668 templates. */
  urls: readonly string[];
};

/** Contracts in addition to permission contract, account and factory. */
export type OptionalContracts = {
  sponsor?: PaymasterOptions;
  tokenPaymaster?: TokenPaymasterOptions;
  vault?: VaultOptions;
  names?: NamesOptions;
};

/** Contract of a deployment. */
export type ListedContract = { name: string; address: Address; initCode: Hex; code: Code };

/** Default first limit of a paymaster's operations in wei. */
export const defaultMaxCost: bigint = 10n ** 17n;

/** Lists the contracts in the order in which they are deployed. */
export function listContracts(
  { sponsor, tokenPaymaster, vault, names }: OptionalContracts,
): ListedContract[] {
  const listed = (name: string, initCode: Hex, code: Code, address = addressOf(initCode)) => {
    if (addressOf(initCode) !== address) {
      throw new Error(`${address} is not the address of ${name}'s init code`);
    }
    return { name, address, initCode, code };
  };
  const factoryArgument = encodeAbiParameters([{ type: "address" }], [implementation]);
  const factoryInitCode = concat([acctFactoryBytecode.initCode, factoryArgument]);
  return [
    // The account's constructor needs the permission contract.
    listed("Permissions", permissionsBytecode.initCode, permissionsBytecode, permissions),
    listed("Acct", accountInitCode(permissions), acctBytecode, implementation),
    listed("AcctFactory", factoryInitCode, acctFactoryBytecode, factory),
    ...(sponsor === undefined
      ? []
      : [listed("SponsorPaymaster", sponsorInitCode(sponsor), sponsorPaymasterBytecode)]),
    ...(tokenPaymaster === undefined
      ? []
      : [listed("TokenPaymaster", tokenPaymasterInitCode(tokenPaymaster), tokenPaymasterBytecode)]),
    ...(vault === undefined ? [] : [listed("Vault", vaultInitCode(vault), vaultBytecode)]),
    ...(names === undefined
      ? []
      : [listed("SubnameResolver", resolverInitCode(names), subnameResolverBytecode)]),
  ];
}

/** Computes the sponsor paymaster's address before it is deployed. */
export function sponsorPaymasterAddress(
  options: Pick<PaymasterOptions, "owner" | "signer" | "maxCost">,
): Address {
  return addressOf(sponsorInitCode(options));
}

/** Computes the token paymaster's address before it is deployed. */
export function tokenPaymasterAddress(
  options: Pick<TokenPaymasterOptions, "owner" | "signer" | "maxCost" | "postpaidCap">,
): Address {
  return addressOf(tokenPaymasterInitCode(options));
}

/** Computes the vault's address before it is deployed. */
export function vaultAddress(options: Pick<VaultOptions, "owner">): Address {
  return addressOf(vaultInitCode(options));
}

/** Computes the resolver's address before it is deployed. */
export function resolverAddress(options: NamesOptions): Address {
  return addressOf(resolverInitCode(options));
}

/** Returns the init code of the account's implementation. */
export function accountInitCode(permissions: Address): Hex {
  return concat([
    acctBytecode.initCode,
    encodeAbiParameters([{ type: "address" }], [permissions]),
  ]);
}

function sponsorInitCode(
  { owner, signer, maxCost = defaultMaxCost }: Pick<
    PaymasterOptions,
    "owner" | "signer" | "maxCost"
  >,
): Hex {
  const types = [{ type: "address" }, { type: "address" }, { type: "uint96" }] as const;
  const args = encodeAbiParameters(types, [owner, signer, maxCost]);
  return concat([sponsorPaymasterBytecode.initCode, args]);
}

function tokenPaymasterInitCode(
  { owner, signer, maxCost = defaultMaxCost, postpaidCap }: Pick<
    TokenPaymasterOptions,
    "owner" | "signer" | "maxCost" | "postpaidCap"
  >,
): Hex {
  const types = [
    { type: "address" },
    { type: "address" },
    { type: "uint96" },
    { type: "uint256" },
  ] as const;
  const args = encodeAbiParameters(types, [owner, signer, maxCost, postpaidCap]);
  return concat([tokenPaymasterBytecode.initCode, args]);
}

function vaultInitCode({ owner }: Pick<VaultOptions, "owner">): Hex {
  return concat([vaultBytecode.initCode, encodeAbiParameters([{ type: "address" }], [owner])]);
}

function resolverInitCode(
  { registry, wrapper = zeroAddress, owner, signer, urls }: NamesOptions,
): Hex {
  const types = [
    { type: "address" },
    { type: "address" },
    { type: "address" },
    { type: "address" },
    { type: "string[]" },
  ] as const;
  const args = encodeAbiParameters(types, [registry, wrapper, owner, signer, urls]);
  return concat([subnameResolverBytecode.initCode, args]);
}
