import { assertEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseEventLogs,
  toHex,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { entryPoint08Abi, toPackedUserOperation } from "viem/account-abstraction";
import { entryPoint, implementation, multicall3 } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { signMessage, signTypedData } from "./testing/erc7739.ts";
import { daily } from "./testing/grant.ts";
import {
  applyChange,
  carry,
  changeTo,
  entry,
  ownerData,
  ownerState,
  signChange,
  wordOf,
} from "./testing/owner_change.ts";
import {
  createAddressOwner,
  createPasskey,
  type Owner,
  ownKey,
  wrapSignature,
} from "./testing/passkey.ts";
import { permissionId, permissionTypedData } from "./testing/permission.ts";
import {
  createAccount,
  encodeCalls,
  fund,
  prepare,
  revertOf,
  sendCalls,
  signed,
  startStack,
} from "./testing/stack.ts";

const abi = acctAbi;
/** ERC-1967 slot of a proxy's implementation. */
const implementationSlot = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
/** ERC-7201 slot of the account's state. */
const stateSlot = "0x47b11200d78896b10b6bfe64cfc6600baf05468ddf682d24adc45d0070ff4800";
const to = "0x00000000000000000000000000000000000000aa";

Deno.test("an EOA that delegates to the account (EIP-7702)", async (t) => {
  await using stack = await startStack();
  const { client, chainId } = stack;
  const eoa = privateKeyToAccount(`0x${"77".repeat(32)}`);
  const account = eoa.address;
  const key: Owner = { bytes: pad(account), sign: (hash) => eoa.sign({ hash }) };
  const passkey = createPasskey(1);
  await fund(stack, account);
  const addPasskey = ownerData.apply(
    await signChange(account, changeTo([entry(0, passkey)]), key, ownKey),
  );

  await t.step("delegates and adds a passkey in one operation, signed by its own key", async () => {
    const authorization = await client.signAuthorization({
      account: eoa,
      contractAddress: implementation,
    });
    const operation = await signed(
      stack,
      await prepare(stack, account, addPasskey, { factory: "0x7702", authorization }),
      key,
      ownKey,
    );
    const hash = await client.writeContract({
      address: entryPoint,
      abi: entryPoint08Abi,
      functionName: "handleOps",
      args: [[toPackedUserOperation(operation)], client.account.address],
      authorizationList: [authorization],
      gas: 5_000_000n,
    });
    const { logs } = await client.waitForTransactionReceipt({ hash });
    const [event] = parseEventLogs({ abi: entryPoint08Abi, logs, eventName: "UserOperationEvent" });
    assertEquals(event!.args.success, true);
    const { words } = await ownerState(stack, account);
    assertEquals(words, [keccak256(passkey.bytes)]);
  });

  await t.step("obeys passkey and own key alike, each under its index only", async () => {
    const send = (owner: Owner, ownerIndex: number | bigint) =>
      sendCalls(stack, account, owner, encodeCalls([{ target: to, value: 1n }]), { ownerIndex });
    assertEquals((await send(passkey, 0n)).success, true);
    assertEquals((await send(key, ownKey)).success, true);
    await assertRefused(send(key, 0n), "AA24");
    await assertRefused(send(passkey, ownKey), "AA24");
    await assertRefused(send(createAddressOwner(5), ownKey), "AA24");
  });

  await t.step("no other first byte stands for its own key", async () => {
    const digest = keccak256("0x17");
    const signature = await eoa.sign({ hash: digest });
    const obeys = (first: number) =>
      client.readContract({
        address: account,
        abi,
        functionName: "isOwnerSignature",
        args: [digest, concat([toHex(first, { size: 1 }), signature])],
      });
    const obeyed = await Promise.all([0, 1, 2, 3, 0xff].map(obeys));
    assertEquals(obeyed, [false, false, true, false, false]);
  });

  await t.step("signs messages with its passkey", async () => {
    const message = "hello";
    const signature = await signMessage({ account, chainId, owner: passkey, message });
    assertEquals(await client.verifyMessage({ address: account, message, signature }), true);
  });

  await t.step(
    "cannot be initialised by any caller, and batches in a transaction of its own",
    async () => {
      const initialize = encodeFunctionData({
        abi,
        functionName: "initialize",
        args: [[createPasskey(2).bytes], [], []],
      });
      assertEquals(
        errorName(await revertOf(stack, { to: account, data: initialize })),
        "AlreadyInitialized",
      );
      const own = async (data: Hex) =>
        errorName(await revertOf(stack, { to: account, data, from: account }));
      assertEquals(await own(encodeCalls([{ target: to }, { target: to }])), "(no revert)");
      assertEquals(await own(encodeCalls([{ target: to }, { target: account }])), "(no revert)");
      const inner = encodeCalls([{ target: to }]);
      assertEquals(
        await own(encodeCalls([{ target: to }, { target: account, data: inner }])),
        "ForbiddenTarget",
      );
    },
  );

  await t.step("says that it cannot be upgraded: its delegation is what decides", async () => {
    const data = encodeFunctionData({
      abi,
      functionName: "upgradeToAndCall",
      args: [implementation, "0x"],
    });
    const { success, revertData } = await sendCalls(stack, account, passkey, data);
    assertEquals([success, errorName(revertData)], [false, "UnauthorizedCallContext"]);
  });

  await t.step("before any owner was added, it cannot be taken by the first to come", async () => {
    const other = privateKeyToAccount(`0x${"78".repeat(32)}`);
    const authorization = await client.signAuthorization({
      account: other,
      contractAddress: implementation,
    });
    const hash = await client.sendTransaction({ to, authorizationList: [authorization] });
    await client.waitForTransactionReceipt({ hash });
    const data = encodeFunctionData({
      abi,
      functionName: "initialize",
      args: [[createPasskey(2).bytes], [], []],
    });
    assertEquals(
      errorName(await revertOf(stack, { to: other.address, data })),
      "AlreadyInitialized",
    );
    const mine = await signChange(
      other.address,
      changeTo([entry(0, createPasskey(2))]),
      createPasskey(2),
    );
    assertEquals(await carry(stack, other.address, ownerData.apply(mine)), "InvalidSignature");
    // The other EOA's own key signed for itself alone.
    assertEquals(await carry(stack, other.address, addPasskey), "InvalidSignature");
  });

  await t.step("its own key stays above all sets, and can be in one by its address", async () => {
    const { head } = await ownerState(stack, account);
    const alone = changeTo([entry(1, pad(account))], { from: [head] });
    const next = await applyChange(stack, account, alone, key, ownKey);
    await assertRefused(
      sendCalls(stack, account, passkey, encodeCalls([{ target: to }])),
      "AA24",
    );
    for (const ownerIndex of [1, ownKey]) {
      const { success } = await sendCalls(stack, account, key, encodeCalls([{ target: to }]), {
        ownerIndex,
      });
      assertEquals(success, true);
    }
    const back = changeTo([entry(1, passkey)], { from: [next] });
    await applyChange(stack, account, back, key, ownKey);
    assertEquals((await ownerState(stack, account)).words, [zeroHash, keccak256(passkey.bytes)]);
  });

  await t.step(
    "keeps head and owners while it delegates elsewhere, if nothing there writes them",
    async () => {
      const delegate = async (contractAddress: Address) => {
        const authorization = await client.signAuthorization({ account: eoa, contractAddress });
        const hash = await client.sendTransaction({ to, authorizationList: [authorization] });
        await client.waitForTransactionReceipt({ hash });
      };
      const before = await ownerState(stack, account);
      const change = changeTo([entry(1, createPasskey(3))], { from: [before.head] });
      const away = ownerData.apply(await signChange(account, change, key, ownKey));
      await delegate(multicall3);
      assertEquals(await carry(stack, account, away), "(no reason)");
      await assertRefused(ownerState(stack, account), "ownerState");
      await delegate(implementation);
      assertEquals(await ownerState(stack, account), before);
      // The change that was signed for this head holds as before.
      assertEquals(await carry(stack, account, away), null);

      // Other code can write the slot: the head then says nothing about the owners.
      const after = await ownerState(stack, account);
      const slot = keccak256(
        concat([pad("0x01"), toHex(BigInt(stateSlot) + 2n, { size: 32 })]),
      );
      await client.setStorageAt({ address: account, index: slot, value: wordOf(createPasskey(4)) });
      const written = await ownerState(stack, account);
      assertEquals(written.head, after.head);
      assertEquals(written.words[1], wordOf(createPasskey(4)));
      // The key of the EOA states the owners again.
      const restored = changeTo([entry(1, passkey)], { from: [written.head] });
      await applyChange(stack, account, restored, key, ownKey);
      assertEquals((await ownerState(stack, account)).words, [zeroHash, wordOf(passkey)]);
    },
  );

  await t.step("a signature of typed data is no owner's, also where it owns itself", async () => {
    const { head } = await ownerState(stack, account);
    const owners = [entry(1, passkey), entry(2, pad(account))];
    await applyChange(stack, account, changeTo(owners, { from: [head] }), key, ownKey);
    const digest = permissionId(await daily(stack, account));
    const typed = await signTypedData({
      account,
      chainId,
      owner: passkey,
      ownerIndex: 1,
      typed: permissionTypedData(await daily(stack, account)),
    });
    const at = { address: account, abi } as const;
    const valid = { ...at, functionName: "isValidSignature", args: [digest, typed] } as const;
    assertEquals(await client.readContract(valid), "0x1626ba7e");
    for (const each of [typed, concat(["0x0102", typed])]) {
      const owners = { ...at, functionName: "isOwnerSignature", args: [digest, each] } as const;
      assertEquals(await client.readContract(owners), false);
    }
  });
});

Deno.test("a deployed account has no own key", async () => {
  await using stack = await startStack();
  const passkey = createPasskey(1);
  const account = await createAccount(stack, [passkey.bytes]);
  await fund(stack, account);
  const call = encodeCalls([{ target: to }]);
  await assertRefused(
    sendCalls(stack, account, passkey, call, { ownerIndex: ownKey }),
    "AA24",
  );

  // Not even with the key of its address, found by chance or by a lot of work.
  const { client } = stack;
  const eoa = privateKeyToAccount(`0x${"79".repeat(32)}`);
  const address = eoa.address;
  await client.setCode({ address, bytecode: (await client.getCode({ address: account }))! });
  await client.setStorageAt({ address, index: implementationSlot, value: pad(implementation) });
  const digest = keccak256("0x01");
  const signature = wrapSignature(ownKey, await eoa.sign({ hash: digest }));
  const accepts = () =>
    client.readContract({
      address,
      abi,
      functionName: "isOwnerSignature",
      args: [digest, signature],
    });
  assertEquals(await accepts(), false);
  // The signature itself is valid: the same address accepts it once it is a delegation.
  await client.setCode({ address, bytecode: concat(["0xef0100", implementation]) });
  assertEquals(await accepts(), true);
});
