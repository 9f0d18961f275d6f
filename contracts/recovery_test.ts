import { assertEquals } from "@std/assert";
import { encodeFunctionData, parseEventLogs, zeroHash } from "viem";
import { permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { daily } from "./testing/grant.ts";
import {
  applyChange,
  carry,
  changeTo,
  day,
  entry,
  kind,
  ownerData,
  type OwnerEntry,
  ownerState,
  recoveryHash,
  recoveryTo,
  wordOf,
} from "./testing/owner_change.ts";
import { createPasskey } from "./testing/passkey.ts";
import { enable, use } from "./testing/permission.ts";
import {
  finish,
  guarded,
  pass,
  pending,
  recoveryOf,
  setTime,
  signRecovery,
  start,
  stop,
} from "./testing/recovery.ts";
import { encodeCalls, revertOf, sendCalls, startStack, transact } from "./testing/stack.ts";
import { mint, tokenData } from "./testing/token.ts";

const abi = acctAbi;
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
    assertEquals(await pending(stack, account, 1), []);
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
    assertEquals(await pending(stack, account, 1), [{ recovery: id, readyAt }]);
    assertEquals(await pending(stack, account, 2), []);
    assertEquals(await pending(stack, account, 0), []);

    // Nothing changes within the delay, up to its last second.
    for (const time of [timestamp + day, readyAt - 1n]) {
      await setTime(stack, time);
      assertEquals(
        errorName(await revertOf(stack, { to: account, data: ownerData.finish(recovery) })),
        "NotReady",
      );
      assertEquals((await ownerState(stack, account)).head, head);
    }
    await setTime(stack, readyAt);
    assertEquals(await finish(stack, it, { ...recovery, salt: 2n }), "NotPending");
    const finished = await transact(stack, { to: account, data: ownerData.finish(recovery) });
    const [last] = parseEventLogs({ abi, logs: finished.logs, eventName: "OwnersChanged" });
    assertEquals(last!.args, {
      head: id,
      previous: head,
      generation: 1n,
      next: 4n,
      delay: 3n * day,
    });
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

  await t.step("ends all grants, including grants of remaining owners", async () => {
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
    assertEquals(epoch, 1n << 40n);
  });

  await t.step("of a leaked key changes nothing without the delay", async () => {
    const it = await guarded(stack, 4);
    const { account, guardians: [guardian], head } = it;
    // It cannot make itself a full owner immediately.
    const recovery = recoveryTo([entry(0, guardian)], { from: [head], next: 3n });
    assertEquals(await start(stack, it, recovery), null);
    const before = await ownerState(stack, account);
    await pass(stack, 3n * day - 10n);
    assertEquals(await finish(stack, it, recovery), "NotReady");
    assertEquals(await ownerState(stack, account), before);
  });

  await t.step("starts once: its signature, sent again, does not restart the delay", async () => {
    const it = await guarded(stack, 5);
    const { account } = it;
    const recovery = recoveryOf(it, createPasskey(3005));
    assertEquals(await start(stack, it, recovery), null);
    const first = await pending(stack, account, 1);
    await pass(stack, day);
    assertEquals(await start(stack, it, recovery), "AlreadyStarted");
    // Another recovery owner's signature for the same recovery does not restart it either.
    assertEquals(await start(stack, it, recovery, 1), "AlreadyStarted");
    assertEquals(await pending(stack, account, 1), first);

    // Each further recovery has its own delay, even of the same owner.
    const other = recoveryOf(it, createPasskey(3006), { salt: 7n });
    assertEquals(await start(stack, it, other, 1), null);
    const second = await pending(stack, account, 2);
    assertEquals(second[0]!.readyAt > first[0]!.readyAt, true);
    await pass(stack, day);
    const again = { ...recovery, salt: 2n };
    assertEquals(await start(stack, it, again), null);
    const both = await pending(stack, account, 1);
    assertEquals(both.map((each) => each.recovery), [
      recoveryHash(account, recovery),
      recoveryHash(account, again),
    ]);
    assertEquals(both[0], first[0]);
    assertEquals(await pending(stack, account, 2), second);
    await setTime(stack, first[0]!.readyAt);
    assertEquals(await finish(stack, it, again), "NotReady");
    assertEquals(await finish(stack, it, other), "NotReady");
    await setTime(stack, second[0]!.readyAt);
    assertEquals(await finish(stack, it, again), "NotReady");
    assertEquals(await finish(stack, it, other), null);
    // The head changed: all others are cancelled.
    await pass(stack, 30n * day);
    assertEquals(await finish(stack, it, again), "NotPending");
    assertEquals(await start(stack, it, { ...recovery, salt: 3n }), "WrongHead");
  });

  await t.step("ends with any change by a full owner, for any contents", async () => {
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
    assertEquals(await pending(stack, account, 1), []);
    assertEquals(await finish(stack, it, recovery), "NotPending");
    assertEquals(await start(stack, it, recovery), "WrongHead");
    // A recovery for both heads can be started at the new one, from the beginning.
    const both = { ...recovery, from: [head, next] };
    assertEquals(await start(stack, it, both), null);
    assertEquals(await finish(stack, it, both), "NotReady");
  });

  await t.step("is rejected if its owners would be invalid", async () => {
    const it = await guarded(stack, 7);
    const { account, passkey, entries } = it;
    const key = createPasskey(3008);
    const cases: [string, OwnerEntry[], bigint][] = [
      ["InvalidOwnerCount", [], 3n],
      ["NoFullOwner", entries.slice(1), 3n],
      ["Unchanged", entries, 3n],
      ["InvalidIndex", [entry(0, passkey)], 2n],
      ["InvalidIndex", [entry(32, key)], 33n],
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
      // It would otherwise count among the four that may wait.
      const target = recoveryHash(account, recovery);
      assertEquals(await stop(stack, account, { heads: [it.head], target }, passkey), null);
    }
    for (const count of [0, 65]) {
      const from = Array.from({ length: count }, () => it.head);
      assertEquals(await start(stack, it, recoveryOf(it, key, { from })), "InvalidHeadCount");
    }
    assertEquals((await ownerState(stack, account)).head, it.head);
  });
});

Deno.test("no batch finishes a recovery", async () => {
  await using stack = await startStack();
  const it = await guarded(stack, 1);
  const { account, passkey } = it;
  const recovery = recoveryOf(it, createPasskey(3040));
  assertEquals(await start(stack, it, recovery), null);
  await pass(stack, 3n * day);
  const data = ownerData.finish(recovery);
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
