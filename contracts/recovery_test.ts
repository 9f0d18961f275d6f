import { assertEquals, assertNotEquals } from "@std/assert";
import {
  concat,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseEventLogs,
  toHex,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { factory, implementation, permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { signMessage } from "./testing/erc7739.ts";
import { daily } from "./testing/grant.ts";
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
  recoveryHash,
  recoveryTo,
  signChange,
  vetoHash,
} from "./testing/owner_change.ts";
import { createPasskey, type Owner, wrapSignature } from "./testing/passkey.ts";
import {
  enable,
  permissionData,
  permissionId,
  saltOf,
  sendAs,
  signPermission,
  use,
} from "./testing/permission.ts";
import {
  finish,
  guarded,
  pass,
  pending,
  recoveryDelay,
  recoveryOf,
  recoveryWord,
  setTime,
  signRecovery,
  start,
  stop,
} from "./testing/recovery.ts";
import {
  accountAddress,
  createAccount,
  encodeCalls,
  fund,
  revertOf,
  sendCalls,
  startStack,
  transact,
} from "./testing/stack.ts";
import { mint, tokenData } from "./testing/token.ts";

const abi = acctAbi;
const wordOf = ({ bytes }: Owner): Hex => keccak256(bytes);
const to = "0x00000000000000000000000000000000000000aa";

Deno.test("recovery", async (t) => {
  await using stack = await startStack();
  const { client } = stack;

  await t.step("starts, waits, and replaces the owners without any service", async () => {
    const it = await guarded(stack, 1);
    const { account, guardians, head } = it;
    const key = createPasskey(3001);
    const recovery = recoveryOf(it, key);
    const id = recoveryHash(account, recovery);
    const onChain = await client.readContract({
      address: account,
      abi,
      functionName: "recoveryHash",
      args: [recovery],
    });
    assertEquals(onChain, id);
    assertEquals(await pending(stack, account, 1), null);
    assertEquals(await finish(stack, it, recovery), "NotPending");

    const signature = await signRecovery(account, recovery, guardians[0], 1);
    const receipt = await transact(stack, {
      to: account,
      data: ownerData.start(recovery, signature),
    });
    const { timestamp } = await client.getBlock({ blockHash: receipt.blockHash });
    const readyAt = timestamp + 3n * day;
    const [started] = parseEventLogs({ abi, logs: receipt.logs });
    assertEquals([started!.eventName, started!.args], [
      "RecoveryStarted",
      { recovery: id, index: 1n, head, readyAt },
    ]);
    assertEquals(await pending(stack, account, 1), { recovery: id, readyAt });
    assertEquals(await pending(stack, account, 2), null);
    assertEquals(await pending(stack, account, 0), null);

    // Nothing is different within the delay, to its last second.
    for (const time of [timestamp + day, readyAt - 1n]) {
      await setTime(stack, time);
      assertEquals(
        errorName(await revertOf(stack, { to: account, data: ownerData.finish(recovery, 1) })),
        "NotReady",
      );
      assertEquals((await ownerState(stack, account)).head, head);
    }
    await setTime(stack, readyAt);
    assertEquals(await finish(stack, it, recovery, 1), "NotPending");
    assertEquals(await finish(stack, it, { ...recovery, salt: 2n }), "NotPending");
    const finished = await transact(stack, { to: account, data: ownerData.finish(recovery, 1) });
    const [last] = parseEventLogs({ abi, logs: finished.logs, eventName: "OwnersChanged" });
    assertEquals(last!.args, { head: id, previous: head, generation: 1n });
    assertEquals(await ownerState(stack, account), {
      head: id,
      generation: 1n,
      delay: 3n * day,
      words: [zeroHash, zeroHash, zeroHash, wordOf(key)],
    });
    assertEquals(await finish(stack, it, recovery), "NotPending");
    const call = encodeCalls([{ target: to }]);
    assertEquals((await sendCalls(stack, account, key, call, { ownerIndex: 3 })).success, true);
    await assertRefused(sendCalls(stack, account, it.passkey, call), "AA24");
  });

  await t.step("ends all grants, also of owners who stay", async () => {
    const it = await guarded(stack, 2);
    const { account, passkey } = it;
    const [token] = stack.tokens;
    await mint(stack, token, account, 1000n);
    const permission = await daily(stack, account);
    assertEquals((await sendCalls(stack, account, passkey, enable(permission))).success, true);
    const one = [{ target: token, data: tokenData.transfer(to, 1n) }];
    assertEquals(await use(stack, permission, one), null);
    const recovery = recoveryOf(it, createPasskey(3002), {
      owners: [...it.entries, entry(3, createPasskey(3002))],
    });
    assertEquals(await start(stack, it, recovery), null);
    assertEquals(await use(stack, permission, one), null);
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, it, recovery), null);
    assertEquals(await use(stack, permission, one), "WrongEpoch");
    const epoch = await client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "epochOf",
      args: [account],
    });
    assertEquals(epoch, 1n << 32n);
  });

  await t.step("is all that a recovery owner can sign", async () => {
    const it = await guarded(stack, 3);
    const { account, passkey, guardians: [guardian], head } = it;
    const call = encodeCalls([{ target: to }]);
    await assertRefused(sendCalls(stack, account, guardian, call, { ownerIndex: 1 }), "AA24");
    const message = "hello";
    const signature = await signMessage({
      account,
      chainId: stack.chainId,
      owner: guardian,
      ownerIndex: 1,
      message,
    });
    assertEquals(await client.verifyMessage({ address: account, message, signature }), false);
    const change = await signChange(
      account,
      changeTo([entry(0, guardian)], { from: [head], next: 3n }),
      guardian,
      1,
    );
    assertEquals(await carry(stack, account, ownerData.apply(change)), "InvalidSignature");
    for (const target of [recoveryWord(it.guardians[1]), keccak256("0x01")]) {
      const veto = { heads: [head], target };
      assertEquals(await stop(stack, account, veto, guardian, 1), "InvalidSignature");
    }
    const permission = await daily(stack, account, { salt: saltOf(1, 0n) });
    const grant = await signPermission(permission, guardian, 1);
    assertEquals(
      await sendAs(
        stack,
        permission.spender,
        permissionData.approveWithSignature(permission, grant),
      ),
      "InvalidSignature",
    );
    // The very signature that starts a recovery is none of the account's.
    const recovery = recoveryOf(it, createPasskey(3003));
    const id = recoveryHash(account, recovery);
    const started = await signRecovery(account, recovery, guardian, 1);
    const accepts = (digest: Hex, candidate: Hex) =>
      client.readContract({
        address: account,
        abi,
        functionName: "isOwnerSignature",
        args: [digest, candidate],
      });
    for (
      const digest of [
        id,
        changeHash(account, change.change),
        vetoHash(account, { heads: [head], target: id }),
        permissionId(permission),
      ]
    ) {
      assertEquals(await accepts(digest, wrapSignature(1, await guardian.sign(digest))), false);
      assertEquals(await accepts(digest, wrapSignature(0, await passkey.sign(digest))), true);
    }
    assertEquals(
      await client.readContract({
        address: account,
        abi,
        functionName: "isValidSignature",
        args: [id, started],
      }),
      "0xffffffff",
    );
    // And no full owner's starts one, nor that of an owner of another index or account.
    const others: [Owner, number][] = [[passkey, 0], [guardian, 0], [guardian, 2], [guardian, 9]];
    for (const [owner, index] of others) {
      const signature = await signRecovery(account, recovery, owner, index);
      const data = ownerData.start(recovery, signature);
      assertEquals(await carry(stack, account, data), "InvalidSignature");
    }
    const twin = await createAccount(stack, [passkey.bytes], 1n);
    const step = await applyChange(stack, twin, changeTo(it.entries), passkey);
    const foreign = { ...recovery, from: [head, step] };
    const borrowed = await signRecovery(account, foreign, guardian, 1);
    assertEquals(await carry(stack, twin, ownerData.start(foreign, borrowed)), "InvalidSignature");
    for (const bad of ["0x", started.slice(0, -64) as Hex, concat([started, zeroHash])]) {
      const data = ownerData.start(recovery, bad as Hex);
      assertEquals(await carry(stack, account, data), "InvalidSignature");
    }
    assertEquals(await carry(stack, account, ownerData.start(recovery, started)), null);
  });

  await t.step("of a leaked key changes nothing where nobody waits for it", async () => {
    const it = await guarded(stack, 4);
    const { account, guardians: [guardian], head } = it;
    // Not even the owner whom it belongs to can make it a full one at once.
    const recovery = recoveryTo([entry(0, guardian)], { from: [head], next: 3n });
    assertEquals(await start(stack, it, recovery), null);
    const before = await ownerState(stack, account);
    await pass(stack, 3n * day - 10n);
    assertEquals(await finish(stack, it, recovery), "NotReady");
    assertEquals(await ownerState(stack, account), before);
  });

  await t.step("starts once: whoever saw the signature does not restart the clock", async () => {
    const it = await guarded(stack, 5);
    const { account } = it;
    const recovery = recoveryOf(it, createPasskey(3005));
    assertEquals(await start(stack, it, recovery), null);
    const first = await pending(stack, account, 1);
    await pass(stack, day);
    assertEquals(await start(stack, it, recovery), "AlreadyStarted");
    // Nor does another recovery owner's signature for the same one.
    assertEquals(await start(stack, it, recovery, 1), "AlreadyStarted");
    assertEquals(await pending(stack, account, 1), first);

    // The other recovery owner has a clock of its own.
    const other = recoveryOf(it, createPasskey(3006), { salt: 7n });
    assertEquals(await start(stack, it, other, 1), null);
    assertEquals(await pending(stack, account, 1), first);
    const second = await pending(stack, account, 2);
    assertEquals(second!.readyAt > first!.readyAt, true);

    // A restart takes the place of the owner's own one, and of no other.
    await pass(stack, day);
    const again = { ...recovery, salt: 2n };
    assertEquals(await start(stack, it, again), null);
    const restarted = await pending(stack, account, 1);
    assertEquals(restarted!.recovery, recoveryHash(account, again));
    assertEquals(restarted!.readyAt > second!.readyAt, true);
    assertEquals(await pending(stack, account, 2), second);
    assertEquals(await start(stack, it, recovery), "AlreadyStarted");
    await setTime(stack, first!.readyAt);
    assertEquals(await finish(stack, it, recovery), "NotPending");
    assertEquals(await finish(stack, it, other, 1), "NotReady");
    await setTime(stack, second!.readyAt);
    assertEquals(await finish(stack, it, again), "NotReady");
    assertEquals(await finish(stack, it, other, 1), null);
    // The head moved: all others ended.
    await pass(stack, 30n * day);
    assertEquals(await finish(stack, it, again), "NotPending");
    assertEquals(await start(stack, it, { ...recovery, salt: 3n }), "WrongHead");
  });

  await t.step("ends with any change of a full owner, whatever it changes", async () => {
    const it = await guarded(stack, 6);
    const { account, passkey, entries, head } = it;
    const recovery = recoveryOf(it, createPasskey(3007));
    assertEquals(await start(stack, it, recovery), null);
    await pass(stack, 3n * day);
    const delay = 4n * day;
    const next = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [head], delay }),
      passkey,
    );
    assertEquals(await pending(stack, account, 1), null);
    assertEquals(await finish(stack, it, recovery), "NotPending");
    assertEquals(await start(stack, it, recovery), "WrongHead");
    // One for both heads can be started at the new one, from the beginning.
    const both = { ...recovery, from: [head, next] };
    assertEquals(await start(stack, it, both), null);
    assertEquals(await finish(stack, it, both), "NotReady");
  });

  await t.step("is refused where its owners could not be", async () => {
    const it = await guarded(stack, 7);
    const { account, passkey, entries } = it;
    const key = createPasskey(3008);
    const cases: [string, OwnerEntry[], bigint][] = [
      ["InvalidOwnerCount", [], 3n],
      ["NoFullOwner", entries.slice(1), 3n],
      ["Unchanged", entries, 3n],
      ["InvalidIndex", [entry(0, passkey)], 2n],
      ["InvalidIndex", [entry(256, key)], 257n],
      ["InvalidIndex", [entry(4, key), entry(3, passkey)], 5n],
      ["AlreadyOwner", [entry(0, passkey), entry(3, passkey)], 4n],
      ["InvalidOwner", [entry(0, zeroHash)], 3n],
      ["InvalidOwner", [entry(3, key, kind.recovery)], 4n],
    ];
    let salt = 10n;
    for (const [name, owners, next] of cases) {
      const recovery = recoveryOf(it, key, { owners, next, salt: salt++ });
      assertEquals(await start(stack, it, recovery), null);
      await pass(stack, 3n * day);
      assertEquals([await finish(stack, it, recovery), name], [name, name]);
    }
    for (const count of [0, 9]) {
      const from = Array.from({ length: count }, () => it.head);
      assertEquals(await start(stack, it, recoveryOf(it, key, { from })), "InvalidHeadCount");
    }
    assertEquals((await ownerState(stack, account)).head, it.head);
  });

  await t.step("may hold recovery owners, and signatures of a contract", async () => {
    // The recovery owner is another account, whose passkey signs in ERC-7739's form.
    const [passkey, friend, key] = [createPasskey(8), createPasskey(3009), createPasskey(3010)];
    const contract = await createAccount(stack, [friend.bytes]);
    const account = await createAccount(stack, [passkey.bytes]);
    const owners = [entry(0, passkey), entry(1, pad(contract), kind.recovery)];
    const head = await applyChange(stack, account, changeTo(owners), passkey);
    const recovery = recoveryTo([entry(1, pad(contract), kind.recovery), entry(2, key)], {
      from: [head],
    });
    const id = recoveryHash(account, recovery);
    const separator = domainSeparator({
      domain: { name: "Acct", version: "1", chainId: stack.chainId, verifyingContract: contract },
    });
    const typeHash = keccak256(toHex("PersonalSign(bytes prefixed)"));
    const nested = keccak256(
      concat(["0x1901", separator, keccak256(concat([typeHash, id]))]),
    );
    const bare = wrapSignature(1, wrapSignature(0, friend.assert(id)));
    assertEquals(await carry(stack, account, ownerData.start(recovery, bare)), "InvalidSignature");
    const signature = wrapSignature(1, wrapSignature(0, friend.assert(nested)));
    assertEquals(await carry(stack, account, ownerData.start(recovery, signature)), null);
    await pass(stack, 3n * day);
    assertEquals(await carry(stack, account, ownerData.finish(recovery, 1)), null);
    assertEquals((await ownerState(stack, account)).words, [
      zeroHash,
      recoveryWord({ bytes: pad(contract) }),
      wordOf(key),
    ]);
  });

  await t.step("of one who was a full owner before: the kind counts, not the key", async () => {
    const it = await guarded(stack, 9);
    const { account, passkey, guardians: [guardian, other], head } = it;
    const up = await applyChange(
      stack,
      account,
      changeTo([entry(0, passkey), entry(1, guardian)], { from: [head], next: 3n }),
      passkey,
    );
    const recovery = recoveryOf({ head: up }, createPasskey(3011));
    assertEquals(await start(stack, it, recovery), "InvalidSignature");
    // Now it signs changes, and makes itself a recovery owner again.
    const down = await applyChange(
      stack,
      account,
      changeTo([entry(0, passkey), entry(1, guardian, kind.recovery), entry(2, other)], {
        from: [up],
      }),
      guardian,
      1,
    );
    const again = await signChange(
      account,
      changeTo([entry(1, guardian)], { from: [down], next: 3n }),
      guardian,
      1,
    );
    assertEquals(await carry(stack, account, ownerData.apply(again)), "InvalidSignature");
    assertEquals(await start(stack, it, { ...recovery, from: [down] }), null);
  });
});

Deno.test("vetoes", async (t) => {
  await using stack = await startStack();
  const { client } = stack;

  await t.step(
    "stop a recovery before it starts, while it waits and when it is ready",
    async () => {
      for (const moment of ["before", "between", "ready"]) {
        const it = await guarded(stack, moment.length);
        const { account, passkey, head } = it;
        const recovery = recoveryOf(it, createPasskey(3020));
        const id = recoveryHash(account, recovery);
        const veto = { heads: [head], target: id };
        if (moment !== "before") {
          assertEquals(await start(stack, it, recovery), null);
          await pass(stack, moment === "between" ? day : 4n * day);
        }
        assertEquals(await stop(stack, account, veto, passkey), null);
        assertEquals(await pending(stack, account, 1), null);
        // It cannot be started again, and not be finished ever.
        assertEquals(await start(stack, it, recovery), "Vetoed");
        await pass(stack, 30n * day);
        assertEquals(
          await finish(stack, it, recovery),
          moment === "before" ? "NotPending" : "Vetoed",
        );
        // The same veto once more is nothing new, and another one of the same owner may start.
        assertEquals(await stop(stack, account, veto, passkey), null);
        assertEquals(await start(stack, it, recovery), "Vetoed");
        assertEquals(await start(stack, it, { ...recovery, salt: 2n }), null);
      }
    },
  );

  await t.step("stop a recovery owner: all that it started and will start", async () => {
    const it = await guarded(stack, 20);
    const { account, passkey, guardians: [guardian], head } = it;
    const recovery = recoveryOf(it, createPasskey(3021));
    assertEquals(await start(stack, it, recovery), null);
    const other = recoveryOf(it, createPasskey(3022));
    assertEquals(await start(stack, it, other, 1), null);
    const target = recoveryWord(guardian);
    const signature = wrapSignature(
      0,
      await passkey.sign(vetoHash(account, { heads: [head], target })),
    );
    const onChain = await client.readContract({
      address: account,
      abi,
      functionName: "vetoHash",
      args: [{ heads: [head], target }],
    });
    assertEquals(onChain, vetoHash(account, { heads: [head], target }));
    const receipt = await transact(stack, {
      to: account,
      data: ownerData.veto({ heads: [head], target }, signature),
    });
    const [vetoed] = parseEventLogs({ abi, logs: receipt.logs });
    assertEquals([vetoed!.eventName, vetoed!.args], ["RecoveryVetoed", { target, head }]);
    assertEquals(await pending(stack, account, 1), null);
    assertNotEquals(await pending(stack, account, 2), null);
    assertEquals(await start(stack, it, { ...recovery, salt: 2n }), "Vetoed");
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, it, recovery), "Vetoed");
    // The other recovery owner is not stopped.
    assertEquals(await finish(stack, it, other, 1), null);
  });

  await t.step("end with the head, and so does what they stopped", async () => {
    const it = await guarded(stack, 21);
    const { account, passkey, guardians: [guardian], entries, head } = it;
    const veto = { heads: [head], target: recoveryWord(guardian) };
    assertEquals(await stop(stack, account, veto, passkey), null);
    const delay = 5n * day;
    const next = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [head], delay }),
      passkey,
    );
    assertEquals(await stop(stack, account, veto, passkey), "WrongHead");
    assertEquals(await start(stack, it, recoveryOf({ head: next }, createPasskey(3023))), null);
    assertNotEquals(await pending(stack, account, 1), null);
  });

  await t.step(
    "come from full owners of this account, at this head, as they were signed",
    async () => {
      const it = await guarded(stack, 22);
      const { account, passkey, guardians: [guardian], head } = it;
      const recovery = recoveryOf(it, createPasskey(3024));
      const target = recoveryHash(account, recovery);
      assertEquals(await start(stack, it, recovery), null);
      const veto = { heads: [head], target };
      const other = keccak256("0x02");
      assertEquals(await stop(stack, account, veto, guardian, 1), "InvalidSignature");
      assertEquals(await stop(stack, account, veto, createPasskey(99)), "InvalidSignature");
      assertEquals(await stop(stack, account, { ...veto, heads: [other] }, passkey), "WrongHead");
      assertEquals(await stop(stack, account, { ...veto, heads: [] }, passkey), "InvalidHeadCount");
      assertEquals(
        await stop(stack, account, { ...veto, heads: Array(9).fill(head) }, passkey),
        "InvalidHeadCount",
      );
      const signature = wrapSignature(0, await passkey.sign(vetoHash(account, veto)));
      for (const bent of [{ ...veto, target: other }, { ...veto, heads: [other, head] }]) {
        const data = ownerData.veto(bent, signature);
        assertEquals(await carry(stack, account, data), "InvalidSignature");
      }
      const twin = await createAccount(stack, [passkey.bytes], 1n);
      await applyChange(stack, twin, changeTo(it.entries), passkey);
      const twinHead = (await ownerState(stack, twin)).head;
      const wide = { heads: [head, twinHead], target };
      const borrowed = wrapSignature(0, await passkey.sign(vetoHash(account, wide)));
      assertEquals(await carry(stack, twin, ownerData.veto(wide, borrowed)), "InvalidSignature");
      // The wrong ones stopped nothing; one that names several heads does.
      assertEquals((await pending(stack, account, 1))!.recovery, target);
      assertEquals(await carry(stack, account, ownerData.veto(wide, borrowed)), null);
      assertEquals(await pending(stack, account, 1), null);
    },
  );

  await t.step("race against the finish: who lands first wins", async () => {
    const it = await guarded(stack, 23);
    const { account, passkey, guardians: [guardian], head } = it;
    const recovery = recoveryOf(it, createPasskey(3025));
    assertEquals(await start(stack, it, recovery), null);
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, it, recovery), null);
    for (const target of [recoveryHash(account, recovery), recoveryWord(guardian)]) {
      const veto = { heads: [head], target };
      assertEquals(await stop(stack, account, veto, passkey), "WrongHead");
      // At the new head the former owner is nobody.
      const late = { heads: [recoveryHash(account, recovery)], target };
      assertEquals(await stop(stack, account, late, passkey), "InvalidSignature");
    }
  });

  await t.step("of things that do not exist stop nothing", async () => {
    const it = await guarded(stack, 24);
    const { account, passkey, guardians: [guardian], head } = it;
    const recovery = recoveryOf(it, createPasskey(3026));
    for (const target of [zeroHash, guardian.bytes, keccak256(passkey.bytes)]) {
      assertEquals(await stop(stack, account, { heads: [head], target }, passkey), null);
    }
    assertEquals(await start(stack, it, recovery), null);
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, it, recovery), null);
  });

  await t.step("can be signed by an EOA's own key where the account is its delegate", async () => {
    const eoa = privateKeyToAccount(`0x${"66".repeat(32)}`);
    const key: Owner = { bytes: pad(eoa.address), sign: (hash) => eoa.sign({ hash }) };
    const ownKey = 2n ** 256n - 1n;
    const authorization = await client.signAuthorization({
      account: eoa,
      contractAddress: implementation,
    });
    const hash = await client.sendTransaction({ to, authorizationList: [authorization] });
    await client.waitForTransactionReceipt({ hash });
    const { guardians } = await guarded(stack, 25);
    const account = eoa.address;
    const head = await applyChange(
      stack,
      account,
      changeTo([entry(0, key), entry(1, guardians[0], kind.recovery)]),
      key,
      ownKey,
    );
    const recovery = recoveryOf({ head }, createPasskey(3027));
    assertEquals(await start(stack, { account, guardians }, recovery), null);
    const veto = { heads: [head], target: recoveryHash(account, recovery) };
    assertEquals(await stop(stack, account, veto, key, ownKey), null);
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, { account }, recovery), "Vetoed");
    // What a recovery replaces are the owners in storage; the EOA's own key stays.
    const again = { ...recovery, salt: 2n };
    assertEquals(await start(stack, { account, guardians }, again), null);
    await pass(stack, 3n * day);
    assertEquals(await finish(stack, { account }, again), null);
    const call = encodeCalls([{ target: account }]);
    await fund(stack, account);
    const { success } = await sendCalls(stack, account, key, call, { ownerIndex: ownKey });
    assertEquals(success, true);
    await assertRefused(sendCalls(stack, account, key, call, { ownerIndex: 0 }), "AA24");
  });
});

Deno.test("the delay of recoveries", async (t) => {
  await using stack = await startStack();

  await t.step("is three days at first, and longer at once where it was raised", async () => {
    const it = await guarded(stack, 1);
    const { account, passkey, entries, head } = it;
    assertEquals(await recoveryDelay(stack, account), 3n * day);
    const raised = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [head], delay: 10n * day }),
      passkey,
    );
    assertEquals(await recoveryDelay(stack, account), 10n * day);
    const recovery = recoveryOf({ head: raised }, createPasskey(3030));
    assertEquals(await start(stack, it, recovery), null);
    await pass(stack, 10n * day - 5n);
    assertEquals(await finish(stack, it, recovery), "NotReady");
    await pass(stack, 5n);
    assertEquals(await finish(stack, it, recovery), null);
    assertEquals((await ownerState(stack, account)).delay, 10n * day);
  });

  await t.step("that was lowered waits out the old one", async () => {
    const it = await guarded(stack, 2);
    const { account, passkey, entries, head } = it;
    const change = (from: Hex, delay: bigint, owners = entries) =>
      applyChange(stack, account, changeTo(owners, { from: [from], delay, next: 3n }), passkey);
    const { timestamp } = await stack.client.getBlock();
    const raised = await change(head, 10n * day);
    const lowered = await change(raised, day);
    assertEquals((await ownerState(stack, account)).delay, day);
    assertEquals(await recoveryDelay(stack, account), 10n * day);

    // To and fro does not shorten it, nor does taking the recovery owners out and in.
    await setTime(stack, timestamp + 5n * day);
    const up = await change(lowered, 2n * day);
    const down = await change(up, day);
    const end = (await stack.client.getBlock()).timestamp + 10n * day;
    assertEquals(await recoveryDelay(stack, account), 10n * day);
    const without = await change(down, day, [entry(0, passkey)]);
    const back = await change(without, day);
    assertEquals(await recoveryDelay(stack, account), 10n * day);

    // What started meanwhile keeps what it was told, also when the new delay counts.
    await pass(stack, day);
    const recovery = recoveryOf({ head: back }, createPasskey(3031));
    assertEquals(await start(stack, it, recovery), null);
    const { readyAt } = (await pending(stack, account, 1))!;
    await setTime(stack, end - 1n);
    assertEquals(await recoveryDelay(stack, account), 10n * day);
    await setTime(stack, end);
    assertEquals(await recoveryDelay(stack, account), day);
    assertEquals(await finish(stack, it, recovery), "NotReady");
    assertEquals((await pending(stack, account, 1))!.readyAt, readyAt);
    // And one that starts now waits for the new one.
    const quick = recoveryOf({ head: back }, createPasskey(3032), { salt: 5n });
    assertEquals(await start(stack, it, quick, 1), null);
    const soon = (await pending(stack, account, 2))!.readyAt;
    assertEquals(soon - (await stack.client.getBlock()).timestamp, day);
    await setTime(stack, readyAt);
    assertEquals(await finish(stack, it, recovery), null);
  });

  await t.step(
    "that was lowered as the recovery owners go waits for them to come back",
    async () => {
      const it = await guarded(stack, 6);
      const { account, passkey, entries, head } = it;
      const change = (from: Hex, owners: OwnerEntry[]) =>
        applyChange(
          stack,
          account,
          changeTo(owners, { from: [from], delay: day, next: 3n }),
          passkey,
        );
      const without = await change(head, [entry(0, passkey)]);
      assertEquals(await recoveryDelay(stack, account), 3n * day);
      await change(without, entries);
      assertEquals(await recoveryDelay(stack, account), 3n * day);
    },
  );

  await t.step("that was lowered is not prolonged by changes of other things", async () => {
    const it = await guarded(stack, 5);
    const { account, passkey, entries, head } = it;
    const change = (from: Hex, delay: bigint, owners = entries) =>
      applyChange(stack, account, changeTo(owners, { from: [from], delay, next: 4n }), passkey);
    const lowered = await change(head, 2n * day);
    const end = (await stack.client.getBlock()).timestamp + 3n * day;
    await pass(stack, day);
    const more = [...entries, entry(3, createPasskey(3034))];
    const same = await change(lowered, 2n * day, more);
    assertEquals(await recoveryDelay(stack, account), 3n * day);
    // One that is raised above the old one counts at once.
    const snapshot = await stack.client.snapshot();
    await change(same, 4n * day, more);
    assertEquals(await recoveryDelay(stack, account), 4n * day);
    await stack.client.revert({ id: snapshot });
    await setTime(stack, end);
    assertEquals(await recoveryDelay(stack, account), 2n * day);
  });

  await t.step("that was lowered ends what was pending, so nothing gets shorter", async () => {
    const it = await guarded(stack, 3);
    const { account, passkey, entries, head } = it;
    const recovery = recoveryOf(it, createPasskey(3033));
    assertEquals(await start(stack, it, recovery), null);
    const delay = day;
    const lowered = await applyChange(
      stack,
      account,
      changeTo(entries, { from: [head], delay }),
      passkey,
    );
    await pass(stack, day);
    assertEquals(await finish(stack, it, recovery), "NotPending");
    const again = recoveryOf({ head: lowered }, createPasskey(3033));
    assertEquals(await start(stack, it, again), null);
    await pass(stack, 2n * day);
    assertEquals(await finish(stack, it, again), "NotReady");
    await pass(stack, day);
    assertEquals(await finish(stack, it, again), null);
  });

  await t.step("is lowered at once where nobody could use it", async () => {
    const passkey = createPasskey(4);
    const account = await createAccount(stack, [passkey.bytes]);
    await applyChange(stack, account, changeTo([entry(0, passkey)], { delay: day }), passkey);
    assertEquals(await recoveryDelay(stack, account), day);
  });
});

Deno.test("a leaked recovery key on a chain where the account was never created", async () => {
  await using one = await startStack();
  await using two = await startStack();
  const it = await guarded(one, 1);
  const { account, passkey, guardians: [thief], entries, head } = it;
  const owners = [passkey.bytes];
  assertEquals(await accountAddress(two, owners), account);
  const recovery = recoveryTo([entry(3, thief)], { from: [head] });
  const step = await signChange(account, changeTo(entries), passkey);
  assertEquals(step.head, head);
  const signature = await signRecovery(account, recovery, thief, 1);

  // The first owners know no recovery owner.
  await createAccount(two, owners);
  assertEquals(await carry(two, account, ownerData.start(recovery, signature)), "WrongHead");
  const wide = { ...recovery, from: [zeroHash, head] };
  const early = await signRecovery(account, wide, thief, 1);
  assertEquals(await carry(two, account, ownerData.start(wide, early)), "InvalidSignature");

  // The thief carries the change that made it one, and waits like everywhere.
  await transact(two, { to: factory, data: createWithChanges(owners, [step]).factoryData });
  assertEquals(await carry(two, account, ownerData.start(recovery, signature)), null);
  assertEquals(await finish(two, it, recovery), "NotReady");

  // One veto holds on all chains, before anything is known there, and anyone carries it.
  const veto = { heads: [head], target: recoveryWord(thief) };
  for (const stack of [one, two]) assertEquals(await stop(stack, account, veto, passkey), null);
  await pass(two, 3n * day);
  assertEquals(await finish(two, it, recovery), "Vetoed");
  assertEquals(await carry(one, account, ownerData.start(recovery, signature)), "Vetoed");

  // And the change that removes the key, signed once, ends it for good.
  const removal = await signChange(
    account,
    changeTo([entries[0]!, entries[2]!], { from: [head] }),
    passkey,
  );
  for (const stack of [one, two]) {
    assertEquals(await carry(stack, account, ownerData.apply(removal)), null);
    assertEquals(await carry(stack, account, ownerData.start(recovery, signature)), "WrongHead");
    const { head, words } = await ownerState(stack, account);
    assertEquals([head, words[0], words[1]], [removal.head, wordOf(passkey), zeroHash]);
  }
});

Deno.test("what the account does not do: a recovery's words are no call of a batch", async () => {
  await using stack = await startStack();
  const it = await guarded(stack, 1);
  const { account, passkey } = it;
  const recovery = recoveryOf(it, createPasskey(3040));
  assertEquals(await start(stack, it, recovery), null);
  await pass(stack, 3n * day);
  const data = ownerData.finish(recovery, 1);
  const { success, revertData } = await sendCalls(
    stack,
    account,
    passkey,
    encodeFunctionData({
      abi,
      functionName: "executeBatch",
      args: [[{ target: account, value: 0n, data }]],
    }),
  );
  assertEquals([success, errorName(revertData)], [false, "ForbiddenTarget"]);
  assertEquals(await carry(stack, account, data), null);
});
