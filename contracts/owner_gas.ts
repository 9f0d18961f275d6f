/** Measures the gas of owner changes and of creations with changes. */
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  size,
  zeroHash,
} from "viem";
import { entryPoint08Abi, toPackedUserOperation } from "viem/account-abstraction";
import { entryPoint } from "./addresses.ts";
import {
  changeTo,
  createWithChanges,
  entry,
  ownerData,
  signChange,
  type SignedChange,
} from "./testing/owner_change.ts";
import {
  createAddressOwner,
  createDeviceKey,
  createPasskey,
  type Owner,
} from "./testing/passkey.ts";
import {
  accountAddress,
  createAccount,
  encodeCalls,
  fund,
  prepare,
  revertOf,
  signed,
  type Stack,
  startStack,
  transact,
} from "./testing/stack.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";

/** Owners of a measured change: passkeys and, every third, an address. */
function ownersOf(count: number): Owner[] {
  return Array.from(
    { length: count },
    (_, i) => i % 3 === 2 ? createAddressOwner(i) : createPasskey(i + 1),
  );
}

/**
 * Measures changes that remove one of several owners: the complete transaction, by the number of
 * remaining owners. `first` is the account's first change, `later` its second.
 */
export async function measureChanges(
  counts: readonly number[],
): Promise<{ count: number; first: number; later: number }[]> {
  await using stack = await startStack();
  const table = [];
  for (const count of counts) {
    const owners = ownersOf(Math.min(count + 2, 16));
    const account = await createAccount(stack, owners.map(({ bytes }) => bytes));
    const all = owners.map((owner, index) => entry(index, owner));
    const gas: number[] = [];
    let head: Hex = zeroHash;
    for (const left of [count + 1, count]) {
      const entries = all.slice(0, left);
      const change = changeTo(entries, { from: [head], next: BigInt(owners.length) });
      const signed = await signChange(account, change, owners[0]!);
      const data = ownerData.apply(signed);
      const { gasUsed, status } = await transact(stack, { to: account, data });
      if (status !== "success") throw new Error("refused");
      gas.push(Number(gasUsed));
      head = signed.head;
    }
    table.push({ count, first: gas[0]!, later: gas[1]! });
  }
  return table;
}

/**
 * Measures a change before and after another change that uses the highest index, and the verification
 * of an operation that deploys the account with both.
 */
export async function measureHighestIndex(): Promise<
  { before: number; after: number; creation: number }
> {
  await using stack = await startStack();
  const [owner, friend] = [createPasskey(1), createPasskey(2)];
  const owners = [owner.bytes];
  const account = await createAccount(stack, owners);
  const list: SignedChange[] = [];
  const gas: number[] = [];
  const sets = [[1, 2n], [0, 2n], [1, 2n], [0, 32n], [1, 32n]] as const;
  for (const [added, next] of sets) {
    const entries = [entry(0, owner), ...added === 1 ? [entry(1, friend)] : []];
    // The change to the highest index has another delay, as it changes no owner.
    const delay = next === 32n ? 172_800n : 259_200n;
    const from = [list.at(-1)?.head ?? zeroHash];
    list.push(await signChange(account, changeTo(entries, { from, next, delay }), owner));
    const data = ownerData.apply(list.at(-1)!);
    const { gasUsed, status } = await transact(stack, { to: account, data });
    if (status !== "success") throw new Error("refused");
    gas.push(Number(gasUsed));
  }
  const other = await accountAddress(stack, owners, 1n);
  const high = await signChange(
    other,
    changeTo([entry(0, owner)], { next: 32n, delay: 172_800n }),
    owner,
  );
  const late = await signChange(
    other,
    changeTo([entry(0, owner), entry(31, friend)], { from: [high.head], next: 32n }),
    owner,
  );
  const creation = await measureCreation(stack, {
    owners,
    list: [high, late],
    owner: friend,
    ownerIndex: 31,
    nonce: 1n,
  });
  return { before: gas[2]!, after: gas[4]!, creation: creation.verificationGas };
}

/** Kind of creation that is measured. */
export type CreationKind =
  | "one checkpoint with four owners"
  | "eight links at one index"
  | "eight links at new indices"
  | "eight links of device keys at one index";

/** Gas and bytes of an operation that creates its account with changes. */
export type Creation = { verificationGas: number; bytes: number };

/** Measures creations; in each link an owner is replaced by the next. */
export async function measureCreations(): Promise<Record<CreationKind, Creation>> {
  await using stack = await startStack();
  const checkpoint = async () => {
    const four = [createPasskey(1), createPasskey(2), createPasskey(3), createAddressOwner(4)];
    const account = await accountAddress(stack, [four[0]!.bytes]);
    const change = changeTo(four.map((owner, index) => entry(index, owner)));
    return measureCreation(stack, {
      owners: [four[0]!.bytes],
      list: [await signChange(account, change, four[0]!)],
      owner: four[2]!,
      ownerIndex: 2,
    });
  };
  const links = async (create: (seed: number) => Owner, indexOf: (link: number) => number) => {
    const owners = [create(1).bytes];
    const account = await accountAddress(stack, owners);
    const list: SignedChange[] = [];
    for (let i = 0; i < 8; i++) {
      const from = [list.at(-1)?.head ?? zeroHash];
      const change = changeTo([entry(indexOf(i + 1), create(i + 2))], { from });
      list.push(await signChange(account, change, create(i + 1), indexOf(i)));
    }
    return measureCreation(stack, { owners, list, owner: create(9), ownerIndex: indexOf(8) });
  };
  return {
    "one checkpoint with four owners": await checkpoint(),
    "eight links at one index": await links(createPasskey, () => 0),
    "eight links at new indices": await links(createPasskey, (link) => link),
    "eight links of device keys at one index": await links(createDeviceKey, () => 0),
  };
}

/** Finds the lowest limit of verification gas that suffices. */
async function measureCreation(
  stack: Stack,
  { owners, list, owner, ownerIndex, nonce = 0n }: {
    owners: readonly Hex[];
    list: readonly SignedChange[];
    owner: Owner;
    ownerIndex: number;
    nonce?: bigint;
  },
): Promise<Creation> {
  const account = await accountAddress(stack, owners, nonce);
  await fund(stack, account);
  const draft = await prepare(stack, account, encodeCalls([{ target: to, value: 1n }]), {
    ...createWithChanges(owners, list, nonce),
    callGasLimit: 100_000n,
  });
  let bytes = 0;
  let [low, high] = [0n, 2_000_000n];
  while (high - low > 500n) {
    const verificationGasLimit = (low + high) / 2n;
    const operation = toPackedUserOperation(
      await signed(stack, { ...draft, verificationGasLimit }, owner, ownerIndex),
    );
    bytes = size(encodeAbiParameters(packedType, [operation]));
    const args = [[operation], to] as const;
    const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: "handleOps", args });
    if (await revertOf(stack, { to: entryPoint, data }) === null) high = verificationGasLimit;
    else low = verificationGasLimit;
  }
  return { verificationGas: Number(high), bytes };
}

const packedType = [{
  type: "tuple",
  components: [
    { name: "sender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "initCode", type: "bytes" },
    { name: "callData", type: "bytes" },
    { name: "accountGasLimits", type: "bytes32" },
    { name: "preVerificationGas", type: "uint256" },
    { name: "gasFees", type: "bytes32" },
    { name: "paymasterAndData", type: "bytes" },
    { name: "signature", type: "bytes" },
  ],
}] as const;
