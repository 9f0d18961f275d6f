/** Compares a deployment with a chain without sending: contracts, gas, cost. */
import {
  type Address,
  BaseError,
  type Chain,
  type Client,
  concat,
  ExecutionRevertedError,
  formatEther,
  formatGwei,
  type Hex,
  InvalidParamsRpcError,
  InvalidRequestRpcError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  size,
  type StateOverride,
  type Transport,
} from "viem";
import {
  estimateFeesPerGas,
  estimateGas,
  getBlockNumber,
  getCode,
  getGasPrice,
} from "viem/actions";
import { chainConfig, estimateL1Fee } from "viem/op-stack";
import { create2Deployer, entryPoint, entryPointSalt, permissions, salt } from "./addresses.ts";
import { acctBytecode } from "./artifacts/acct_bytecode.ts";
import { permissionsBytecode } from "./artifacts/permissions_bytecode.ts";
import { listContracts, type OptionalContracts } from "./contract_list.ts";
import { deployerCode, deployerCost } from "./create2.ts";
import { entryPointInitCode, isEntryPoint } from "./entry_point.ts";
import { type Funding, missingFunding } from "./funding.ts";
import { immutablesIn, sameCode } from "./verify.ts";

/** Contract on the chain or to be deployed. */
export type PlannedContract = {
  name: string;
  address: Address;
  /** Code at the address; undefined if it is missing. */
  code: Hex | undefined;
  /** Gas of the deployment; 0 if it is there. */
  gas: bigint;
  /** Wei for the data of the deployment on the chain below; 0 on most chains. */
  dataFee: bigint;
};

/** Result of a comparison. */
export type Plan = {
  contracts: PlannedContract[];
  fundings: Funding[];
  /** Reasons not to deploy. */
  problems: string[];
  /** Gas of all transactions. */
  gas: bigint;
  /** Wei per gas at the moment. */
  gasPrice: bigint;
  /** Wei of all fees, at that price. */
  fees: bigint;
  /** Wei that move to deposits, stakes and vault, or to the CREATE2 deployer's sender. */
  transfers: bigint;
  /** Wei that the sender needs, with a margin for rising fees. */
  needed: bigint;
  /** Last block before. */
  block: bigint;
};

/** Contract of the OP stack that prices a transaction's data. */
const { gasPriceOracle } = chainConfig.contracts;

/** Upper bound of the gas of a deposit, a stake or a rule. */
const fundingGas = 150_000n;

/** Errors of nodes that do not accept the parameter for state overrides. */
const overrideErrors = [
  InvalidParamsRpcError,
  InvalidRequestRpcError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
] as const;

/** Estimates a deployment's gas, or returns the error if the deployment would revert. */
async function estimateDeployment(
  client: Client<Transport, Chain | undefined>,
  transaction: { account: Address; to: Address; data: Hex },
  stateOverride: StateOverride,
): Promise<bigint | BaseError> {
  const isOverridden = stateOverride.length > 0;
  try {
    return await estimateGas(client, { ...transaction, ...(isOverridden && { stateOverride }) });
  } catch (error) {
    const reverted = causeOf(error, [ExecutionRevertedError]);
    if (reverted !== null) {
      if (!isOverridden || await appliesOverrides(client, transaction.account)) return reverted;
    } else if (!isOverridden || causeOf(error, overrideErrors) === null) throw error;
    // The node does not support state overrides: an upper bound by data and code.
    return BigInt(size(transaction.data)) * 216n + 200_000n;
  }
}

/** Returns whether the node applies state overrides to estimates: some nodes ignore them. */
async function appliesOverrides(
  client: Client<Transport, Chain | undefined>,
  account: Address,
): Promise<boolean> {
  // With this code, each call reverts.
  const stateOverride: StateOverride = [{ address: permissions, code: "0x5f5ffd" }];
  try {
    await estimateGas(client, { account, to: permissions, stateOverride });
    return false;
  } catch (error) {
    if (causeOf(error, [ExecutionRevertedError]) === null) throw error;
    return true;
  }
}

/** Returns the error of one of the classes in a chain of causes, or null. */
function causeOf(
  error: unknown,
  classes: readonly (new (...args: never[]) => BaseError)[],
): BaseError | null {
  if (!(error instanceof BaseError)) return null;
  const found = error.walk((cause) => classes.some((each) => cause instanceof each));
  return found instanceof BaseError ? found : null;
}

/** Compares a deployment with the chain; the sender matters only for estimates. */
export async function planDeployment(
  client: Client<Transport, Chain | undefined>,
  from: Address,
  options: OptionalContracts,
): Promise<Plan> {
  const problems: string[] = [];
  const contracts: PlannedContract[] = [];
  const block = await getBlockNumber(client, { cacheTime: 0 });
  const hasDataFee = await getCode(client, gasPriceOracle) !== undefined;
  // Missing code that later estimates need.
  const stateOverride: StateOverride = [];
  /** Compares one contract, or estimates its deployment. */
  const compare = async (
    name: string,
    address: Address,
    isSame: (code: Hex) => boolean,
    dataOf: () => Hex | Promise<Hex>,
  ) => {
    const code = await getCode(client, { address });
    if (code !== undefined) {
      if (!isSame(code)) problems.push(`${name}: ${address} has different code than expected.`);
      contracts.push({ name, address, code, gas: 0n, dataFee: 0n });
      return;
    }
    // Estimates need the contracts before.
    if (problems.length > 0) return;
    const transaction = { account: from, to: create2Deployer, data: await dataOf() };
    const gas = await estimateDeployment(client, transaction, stateOverride);
    if (gas instanceof BaseError) {
      problems.push(`${name}: the deployment would revert. ${gas.shortMessage}`);
      return;
    }
    const dataFee = hasDataFee
      ? await estimateL1Fee(client, {
        ...transaction,
        chain: null,
        gasPriceOracleAddress: gasPriceOracle.address,
      })
      : 0n;
    contracts.push({ name, address, code, gas, dataFee });
  };

  const deployer = await getCode(client, { address: create2Deployer });
  if (deployer === undefined) stateOverride.push({ address: create2Deployer, code: deployerCode });
  else if (deployer !== deployerCode) {
    problems.push(`CREATE2 deployer: ${create2Deployer} has different code than expected.`);
  }
  contracts.push({
    name: "CREATE2 deployer",
    address: create2Deployer,
    code: deployer,
    // Only a transfer to the address that signed its deployment.
    gas: deployer === undefined ? 21_000n : 0n,
    dataFee: 0n,
  });
  await compare(
    "EntryPoint v0.8",
    entryPoint,
    isEntryPoint,
    async () => concat([entryPointSalt, await entryPointInitCode()]),
  );
  for (const { name, address, initCode, code } of listContracts(options)) {
    await compare(name, address, (found) => sameCode(found, code), () => concat([salt, initCode]));
    if (address === permissions && contracts.at(-1)!.code === undefined) {
      stateOverride.push({ address, code: permissionsBytecode.runtimeCode });
    }
  }
  const fundings = problems.length > 0 ? [] : await missingFunding(client, options);
  const sum = (values: readonly bigint[]) => values.reduce((total, each) => total + each, 0n);
  const [gasPrice, { maxFeePerGas }] = await Promise.all([
    getGasPrice(client),
    estimateFeesPerGas(client),
  ]);
  const gas = sum(contracts.map((each) => each.gas)) + BigInt(fundings.length) * fundingGas;
  const dataFees = sum(contracts.map((each) => each.dataFee));
  const transfers = sum(fundings.map((each) => each.value)) +
    (deployer === undefined ? deployerCost : 0n);
  const highest = maxFeePerGas > gasPrice ? maxFeePerGas : gasPrice;
  return {
    contracts,
    fundings,
    problems,
    gas,
    gasPrice,
    fees: gas * gasPrice + dataFees,
    transfers,
    needed: gas * highest + dataFees * 6n / 5n + transfers,
    block,
  };
}

/** Describes a plan, one line per contract, transfer and sum. */
export function describePlan(
  { contracts, fundings, gas, gasPrice, fees, transfers, needed }: Plan,
  symbol: string,
  { sponsor }: Pick<OptionalContracts, "sponsor">,
): string[] {
  const width = Math.max(...contracts.map(({ name }) => name.length));
  const lines = contracts.map(({ name, address, code, gas }) =>
    `${name.padEnd(width)}  ${address}  ${
      code === undefined ? `missing, ${gas.toLocaleString("en")} gas` : "deployed"
    }`
  );
  if (sponsor !== undefined) {
    lines.push(`Owner: ${sponsor.owner}`, `Signer of the paymasters: ${sponsor.signer}`);
  }
  for (const { name, value } of fundings) lines.push(`${name}: ${formatEther(value)} ${symbol}`);
  if (gas === 0n) return [...lines, "Everything is deployed."];
  return [
    ...lines,
    `Fees: ${gas.toLocaleString("en")} gas at ${formatGwei(gasPrice)} gwei, in all ` +
    `${formatEther(fees)} ${symbol}`,
    `Transfers: ${formatEther(transfers)} ${symbol}`,
    `Needed by the sender, if fees rise: ${formatEther(needed)} ${symbol}`,
  ];
}

/** Returns whether the account's code uses the P-256 precompile: its constructor decided it. */
export function usesP256(accountCode: Hex): boolean {
  // The other words are addresses.
  return immutablesIn(accountCode, acctBytecode).some((word) => BigInt(word) === 1n);
}

/**
 * Finds the block of a deployment by its code in earlier blocks; null if the node has no state of
 * them.
 */
export async function deploymentBlock(
  client: Client<Transport, Chain | undefined>,
  address: Address,
): Promise<bigint | null> {
  let [low, high] = [0n, await getBlockNumber(client, { cacheTime: 0 })];
  try {
    while (low < high) {
      const middle = (low + high) / 2n;
      const code = await getCode(client, { address, blockNumber: middle });
      if (code === undefined) low = middle + 1n;
      else high = middle;
    }
    return low;
  } catch {
    return null;
  }
}
