/** Deploys everything that accounts need on a chain. Running it again has no effect. */
import {
  type Account,
  type Address,
  concat,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  type Hex,
  http,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { getChainId, getCode } from "viem/actions";
import {
  entryPoint,
  entryPointSalt,
  factory,
  implementation,
  multicall3,
  permissions,
} from "./addresses.ts";
import { multicall3Bytecode } from "./artifacts/multicall3_bytecode.ts";
import { testTokenBytecode } from "./artifacts/test_token_bytecode.ts";
import {
  listContracts,
  type ListedContract,
  type NamesOptions,
  type OptionalContracts,
  sponsorPaymasterAddress,
  tokenPaymasterAddress,
  vaultAddress,
} from "./contract_list.ts";
import {
  addressOf,
  deployOnce,
  ensureDeployer,
  includedCode,
  send,
  type Sender,
} from "./create2.ts";
import { entryPointInitCode, isEntryPoint } from "./entry_point.ts";
import { checkRights, missingFunding } from "./funding.ts";
import { sameCode } from "./verify.ts";

/** RPC connection, paying account, and contracts to deploy in addition to account and factory. */
export type DeployOptions = Omit<OptionalContracts, "names"> & {
  rpcUrl: string;
  /** viem account, or a private key. */
  account: Account | Hex;
  /** Chain that transactions are signed for. Defaults to the node's answer. */
  chainId?: number;
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

/**
 * Deploys EntryPoint, account, factory, permission contract and, if requested, paymasters and
 * vault.
 */
export async function deploy(
  options: DeployOptions & Pick<OptionalContracts, "names">,
): Promise<Deployment> {
  const client = await sender(options);
  await ensureDeployer(client);
  await ensureEntryPoint(client, options.entryPointInitCode);
  for (const contract of listContracts(options)) await deployContract(client, contract);
  const fundings = await missingFunding(client, options);
  checkRights(fundings, client.account.address);
  for (const { to, data, value } of fundings) await send(client, { to, data, value });
  const { sponsor, tokenPaymaster, vault } = options;
  return {
    chainId: client.chain.id,
    entryPoint,
    implementation,
    factory,
    permissions,
    sponsorPaymaster: sponsor === undefined ? null : sponsorPaymasterAddress(sponsor),
    tokenPaymaster: tokenPaymaster === undefined ? null : tokenPaymasterAddress(tokenPaymaster),
    vault: vault === undefined ? null : vaultAddress(vault),
  };
}

/** Deploys multicall3 and test tokens, for local chains only. */
export async function deployDev(
  options: DeployOptions & { tokens?: readonly TestTokenOptions[] },
): Promise<DevDeployment> {
  const client = await sender(options);
  await ensureDeployer(client);
  const { initCode } = multicall3Bytecode;
  await deployContract(client, { address: multicall3, initCode, code: multicall3Bytecode });
  const tokens: Address[] = [];
  for (const token of options.tokens ?? []) {
    tokens.push(await deployOnce(client, testTokenInitCode(token)));
  }
  return { multicall3, tokens };
}

/** Deploys the subname resolver alone. Running it again has no effect. */
export async function deployNames(
  { rpcUrl, account, ...names }: Pick<DeployOptions, "rpcUrl" | "account"> & NamesOptions,
): Promise<Address> {
  const client = await sender({ rpcUrl, account });
  await ensureDeployer(client);
  const resolver = listContracts({ names }).find(({ name }) => name === "SubnameResolver")!;
  await deployContract(client, resolver);
  return resolver.address;
}

/** Computes a test token's address before it is deployed. */
export function testTokenAddress(options: TestTokenOptions): Address {
  return addressOf(testTokenInitCode(options));
}

async function ensureEntryPoint(client: Sender, given: Hex | undefined): Promise<void> {
  if (await getCode(client, { address: entryPoint }) === undefined) {
    const initCode = given ?? await entryPointInitCode();
    if (addressOf(initCode, entryPointSalt) !== entryPoint) {
      throw new Error("this init code is not the EntryPoint's");
    }
    await deployOnce(client, initCode, entryPointSalt);
  }
  if (!isEntryPoint(await includedCode(client, entryPoint))) {
    throw new Error(`${entryPoint} has different code than EntryPoint v0.8`);
  }
}

/** Deploys a contract if it is missing, and compares its code. */
async function deployContract(
  client: Sender,
  { address, initCode, code }: Omit<ListedContract, "name">,
): Promise<void> {
  await deployOnce(client, initCode);
  if (!sameCode(await includedCode(client, address), code)) {
    throw new Error(`${address} has different code than expected`);
  }
}

/** Creates the client that sends a deployment's transactions. */
export async function sender(
  options: Pick<DeployOptions, "rpcUrl" | "account" | "chainId">,
): Promise<Sender> {
  const transport = http(options.rpcUrl, { timeout: 60_000 });
  const { account } = options;
  const signer = typeof account === "string" ? privateKeyToAccount(account) : account;
  const id = options.chainId ?? await getChainId(createWalletClient({ transport }));
  const chain = defineChain({
    id,
    name: `chain ${id}`,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [options.rpcUrl] } },
  });
  return createWalletClient({ account: signer, chain, transport, pollingInterval: 20 });
}

function testTokenInitCode({ name, symbol, decimals }: TestTokenOptions): Hex {
  const types = [{ type: "string" }, { type: "string" }, { type: "uint8" }] as const;
  const args = encodeAbiParameters(types, [name, symbol, decimals]);
  return concat([testTokenBytecode.initCode, args]);
}
