import { assertEquals, assertNotEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeFunctionData,
  hashTypedData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseEventLogs,
  toHex,
} from "viem";
import { factory, implementation } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { acctBytecode } from "./artifacts/acct_bytecode.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { deployOnce } from "./create2.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import {
  createAddressOwner,
  createPasskey,
  type Owner,
  type Passkey,
  wrapSignature,
} from "./testing/passkey.ts";
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

const addKey = ({ x, y }: Passkey) =>
  encodeFunctionData({ abi, functionName: "addOwnerPublicKey", args: [x, y] });
const addAddress = (owner: Address) =>
  encodeFunctionData({ abi, functionName: "addOwnerAddress", args: [owner] });
const remove = (index: bigint, owner: Hex) =>
  encodeFunctionData({ abi, functionName: "removeOwnerAtIndex", args: [index, owner] });
const upgrade = (to: Address, data: Hex = "0x") =>
  encodeFunctionData({ abi, functionName: "upgradeToAndCall", args: [to, data] });

/** Encodes signed owner changes as call data for the account. */
async function changes(
  { client }: Stack,
  account: Address,
  owner: Owner,
  sequence: bigint,
  calls: Hex[],
  ownerIndex = 0,
): Promise<{ data: Hex; signature: Hex }> {
  const typed = {
    domain: { name: "Acct", version: "1", verifyingContract: account },
    types: {
      OwnerChanges: [{ name: "sequence", type: "uint256" }, { name: "calls", type: "bytes[]" }],
    },
    primaryType: "OwnerChanges",
    message: { sequence, calls },
  } as const;
  const digest = hashTypedData(typed);
  const code = await client.getCode({ address: account });
  if (code !== undefined) {
    const onChain = await client.readContract({
      address: account,
      abi,
      functionName: "ownerChangesHash",
      args: [sequence, calls],
    });
    assertEquals(onChain, digest);
  }
  const signature = wrapSignature(ownerIndex, await owner.sign(digest));
  const args = [sequence, calls, signature] as const;
  return {
    data: encodeFunctionData({ abi, functionName: "applyOwnerChanges", args }),
    signature,
  };
}

Deno.test("owners", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const read = (account: Address) => ({ address: account, abi }) as const;
  const owners = async (account: Address): Promise<Hex[]> => {
    const next = await client.readContract({ ...read(account), functionName: "nextOwnerIndex" });
    return await Promise.all(
      Array.from({ length: Number(next) }, (_, index) =>
        client.readContract({
          ...read(account),
          functionName: "ownerAtIndex",
          args: [BigInt(index)],
        })),
    );
  };
  const fresh = async (seed: number) => {
    const passkey = createPasskey(seed);
    const account = await createAccount(stack, [passkey.bytes]);
    await fund(stack, account);
    return { passkey, account };
  };

  await t.step("are added and removed by an operation's own call data", async () => {
    const { passkey, account } = await fresh(1);
    const [second, third] = [createPasskey(1001), createAddressOwner(1002)];
    const added = await sendCalls(stack, account, passkey, addKey(second));
    assertEquals(added.success, true);
    const logs = parseEventLogs({ abi, logs: added.receipt.logs });
    assertEquals(logs.map(({ eventName }) => eventName), ["AddOwner", "OwnerKey"]);
    assertEquals(logs[0]!.args, { index: 1n, owner: second.bytes });
    assertEquals(logs[1]!.args, { keyHash: keccak256(second.bytes), index: 1n, added: true });
    assertEquals(
      (await sendCalls(stack, account, passkey, addAddress(third.address))).success,
      true,
    );

    const removed = await sendCalls(stack, account, third, remove(0n, passkey.bytes), {
      ownerIndex: 2,
    });
    assertEquals(removed.success, true);
    const removal = parseEventLogs({ abi, logs: removed.receipt.logs });
    assertEquals(removal[0]!.args, { index: 0n, owner: passkey.bytes });
    assertEquals(removal[1]!.args, { keyHash: keccak256(passkey.bytes), index: 0n, added: false });
    assertEquals(await owners(account), ["0x", second.bytes, third.bytes]);

    // The removed key is invalid, the others kept their indices, and no index is reused.
    await assertRefused(
      sendCalls(stack, account, passkey, encodeCalls([{ target: account }])),
      "AA24",
    );
    assertEquals(
      (await sendCalls(stack, account, second, addKey(passkey), { ownerIndex: 1 })).success,
      true,
    );
    assertEquals(await owners(account), ["0x", second.bytes, third.bytes, passkey.bytes]);
    const count = await client.readContract({ ...read(account), functionName: "ownerCount" });
    assertEquals(count, 3n);
  });

  await t.step("are told apart by key, address and bytes", async () => {
    const { passkey, account } = await fresh(2);
    const other = createPasskey(1003);
    const key = (x: Hex, y: Hex) =>
      client.readContract({ ...read(account), functionName: "isOwnerPublicKey", args: [x, y] });
    const bytes = (owner: Hex) =>
      client.readContract({ ...read(account), functionName: "isOwnerBytes", args: [owner] });
    const address = (owner: Address) =>
      client.readContract({ ...read(account), functionName: "isOwnerAddress", args: [owner] });
    assertEquals(await key(passkey.x, passkey.y), true);
    assertEquals(await key(other.x, other.y), false);
    assertEquals(await key(pad("0x00"), pad("0x00")), false);
    assertEquals(await bytes(passkey.bytes), true);
    assertEquals(await bytes(passkey.x), false);
    assertEquals(await bytes("0x"), false);
    assertEquals(await bytes(`${passkey.bytes}00`), false);
    assertEquals(await address(account), false);
    assertEquals(await address("0x0000000000000000000000000000000000000000"), false);
    // An address is stored as a key without `y`, and does not count as a key.
    const friend: Address = "0x00000000000000000000000000000000000000bb";
    assertEquals((await sendCalls(stack, account, passkey, addAddress(friend))).success, true);
    assertEquals([await address(friend), await bytes(pad(friend))], [true, true]);
    assertEquals(await key(pad(friend), pad("0x00")), false);
    assertEquals(await bytes(concat([pad(friend), pad("0x00")])), false);
  });

  await t.step("that could never sign, or do already, are refused", async () => {
    const { passkey, account } = await fresh(3);
    const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
    const raw = (x: Hex, y: Hex) =>
      encodeFunctionData({ abi, functionName: "addOwnerPublicKey", args: [x, y] });
    const cases: [string, Hex][] = [
      ["AlreadyOwner", addKey(passkey)],
      ["InvalidOwner", addAddress("0x0000000000000000000000000000000000000000")],
      ["InvalidOwner", addAddress(account)],
      ["InvalidOwner", raw(passkey.y, passkey.x)],
      ["InvalidOwner", raw(pad("0x00"), pad("0x00"))],
      ["InvalidOwner", raw(passkey.x, numberToHex(BigInt(passkey.y) ^ 1n, { size: 32 }))],
      ["InvalidOwner", raw(numberToHex(p, { size: 32 }), passkey.y)],
    ];
    for (const [name, callData] of cases) {
      const { success, revertData } = await sendCalls(stack, account, passkey, callData);
      assertEquals([success, errorName(revertData)], [false, name]);
    }
    const bytes: Hex[] = ["0x", "0x01", passkey.x, `${passkey.bytes}00`, pad("0x00")];
    for (const owner of bytes) {
      const data = encodeFunctionData({
        abi: acctFactoryAbi,
        functionName: "createAccount",
        args: [[owner], 0n],
      });
      assertEquals(errorName(await revertOf(stack, { to: factory, data })), "InvalidOwner");
    }
    for (
      const [set, name] of [[[], "LastOwner"], [
        [passkey.bytes, passkey.bytes],
        "AlreadyOwner",
      ]] as const
    ) {
      const data = encodeFunctionData({
        abi: acctFactoryAbi,
        functionName: "createAccount",
        args: [set, 0n],
      });
      assertEquals(errorName(await revertOf(stack, { to: factory, data })), name);
    }
  });

  await t.step("keep their last one, and are removed only under their own name", async () => {
    const { passkey, account } = await fresh(4);
    const second = createPasskey(1004);
    const cases = async (list: [string, Hex][]) => {
      for (const [name, callData] of list) {
        const { revertData } = await sendCalls(stack, account, passkey, callData);
        assertEquals(errorName(revertData), name);
      }
    };
    await cases([
      ["LastOwner", remove(0n, passkey.bytes)],
      ["NotOwnerAtIndex", remove(0n, second.bytes)],
      ["NotOwnerAtIndex", remove(1n, passkey.bytes)],
      ["NotOwnerAtIndex", remove(1n, "0x")],
    ]);
    await sendCalls(stack, account, passkey, addKey(second));
    assertEquals(
      (await sendCalls(stack, account, passkey, remove(1n, second.bytes))).success,
      true,
    );
    await cases([
      ["LastOwner", remove(0n, passkey.bytes)],
      ["NotOwnerAtIndex", remove(1n, second.bytes)],
    ]);
  });

  await t.step("change by a signature that anyone carries, once and in order", async () => {
    const { passkey, account } = await fresh(5);
    const [second, third] = [createPasskey(1005), createPasskey(1006)];
    const first = await changes(stack, account, passkey, 0n, [addKey(second)]);
    const next = await changes(stack, account, second, 1n, [
      addKey(third),
      remove(0n, passkey.bytes),
    ], 1);

    // Not before its turn, not twice, not changed, not by a stranger.
    const revert = async (data: Hex) => errorName(await revertOf(stack, { to: account, data }));
    assertEquals(await revert(next.data), "WrongSequence");
    const receipt = await transact(stack, { to: account, data: first.data });
    const applied = parseEventLogs({ abi, logs: receipt.logs, eventName: "OwnerChangesApplied" });
    assertEquals(applied.map(({ args }) => args), [{ sequence: 0n }]);
    assertEquals(await revert(first.data), "WrongSequence");
    const stolen = encodeFunctionData({
      abi,
      functionName: "applyOwnerChanges",
      args: [1n, [addKey(createPasskey(1007))], next.signature],
    });
    assertEquals(await revert(stolen), "InvalidSignature");
    const stranger = await changes(stack, account, createPasskey(1008), 1n, [addKey(third)]);
    assertEquals(await revert(stranger.data), "InvalidSignature");

    await transact(stack, { to: account, data: next.data });
    assertEquals(await owners(account), ["0x", second.bytes, third.bytes]);
    // A removed key cannot add itself again with something signed before.
    const late = await changes(stack, account, passkey, 2n, [addKey(passkey)]);
    assertEquals(await revert(late.data), "InvalidSignature");
  });

  await t.step("change as a whole: one that fails uses nothing up", async () => {
    const { passkey, account } = await fresh(6);
    const second = createPasskey(1009);
    const bad: [string, Hex[]][] = [
      ["LastOwner", [addKey(second), remove(1n, second.bytes), remove(0n, passkey.bytes)]],
      ["AlreadyOwner", [addKey(second), addKey(passkey)]],
      ["ForbiddenChange", [addKey(second), encodeCalls([{ target: account }])]],
      ["ForbiddenChange", [encodeFunctionData({
        abi,
        functionName: "enablePermissions",
        args: [factory, "0x"],
      })]],
      ["ForbiddenChange", ["0x"]],
      ["ForbiddenChange", ["0x123456"]],
    ];
    for (const [name, calls] of bad) {
      const { data } = await changes(stack, account, passkey, 0n, calls);
      assertEquals(errorName(await revertOf(stack, { to: account, data })), name);
    }
    assertEquals(await owners(account), [passkey.bytes]);
    const good = await changes(stack, account, passkey, 0n, [addKey(second)]);
    await transact(stack, { to: account, data: good.data });
    assertEquals(await owners(account), [passkey.bytes, second.bytes]);
  });

  await t.step("changes of one account are none of another with the same owner", async () => {
    const { passkey, account } = await fresh(7);
    const twin = await createAccount(stack, [passkey.bytes], 1n);
    const { data } = await changes(stack, account, passkey, 0n, [addKey(createPasskey(1010))]);
    assertEquals(errorName(await revertOf(stack, { to: twin, data })), "InvalidSignature");
  });

  await t.step("arrive with the account on a chain that never knew it", async () => {
    const [passkey, second] = [createPasskey(8), createPasskey(1011)];
    const account = await accountAddress(stack, [passkey.bytes]);
    const add = [addKey(second)];
    const rest = [remove(0n, passkey.bytes)];
    const list = [
      { sequence: 0n, calls: add, ...await changes(stack, account, passkey, 0n, add) },
      { sequence: 1n, calls: rest, ...await changes(stack, account, second, 1n, rest, 1) },
    ];
    const create = (from: number, to: number) =>
      encodeFunctionData({
        abi: acctFactoryAbi,
        functionName: "createAccountWithChanges",
        args: [
          [passkey.bytes],
          0n,
          list.slice(from, to).map(({ sequence, calls, signature }) => ({
            sequence,
            calls,
            signature,
          })),
        ],
      });
    const gap = await revertOf(stack, { to: factory, data: create(1, 2) });
    assertEquals(errorName(gap), "WrongSequence");

    await transact(stack, { to: factory, data: create(0, 1) });
    assertEquals(await owners(account), [passkey.bytes, second.bytes]);
    await transact(stack, { to: factory, data: create(0, 2) });
    assertEquals(await owners(account), ["0x", second.bytes]);
    // Everything is applied: repeating it changes nothing and does not fail.
    await transact(stack, { to: factory, data: create(0, 2) });
    assertEquals(await owners(account), ["0x", second.bytes]);

    // In the account's first operation, too.
    const third = createPasskey(9);
    const other = await accountAddress(stack, [third.bytes]);
    await fund(stack, other);
    const { signature } = await changes(stack, other, third, 0n, add);
    const factoryData = encodeFunctionData({
      abi: acctFactoryAbi,
      functionName: "createAccountWithChanges",
      args: [[third.bytes], 0n, [{ sequence: 0n, calls: add, signature }]],
    });
    const outcome = await sendCalls(stack, other, second, encodeCalls([{ target: factory }]), {
      factory,
      factoryData,
      ownerIndex: 1,
    });
    assertEquals(outcome.receipt.status, "success");
    assertEquals(await owners(other), [third.bytes, second.bytes]);
  });

  await t.step(
    "upgrade the account, by operation and by signature, to UUPS code only",
    async () => {
      const { passkey, account } = await fresh(10);
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
      const { data } = await changes(stack, account, passkey, 0n, [upgrade(implementation)]);
      await transact(stack, { to: account, data });
      assertEquals(await current(), implementation.toLowerCase());
      assertEquals(await owners(account), [passkey.bytes]);
      assertNotEquals(other, implementation);
    },
  );
});
