import { assertEquals, assertNotEquals } from "@std/assert";
import {
  concat,
  encodeFunctionData,
  type Hex,
  hexToNumber,
  keccak256,
  numberToHex,
  pad,
  size,
  slice,
  zeroHash,
} from "viem";
import { factory } from "./addresses.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { errorName } from "./testing/asserts.ts";
import {
  applyChange,
  carry,
  changeTo,
  createOwned,
  day,
  entry,
  kind,
  ownerData,
  type OwnerEntry,
  ownerState,
  recoveryWord,
  signChange,
  wordOf,
} from "./testing/owner_change.ts";
import { createAddressOwner, createPasskey } from "./testing/passkey.ts";
import { revertOf, startStack } from "./testing/stack.ts";

Deno.test("rules of owners", async (t) => {
  await using stack = await startStack();

  await t.step("that could never sign, or twice, are refused", async () => {
    const { passkey, account } = await createOwned(stack, 2);
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
      // Zero is not a full owner, even if there was none before.
      ["InvalidOwner", [entry(0, zeroHash)]],
      ["InvalidOwner", [entry(1, zeroHash)]],
      ["InvalidOwner", raw(zeroHash, zeroHash, kind.recovery)],
      ["InvalidOwner", raw(pad(account), zeroHash)],
      ["InvalidOwner", raw(pad(account), zeroHash, kind.recovery)],
      ["InvalidOwner", raw(recoveryWord({ bytes: friend }), zeroHash)],
      ["InvalidOwner", raw(recoveryWord({ bytes: friend }), zeroHash, kind.recovery)],
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

  await t.step("that stay are stated by their keys, never by their stored words", async () => {
    // Words differ in the bit that follows an address: the contract once looked at that one alone.
    for (const seed of [2101, 2102, 2103, 2104, 2105, 2106]) {
      const { passkey, account } = await createOwned(stack, seed);
      const stored = entry(0, wordOf(passkey));
      const friend = entry(1, createAddressOwner(seed));
      const again = { ...entry(1, passkey) };
      for (const owners of [[stored, friend], [stored, again], [stored]]) {
        const change = changeTo(owners, { delay: 4n * day });
        const signed = await signChange(account, change, passkey);
        const refusal = await carry(stack, account, ownerData.apply(signed));
        assertEquals([seed, refusal], [seed, "InvalidOwner"]);
      }
    }
  });

  await t.step("end with their list, even if the data behind it continues", async () => {
    const { passkey, account } = await createOwned(stack, 2201);
    const second = createPasskey(2202);
    const both = [entry(0, passkey), entry(1, second)];
    const head = await applyChange(stack, account, changeTo(both), passkey);
    const removal = changeTo(both.slice(0, 1), { from: [head], next: 2n });
    const signed = await signChange(account, removal, passkey);
    const data = ownerData.apply(signed);
    // The change is last, behind its signature, and its owners are last in it; then the removed
    // one.
    const [selector, body] = [slice(data, 0, 4), slice(data, 4)];
    const middle = hexToNumber(slice(body, 32, 64));
    const [change, signature] = [slice(body, 64, middle), slice(body, middle)];
    const word = (value: number) => numberToHex(value, { size: 32 });
    const { x, y } = both[1]!;
    const crafted = concat([
      selector,
      ...[word(64 + size(signature)), word(64), signature],
      ...[change, word(1), word(0), x, y],
    ]);
    assertEquals(size(change) % 32, 0);
    assertEquals(await carry(stack, account, crafted), null);
    const { words } = await ownerState(stack, account);
    assertEquals(words, [wordOf(passkey), zeroHash]);
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
      ["InvalidOwner", [recoveryWord({ bytes: addresses[0]! })]],
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

  await t.step("are at most sixteen, below index 32, in order, and never go back", async () => {
    const { passkey, account } = await createOwned(stack, 4);
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
      ["InvalidIndex", [entry(0, passkey), { ...a, index: 32n }], 33n],
      ["InvalidIndex", [entry(0, passkey), { ...a, index: 32n }], 32n],
      ["InvalidIndex", [entry(0, passkey), { ...a, index: 2n ** 255n }], 2n ** 255n + 1n],
      ["InvalidIndex", [entry(0, passkey), a], 1n],
      ["InvalidIndex", [entry(0, passkey), a], 33n],
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
      changeTo([entry(0, passkey), { ...a, index: 31n }]),
      passkey,
    );
    const words = (await ownerState(stack, account)).words;
    assertEquals([words.length, words[0], words[31]], [32, wordOf(passkey), a.x]);
    assertEquals(words.slice(1, 31).every((word) => word === zeroHash), true);

    // The next index covers all indices ever assigned: it cannot decrease, even if there is no
    // owner.
    const only = [entry(0, passkey)];
    const back = await signChange(
      account,
      changeTo(only, { from: [head], next: 31n }),
      passkey,
    );
    assertEquals(await carry(stack, account, ownerData.apply(back)), "InvalidIndex");
    const less = await applyChange(
      stack,
      account,
      changeTo(only, { from: [head], next: 32n }),
      passkey,
    );
    // All indices were assigned, and owners can still be added and removed.
    const full = changeTo(many(16), { from: [less], next: 32n });
    await applyChange(stack, account, full, passkey);
    assertEquals((await ownerState(stack, account)).words.slice(0, 16), [
      wordOf(passkey),
      ...many(16).slice(1).map(({ x }) => x),
    ]);
  });

  await t.step(
    "are listed once, even if the duplicate comes later and does not change",
    async () => {
      const { passkey, account } = await createOwned(stack, 2401);
      const [friend, other] = [createAddressOwner(2402), createPasskey(2403)];
      const set = [entry(0, passkey), entry(1, friend, kind.recovery), entry(2, other)];
      const head = await applyChange(stack, account, changeTo(set), passkey);
      const cases: OwnerEntry[][] = [
        // The changed owner is first; its duplicate does not change.
        [entry(0, other), entry(1, friend, kind.recovery), entry(2, other)],
        [entry(0, friend), entry(1, friend, kind.recovery), entry(2, other)],
        // The duplicate is last, or has another kind.
        [...set, entry(3, passkey)],
        [...set, entry(3, friend)],
        [...set, entry(3, friend, kind.recovery)],
        [...set, entry(3, pad("0x0c01")), entry(4, pad("0x0c02")), entry(5, pad("0x0c01"))],
      ];
      for (const owners of cases) {
        const change = changeTo(owners, { from: [head], next: 6n });
        const signed = await signChange(account, change, passkey);
        assertEquals(await carry(stack, account, ownerData.apply(signed)), "AlreadyOwner");
      }
      // All other rules apply to the last owner too.
      const last: [string | null, OwnerEntry][] = [
        ["InvalidOwner", entry(5, pad(account))],
        ["InvalidOwner", entry(5, createPasskey(2405), kind.recovery)],
        ["InvalidOwner", { ...entry(5, passkey), y: passkey.x }],
        ["InvalidIndex", entry(2, pad("0x0c03"))],
        [null, entry(5, pad("0x0c03"))],
      ];
      for (const [name, owner] of last) {
        const owners = [...set, entry(3, pad("0x0c01")), entry(4, pad("0x0c02")), owner];
        const change = changeTo(owners, { from: [head], next: 6n });
        const signed = await signChange(account, change, passkey);
        assertEquals(await carry(stack, account, ownerData.apply(signed)), name);
      }
    },
  );

  await t.step("always include a full one", async () => {
    const { passkey, account } = await createOwned(stack, 5);
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

  await t.step("no owner is none, also at an index whose owner was removed", async () => {
    const { passkey, account } = await createOwned(stack, 2301);
    const second = createPasskey(2302);
    const moved = changeTo([entry(1, second)]);
    const head = await applyChange(stack, account, moved, passkey);
    for (const as of [kind.full, kind.recovery]) {
      const nothing = entry(0, zeroHash, as);
      for (const owners of [[nothing], [nothing, entry(1, second)]]) {
        const signed = await signChange(
          account,
          changeTo(owners, { from: [head], next: 2n }),
          second,
          1,
        );
        assertEquals(await carry(stack, account, ownerData.apply(signed)), "InvalidOwner");
      }
    }
  });

  await t.step("are stated by their keys, not by their stored words", async () => {
    const { passkey, account } = await createOwned(stack, 9);
    const [friend, other] = [createAddressOwner(1009), createPasskey(1009)];
    const head = await applyChange(
      stack,
      account,
      changeTo([entry(0, passkey), entry(1, friend, kind.recovery), entry(2, other)]),
      passkey,
    );
    const state = await ownerState(stack, account);
    const stated = (index: number, x: Hex, as: number = kind.full): OwnerEntry => ({
      index: BigInt(index),
      kind: as,
      x,
      y: zeroHash,
    });
    const cases = [
      // A recovery owner declared as full: no owner would be left that can use the account.
      [stated(1, state.words[1]!)],
      [stated(1, state.words[1]!, kind.recovery)],
      [stated(0, state.words[0]!)],
      [stated(0, state.words[0]!), stated(1, state.words[1]!), stated(2, state.words[2]!)],
      [entry(0, passkey), stated(2, state.words[2]!)],
      [entry(0, passkey), stated(2, state.words[2]!, kind.recovery)],
    ];
    for (const owners of cases) {
      const change = changeTo(owners, { from: [head], next: 3n });
      const signed = await signChange(account, change, passkey);
      const refusal = await carry(stack, account, ownerData.apply(signed));
      assertEquals([refusal, owners], ["InvalidOwner", owners]);
    }
    assertEquals(await ownerState(stack, account), state);
  });

  await t.step("need a reason to change, or a fork to repair", async () => {
    const { passkey, account } = await createOwned(stack, 8);
    const same = [entry(0, passkey)];
    const apply = async (from: Hex[], delay: bigint, next = 1n) => {
      const signed = await signChange(account, changeTo(same, { from, delay, next }), passkey);
      return [await carry(stack, account, ownerData.apply(signed)), signed.head] as const;
    };
    const refusal = async (from: Hex[], delay: bigint, next?: bigint) =>
      (await apply(from, delay, next))[0];
    assertEquals(await refusal([zeroHash], 3n * day), "Unchanged");
    // More indices alone change no owner.
    assertEquals(await refusal([zeroHash], 3n * day, 2n), "Unchanged");
    assertEquals(await refusal([], 3n * day), "InvalidHeadCount");
    const others = (count: number): Hex[] =>
      Array.from({ length: count }, (_, i) => keccak256(numberToHex(i)));
    assertEquals(await refusal([...others(64), zeroHash], 3n * day), "InvalidHeadCount");
    assertEquals(await refusal(others(64), 3n * day), "WrongHead");
    for (const delay of [0n, day - 1n, 30n * day + 1n, 2n ** 24n + 3n * day, 2n ** 256n - 1n]) {
      assertEquals(await refusal([zeroHash], delay), "InvalidDelay");
    }
    // Nor does an index of an owner that was removed before.
    const other = await createOwned(stack, 19);
    const friend = createAddressOwner(1009);
    const [first, third] = [entry(0, other.passkey), entry(2, friend)];
    let head = zeroHash as Hex;
    for (const owners of [[first, entry(1, createAddressOwner(1010)), third], [first, third]]) {
      const change = changeTo(owners, { from: [head], next: 3n });
      head = await applyChange(stack, other.account, change, other.passkey);
    }
    const again = await signChange(
      other.account,
      changeTo([first, third], { from: [head], next: 3n }),
      other.passkey,
    );
    assertEquals(await carry(stack, other.account, ownerData.apply(again)), "Unchanged");
    const [, one] = await apply([zeroHash], day);
    assertEquals((await ownerState(stack, account)).delay, day);
    assertEquals(await refusal([one], day), "Unchanged");
    const [, two] = await apply([one], 30n * day);
    const [, three] = await apply([...others(63), two], 30n * day);
    assertEquals(await ownerState(stack, account), {
      head: three,
      generation: 0n,
      delay: 30n * day,
      words: [wordOf(passkey)],
    });
  });
});
