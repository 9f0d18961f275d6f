import { assertEquals, assertNotEquals } from "@std/assert";
import {
  concat,
  domainSeparator,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  parseEventLogs,
  toHex,
} from "viem";
import { entryPoint, factory, implementation, proxyInitCodeHash } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { testTokenAbi } from "./artifacts/test_token_abi.ts";
import golden from "./golden.json" with { type: "json" };
import { proxyInitCode } from "./proxy.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import {
  createAddressOwner,
  createDeviceKey,
  createPasskey,
  highS,
  wrapSignature,
} from "./testing/passkey.ts";
import {
  accountAddress,
  createAccount,
  deployment,
  encodeCalls,
  fund,
  handleOps,
  hashOf,
  prepare,
  revertOf,
  sendCalls,
  signed,
  startStack,
} from "./testing/stack.ts";

const to = "0x00000000000000000000000000000000000000aa";

const receiverAbi = parseAbi([
  "function onERC721Received(address, address, uint256, bytes) returns (bytes4)",
  "function onERC1155Received(address, address, uint256, uint256, bytes) returns (bytes4)",
  "function onERC1155BatchReceived(address,address,uint256[],uint256[],bytes) returns (bytes4)",
  "function tokensReceived() returns (bytes4)",
]);

for (const hardfork of ["osaka", "prague"] as const) {
  Deno.test(`an account on ${hardfork}`, async (t) => {
    await using stack = await startStack(hardfork);
    const { client } = stack;
    const passkey = createPasskey(1);
    const account = await accountAddress(stack, [passkey.bytes]);
    await fund(stack, account);

    await t.step("its address is the golden one, offline and from the factory", async () => {
      assertEquals(keccak256(proxyInitCode(implementation)), proxyInitCodeHash);
      const initCodeHash = await client.readContract({
        address: factory,
        abi: acctFactoryAbi,
        functionName: "initCodeHash",
      });
      assertEquals(initCodeHash, proxyInitCodeHash);
      for (const { owners, nonce, address } of golden) {
        assertEquals(await accountAddress(stack, owners as Hex[], BigInt(nonce)), address);
      }
    });

    await t.step("its first operation deploys it", async () => {
      const { success, receipt } = await sendCalls(
        stack,
        account,
        passkey,
        encodeCalls([{ target: to, value: 5n }]),
        deployment([passkey.bytes]),
      );
      assertEquals(success, true);
      assertEquals(await client.getBalance({ address: to }), 5n);
      const [created] = parseEventLogs({ abi: acctFactoryAbi, logs: receipt.logs });
      assertEquals(created!.args, {
        account,
        ownersHash: keccak256(encodeAbiParameters([{ type: "bytes[]" }], [[passkey.bytes]])),
        owners: [passkey.bytes],
        nonce: 0n,
      });
      const keys = parseEventLogs({ abi: acctAbi, logs: receipt.logs, eventName: "OwnerKey" });
      assertEquals(keys.map((event) => event.args), [
        { keyHash: keccak256(passkey.bytes), index: 0n, added: true },
      ]);
    });

    await t.step("the factory gives the same account again and cannot be asked twice", async () => {
      const { result } = await client.simulateContract({
        address: factory,
        abi: acctFactoryAbi,
        functionName: "createAccount",
        args: [[passkey.bytes], 0n],
      });
      assertEquals(result, account);
      const other = createPasskey(2);
      assertNotEquals(await accountAddress(stack, [other.bytes]), account);
      assertNotEquals(await accountAddress(stack, [passkey.bytes], 1n), account);
      await assertRefused(
        client.simulateContract({
          address: account,
          abi: acctAbi,
          functionName: "initialize",
          args: [[other.bytes]],
        }),
        "AlreadyInitialized",
      );
    });

    await t.step("the implementation itself has no owner and takes none", async () => {
      const calls = [
        encodeFunctionData({
          abi: acctAbi,
          functionName: "initialize",
          args: [[passkey.bytes]],
        }),
        encodeFunctionData({
          abi: acctAbi,
          functionName: "applyOwnerChanges",
          args: [0n, [], "0x"],
        }),
      ];
      for (const data of calls) {
        const revert = await revertOf(stack, { to: implementation, data });
        assertEquals(errorName(revert), "UnauthorizedCallContext");
      }
    });

    await t.step("a batch does all its calls in order, or none", async () => {
      const [token] = stack.tokens;
      const mint = encodeFunctionData({
        abi: testTokenAbi,
        functionName: "mint",
        args: [account, 100n],
      });
      const transfer = (amount: bigint) =>
        encodeFunctionData({ abi: testTokenAbi, functionName: "transfer", args: [to, amount] });
      const balance = () =>
        client.readContract({
          address: token,
          abi: testTokenAbi,
          functionName: "balanceOf",
          args: [to],
        });
      const good = await sendCalls(
        stack,
        account,
        passkey,
        encodeCalls([{ target: token, data: mint }, { target: token, data: transfer(60n) }]),
      );
      assertEquals(good.success, true);
      assertEquals(await balance(), 60n);
      const bad = await sendCalls(
        stack,
        account,
        passkey,
        encodeCalls([{ target: token, data: transfer(10n) }, {
          target: token,
          data: transfer(60n),
        }]),
      );
      assertEquals([bad.success, errorName(bad.revertData)], [false, "ExecuteError"]);
      assertEquals(await balance(), 60n);
    });

    await t.step("a single call's error comes back as it is", async () => {
      const [token] = stack.tokens;
      const data = encodeFunctionData({
        abi: testTokenAbi,
        functionName: "transfer",
        args: [to, 10n ** 30n],
      });
      for (
        const callData of [
          encodeCalls([{ target: token, data }]),
          encodeFunctionData({
            abi: acctAbi,
            functionName: "executeBatch",
            args: [[{ target: token, value: 0n, data }]],
          }),
        ]
      ) {
        const { revertData } = await sendCalls(stack, account, passkey, callData);
        assertEquals(errorName(revertData, testTokenAbi), "ERC20InsufficientBalance");
      }
    });

    await t.step("nobody but the EntryPoint makes it act", async () => {
      const abi = acctAbi;
      const calls = [
        encodeFunctionData({ abi, functionName: "execute", args: [to, 0n, "0x"] }),
        encodeFunctionData({ abi, functionName: "executeBatch", args: [[]] }),
        encodeFunctionData({ abi, functionName: "executeFromPermission", args: [pad("0x01"), []] }),
        encodeFunctionData({ abi, functionName: "addOwnerAddress", args: [to] }),
        encodeFunctionData({
          abi,
          functionName: "addOwnerPublicKey",
          args: [passkey.x, passkey.y],
        }),
        encodeFunctionData({
          abi,
          functionName: "removeOwnerAtIndex",
          args: [0n, passkey.bytes],
        }),
        encodeFunctionData({ abi, functionName: "enablePermissions", args: [entryPoint, "0x"] }),
        encodeFunctionData({
          abi,
          functionName: "upgradeToAndCall",
          args: [implementation, "0x"],
        }),
      ];
      for (const data of calls) {
        const revert = await revertOf(stack, { to: account, data });
        assertEquals(errorName(revert), "Unauthorized");
      }
    });

    await t.step("it is no target of its own calls: owner changes cannot hide there", async () => {
      const data = encodeFunctionData({
        abi: acctAbi,
        functionName: "addOwnerAddress",
        args: [to],
      });
      for (
        const callData of [
          encodeCalls([{ target: account, data }]),
          encodeCalls([{ target: to }, { target: account, data }]),
          encodeCalls([{ target: account, value: 1n }]),
        ]
      ) {
        const { success, revertData } = await sendCalls(stack, account, passkey, callData);
        assertEquals([success, errorName(revertData)], [false, "ForbiddenTarget"]);
      }
    });

    await t.step("it refuses every assertion with something wrong in it", async () => {
      const operation = await prepare(stack, account, encodeCalls([{ target: to }]));
      const hash = hashOf(stack, operation);
      const good = passkey.assert(hash);
      const mute = createPasskey(3);
      const bad: Record<string, Hex> = {
        "no user verification": wrapSignature(0, passkey.assert(hash, { flags: 0x01 })),
        "no user presence": wrapSignature(0, passkey.assert(hash, { flags: 0x04 })),
        "the upper s": wrapSignature(0, passkey.assert(hash, { highS: true })),
        "a registration": wrapSignature(0, passkey.assert(hash, { type: "webauthn.create" })),
        "another challenge": wrapSignature(0, passkey.assert(keccak256(hash))),
        "another passkey": wrapSignature(0, mute.assert(hash)),
        "an index without owner": wrapSignature(1, good),
        "the index of an EOA's own key": wrapSignature(2n ** 256n - 1n, good),
        "a challenge index one off": wrapSignature(0, passkey.assert(hash, { challengeIndex: 24 })),
        "a challenge index far off": wrapSignature(
          0,
          passkey.assert(hash, { challengeIndex: 10_000 }),
        ),
        "the challenge's index for the type": wrapSignature(
          0,
          passkey.assert(hash, { typeIndex: 23 }),
        ),
        "something after the padding": concat([wrapSignature(0, good), pad("0x00")]),
        "a missing last word": wrapSignature(0, good).slice(0, -64) as Hex,
        "a reserved first word": concat([pad("0x40"), `0x${wrapSignature(0, good).slice(66)}`]),
        "a signature without index": good,
        "an empty signature": "0x",
        "a raw signature's upper half": wrapSignature(0, pad("0x01", { size: 64 })),
        "65 bytes of an ECDSA signature": wrapSignature(
          0,
          await createAddressOwner(1).sign(hash),
        ),
      };
      for (const [name, signature] of Object.entries(bad)) {
        const sending = handleOps(stack, { ...operation, signature });
        await assertRefused(sending, "AA24").catch((cause) => {
          throw new Error(`taken: ${name}`, { cause });
        });
      }
      const [outcome] = await handleOps(stack, {
        ...operation,
        signature: wrapSignature(0, good),
      });
      assertEquals(outcome!.success, true);
    });

    await t.step("a placeholder's verification costs what a real one's does", async () => {
      const digest = keccak256("0x01");
      const verify = (signature: Hex) =>
        client.estimateGas({
          to: account,
          data: encodeFunctionData({
            abi: acctAbi,
            functionName: "isOwnerSignature",
            args: [digest, signature],
          }),
        });
      const real = await verify(wrapSignature(0, passkey.assert(digest)));
      // Another's key over another digest: as a service makes them, once and for all.
      const placeholder = createPasskey(99).assert(keccak256("0x02"));
      const estimated = await verify(wrapSignature(0, placeholder));
      const difference = Number(estimated - real) / Number(real);
      assertEquals(Math.abs(difference) < 0.03, true, `${real} and ${estimated}`);
    });

    await t.step("it takes client data with members in another place", async () => {
      const operation = await prepare(stack, account, encodeCalls([{ target: to }]));
      const data = passkey.assert(hashOf(stack, operation), {
        prefix: '"other_keys_can_be_added_here":"do not compare clientDataJSON",',
      });
      const [outcome] = await handleOps(stack, {
        ...operation,
        signature: wrapSignature(0, data),
      });
      assertEquals(outcome!.success, true);
    });

    await t.step("a changed operation is refused", async () => {
      const operation = await signed(
        stack,
        await prepare(stack, account, encodeCalls([{ target: to }])),
        passkey,
      );
      const changes = [
        { callData: encodeCalls([{ target: entryPoint }]) },
        { callGasLimit: operation.callGasLimit + 1n },
        { verificationGasLimit: operation.verificationGasLimit + 1n },
        { preVerificationGas: operation.preVerificationGas + 1n },
        { maxFeePerGas: operation.maxFeePerGas + 1n },
        { maxPriorityFeePerGas: operation.maxPriorityFeePerGas + 1n },
        { nonce: 1n << 64n },
      ];
      for (const change of changes) {
        await assertRefused(handleOps(stack, { ...operation, ...change }), "AA24");
      }
    });

    await t.step("a signature for another account or chain is refused", async () => {
      const twin = await createAccount(stack, [passkey.bytes], 7n);
      await fund(stack, twin);
      const call = encodeCalls([{ target: to }]);
      const here = await prepare(stack, account, call, { nonce: 3n << 64n });
      const there = await prepare(stack, twin, call, { nonce: 3n << 64n });
      const { signature } = await signed(stack, here, passkey);
      await assertRefused(handleOps(stack, { ...there, signature }), "AA24");
      const elsewhere = await signed({ ...stack, chainId: 1 }, here, passkey);
      await assertRefused(handleOps(stack, elsewhere), "AA24");
      const [outcome] = await handleOps(stack, { ...here, signature });
      assertEquals(outcome!.success, true);
      await assertRefused(handleOps(stack, { ...here, signature }), "AA25");
    });

    await t.step("addresses, device keys and contracts own it as well", async () => {
      const device = createDeviceKey(10);
      const address = createAddressOwner(11);
      // A contract owner: another account, whose passkey signs in ERC-7739's form.
      const owners = [device.bytes, address.bytes, pad(account)];
      const shared = await accountAddress(stack, owners);
      await fund(stack, shared);
      const send = (owner: typeof device, index: number, more = {}) =>
        sendCalls(stack, shared, owner, encodeCalls([{ target: to }]), {
          ownerIndex: index,
          ...more,
        });
      assertEquals((await send(device, 0, deployment(owners))).success, true);
      assertEquals((await send(address, 1)).success, true);
      await assertRefused(send(device, 1), "AA24");
      await assertRefused(send(address, 0), "AA24");
      await assertRefused(
        send({ ...address, sign: async (digest) => highS(await address.sign(digest)) }, 1),
        "AA24",
      );
      const contract = {
        bytes: pad(account),
        // The digest itself, nested in the owning account's domain.
        sign: (digest: Hex) => Promise.resolve(wrapSignature(0, passkey.assert(nest(digest)))),
      };
      const separator = domainSeparator({
        domain: { name: "Acct", version: "1", chainId: stack.chainId, verifyingContract: account },
      });
      const nest = (digest: Hex) => {
        const typeHash = keccak256(toHex("PersonalSign(bytes prefixed)"));
        return keccak256(concat(["0x1901", separator, keccak256(concat([typeHash, digest]))]));
      };
      assertEquals((await send(contract, 2)).success, true);
      await assertRefused(
        send({ ...contract, sign: (digest) => Promise.resolve(passkey.assert(digest)) }, 2),
        "AA24",
      );
    });

    await t.step("it receives NFTs, and answers nothing it does not know", async () => {
      const abi = receiverAbi;
      const contract = { address: account, abi } as const;
      const answers = await Promise.all([
        client.simulateContract({
          ...contract,
          functionName: "onERC721Received",
          args: [to, to, 1n, "0x"],
        }),
        client.simulateContract({
          ...contract,
          functionName: "onERC1155Received",
          args: [to, to, 1n, 1n, "0x"],
        }),
        client.simulateContract({
          ...contract,
          functionName: "onERC1155BatchReceived",
          args: [to, to, [1n], [1n], "0x"],
        }),
      ]);
      assertEquals(answers.map(({ result }) => result), ["0x150b7a02", "0xf23a6e61", "0xbc197c81"]);
      await assertRefused(
        client.simulateContract({ ...contract, functionName: "tokensReceived" }),
        "reverted",
      );
      const supports = (id: Hex) =>
        client.readContract({
          address: account,
          abi: acctAbi,
          functionName: "supportsInterface",
          args: [id],
        });
      assertEquals(await supports("0x150b7a02"), true);
      assertEquals(await supports("0x4e2312e0"), true);
      assertEquals(await supports("0xffffffff"), false);
    });
  });
}
