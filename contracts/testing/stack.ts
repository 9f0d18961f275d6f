/** Starts a chain with everything deployed, and sends operations to it. */
import {
  type Account,
  type Address,
  BaseError,
  type Chain,
  createTestClient,
  encodeFunctionData,
  type Hex,
  type HttpTransport,
  parseEventLogs,
  type PublicActions,
  publicActions,
  type TestClient,
  type TransactionReceipt,
  type WalletActions,
  walletActions,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  entryPoint08Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from "viem/account-abstraction";
import { foundry } from "viem/chains";
import { patientHttp } from "../../scripts/stack/patient_http.ts";
import { entryPoint, factory, implementation } from "../addresses.ts";
import { acctAbi } from "../artifacts/acct_abi.ts";
import { acctFactoryAbi } from "../artifacts/acct_factory_abi.ts";
import { deployOnce } from "../create2.ts";
import { deploy, deployDev } from "../deploy.ts";
import { type Hardfork, startAnvil } from "./anvil.ts";
import { type Owner, wrapSignature } from "./passkey.ts";
import { receiptActions } from "./receipts.ts";

/** Call of an account. */
export type Call = { target: Address; value?: bigint; data?: Hex };

/** Operation of EntryPoint v0.8. */
export type Operation = UserOperation<"0.8">;

/** Client that may do anything to the chain. */
export type ChainClient =
  & TestClient<"anvil", HttpTransport, Chain, Account>
  & PublicActions<HttpTransport, Chain, Account>
  & WalletActions<Chain, Account>;

/** Result of an operation. */
export type Outcome = {
  success: boolean;
  /** Revert data of the operation's own call, if it failed. */
  revertData: Hex | null;
  /** Gas of the complete transaction. */
  gasUsed: bigint;
  receipt: TransactionReceipt;
};

/** Chain with the contracts. */
export type DeployedChain = { client: ChainClient; chainId: number };

/** Deployed stack. */
export type Stack = AsyncDisposable & DeployedChain & {
  url: string;
  sponsorPaymaster: Address;
  tokenPaymaster: Address;
  /** Signs for both paymasters. */
  sponsorSigner: Account & { sign(options: { hash: Hex }): Promise<Hex> };
  /** Tokens with 6 and 18 decimals. */
  tokens: [Address, Address];
};

/** Funded key of the local chain that deploys and bundles. */
export const deployerKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

const sponsorSigner = privateKeyToAccount(
  "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
);

/** Init code that accounts run in place of the first version's; `null` for the first. */
let otherVersion: Hex | null = null;

/**
 * Makes all stacks of this test file run accounts on other code, at the first version's address.
 */
export function runAccountsOn(initCode: Hex): void {
  otherVersion = initCode;
}

/** Replaces the first version's code by that of another one. */
async function replaceVersion(client: ChainClient, initCode: Hex): Promise<void> {
  const deployed = await deployOnce(client, initCode);
  const code = (await client.getCode({ address: deployed }))!;
  // The code contains its own address, since it only works behind proxies.
  const words = (address: Address) => address.slice(2).toLowerCase();
  const bytecode = code.replaceAll(words(deployed), words(implementation)) as Hex;
  await client.setCode({ address: implementation, bytecode });
}

/** Creates the deployer's client of a chain. */
export function clientOf(url: string, chainId: number): ChainClient {
  return createTestClient({
    mode: "anvil",
    account: privateKeyToAccount(deployerKey),
    chain: { ...foundry, id: chainId },
    transport: patientHttp(url),
    pollingInterval: 10,
    // A cached block number would hide new blocks.
    cacheTime: 0,
  }).extend(publicActions).extend(walletActions).extend(receiptActions);
}

/** Starts a chain and deploys everything. */
export async function startStack(
  hardfork: Hardfork = "osaka",
  chainId: number = foundry.id,
): Promise<Stack> {
  const anvil = await startAnvil(hardfork, String(chainId));
  const account = privateKeyToAccount(deployerKey);
  const client = clientOf(anvil.url, chainId);
  const options = { rpcUrl: anvil.url, account };
  const paymaster = {
    owner: account.address,
    signer: sponsorSigner.address,
    deposit: 10n ** 18n,
    stake: 10n ** 18n,
  };
  const deployment = await deploy({
    ...options,
    sponsor: paymaster,
    tokenPaymaster: { ...paymaster, postpaidCap: 10n ** 16n },
  });
  const { tokens } = await deployDev({
    ...options,
    tokens: [
      { name: "Test Dollar", symbol: "TUSD", decimals: 6 },
      { name: "Test Coin", symbol: "TEST", decimals: 18 },
    ],
  });
  if (otherVersion !== null) await replaceVersion(client, otherVersion);
  return {
    client,
    url: anvil.url,
    chainId: deployment.chainId,
    sponsorPaymaster: deployment.sponsorPaymaster!,
    tokenPaymaster: deployment.tokenPaymaster!,
    sponsorSigner,
    tokens: tokens as [Address, Address],
    [Symbol.asyncDispose]: () => anvil[Symbol.asyncDispose](),
  };
}

/** Reads the address of an account from the factory. */
export function accountAddress(
  { client }: DeployedChain,
  owners: readonly Hex[],
  nonce = 0n,
): Promise<Address> {
  return client.readContract({
    address: factory,
    abi: acctFactoryAbi,
    functionName: "getAddress",
    args: [owners, nonce],
  });
}

/** Deploys an account by a plain transaction. */
export async function createAccount(
  stack: DeployedChain,
  owners: readonly Hex[],
  nonce = 0n,
): Promise<Address> {
  const hash = await stack.client.writeContract({
    address: factory,
    abi: acctFactoryAbi,
    functionName: "createAccount",
    args: [owners, nonce],
  });
  await stack.client.waitForTransactionReceipt({ hash });
  return await accountAddress(stack, owners, nonce);
}

/** Encodes `execute` for one call, `executeBatch` for several. */
export function encodeCalls(calls: readonly Call[]): Hex {
  const full = calls.map(({ target, value = 0n, data = "0x" as Hex }) => ({ target, value, data }));
  const [first] = full;
  return first !== undefined && full.length === 1
    ? encodeFunctionData({
      abi: acctAbi,
      functionName: "execute",
      args: [first.target, first.value, first.data],
    })
    : encodeFunctionData({ abi: acctAbi, functionName: "executeBatch", args: [full] });
}

/** Prepares an operation with generous limits and no signature. */
export async function prepare(
  { client }: DeployedChain,
  sender: Address,
  callData: Hex,
  changes: Partial<Operation> = {},
): Promise<Operation> {
  const nonce = changes.nonce ?? await client.readContract({
    address: entryPoint,
    abi: entryPoint08Abi,
    functionName: "getNonce",
    args: [sender, 0n],
  });
  return {
    sender,
    nonce,
    callData,
    callGasLimit: 2_000_000n,
    verificationGasLimit: 2_000_000n,
    preVerificationGas: 60_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    signature: "0x",
    ...changes,
  };
}

/** Computes the amount that the EntryPoint reserves for an operation, in wei. */
export function maxCostOf(operation: Operation): bigint {
  const gas = operation.callGasLimit + operation.verificationGasLimit +
    operation.preVerificationGas + (operation.paymasterVerificationGasLimit ?? 0n) +
    (operation.paymasterPostOpGasLimit ?? 0n);
  return gas * operation.maxFeePerGas;
}

/** Computes the hash that owners sign. */
export function hashOf({ chainId }: DeployedChain, operation: Operation): Hex {
  return getUserOperationHash({
    chainId,
    entryPointAddress: entryPoint,
    entryPointVersion: "0.8",
    userOperation: operation,
  });
}

/** Signs the operation as an owner. */
export async function signed(
  stack: DeployedChain,
  operation: Operation,
  owner: Owner,
  ownerIndex: bigint | number = 0,
): Promise<Operation> {
  const data = await owner.sign(hashOf(stack, operation));
  return { ...operation, signature: wrapSignature(ownerIndex, data) };
}

/** Sends operations in one bundle; rejects if the EntryPoint rejects one of them. */
export async function handleOps(
  { client }: DeployedChain,
  ...operations: Operation[]
): Promise<Outcome[]> {
  const packed = operations.map((operation) => toPackedUserOperation(operation));
  // Simulated first, so that a refusal has a reason.
  const { request } = await client.simulateContract({
    address: entryPoint,
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [packed, client.account.address],
    gas: 16_000_000n,
  });
  const hash = await client.writeContract(request);
  const receipt = await client.waitForTransactionReceipt({ hash });
  const { logs, gasUsed } = receipt;
  const events = parseEventLogs({ abi: entryPoint08Abi, logs });
  return operations.map(({ sender, nonce }) => {
    let success = false;
    let revertData: Hex | null = null;
    for (const event of events) {
      if (event.eventName === "UserOperationEvent") {
        if (event.args.sender === sender && event.args.nonce === nonce) {
          success = event.args.success;
        }
      } else if (event.eventName === "UserOperationRevertReason") {
        if (event.args.sender === sender && event.args.nonce === nonce) {
          revertData = event.args.revertReason;
        }
      }
    }
    return { success, revertData, gasUsed, receipt };
  });
}

/** Prepares, signs and sends in one go. */
export async function sendCalls(
  stack: DeployedChain,
  sender: Address,
  owner: Owner,
  callData: Hex,
  { ownerIndex = 0, ...changes }: Partial<Operation> & { ownerIndex?: bigint | number } = {},
): Promise<Outcome> {
  const operation = await prepare(stack, sender, callData, changes);
  const [outcome] = await handleOps(stack, await signed(stack, operation, owner, ownerIndex));
  return outcome!;
}

/** Returns `factory` and `factoryData` of an operation that deploys its account. */
export function deployment(
  owners: readonly Hex[],
  nonce = 0n,
): Pick<Operation, "factory" | "factoryData"> {
  const factoryData = encodeFunctionData({
    abi: acctFactoryAbi,
    functionName: "createAccount",
    args: [owners, nonce],
  });
  return { factory, factoryData };
}

/** Returns the revert data of a simulated call, or null if it succeeds. */
export async function revertOf(
  { client }: DeployedChain,
  call: { to?: Address; data: Hex; from?: Address; value?: bigint },
): Promise<Hex | null> {
  const { from, ...rest } = call;
  try {
    await client.call({ ...rest, account: from ?? client.account });
    return null;
  } catch (error) {
    if (!(error instanceof BaseError)) throw error;
    const source = error.walk((cause) => cause instanceof Error && "data" in cause);
    const data = source === null ? undefined : (source as { data?: unknown }).data;
    if (typeof data !== "string" || !data.startsWith("0x")) throw error;
    return data as Hex;
  }
}

/** Sends call data and waits for its receipt. */
export async function transact(
  { client }: DeployedChain,
  call: { to: Address; data: Hex; value?: bigint },
): Promise<TransactionReceipt> {
  const hash = await client.sendTransaction(call);
  return await client.waitForTransactionReceipt({ hash });
}

/** Funds an account with ether. */
export async function fund(
  { client }: DeployedChain,
  address: Address,
  value = 10n ** 18n,
): Promise<void> {
  await client.setBalance({ address, value });
}
