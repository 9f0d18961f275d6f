import { assertEquals } from "@std/assert";
import { type Address, concat, type Hex, keccak256, slice } from "viem";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { assertRefused } from "./testing/asserts.ts";
import { byRoot, leafOf, pairOf, rootDigest, signTogether, treeOf } from "./testing/forms.ts";
import { daily, grant } from "./testing/grant.ts";
import { applyChange, changeTo, entry, kind } from "./testing/owner_change.ts";
import {
  createAddressOwner,
  createDeviceKey,
  createPasskey,
  type Owner,
  wrapSignature,
} from "./testing/passkey.ts";
import { permissionData, permissionId, sendAs } from "./testing/permission.ts";
import {
  createAccount,
  encodeCalls,
  fund,
  handleOps,
  hashOf,
  type Operation,
  prepare,
  signed,
  startStack,
} from "./testing/stack.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";
const pay = encodeCalls([{ target: to, value: 1n }]);

Deno.test("one signature for operations on several chains", async (t) => {
  await using one = await startStack();
  await using two = await startStack("prague", 10);
  const [passkey, device, friend, guardian] = [
    createPasskey(1),
    createDeviceKey(2),
    createAddressOwner(3),
    createAddressOwner(4),
  ];
  const owners = [passkey, device, friend];
  let account!: Address;
  for (const stack of [one, two]) {
    account = await createAccount(stack, owners.map(({ bytes }) => bytes));
    await fund(stack, account);
    await applyChange(
      stack,
      account,
      changeTo([
        ...owners.map((owner, index) => entry(index, owner)),
        entry(3, guardian, kind.recovery),
      ]),
      passkey,
    );
  }

  await t.step("each owner signs five operations once", async () => {
    for (const [index, owner] of owners.entries()) {
      const key = (lane: number) => ({ nonce: (BigInt(index * 8 + lane) + 10n) << 64n });
      const list = await Promise.all([
        prepare(one, account, pay, key(0)).then((operation) => ({ stack: one, operation })),
        prepare(two, account, pay, key(4)).then((operation) => ({ stack: two, operation })),
        prepare(one, account, pay, key(1)).then((operation) => ({ stack: one, operation })),
        prepare(two, account, pay, key(2)).then((operation) => ({ stack: two, operation })),
        prepare(one, account, pay, key(3)).then((operation) => ({ stack: one, operation })),
      ]);
      const all = await signTogether(list, owner, index);
      // The last leaf has the shortest proof.
      assertEquals(all.map(({ signature }) => slice(signature, 0, 2)), [
        "0x0203",
        "0x0203",
        "0x0203",
        "0x0203",
        "0x0201",
      ]);
      for (const [i, operation] of all.entries()) {
        const { stack } = list[i]!;
        const other = stack === one ? two : one;
        await assertRefused(handleOps(other, operation), "AA24");
        const [outcome] = await handleOps(stack, operation);
        assertEquals(outcome!.success, true);
        await assertRefused(handleOps(stack, operation), "AA25");
      }
    }
  });

  await t.step("a root of one operation needs no proof", async () => {
    const operation = await prepare(one, account, pay);
    const [only] = await signTogether([{ stack: one, operation }], passkey, 0);
    assertEquals(slice(only!.signature, 0, 3), "0x020001");
    assertEquals((await handleOps(one, only!))[0]!.success, true);
  });

  const draft = () => prepare(one, account, pay);
  const refused = async (cases: Record<string, Operation>, code: string) => {
    for (const [name, operation] of Object.entries(cases)) {
      await assertRefused(
        handleOps(one, operation).then(() => {
          throw new Error(`accepted: ${name}`);
        }),
        code,
      );
    }
  };

  await t.step("a changed proof, root, owner or operation is rejected", async () => {
    const operation = await draft();
    const leaf = leafOf(hashOf(one, operation));
    const [left, right] = [keccak256("0x01"), keccak256("0x02")];
    const proof = [left, right];
    const root = pairOf(pairOf(leaf, left), right);
    const sign = async (digest: Hex, owner: Owner = passkey, index = 0) =>
      wrapSignature(index, await owner.sign(digest));
    const digest = rootDigest(account, root);
    const good = await sign(digest);
    const twin = await createAccount(one, owners.map(({ bytes }) => bytes), 1n);
    const by = (signature: Hex): Operation => ({ ...operation, signature });
    await refused({
      "a proof in another order": by(byRoot([right, left], good)),
      "a first step changed": by(byRoot([keccak256("0x03"), right], good)),
      "a last step changed": by(byRoot([left, keccak256("0x03")], good)),
      "a proof without its last step": by(byRoot([left], good)),
      "a proof with one step more": by(byRoot([...proof, left], good)),
      "no proof": by(byRoot([], good)),
      "a shorter length": by(byRoot(proof, good, 1)),
      "the root for another account": by(byRoot(proof, await sign(rootDigest(twin, root)))),
      "the root for one chain": by(byRoot(proof, await sign(rootDigest(account, root, 31337)))),
      "the bare root": by(byRoot(proof, await sign(root))),
      "the operation's own hash": by(byRoot(proof, await sign(hashOf(one, operation)))),
      "an owner at another index": by(byRoot(proof, await sign(digest, passkey, 1))),
      "an index without an owner": by(byRoot(proof, await sign(digest, passkey, 9))),
      "a recovery owner": by(byRoot(proof, await sign(digest, guardian, 3))),
      "a stranger": by(byRoot(proof, await sign(digest, createPasskey(9)))),
      "a root of the bare hash": by(
        byRoot([], await sign(rootDigest(account, hashOf(one, operation)))),
      ),
      "another operation": { ...by(byRoot(proof, good)), callGasLimit: 1_999_999n },
      "a root within a root": by(byRoot([], byRoot(proof, good))),
      "the owner's signature alone": by(good),
    }, "AA24");
    // A length beyond the signature reverts.
    await refused({
      "a longer length": by(byRoot(proof, good, 200)),
      "nothing but the form": by("0x02"),
      "a length without a proof": by("0x0201"),
    }, "AA23");
    assertEquals((await handleOps(one, by(byRoot(proof, good))))[0]!.success, true);
  });

  await t.step("it is not accepted for anything but operations", async () => {
    const { client } = one;
    const permission = await daily(one, account);
    for (const hash of [keccak256("0x07"), permissionId(permission)]) {
      const { root, proofs } = treeOf([leafOf(hash), keccak256("0x01"), keccak256("0x02")]);
      const signature = byRoot(
        proofs[0]!,
        wrapSignature(0, await passkey.sign(rootDigest(account, root))),
      );
      const plain = wrapSignature(0, await passkey.sign(hash));
      const accepted = (functionName: "isOwnerSignature" | "isValidSignature", candidate: Hex) =>
        client.readContract({
          address: account,
          abi: acctAbi,
          functionName,
          args: [hash, candidate],
        });
      assertEquals(await accepted("isOwnerSignature", signature), false);
      assertEquals(await accepted("isOwnerSignature", plain), true);
      assertEquals(await accepted("isValidSignature", signature), "0xffffffff");
      assertEquals(await accepted("isValidSignature", concat(["0x00", signature])), "0xffffffff");
      if (hash !== permissionId(permission)) continue;
      assertEquals(await grant(one, passkey, await daily(one, account, { salt: 99n })), null);
      const data = permissionData.approveWithSignature(permission, signature);
      assertEquals(await sendAs(one, permission.spender, data), "InvalidSignature");
      const direct = permissionData.approveWithSignature(permission, plain);
      assertEquals(await sendAs(one, permission.spender, direct), null);
    }
    // A signature of one operation is accepted as before.
    const operation = await signed(one, await draft(), device, 1);
    assertEquals((await handleOps(one, operation))[0]!.success, true);
  });
});
