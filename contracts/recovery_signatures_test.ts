import { assertEquals } from "@std/assert";
import {
  concat,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  toHex,
  zeroHash,
} from "viem";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { answersAbi } from "./artifacts/test/answers_abi.ts";
import { answersBytecode } from "./artifacts/test/answers_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { assertRefused } from "./testing/asserts.ts";
import { signMessage } from "./testing/erc7739.ts";
import { daily } from "./testing/grant.ts";
import {
  applyChange,
  carry,
  changeHash,
  changeTo,
  day,
  entry,
  kind,
  ownerData,
  ownerState,
  recoveryHash,
  recoveryTo,
  recoveryWord,
  signChange,
  vetoHash,
  wordOf,
} from "./testing/owner_change.ts";
import { createPasskey, type Owner, wrapSignature } from "./testing/passkey.ts";
import {
  permissionData,
  permissionId,
  saltOf,
  sendAs,
  signPermission,
} from "./testing/permission.ts";
import { guarded, pass, recoveryOf, signRecovery, start, stop } from "./testing/recovery.ts";
import { createAccount, encodeCalls, sendCalls, startStack, transact } from "./testing/stack.ts";

const abi = acctAbi;
const to = "0x00000000000000000000000000000000000000aa";

Deno.test("signatures of recovery owners", async (t) => {
  await using stack = await startStack();
  const { client } = stack;

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
    const permission = await daily(stack, account, { salt: saltOf(1, 0n, 1) });
    const grant = await signPermission(permission, guardian, 1);
    assertEquals(
      await sendAs(
        stack,
        permission.spender,
        permissionData.approveWithSignature(permission, grant),
      ),
      "InvalidSignature",
    );
    // The exact signature that starts a recovery is not a signature of the account.
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
    // And no full owner's signature starts one, nor that of an owner of another index or account.
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
  await t.step("may have recovery owners, and signatures of a contract", async () => {
    // The recovery owner is another account with a passkey that signs in ERC-7739's form.
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
    await pass(stack, 30n * day);
    assertEquals(await carry(stack, account, ownerData.finish(recovery)), null);
    assertEquals((await ownerState(stack, account)).words, [
      zeroHash,
      recoveryWord({ bytes: pad(contract) }),
      wordOf(key),
    ]);
  });
  await t.step("of a former full owner: the kind counts, not the key", async () => {
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

  await t.step("have the account's form, even for a contract that accepts anything", async () => {
    const [passkey, key] = [createPasskey(10), createPasskey(3041)];
    const contract = await deployOnce(client, answersBytecode.initCode);
    const account = await createAccount(stack, [passkey.bytes]);
    const owners = [entry(0, pad(contract), kind.recovery), entry(1, passkey)];
    const head = await applyChange(stack, account, changeTo(owners), passkey);
    const recovery = recoveryTo([entry(2, key)], { from: [head] });
    const ask = encodeFunctionData({
      abi,
      functionName: "isValidSignature",
      args: [recoveryHash(account, recovery), "0x"],
    });
    const yes = pad("0x1626ba7e", { dir: "right" });
    const args = [ask, yes, 0n] as const;
    const say = encodeFunctionData({ abi: answersAbi, functionName: "say", args });
    await transact(stack, { to: contract, data: say });
    for (const signature of ["0x", pad("0x20", { size: 96 })] as const) {
      const data = ownerData.start(recovery, signature);
      assertEquals(await carry(stack, account, data), "InvalidSignature");
    }
    const formed = ownerData.start(recovery, wrapSignature(0, "0x"));
    assertEquals(await carry(stack, account, formed), null);
  });
});
