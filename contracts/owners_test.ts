import { assertEquals, assertNotEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseEventLogs,
  toHex,
  type TransactionReceipt,
  zeroHash,
} from "viem";
import { factory, implementation } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { acctBytecode } from "./artifacts/acct_bytecode.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { deployOnce } from "./create2.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import {
  applyChange,
  carry,
  changeHash,
  changeTo,
  createWithChanges,
  day,
  entry,
  kind,
  ownerData,
  type OwnerEntry,
  ownerState,
  signChange,
} from "./testing/owner_change.ts";
import { createAddressOwner, createPasskey, type Owner, type Passkey } from "./testing/passkey.ts";
import {
  accountAddress,
  createAccount,
  encodeCalls,
  fund,
  revertOf,
  sendCalls,
  type Stack,
  startStack,
  transact,
} from "./testing/stack.ts";

const abi = acctAbi;

/** The stored word of a full owner. */
const wordOf = ({ bytes }: Owner): Hex => bytes.length === 66 ? bytes : keccak256(bytes);
/** The stored word of a recovery owner. */
const recoveryWord = (bytes: Hex): Hex => numberToHex(BigInt(bytes) | 1n << 160n, { size: 32 });

/** Reads the account's events of a transaction. */
function eventsOf({ logs }: TransactionReceipt): [name: string, args: unknown][] {
  return parseEventLogs({ abi, logs }).map(({ eventName, args }) => [eventName, args]);
}

/** Creates an account with one passkey. */
async function fresh(stack: Stack, seed: number): Promise<{ passkey: Passkey; account: Address }> {
  const passkey = createPasskey(seed);
  const account = await createAccount(stack, [passkey.bytes]);
  await fund(stack, account);
  return { passkey, account };
}

/** Returns true if the owner can make the account do something. */
async function obeys(
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

Deno.test("owners", async (t) => {
  await using stack = await startStack();
  const { client } = stack;

  await t.step("are replaced by the complete set that one of them signed", async () => {
    const { passkey, account } = await fresh(stack, 1);
    const [second, third] = [createPasskey(1001), createAddressOwner(1002)];
    const change = changeTo([entry(0, passkey), entry(1, second), entry(2, third)]);
    const signed = await signChange(account, change, passkey);
    const onChain = await client.readContract({
      address: account,
      abi,
      functionName: "ownerChangeHash",
      args: [change],
    });
    assertEquals(onChain, signed.head);

    const receipt = await transact(stack, { to: account, data: ownerData.apply(signed) });
    assertEquals(eventsOf(receipt), [
      ["OwnerAdded", { index: 1n, id: wordOf(second), kind: 0, x: second.x, y: second.y }],
      ["OwnerAdded", { index: 2n, id: third.bytes, kind: 0, x: third.bytes, y: zeroHash }],
      ["OwnersChanged", { head: signed.head, previous: zeroHash, generation: 0n }],
    ]);
    assertEquals(await ownerState(stack, account), {
      head: signed.head,
      generation: 0n,
      delay: 3n * day,
      words: [wordOf(passkey), wordOf(second), wordOf(third)],
    });
    for (const [index, owner] of [passkey, second, third].entries()) {
      assertEquals(await obeys(stack, account, owner, index), true);
    }

    // The removed key is invalid, the others keep their indices.
    const less = await signChange(
      account,
      changeTo([entry(1, second), entry(2, third)], { from: [signed.head] }),
      third,
      2,
    );
    const removed = await transact(stack, { to: account, data: ownerData.apply(less) });
    assertEquals(eventsOf(removed), [
      ["OwnerRemoved", { index: 0n, id: wordOf(passkey) }],
      ["OwnersChanged", { head: less.head, previous: signed.head, generation: 0n }],
    ]);
    assertEquals(await obeys(stack, account, passkey, 0), false);
    assertEquals(await obeys(stack, account, second, 1), true);
    assertEquals(await ownerState(stack, account), {
      head: less.head,
      generation: 0n,
      delay: 3n * day,
      words: [zeroHash, wordOf(second), wordOf(third)],
    });
    const head = await client.readContract({ address: account, abi, functionName: "ownerHead" });
    assertEquals(head, less.head);
  });

  await t.step("that could never sign, or twice, are refused", async () => {
    const { passkey, account } = await fresh(stack, 2);
    const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
    const raw = (x: Hex, y: Hex, as: number = kind.full): OwnerEntry[] => [
      entry(0, passkey),
      { index: 1n, kind: as, x, y },
    ];
    const friend = createAddressOwner(1003).bytes;
    const cases: [string, OwnerEntry[]][] = [
      ["AlreadyOwner", raw(passkey.x, passkey.y)],
      ["AlreadyOwner", [...raw(friend, zeroHash), entry(2, friend)]],
      ["AlreadyOwner", [...raw(friend, zeroHash), entry(2, friend, kind.recovery)]],
      ["InvalidOwner", raw(zeroHash, zeroHash)],
      // Nobody is no full owner, also where nobody was before.
      ["InvalidOwner", [entry(0, zeroHash)]],
      ["InvalidOwner", [entry(1, zeroHash)]],
      ["InvalidOwner", raw(zeroHash, zeroHash, kind.recovery)],
      ["InvalidOwner", raw(pad(account), zeroHash)],
      ["InvalidOwner", raw(pad(account), zeroHash, kind.recovery)],
      ["InvalidOwner", raw(recoveryWord(friend), zeroHash)],
      ["InvalidOwner", raw(recoveryWord(friend), zeroHash, kind.recovery)],
      ["InvalidOwner", raw(passkey.x, zeroHash)],
      ["InvalidOwner", raw(passkey.y, passkey.x)],
      ["InvalidOwner", raw(friend, friend)],
      ["InvalidOwner", raw(passkey.x, numberToHex(BigInt(passkey.y) ^ 1n, { size: 32 }))],
      ["InvalidOwner", raw(numberToHex(p, { size: 32 }), passkey.y)],
      // A passkey cannot be a recovery owner.
      ["InvalidOwner", [entry(0, passkey), entry(1, createPasskey(1004), kind.recovery)]],
    ];
    for (const [name, owners] of cases) {
      const signed = await signChange(account, changeTo(owners), passkey);
      const refusal = await carry(stack, account, ownerData.apply(signed));
      assertEquals([refusal, owners], [name, owners]);
    }
    // A kind that does not exist.
    const unknown = await signChange(account, changeTo(raw(friend, zeroHash, 2)), passkey);
    const data = ownerData.apply(unknown);
    assertNotEquals(await revertOf(stack, { to: account, data }), null);
    assertEquals((await ownerState(stack, account)).head, zeroHash);
  });

  await t.step("of the first set are full, distinct and at most sixteen", async () => {
    const passkey = createPasskey(3);
    const addresses = Array.from({ length: 17 }, (_, i) => pad(numberToHex(1000 + i)));
    const cases: [string | null, Hex[]][] = [
      ["InvalidOwner", ["0x"]],
      ["InvalidOwner", ["0x01"]],
      ["InvalidOwner", [passkey.x]],
      ["InvalidOwner", [`${passkey.bytes}00`]],
      ["InvalidOwner", [zeroHash]],
      ["InvalidOwner", [recoveryWord(addresses[0]!)]],
      ["InvalidOwner", [concat([addresses[0]!, zeroHash])]],
      ["InvalidOwner", [concat([passkey.y, passkey.x])]],
      ["InvalidOwnerCount", []],
      ["InvalidOwnerCount", addresses],
      ["AlreadyOwner", [passkey.bytes, addresses[0]!, passkey.bytes]],
      [null, addresses.slice(1)],
    ];
    for (const [name, owners] of cases) {
      const args = [owners, 0n] as const;
      const data = encodeFunctionData({
        abi: acctFactoryAbi,
        functionName: "createAccount",
        args,
      });
      const revert = await revertOf(stack, { to: factory, data });
      assertEquals(revert === null ? null : errorName(revert), name);
    }
  });

  await t.step("are at most sixteen, below index 256, in order, and never go back", async () => {
    const { passkey, account } = await fresh(stack, 4);
    const many = (count: number) => [
      entry(0, passkey),
      ...Array.from({ length: count - 1 }, (_, i) => entry(i + 1, pad(numberToHex(2000 + i)))),
    ];
    const [a, b] = [entry(1, pad("0x0a01")), entry(2, pad("0x0a02"))];
    const cases: [string, OwnerEntry[], bigint | null][] = [
      ["InvalidOwnerCount", [], 1n],
      ["InvalidOwnerCount", many(17), null],
      ["InvalidIndex", [entry(0, passkey), b, a], 3n],
      ["InvalidIndex", [entry(0, passkey), a, { ...b, index: 1n }], 3n],
      ["InvalidIndex", [entry(0, passkey), { ...a, index: 256n }], 257n],
      ["InvalidIndex", [entry(0, passkey), { ...a, index: 256n }], 256n],
      ["InvalidIndex", [entry(0, passkey), { ...a, index: 2n ** 255n }], 2n ** 255n + 1n],
      ["InvalidIndex", [entry(0, passkey), a], 1n],
      ["InvalidIndex", [entry(0, passkey), a], 257n],
      ["InvalidIndex", [entry(0, passkey), a], 2n ** 16n + 2n],
    ];
    for (const [name, owners, next] of cases) {
      const change = changeTo(owners, next === null ? {} : { next });
      const signed = await signChange(account, change, passkey);
      assertEquals([await carry(stack, account, ownerData.apply(signed)), next], [name, next]);
    }
    const head = await applyChange(
      stack,
      account,
      changeTo([entry(0, passkey), { ...a, index: 255n }]),
      passkey,
    );
    const words = (await ownerState(stack, account)).words;
    assertEquals([words.length, words[0], words[255]], [256, wordOf(passkey), a.x]);
    assertEquals(words.slice(1, 255).every((word) => word === zeroHash), true);

    // The next index says what was ever given: it cannot go back, even if nothing is there.
    const only = [entry(0, passkey)];
    const back = await signChange(
      account,
      changeTo(only, { from: [head], next: 255n }),
      passkey,
    );
    assertEquals(await carry(stack, account, ownerData.apply(back)), "InvalidIndex");
    const less = await applyChange(
      stack,
      account,
      changeTo(only, { from: [head], next: 256n }),
      passkey,
    );
    // All indices were given, and owners can still come and go.
    const full = changeTo(many(16), { from: [less], next: 256n });
    await applyChange(stack, account, full, passkey);
    assertEquals((await ownerState(stack, account)).words.slice(0, 16), [
      wordOf(passkey),
      ...many(16).slice(1).map(({ x }) => x),
    ]);
  });

  await t.step("always hold a full one", async () => {
    const { passkey, account } = await fresh(stack, 5);
    const friend = createAddressOwner(1005);
    const cases = [
      [entry(1, friend, kind.recovery)],
      [entry(0, friend, kind.recovery), entry(1, pad("0x0b01"), kind.recovery)],
    ];
    for (const owners of cases) {
      const signed = await signChange(account, changeTo(owners), passkey);
      assertEquals(await carry(stack, account, ownerData.apply(signed)), "NoFullOwner");
    }
    assertEquals((await ownerState(stack, account)).words, [wordOf(passkey)]);
  });

  await t.step("change by a signature that anyone carries, once and in order", async () => {
    const { passkey, account } = await fresh(stack, 6);
    const [second, third] = [createPasskey(1006), createPasskey(1007)];
    const first = await signChange(
      account,
      changeTo([entry(0, passkey), entry(1, second)]),
      passkey,
    );
    const next = await signChange(
      account,
      changeTo([entry(1, second), entry(2, third)], { from: [first.head] }),
      second,
      1,
    );
    const apply = (signed: typeof first) => carry(stack, account, ownerData.apply(signed));

    // Not before its turn, not twice, not changed, not by a stranger.
    assertEquals(await apply(next), "WrongHead");
    assertEquals(await apply(first), null);
    assertEquals(await apply(first), "WrongHead");
    const bent = { ...next.change, owners: [entry(1, second), entry(2, createPasskey(1008))] };
    assertEquals(await apply({ ...next, change: bent }), "InvalidSignature");
    const later = { ...next.change, delay: 4n * day };
    assertEquals(await apply({ ...next, change: later }), "InvalidSignature");
    const wider = { ...next.change, from: [first.head, zeroHash] };
    assertEquals(await apply({ ...next, change: wider }), "InvalidSignature");
    const further = { ...next.change, next: 4n };
    assertEquals(await apply({ ...next, change: further }), "InvalidSignature");
    const stranger = await signChange(account, next.change, createPasskey(1009), 1);
    assertEquals(await apply(stranger), "InvalidSignature");
    const elsewhere = await signChange(account, next.change, second, 0);
    assertEquals(await apply(elsewhere), "InvalidSignature");

    assertEquals(await apply(next), null);
    assertEquals((await ownerState(stack, account)).words, [
      zeroHash,
      wordOf(second),
      wordOf(third),
    ]);
    // A removed owner signs no checkpoint, and an old change is over for ever.
    const checkpoint = await signChange(
      account,
      changeTo([entry(0, passkey), entry(2, third)], { from: [zeroHash, first.head, next.head] }),
      passkey,
    );
    assertEquals(await apply(checkpoint), "InvalidSignature");
    assertEquals(await apply(first), "WrongHead");
  });

  await t.step("change as a whole: one that fails uses nothing up", async () => {
    const { passkey, account } = await fresh(stack, 12);
    const [second, third] = [createPasskey(1015), createPasskey(1016)];
    const before = await ownerState(stack, account);
    const bad: [string, OwnerEntry[], bigint][] = [
      ["AlreadyOwner", [entry(0, passkey), entry(1, second), entry(2, second)], 3n * day],
      ["InvalidOwner", [entry(1, second), entry(2, third, kind.recovery)], 3n * day],
      ["NoFullOwner", [entry(1, pad("0x0c01"), kind.recovery)], 3n * day],
      ["InvalidDelay", [entry(0, passkey), entry(1, second)], 0n],
    ];
    for (const [name, owners, delay] of bad) {
      const signed = await signChange(account, changeTo(owners, { delay }), passkey);
      assertEquals(await carry(stack, account, ownerData.apply(signed)), name);
      assertEquals(await ownerState(stack, account), before);
    }
    const good = await signChange(
      account,
      changeTo([entry(0, passkey), entry(1, second)]),
      passkey,
    );
    assertEquals(await carry(stack, account, ownerData.apply(good)), null);
  });

  await t.step("of one account are none of another with the same owner", async () => {
    const { passkey, account } = await fresh(stack, 7);
    const twin = await createAccount(stack, [passkey.bytes], 1n);
    const signed = await signChange(
      account,
      changeTo([entry(0, passkey), entry(1, createPasskey(1010))]),
      passkey,
    );
    assertEquals(await carry(stack, twin, ownerData.apply(signed)), "InvalidSignature");
    assertEquals(await carry(stack, account, ownerData.apply(signed)), null);
  });

  await t.step("need a reason to change, or a fork to repair", async () => {
    const { passkey, account } = await fresh(stack, 8);
    const same = [entry(0, passkey)];
    const apply = async (from: Hex[], delay: bigint, next = 1n) => {
      const signed = await signChange(account, changeTo(same, { from, delay, next }), passkey);
      return [await carry(stack, account, ownerData.apply(signed)), signed.head] as const;
    };
    const refusal = async (from: Hex[], delay: bigint, next?: bigint) =>
      (await apply(from, delay, next))[0];
    assertEquals(await refusal([zeroHash], 3n * day), "Unchanged");
    // More indices alone change nobody.
    assertEquals(await refusal([zeroHash], 3n * day, 2n), "Unchanged");
    assertEquals(await refusal([], 3n * day), "InvalidHeadCount");
    const others = (count: number): Hex[] =>
      Array.from({ length: count }, (_, i) => keccak256(numberToHex(i)));
    assertEquals(await refusal([...others(8), zeroHash], 3n * day), "InvalidHeadCount");
    assertEquals(await refusal(others(8), 3n * day), "WrongHead");
    for (const delay of [0n, day - 1n, 30n * day + 1n, 2n ** 24n + 3n * day, 2n ** 256n - 1n]) {
      assertEquals(await refusal([zeroHash], delay), "InvalidDelay");
    }
    const [, one] = await apply([zeroHash], day);
    assertEquals((await ownerState(stack, account)).delay, day);
    assertEquals(await refusal([one], day), "Unchanged");
    const [, two] = await apply([one], 30n * day);
    const [, three] = await apply([...others(7), two], 30n * day);
    assertEquals(await ownerState(stack, account), {
      head: three,
      generation: 0n,
      delay: 30n * day,
      words: [wordOf(passkey)],
    });
  });

  await t.step("raise the generation where a given index gets another key or kind", async () => {
    const { passkey, account } = await fresh(stack, 9);
    const [friend, other] = [createAddressOwner(1011), createPasskey(1012)];
    const history: [OwnerEntry[], generation: bigint][] = [
      [[entry(0, passkey), entry(1, friend)], 0n],
      [[entry(0, passkey), entry(1, friend, kind.recovery)], 1n],
      [[entry(0, passkey), entry(1, friend)], 2n],
      [[entry(0, passkey)], 2n],
      // Even the same key: what it granted before its removal stays ended.
      [[entry(0, passkey), entry(1, friend)], 3n],
      [[entry(0, passkey), entry(1, other)], 4n],
      [[entry(0, passkey), entry(2, other)], 4n],
      [[entry(0, passkey), entry(2, friend), entry(3, other)], 5n],
    ];
    let head: Hex = zeroHash;
    for (const [index, [owners, generation]] of history.entries()) {
      const { words } = await ownerState(stack, account);
      const next = BigInt(Math.max(words.length, Number(changeTo(owners).next)));
      head = await applyChange(stack, account, changeTo(owners, { from: [head], next }), passkey);
      const state = await ownerState(stack, account);
      assertEquals([index, state.generation], [index, generation]);
      const read = await client.readContract({
        address: account,
        abi,
        functionName: "ownerGeneration",
      });
      assertEquals(read, generation);
    }
  });

  await t.step(
    "are not touched by any operation: no call of an owner adds or removes",
    async () => {
      const { passkey, account } = await fresh(stack, 10);
      const thief = createPasskey(1013);
      const change = changeTo([entry(0, thief)]);
      const stolen = await signChange(account, change, thief);
      // As an operation's own call data, a change needs its signature as well.
      const { success, revertData } = await sendCalls(
        stack,
        account,
        passkey,
        ownerData.apply(stolen),
      );
      assertEquals([success, errorName(revertData)], [false, "InvalidSignature"]);
      const signed = await signChange(
        account,
        changeTo([entry(0, passkey), entry(1, thief)]),
        passkey,
      );
      const carried = await sendCalls(stack, account, passkey, ownerData.apply(signed));
      assertEquals(carried.success, true);
      assertEquals((await ownerState(stack, account)).head, signed.head);
    },
  );

  await t.step("upgrades are an operation of one chain, to UUPS code only", async () => {
    const { passkey, account } = await fresh(stack, 11);
    const upgrade = (to: Address) =>
      encodeFunctionData({ abi, functionName: "upgradeToAndCall", args: [to, "0x"] });
    const second = createPasskey(1014);
    const head = await applyChange(
      stack,
      account,
      changeTo([entry(0, passkey), entry(1, second)]),
      passkey,
    );
    const other = await deployOnce(client, acctBytecode.initCode, keccak256(toHex("another")));
    const slot = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
    const current = async () => {
      const word = await client.getStorageAt({ address: account, slot });
      return `0x${word!.slice(26)}`;
    };
    assertEquals(await current(), implementation.toLowerCase());
    const wrong = await sendCalls(stack, account, passkey, upgrade(factory));
    assertEquals([wrong.success, errorName(wrong.revertData)], [false, "UpgradeFailed"]);
    assertEquals((await sendCalls(stack, account, passkey, upgrade(other))).success, true);
    assertEquals(await current(), other.toLowerCase());
    assertNotEquals(other, implementation);
    // Head, owners and what they sign stay.
    assertEquals((await ownerState(stack, account)).head, head);
    const less = changeTo([entry(1, second)], { from: [head] });
    await applyChange(stack, account, less, second, 1);
    assertEquals((await ownerState(stack, account)).words, [zeroHash, wordOf(second)]);
    const back = await sendCalls(stack, account, second, upgrade(implementation), {
      ownerIndex: 1,
    });
    assertEquals(back.success, true);
    assertEquals(await current(), implementation.toLowerCase());
  });
});

Deno.test("owner changes arrive with the account on a chain that never knew it", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [passkey, second, third] = [createPasskey(1), createPasskey(2), createPasskey(3)];
  const owners = [passkey.bytes];
  const account = await accountAddress(stack, owners);
  await fund(stack, account);
  const step = await signChange(
    account,
    changeTo([entry(0, passkey), entry(1, second)]),
    passkey,
  );
  const rest = await signChange(
    account,
    changeTo([entry(1, second)], { from: [step.head] }),
    second,
    1,
  );
  const create = (...list: typeof step[]) => createWithChanges(owners, list).factoryData;
  const state = () => ownerState(stack, account);

  await t.step("in their order only, as many as there are signatures", async () => {
    const gap = await revertOf(stack, { to: factory, data: create(rest) });
    assertEquals(errorName(gap), "WrongHead");
    const turned = await revertOf(stack, { to: factory, data: create(rest, step) });
    assertEquals(errorName(turned), "WrongHead");
    const stranger = await signChange(account, step.change, second);
    const foreign = await revertOf(stack, { to: factory, data: create(stranger) });
    assertEquals(errorName(foreign), "InvalidSignature");
    for (
      const [changes, signatures] of [
        [[step.change, rest.change], [step.signature]],
        [[step.change], [step.signature, rest.signature]],
      ] as const
    ) {
      const data = encodeFunctionData({
        abi: acctFactoryAbi,
        functionName: "createAccountWithChanges",
        args: [owners, 0n, changes, signatures],
      });
      assertEquals(errorName(await revertOf(stack, { to: factory, data })), "InvalidChanges");
    }
  });

  await t.step("all, or those that continue the head of an existing account", async () => {
    await transact(stack, { to: factory, data: create(step) });
    assertEquals((await state()).words, [wordOf(passkey), wordOf(second)]);
    await transact(stack, { to: factory, data: create(step, rest) });
    assertEquals((await state()).words, [zeroHash, wordOf(second)]);
    // Everything is applied: repeating it changes nothing and does not fail.
    await transact(stack, { to: factory, data: create(step, rest) });
    await transact(stack, { to: factory, data: create() });
    assertEquals(await state(), {
      head: rest.head,
      generation: 0n,
      delay: 3n * day,
      words: [zeroHash, wordOf(second)],
    });
  });

  await t.step("in the account's first operation, signed by one who came later", async () => {
    const other = await accountAddress(stack, [third.bytes]);
    await fund(stack, other);
    const change = await signChange(
      other,
      changeTo([entry(0, third), entry(1, second)]),
      third,
    );
    const outcome = await sendCalls(stack, other, second, encodeCalls([{ target: factory }]), {
      ...createWithChanges([third.bytes], [change]),
      ownerIndex: 1,
    });
    assertEquals(outcome.receipt.status, "success");
    assertEquals((await ownerState(stack, other)).words, [wordOf(third), wordOf(second)]);
  });

  await t.step("as one checkpoint from the first set, however long the history", async () => {
    const first = createPasskey(20);
    const address = await accountAddress(stack, [first.bytes]);
    const heads: Hex[] = [zeroHash];
    const links = [];
    let last: typeof step | undefined;
    for (let i = 1; i <= 8; i++) {
      last = await signChange(
        address,
        changeTo([entry(0, first), entry(i, createPasskey(20 + i))], { from: [heads.at(-1)!] }),
        first,
      );
      heads.push(last.head);
      links.push(last);
    }
    // Before the first owner goes, it signs the set for all heads that a chain may have.
    const checkpoint = await signChange(
      address,
      changeTo(last!.change.owners, { from: [zeroHash, ...heads.slice(-7)] }),
      first,
    );
    const snapshot = await client.snapshot();
    await transact(stack, {
      to: factory,
      data: createWithChanges([first.bytes], [checkpoint]).factoryData,
    });
    const short = await ownerState(stack, address);
    await client.revert({ id: snapshot });
    await transact(stack, {
      to: factory,
      data: createWithChanges([first.bytes], [...links, checkpoint]).factoryData,
    });
    const long = await ownerState(stack, address);
    assertEquals(short, long);
    assertEquals(short.head, checkpoint.head);
    assertEquals(short.head, changeHash(address, checkpoint.change));
  });
});

Deno.test("two chains", async (t) => {
  await using one = await startStack();
  await using two = await startStack();
  const both = [one, two];
  /** An account on both chains, owned by a device that stays and one that is lost. */
  const start = async (seed: number) => {
    const [mine, lost] = [createPasskey(seed), createPasskey(seed + 100)];
    const owners = [mine.bytes, lost.bytes];
    const account = await accountAddress(one, owners);
    for (const stack of both) {
      assertEquals(await createAccount(stack, owners), account);
      await fund(stack, account);
    }
    return { mine, lost, account };
  };
  const heads = (account: Address) =>
    Promise.all(both.map(async (stack) => (await ownerState(stack, account)).head));
  const words = (account: Address) =>
    Promise.all(both.map(async (stack) => (await ownerState(stack, account)).words));

  await t.step("a thief who burns a change on chain 2 is seen there, and removed", async () => {
    const { mine, lost, account } = await start(1);
    // The thief changes something of no account, on chain 2 alone.
    await applyChange(
      two,
      account,
      changeTo([entry(0, mine), entry(1, lost)], { delay: 4n * day }),
      lost,
      1,
    );
    const removal = await signChange(account, changeTo([entry(0, mine)], { next: 2n }), mine);
    const data = ownerData.apply(removal);
    assertEquals(await carry(one, account, data), null);
    assertEquals(await carry(two, account, data), "WrongHead");
    const [here, there] = await heads(account);
    assertEquals(here, removal.head);
    assertNotEquals(here, there);
    assertEquals(await obeys(two, account, lost, 1), true);

    // One signature at both heads removes the thief on chain 2, and makes the chains equal.
    const repair = await signChange(
      account,
      changeTo([entry(0, mine)], { from: [here!, there!], next: 2n }),
      mine,
    );
    for (const stack of both) {
      assertEquals(await carry(stack, account, ownerData.apply(repair)), null);
      assertEquals(await obeys(stack, account, lost, 1), false);
      assertEquals(await obeys(stack, account, mine, 0), true);
    }
    assertEquals(await heads(account), [repair.head, repair.head]);
    assertEquals(await words(account), [[wordOf(mine), zeroHash], [wordOf(mine), zeroHash]]);
  });

  await t.step("a thief who takes chain 2 has it, and nothing of chain 1", async () => {
    const { mine, lost, account } = await start(2);
    const taken = await applyChange(
      two,
      account,
      changeTo([entry(1, lost)]),
      lost,
      1,
    );
    const removal = await applyChange(
      one,
      account,
      changeTo([entry(0, mine)], { next: 2n }),
      mine,
    );
    assertEquals(await heads(account), [removal, taken]);
    // No signature of the rightful owner counts on chain 2 any more, and none of the thief's on 1.
    const repair = changeTo([entry(0, mine)], { from: [removal, taken], next: 2n });
    const mineSigned = await signChange(account, repair, mine);
    assertEquals(await carry(two, account, ownerData.apply(mineSigned)), "InvalidSignature");
    const theirs = changeTo([entry(1, lost)], { from: [removal, taken] });
    const thiefSigned = await signChange(account, theirs, lost, 1);
    assertEquals(await carry(one, account, ownerData.apply(thiefSigned)), "InvalidSignature");
    assertEquals([await obeys(one, account, lost, 1), await obeys(two, account, mine, 0)], [
      false,
      false,
    ]);
    // The longer history of the thief's chain moves nothing on the other one.
    const more = changeTo([entry(1, lost)], { from: [taken], delay: 5n * day });
    const longer = await signChange(account, more, lost, 1);
    assertEquals(await carry(two, account, ownerData.apply(longer)), null);
    assertEquals(await carry(one, account, ownerData.apply(longer)), "WrongHead");
  });

  await t.step("two devices that sign at one head make a fork, which one repairs", async () => {
    const { mine, lost: other, account } = await start(3);
    const [phone, card] = [createPasskey(203), createAddressOwner(204)];
    const base = [entry(0, mine), entry(1, other)];
    const a = await signChange(account, changeTo([...base, entry(2, phone)]), mine);
    const b = await signChange(account, changeTo([...base, entry(2, card)]), other, 1);
    assertEquals(await carry(one, account, ownerData.apply(a)), null);
    assertEquals(await carry(two, account, ownerData.apply(b)), null);
    for (const [stack, late] of [[one, b], [two, a]] as const) {
      assertEquals(await carry(stack, account, ownerData.apply(late)), "WrongHead");
    }
    // Each chain has another owner at index 2; afterwards both have both.
    const repair = await signChange(
      account,
      changeTo([...base, entry(2, phone), entry(3, card)], { from: [a.head, b.head] }),
      other,
      1,
    );
    for (const stack of both) {
      assertEquals(await carry(stack, account, ownerData.apply(repair)), null);
      assertEquals(await obeys(stack, account, phone, 2), true);
      assertEquals(await obeys(stack, account, card, 3), true);
      assertEquals(await obeys(stack, account, card, 2), false);
    }
    assertEquals(await heads(account), [repair.head, repair.head]);
    const [first, last] = await words(account);
    assertEquals(first, last);
    // On chain 2 index 2 got another key, so what it granted there ended; on chain 1 nothing did.
    const generations = both.map(async (stack) => (await ownerState(stack, account)).generation);
    assertEquals(await Promise.all(generations), [0n, 1n]);
  });

  await t.step("a chain that lags follows with the same signatures", async () => {
    const { mine, lost, account } = await start(4);
    const [a, b] = [createPasskey(301), createPasskey(302)];
    const first = await signChange(account, changeTo([entry(0, mine), entry(2, a)]), mine);
    const second = await signChange(
      account,
      changeTo([entry(2, a), entry(3, b)], { from: [first.head] }),
      a,
      2,
    );
    for (const signed of [first, second]) {
      assertEquals(await carry(one, account, ownerData.apply(signed)), null);
    }
    // Until then the lost device still counts on chain 2.
    assertEquals(await obeys(two, account, lost, 1), true);
    const data = createWithChanges([mine.bytes, lost.bytes], [first, second]).factoryData;
    await transact(two, { to: factory, data });
    assertEquals(await heads(account), [second.head, second.head]);
    assertEquals(await obeys(two, account, lost, 1), false);
  });
});
