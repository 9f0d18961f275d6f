import { assertEquals } from "@std/assert";
import { encodeFunctionData, type Hex, zeroHash } from "viem";
import { factory } from "./addresses.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { errorName } from "./testing/asserts.ts";
import {
  changeHash,
  changeTo,
  createWithChanges,
  day,
  entry,
  ownerData,
  ownerState,
  signChange,
  wordOf,
} from "./testing/owner_change.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  accountAddress,
  encodeCalls,
  fund,
  revertOf,
  sendCalls,
  startStack,
  transact,
} from "./testing/stack.ts";

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
    const headAfter = async (...list: typeof step[]) => {
      const id = await client.snapshot();
      await transact(stack, { to: factory, data: create(...list) });
      const { head } = await state();
      await client.revert({ id });
      return head;
    };
    // A change that does not continue the head is skipped.
    assertEquals(await headAfter(rest), zeroHash);
    assertEquals(await headAfter(rest, step), step.head);
    assertEquals(await headAfter(rest, step, rest), rest.head);
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

  await t.step("all, or the ones that continue the head of an existing account", async () => {
    await transact(stack, { to: factory, data: create(step) });
    assertEquals((await state()).words, [wordOf(passkey), wordOf(second)]);
    await transact(stack, { to: factory, data: create(step, rest) });
    assertEquals((await state()).words, [zeroHash, wordOf(second)]);
    // Everything is already applied: repeating it has no effect and does not fail.
    await transact(stack, { to: factory, data: create(step, rest) });
    await transact(stack, { to: factory, data: create() });
    assertEquals(await state(), {
      head: rest.head,
      generation: 0n,
      delay: 3n * day,
      words: [zeroHash, wordOf(second)],
    });
  });

  await t.step("changes with the head anywhere in their list", async () => {
    const [key, heir] = [createPasskey(30), createPasskey(31)];
    const address = await accountAddress(stack, [key.bytes]);
    const strange = Array.from({ length: 63 }, (_, i) => wordOf(createPasskey(40 + i)));
    const one = await signChange(
      address,
      changeTo([entry(0, key), entry(1, heir)], { from: [...strange, zeroHash] }),
      key,
    );
    const two = await signChange(
      address,
      changeTo([entry(1, heir)], { from: [...strange.slice(0, 2), one.head, strange[3]!] }),
      key,
    );
    const skipped = await signChange(address, changeTo([entry(0, key)], { from: strange }), heir);
    const { factoryData } = createWithChanges([key.bytes], [skipped, one, skipped, two, skipped]);
    await transact(stack, { to: factory, data: factoryData });
    assertEquals((await ownerState(stack, address)).head, two.head);
    // On an existing account, the same list has no further effect.
    const again = ownerData.applyAll([skipped, one, skipped, two, skipped]);
    await transact(stack, { to: address, data: again });
    assertEquals((await ownerState(stack, address)).head, two.head);
  });

  await t.step("in the account's first operation, signed by an owner added later", async () => {
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

  await t.step("as one checkpoint from the first set, for a history of any length", async () => {
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
    // Before the first owner is removed, it signs the set for all heads that a chain may have.
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
