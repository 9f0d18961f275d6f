/** Builds, signs and encodes signatures of owners about owners, independently of the SDK. */
import {
  type Address,
  encodeFunctionData,
  hashTypedData,
  type Hex,
  keccak256,
  numberToHex,
  parseEventLogs,
  slice,
  type TransactionReceipt,
  zeroHash,
} from "viem";
import { factory } from "../addresses.ts";
import { acctAbi } from "../artifacts/acct_abi.ts";
import { acctFactoryAbi } from "../artifacts/acct_factory_abi.ts";
import { assertRefused, errorName } from "./asserts.ts";
import { createPasskey, type Owner, type Passkey, wrapSignature } from "./passkey.ts";
import {
  createAccount,
  encodeCalls,
  fund,
  revertOf,
  sendCalls,
  type Stack,
  transact,
} from "./stack.ts";

const abi = acctAbi;

/** Kinds by name, as the contract numbers them. */
export const kind = { full: 0, recovery: 1 } as const;

/** In seconds. */
export const day = 86_400n;

/** Owner at its index. */
export type OwnerEntry = { index: bigint; kind: number; x: Hex; y: Hex };

/** Complete owners after a change. */
export type OwnerChange = {
  from: readonly Hex[];
  owners: readonly OwnerEntry[];
  next: bigint;
  delay: bigint;
};

/** Complete owners after a recovery. */
export type Recovery = {
  from: readonly Hex[];
  owners: readonly OwnerEntry[];
  next: bigint;
  salt: bigint;
};

/** Stops recoveries at these heads. */
export type Veto = { heads: readonly Hex[]; target: Hex };

/** Change with its signature and the head after it. */
export type SignedChange = { change: OwnerChange; signature: Hex; head: Hex };

const ownerType = [
  { name: "index", type: "uint256" },
  { name: "kind", type: "uint8" },
  { name: "x", type: "bytes32" },
  { name: "y", type: "bytes32" },
] as const;

const common = [
  { name: "from", type: "bytes32[]" },
  { name: "owners", type: "Owner[]" },
  { name: "next", type: "uint256" },
] as const;

/** Domain of an account without a chain. */
const domainOf = (account: Address) =>
  ({ name: "Acct", version: "1", verifyingContract: account }) as const;

/** Describes an owner at an index; 32 bytes are an address, 64 a key. */
export function entry(index: number, owner: Hex | Owner, as: number = kind.full): OwnerEntry {
  const bytes = typeof owner === "string" ? owner : owner.bytes;
  return {
    index: BigInt(index),
    kind: as,
    x: slice(bytes, 0, 32),
    y: bytes.length === 66 ? zeroHash : slice(bytes, 32),
  };
}

/** Completes a change: from the first owners on, without new indices, with the default delay. */
export function changeTo(
  owners: readonly OwnerEntry[],
  { from = [zeroHash], ...rest }: Partial<OwnerChange> = {},
): OwnerChange {
  return { from, owners, next: nextOf(owners), delay: 3n * day, ...rest };
}

/** Completes a recovery. */
export function recoveryTo(
  owners: readonly OwnerEntry[],
  { from = [zeroHash], ...rest }: Partial<Recovery> = {},
): Recovery {
  return { from, owners, next: nextOf(owners), salt: 1n, ...rest };
}

function nextOf(owners: readonly OwnerEntry[]): bigint {
  return owners.reduce((next, { index }) => index >= next ? index + 1n : next, 0n);
}

/** Computes the hash that a full owner signs: the head after the change. */
export function changeHash(account: Address, change: OwnerChange): Hex {
  return hashTypedData({
    domain: domainOf(account),
    types: {
      OwnerChange: [...common, { name: "delay", type: "uint256" }],
      Owner: ownerType,
    },
    primaryType: "OwnerChange",
    message: change,
  });
}

/** Computes the hash that a recovery owner signs. */
export function recoveryHash(account: Address, recovery: Recovery): Hex {
  return hashTypedData({
    domain: domainOf(account),
    types: {
      Recovery: [...common, { name: "salt", type: "uint256" }],
      Owner: ownerType,
    },
    primaryType: "Recovery",
    message: recovery,
  });
}

/** Computes the hash that a full owner signs to stop recoveries. */
export function vetoHash(account: Address, veto: Veto): Hex {
  return hashTypedData({
    domain: domainOf(account),
    types: {
      Veto: [{ name: "heads", type: "bytes32[]" }, { name: "target", type: "bytes32" }],
    },
    primaryType: "Veto",
    message: veto,
  });
}

/** Signs a change. */
export async function signChange(
  account: Address,
  change: OwnerChange,
  owner: Owner,
  ownerIndex: bigint | number = 0,
): Promise<SignedChange> {
  const head = changeHash(account, change);
  return { change, signature: wrapSignature(ownerIndex, await owner.sign(head)), head };
}

/** Encodes the calls of the account that anyone may send. */
export const ownerData = {
  applyAll: (list: readonly SignedChange[]): Hex =>
    encodeFunctionData({
      abi,
      functionName: "applyOwnerChanges",
      args: [list.map(({ change }) => change), list.map(({ signature }) => signature)],
    }),
  apply: ({ change, signature }: Pick<SignedChange, "change" | "signature">): Hex =>
    encodeFunctionData({ abi, functionName: "applyOwnerChange", args: [change, signature] }),
  start: (recovery: Recovery, signature: Hex): Hex =>
    encodeFunctionData({ abi, functionName: "startRecovery", args: [recovery, signature] }),
  finish: (recovery: Recovery): Hex =>
    encodeFunctionData({ abi, functionName: "finishRecovery", args: [recovery] }),
  veto: (veto: Veto, signature: Hex): Hex =>
    encodeFunctionData({ abi, functionName: "vetoRecovery", args: [veto, signature] }),
} as const;

/** Encodes a deployment with changes that were signed before. */
export function createWithChanges(
  owners: readonly Hex[],
  list: readonly SignedChange[],
  nonce = 0n,
): { factory: Address; factoryData: Hex } {
  const changes = list.map(({ change }) => change);
  const signatures = list.map(({ signature }) => signature);
  const factoryData = encodeFunctionData({
    abi: acctFactoryAbi,
    functionName: "createAccountWithChanges",
    args: [owners, nonce, changes, signatures],
  });
  return { factory, factoryData };
}

/** Sends call data to the account; returns the error's name, or null. */
export async function carry(stack: Stack, to: Address, data: Hex): Promise<string | null> {
  const revert = await revertOf(stack, { to, data });
  if (revert !== null) return errorName(revert);
  const { status } = await transact(stack, { to, data });
  return status === "success" ? null : "(reverted)";
}

/** Signs and submits a change; returns the new head. */
export async function applyChange(
  stack: Stack,
  account: Address,
  change: OwnerChange,
  owner: Owner,
  ownerIndex: bigint | number = 0,
): Promise<Hex> {
  const signed = await signChange(account, change, owner, ownerIndex);
  const refusal = await carry(stack, account, ownerData.apply(signed));
  if (refusal !== null) throw new Error(`the change was refused: ${refusal}`);
  return signed.head;
}

/** State of an account's owners. */
export type OwnerState = { head: Hex; generation: bigint; delay: bigint; words: readonly Hex[] };

/** Reads the state of an account's owners. */
export async function ownerState({ client }: Stack, account: Address): Promise<OwnerState> {
  const [head, generation, delay, words] = await client.readContract({
    address: account,
    abi,
    functionName: "ownerState",
  });
  return { head, generation, delay, words };
}

/** Returns the stored word of a full owner. */
export function wordOf({ bytes }: Pick<Owner, "bytes">): Hex {
  return bytes.length === 66 ? bytes : keccak256(bytes);
}

/** Returns the stored word of a recovery owner. */
export function recoveryWord({ bytes }: Pick<Owner, "bytes">): Hex {
  return numberToHex(BigInt(bytes) | 1n << 160n, { size: 32 });
}

/** Reads the account's events of a transaction. */
export function eventsOf({ logs }: TransactionReceipt): [name: string, args: unknown][] {
  return parseEventLogs({ abi, logs }).map(({ eventName, args }) => [eventName, args]);
}

/** Creates an account with one passkey, and ether. */
export async function createOwned(
  stack: Stack,
  seed: number,
): Promise<{ passkey: Passkey; account: Address }> {
  const passkey = createPasskey(seed);
  const account = await createAccount(stack, [passkey.bytes]);
  await fund(stack, account);
  return { passkey, account };
}

/** Returns true if the owner can make the account do something. */
export async function obeys(
  stack: Stack,
  account: Address,
  owner: Owner,
  ownerIndex: number,
): Promise<boolean> {
  const nothing = encodeCalls([{ target: account }]);
  try {
    return (await sendCalls(stack, account, owner, nothing, { ownerIndex })).success;
  } catch (error) {
    await assertRefused(Promise.reject(error), "AA24");
    return false;
  }
}
