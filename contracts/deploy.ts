/** Deploys everything that accounts need on a chain. Running it again has no effect. */
import {
  type Account,
  type Address,
  concat,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { getBalance, getChainId, getCode, readContract } from "viem/actions";
import { entryPoint08Abi } from "viem/account-abstraction";
import { locateOne, versions } from "../scripts/tools/mod.ts";
import {
  entryPoint,
  entryPointSalt,
  factory,
  implementation,
  multicall3,
  permissions,
} from "./addresses.ts";
import { acctBytecode } from "./artifacts/acct_bytecode.ts";
import { acctFactoryBytecode } from "./artifacts/acct_factory_bytecode.ts";
import { multicall3Bytecode } from "./artifacts/multicall3_bytecode.ts";
import { permissionsBytecode } from "./artifacts/permissions_bytecode.ts";
import { sponsorPaymasterAbi } from "./artifacts/sponsor_paymaster_abi.ts";
import { sponsorPaymasterBytecode } from "./artifacts/sponsor_paymaster_bytecode.ts";
import { subnameResolverBytecode } from "./artifacts/subname_resolver_bytecode.ts";
import { tokenPaymasterBytecode } from "./artifacts/token_paymaster_bytecode.ts";
import { testTokenBytecode } from "./artifacts/test_token_bytecode.ts";
import { vaultAbi } from "./artifacts/vault_abi.ts";
import { vaultBytecode } from "./artifacts/vault_bytecode.ts";
import { addressOf, deployOnce, ensureDeployer, send, type Sender } from "./create2.ts";
import { type Code, sameCode } from "./verify.ts";

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

/** RPC connection, paying account, and contracts to deploy in addition to account and factory. */
export type DeployOptions = {
  rpcUrl: string;
  /** viem account, or a private key. */
  account: Account | Hex;
  sponsor?: PaymasterOptions;
  tokenPaymaster?: TokenPaymasterOptions;
  vault?: VaultOptions;
  /** Init code of the EntryPoint. Defaults to its npm package's, loaded if it is needed. */
  entryPointInitCode?: Hex;
};

/** Addresses of a deployment. */
export type Deployment = {
  chainId: number;
  entryPoint: Address;
  implementation: Address;
  factory: Address;
  permissions: Address;
  sponsorPaymaster: Address | null;
  tokenPaymaster: Address | null;
  vault: Address | null;
};

/** Test token of the local chain. */
export type TestTokenOptions = { name: string; symbol: string; decimals: number };

/** Additional contracts of the local chain. */
export type DevDeployment = { multicall3: Address; tokens: Address[] };

/** Default first limit of a paymaster's operations in wei. */
export const defaultMaxCost: bigint = 10n ** 17n;

const unstakeDelay = 86_400;

/**
 * Deploys EntryPoint, account, factory, permission contract and, if requested, paymasters and
 * vault.
 */
export async function deploy(options: DeployOptions): Promise<Deployment> {
  const client = await sender(options);
  await ensureDeployer(client);
  await ensureEntryPoint(client, options.entryPointInitCode);

  // The account's constructor needs the permission contract.
  await expectAt(permissions, client, permissionsBytecode.initCode, permissionsBytecode);
  await expectAt(implementation, client, accountInitCode(permissions), acctBytecode);
  const factoryArgument = encodeAbiParameters([{ type: "address" }], [implementation]);
  const factoryInitCode = concat([acctFactoryBytecode.initCode, factoryArgument]);
  await expectAt(factory, client, factoryInitCode, acctFactoryBytecode);

  const { sponsor, tokenPaymaster, vault } = options;
  const paymasters: Pick<Deployment, "sponsorPaymaster" | "tokenPaymaster"> = {
    sponsorPaymaster: null,
    tokenPaymaster: null,
  };
  if (sponsor !== undefined) {
    const address = sponsorPaymasterAddress(sponsor);
    await expectAt(address, client, sponsorInitCode(sponsor), sponsorPaymasterBytecode);
    await fund(client, address, sponsor);
    paymasters.sponsorPaymaster = address;
  }
  if (tokenPaymaster !== undefined) {
    const address = tokenPaymasterAddress(tokenPaymaster);
    const initCode = tokenPaymasterInitCode(tokenPaymaster);
    await expectAt(address, client, initCode, tokenPaymasterBytecode);
    await fund(client, address, tokenPaymaster);
    paymasters.tokenPaymaster = address;
  }
  if (vault !== undefined) {
    await expectAt(vaultAddress(vault), client, vaultInitCode(vault), vaultBytecode);
    const filled = Object.values(paymasters).filter((address) => address !== null);
    await fundVault(client, vault, filled);
  }
  return {
    chainId: client.chain.id,
    entryPoint,
    implementation,
    factory,
    permissions,
    ...paymasters,
    vault: vault === undefined ? null : vaultAddress(vault),
  };
}

/** Deploys multicall3 and test tokens, for local chains only. */
export async function deployDev(
  options: DeployOptions & { tokens?: readonly TestTokenOptions[] },
): Promise<DevDeployment> {
  const client = await sender(options);
  await ensureDeployer(client);
  await expectAt(multicall3, client, multicall3Bytecode.initCode, multicall3Bytecode);
  const tokens: Address[] = [];
  for (const token of options.tokens ?? []) {
    tokens.push(await deployOnce(client, testTokenInitCode(token)));
  }
  return { multicall3, tokens };
}

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

/** Deploys the subname resolver to the chain of the apps' names. */
export async function deployNames(options: DeployOptions & NamesOptions): Promise<Address> {
  const client = await sender(options);
  await ensureDeployer(client);
  const { registry, wrapper = zeroAddress, owner, signer, urls } = options;
  const types = [
    { type: "address" },
    { type: "address" },
    { type: "address" },
    { type: "address" },
    { type: "string[]" },
  ] as const;
  const args = encodeAbiParameters(types, [registry, wrapper, owner, signer, urls]);
  const initCode = concat([subnameResolverBytecode.initCode, args]);
  await expectAt(addressOf(initCode), client, initCode, subnameResolverBytecode);
  return addressOf(initCode);
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

/** Computes a test token's address before it is deployed. */
export function testTokenAddress(options: TestTokenOptions): Address {
  return addressOf(testTokenInitCode(options));
}

/** Tops up a paymaster's deposit and stake. */
async function fund(client: Sender, address: Address, options: PaymasterOptions): Promise<void> {
  const { deposit, stake } = await readContract(client, {
    address: entryPoint,
    abi: entryPoint08Abi,
    functionName: "getDepositInfo",
    args: [address],
  });
  const depositMissing = (options.deposit ?? 0n) - deposit;
  if (depositMissing > 0n) {
    const data = encodeFunctionData({ abi: sponsorPaymasterAbi, functionName: "deposit" });
    await send(client, { to: address, data, value: depositMissing });
  }
  const stakeMissing = (options.stake ?? 0n) - stake;
  if (stakeMissing > 0n) {
    if (client.account.address.toLowerCase() !== options.owner.toLowerCase()) {
      throw new Error(`only ${options.owner}, the paymaster's owner, can stake for it`);
    }
    const data = encodeFunctionData({
      abi: sponsorPaymasterAbi,
      functionName: "addStake",
      args: [unstakeDelay],
    });
    await send(client, { to: address, data, value: stakeMissing });
  }
}

/** Tops up the vault, and sets the rule of the paymasters that have another one. */
async function fundVault(
  client: Sender,
  { owner, balance = 0n, rule }: VaultOptions,
  paymasters: readonly Address[],
): Promise<void> {
  const address = vaultAddress({ owner });
  const missing = balance - await getBalance(client, { address });
  if (missing > 0n) await send(client, { to: address, data: "0x", value: missing });
  if (rule === undefined) return;
  for (const paymaster of paymasters) {
    const [rate, ceiling] = await readContract(client, {
      address,
      abi: vaultAbi,
      functionName: "ruleOf",
      args: [paymaster],
    });
    if (rate === rule.rate && ceiling === rule.ceiling) continue;
    if (client.account.address.toLowerCase() !== owner.toLowerCase()) {
      throw new Error(`only ${owner}, the vault's owner, can set its rules`);
    }
    const data = encodeFunctionData({
      abi: vaultAbi,
      functionName: "setRule",
      args: [paymaster, rule.rate, rule.ceiling],
    });
    await send(client, { to: address, data });
  }
}

/** Returns the init code of the account's implementation. */
export function accountInitCode(permissions: Address): Hex {
  return concat([
    acctBytecode.initCode,
    encodeAbiParameters([{ type: "address" }], [permissions]),
  ]);
}

async function ensureEntryPoint(client: Sender, given: Hex | undefined): Promise<void> {
  if (await getCode(client, { address: entryPoint }) !== undefined) return;
  const initCode = given ?? await entryPointInitCode();
  if (addressOf(initCode, entryPointSalt) !== entryPoint) {
    throw new Error("this init code is not the EntryPoint's");
  }
  await deployOnce(client, initCode, entryPointSalt);
}

/**
 * Loads the EntryPoint's init code from its npm package: its licence does not allow a copy here.
 */
export async function entryPointInitCode(): Promise<Hex> {
  const file = await locateOne(`${versions.accountAbstraction}/artifacts/EntryPoint.json`);
  return JSON.parse(await Deno.readTextFile(file)).bytecode;
}

async function expectAt(
  address: Address,
  client: Sender,
  initCode: Hex,
  code: Code,
): Promise<void> {
  if (addressOf(initCode) !== address) {
    throw new Error(`${address} is not this init code's address`);
  }
  await deployOnce(client, initCode);
  const found = await getCode(client, { address });
  if (!sameCode(found, code)) throw new Error(`${address} has different code than expected`);
}

/** Creates the client that sends a deployment's transactions. */
export async function sender(
  options: Pick<DeployOptions, "rpcUrl" | "account">,
): Promise<Sender> {
  const transport = http(options.rpcUrl, { timeout: 60_000 });
  const { account } = options;
  const signer = typeof account === "string" ? privateKeyToAccount(account) : account;
  const id = await getChainId(createWalletClient({ transport }));
  const chain = defineChain({
    id,
    name: `chain ${id}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [options.rpcUrl] } },
  });
  return createWalletClient({ account: signer, chain, transport, pollingInterval: 20 });
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

function testTokenInitCode({ name, symbol, decimals }: TestTokenOptions): Hex {
  const types = [{ type: "string" }, { type: "string" }, { type: "uint8" }] as const;
  const args = encodeAbiParameters(types, [name, symbol, decimals]);
  return concat([testTokenBytecode.initCode, args]);
}
