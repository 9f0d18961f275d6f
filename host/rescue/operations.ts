/**
 * Makes an account act through an address that owns it, using only a node. The owner signs the
 * operation, and submits it to the EntryPoint in a transaction whose gas it pays. The account
 * itself pays no fee.
 *
 * @module
 */
import {
  type Address,
  encodeFunctionData,
  getTypesForEIP712Domain,
  hashTypedData,
  type Hex,
  isAddressEqual,
  pad,
  recoverAddress,
  serializeTypedData,
  size,
  slice,
  toHex,
  type TypedDataDomain,
} from "viem";
import {
  entryPoint08Abi,
  getUserOperationHash,
  getUserOperationTypedData,
  toPackedUserOperation,
} from "viem/account-abstraction";
import { type Call, encodeCalls } from "../../core/account/calls.ts";
import type { ChainRead } from "../../core/account/owners/find.ts";
import { currentCreation } from "../../core/account/owners/creation.ts";
import {
  ownerChangeTypedData,
  recoveryTypedData,
  toContract,
  toContractRecovery,
  type UnsignedChange,
} from "../../core/account/owners/change.ts";
import { vetoTypedData } from "../../core/account/owners/veto.ts";
import { addChange, setAt, tipOf } from "../../core/account/owners/history.ts";
import { planRecovery } from "../../core/account/owners/recovery.ts";
import type { ReadAccount } from "../../core/account/owners/record.ts";
import { ownerSignature } from "../../core/account/signature.ts";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { ownersAbi } from "../../core/chain/owners_abi.ts";
import { type AccountState, parseQuantity, type WaitingRecovery } from "./account.ts";
import { waitForReceipt } from "./node.ts";
import { Refusal } from "./refusal.ts";
import type { Wallet } from "./wallets.ts";

/** Parties of an action. */
export interface Actor {
  /** Reads from the chain's node. */
  readonly read: ChainRead;
  /** Chain id. */
  readonly chainId: number;
  /** Wallet of the owner. */
  readonly wallet: Wallet;
  /** Exported account. */
  readonly record: ReadAccount;
}

/** Gas for the verification of an address's signature. */
const VERIFICATION_GAS = 300_000n;
/** Generous upper limit of the EntryPoint's own gas for an operation. */
const OVERHEAD_GAS = 300_000n;
/** Topic of `UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, …)`. */
const OPERATION_EVENT: Hex = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f";

/**
 * Deploys the account with its changes, or applies the changes that the chain lacks; any wallet can
 * send it.
 */
export async function deploy(actor: Actor, state: AccountState): Promise<Hex> {
  const { factory: to, factoryData: data } = currentCreation(state.history, state);
  return await sendTransaction(actor, { to, data });
}

/** Makes the account execute a call. */
export async function execute(actor: Actor, ownerIndex: number, call: Call): Promise<Hex> {
  const { read, chainId, wallet, record } = actor;
  const sender = record.account.address;
  const callData = encodeCalls([call]);
  const estimate = await estimateGas(read, { from: ENTRY_POINT, to: sender, data: callData });
  const nonce = parseQuantity(
    await read("eth_call", [{
      to: ENTRY_POINT,
      data: encodeFunctionData({
        abi: entryPoint08Abi,
        functionName: "getNonce",
        args: [sender, 0n],
      }),
    }, "latest"]),
  );
  const operation = {
    sender,
    nonce,
    callData,
    callGasLimit: estimate * 3n / 2n + 50_000n,
    verificationGasLimit: VERIFICATION_GAS,
    preVerificationGas: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
    signature: "0x" as Hex,
  };
  const entry = { chainId, entryPointAddress: ENTRY_POINT } as const;
  const hash = getUserOperationHash({
    ...entry,
    entryPointVersion: "0.8",
    userOperation: operation,
  });
  const typed = getUserOperationTypedData({ ...entry, userOperation: operation });
  const signature = await signAsOwner(actor, ownerIndex, typed, hash);
  const data = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "handleOps",
    args: [[toPackedUserOperation({ ...operation, signature })], wallet.address],
  });
  const gas = (operation.callGasLimit + VERIFICATION_GAS) * 64n / 63n + OVERHEAD_GAS +
    BigInt(size(data)) * 40n;
  const transaction = await wallet.send({ to: ENTRY_POINT, data, gas });
  const { status, logs } = await waitForReceipt(read, transaction);
  const event = logs.find(({ address, topics }) =>
    isAddressEqual(address, ENTRY_POINT) && topics[0] === OPERATION_EVENT && topics[1] === hash
  );
  // Event data: nonce, success, cost, gas. A failed call does not make the transaction fail.
  const success = event !== undefined && slice(event.data, 32, 64) === pad("0x1", { size: 32 });
  if (status !== "0x1" || !success) throw new Refusal("failed", { detail: transaction });
  return transaction;
}

/**
 * Changes the owners with one signature, valid on every chain, and submits it to this one.
 *
 * @returns the transaction, and the record including the change
 */
export async function changeOwners(
  actor: Actor,
  ownerIndex: number,
  { history }: AccountState,
  change: UnsignedChange,
): Promise<{ readonly transaction: Hex; readonly record: ReadAccount }> {
  const { account } = actor.record;
  const typed = ownerChangeTypedData(account.address, change);
  const signature = await signAsOwner(actor, ownerIndex, typed, hashTypedData(typed));
  const data = encodeFunctionData({
    abi: ownersAbi,
    functionName: "applyOwnerChange",
    args: [toContract(change), signature],
  });
  const transaction = await sendTransaction(actor, { to: account.address, data });
  const changed = await addChange(history, { ...change, signature });
  return { transaction, record: { ...actor.record, history: changed ?? history } };
}

/**
 * Starts a recovery: after the delay, this owner replaces all full owners. The signature is valid
 * on every chain.
 *
 * @param ownerIndex of the wallet, which is a recovery owner there
 * @param owner 32 bytes (an address) or 64 (a key)
 */
export async function startRecovery(
  actor: Actor,
  ownerIndex: number,
  { head, words, history }: AccountState,
  owner: Hex,
): Promise<Hex> {
  const { account } = actor.record;
  const set = setAt(history, head) ?? tipOf(history);
  const salt = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const recovery = planRecovery({ history, set }, [{ head, words }], owner, salt);
  const typed = recoveryTypedData(account.address, recovery);
  const signature = await signAsOwner(actor, ownerIndex, typed, hashTypedData(typed));
  const data = encodeFunctionData({
    abi: ownersAbi,
    functionName: "startRecovery",
    args: [toContractRecovery(recovery), signature],
  });
  return await sendTransaction(actor, { to: account.address, data });
}

/** Stops a recovery on this chain; the wallet is a full owner there. */
export async function vetoRecovery(
  actor: Actor,
  ownerIndex: number,
  { head }: AccountState,
  { id }: WaitingRecovery,
): Promise<Hex> {
  const { address } = actor.record.account;
  const veto = { heads: [head], target: id };
  const typed = vetoTypedData(address, veto);
  const signature = await signAsOwner(actor, ownerIndex, typed, hashTypedData(typed));
  const args = [veto, signature] as const;
  const data = encodeFunctionData({ abi: ownersAbi, functionName: "vetoRecovery", args });
  return await sendTransaction(actor, { to: address, data });
}

/** Finishes a recovery after its delay; any wallet can send it. */
export async function finishRecovery(
  actor: Actor,
  { history }: AccountState,
  { recovery }: WaitingRecovery,
): Promise<{ readonly transaction: Hex; readonly record: ReadAccount }> {
  if (recovery === null) throw new Refusal("node_refused");
  const data = encodeFunctionData({
    abi: ownersAbi,
    functionName: "finishRecovery",
    args: [toContractRecovery(recovery)],
  });
  const transaction = await sendTransaction(actor, { to: actor.record.account.address, data });
  const changed = await addChange(history, recovery);
  return { transaction, record: { ...actor.record, history: changed ?? history } };
}

/** Sends a transaction after estimating its gas, and waits for it. */
async function sendTransaction(
  { read, chainId, wallet }: Actor,
  { to, data }: { readonly to: Address; readonly data: Hex },
): Promise<Hex> {
  const estimate = await estimateGas(read, { from: wallet.address, to, data });
  await wallet.switchChain(chainId);
  const transaction = await wallet.send({ to, data, gas: estimate * 5n / 4n });
  const { status } = await waitForReceipt(read, transaction);
  if (status !== "0x1") throw new Refusal("failed", { detail: transaction });
  return transaction;
}

/** Estimates the gas of a call, which must succeed. */
async function estimateGas(
  read: ChainRead,
  call: { readonly from: Address; readonly to: Address; readonly data: Hex },
): Promise<bigint> {
  try {
    return parseQuantity(await read("eth_estimateGas", [call]));
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.problem !== "node_refused") throw cause;
    throw new Refusal("would_fail", { detail: cause.detail, cause });
  }
}

/**
 * Requests a signature of typed data, verifies that the wallet signed exactly that, and wraps it as the
 * owner's signature.
 */
async function signAsOwner(
  { wallet, chainId }: Actor,
  ownerIndex: number,
  typed: {
    readonly domain?: TypedDataDomain | undefined;
    readonly types: Readonly<Record<string, unknown>>;
    readonly primaryType: string;
    readonly message: object;
  },
  hash: Hex,
): Promise<Hex> {
  await wallet.switchChain(chainId);
  const { domain = {}, types, primaryType, message } = typed;
  const json = serializeTypedData(
    {
      domain,
      types: { EIP712Domain: getTypesForEIP712Domain({ domain }), ...types },
      primaryType,
      message,
    } as Parameters<typeof serializeTypedData>[0],
  );
  const raw = await wallet.sign(json);
  const wrong = () => new Refusal("wrong_signature");
  if (size(raw) !== 65) throw wrong();
  // Some wallets use 0 or 1 as the recovery byte instead of 27 or 28.
  const last = Number(slice(raw, 64));
  const signature: Hex = `${slice(raw, 0, 64)}${(last < 2 ? last + 27 : last).toString(16)}`;
  const signer = await recoverAddress({ hash, signature }).catch(() => null);
  if (signer === null || !isAddressEqual(signer, wallet.address)) throw wrong();
  return ownerSignature(BigInt(ownerIndex), signature);
}
