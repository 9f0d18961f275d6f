/** Fixtures for tests of recoveries: an account with recovery owners, and their signatures. */
import type { Address, Hex } from "viem";
import { acctAbi } from "../artifacts/acct_abi.ts";
import {
  applyChange,
  carry,
  changeTo,
  entry,
  kind,
  ownerData,
  type OwnerEntry,
  type Recovery,
  recoveryHash,
  recoveryTo,
  type Veto,
  vetoHash,
} from "./owner_change.ts";
import {
  createAddressOwner,
  createPasskey,
  type Owner,
  type Passkey,
  wrapSignature,
} from "./passkey.ts";
import { createAccount, encodeCalls, fund, sendCalls, type Stack } from "./stack.ts";

/** Account with a passkey at index 0, and recovery owners at 1 and 2. */
export type Guarded = {
  account: Address;
  passkey: Passkey;
  guardians: [ReturnType<typeof createAddressOwner>, ReturnType<typeof createAddressOwner>];
  entries: OwnerEntry[];
  head: Hex;
};

/** Creates an account that has run an operation, so that its own delay applies. */
export async function guarded(stack: Stack, seed: number): Promise<Guarded> {
  const passkey = createPasskey(seed);
  const guardians: Guarded["guardians"] = [
    createAddressOwner(seed + 1000),
    createAddressOwner(seed + 2000),
  ];
  const account = await createAccount(stack, [passkey.bytes]);
  await fund(stack, account);
  await sendCalls(stack, account, passkey, encodeCalls([{ target: account }]));
  const entries = [
    entry(0, passkey),
    entry(1, guardians[0], kind.recovery),
    entry(2, guardians[1], kind.recovery),
  ];
  const head = await applyChange(stack, account, changeTo(entries), passkey);
  return { account, passkey, guardians, entries, head };
}

/** Describes a recovery to one new key. */
export function recoveryOf(
  { head }: Pick<Guarded, "head">,
  key: Owner,
  changes: Partial<Recovery> = {},
): Recovery {
  return recoveryTo([entry(3, key)], { from: [head], ...changes });
}

/** Signs a recovery. */
export async function signRecovery(
  account: Address,
  recovery: Recovery,
  owner: Owner,
  ownerIndex: bigint | number,
): Promise<Hex> {
  return wrapSignature(ownerIndex, await owner.sign(recoveryHash(account, recovery)));
}

/** Signs and starts a recovery; returns the error's name, or null. */
export async function start(
  stack: Stack,
  { account, guardians }: Pick<Guarded, "account" | "guardians">,
  recovery: Recovery,
  which: 0 | 1 = 0,
): Promise<string | null> {
  const signature = await signRecovery(account, recovery, guardians[which], which + 1);
  return await carry(stack, account, ownerData.start(recovery, signature));
}

/** Finishes a recovery; returns the error's name, or null. */
export function finish(
  stack: Stack,
  { account }: Pick<Guarded, "account">,
  recovery: Recovery,
): Promise<string | null> {
  return carry(stack, account, ownerData.finish(recovery));
}

/** Signs and submits a veto; returns the error's name, or null. */
export async function stop(
  stack: Stack,
  account: Address,
  veto: Veto,
  owner: Owner,
  ownerIndex: bigint | number = 0,
): Promise<string | null> {
  const signature = wrapSignature(ownerIndex, await owner.sign(vetoHash(account, veto)));
  return await carry(stack, account, ownerData.veto(veto, signature));
}

/** Reads the pending recoveries that the owner at an index started, in the order of their start. */
export async function pending(
  { client }: Stack,
  account: Address,
  index: number,
): Promise<{ recovery: Hex; readyAt: bigint }[]> {
  const all = await client.readContract({
    address: account,
    abi: acctAbi,
    functionName: "pendingRecoveries",
  });
  return all.filter((each) => each.index === index)
    .map(({ recovery, readyAt }) => ({ recovery, readyAt }));
}

/** Reads how long a recovery started now would wait. */
export function recoveryDelay({ client }: Stack, account: Address): Promise<bigint> {
  return client.readContract({ address: account, abi: acctAbi, functionName: "recoveryDelay" });
}

/** Sets the chain's clock to a time. */
export async function setTime({ client }: Stack, timestamp: bigint): Promise<void> {
  await client.setNextBlockTimestamp({ timestamp });
  await client.mine({ blocks: 1 });
}

/** Lets time pass. */
export async function pass(stack: Stack, seconds: bigint): Promise<void> {
  const { timestamp } = await stack.client.getBlock();
  await setTime(stack, timestamp + seconds);
}
