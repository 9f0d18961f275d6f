import { assertEquals, assertNotEquals } from "@std/assert";
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  parseEventLogs,
  zeroHash,
} from "viem";
import { factory, implementation, proxyInitCodeHash } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { acctFactoryAbi } from "./artifacts/acct_factory_abi.ts";
import { testTokenAbi } from "./artifacts/test_token_abi.ts";
import golden from "./golden.json" with { type: "json" };
import { proxyInitCode } from "./proxy.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { encodeBounded } from "./testing/bounds.ts";
import { changeTo, entry, ownerData, recoveryTo, signChange } from "./testing/owner_change.ts";
import { createPasskey } from "./testing/passkey.ts";
import { disable, forever } from "./testing/permission.ts";
import {
  accountAddress,
  deployment,
  encodeCalls,
  fund,
  revertOf,
  sendCalls,
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
      const keys = parseEventLogs({ abi: acctAbi, logs: receipt.logs, eventName: "OwnerAdded" });
      assertEquals(keys.map((event) => event.args), [
        { index: 0n, id: keccak256(passkey.bytes), kind: 0, x: passkey.x, y: passkey.y },
      ]);
    });

    await t.step("the factory returns the same account again and runs only once", async () => {
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

    await t.step("the implementation itself has no owner and accepts none", async () => {
      const change = changeTo([entry(0, passkey)]);
      const recovery = recoveryTo([entry(0, passkey)]);
      const calls = [
        encodeFunctionData({
          abi: acctAbi,
          functionName: "initialize",
          args: [[passkey.bytes]],
        }),
        ownerData.apply({ change, signature: "0x" }),
        ownerData.applyAll([]),
        ownerData.start(recovery, "0x"),
        ownerData.finish(recovery),
        ownerData.veto({ heads: [zeroHash], target: zeroHash }, "0x"),
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

    await t.step("a single call's error is returned unchanged", async () => {
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

    await t.step("only the EntryPoint makes it act", async () => {
      const abi = acctAbi;
      const calls = [
        encodeFunctionData({ abi, functionName: "execute", args: [to, 0n, "0x"] }),
        encodeFunctionData({ abi, functionName: "executeBatch", args: [[]] }),
        encodeFunctionData({
          abi,
          functionName: "executeFromPermission",
          args: [pad("0x01"), { target: to, value: 0n, data: "0x" }],
        }),
        encodeFunctionData({ abi, functionName: "setPermissionsEnd", args: [forever] }),
        encodeFunctionData({ abi, functionName: "executeBounded", args: [[], []] }),
        disable(),
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

    await t.step("no call reaches its own functions, so none is hidden in a batch", async () => {
      const change = await signChange(
        account,
        changeTo([entry(0, passkey), entry(1, pad(to))]),
        passkey,
      );
      const functions: Hex[] = [
        ownerData.apply(change),
        ownerData.applyAll([change]),
        disable(),
        encodeFunctionData({
          abi: acctAbi,
          functionName: "upgradeToAndCall",
          args: [implementation, "0x"],
        }),
        encodeCalls([{ target: to }]),
        encodeBounded([{ target: to }], []),
        "0x00",
      ];
      for (const data of functions) {
        for (
          const callData of [
            encodeCalls([{ target: account, data }]),
            encodeCalls([{ target: to }, { target: account, data }]),
            encodeBounded([{ target: account, data }], []),
          ]
        ) {
          const { success, revertData } = await sendCalls(stack, account, passkey, callData);
          assertEquals([success, errorName(revertData)], [false, "ForbiddenTarget"]);
        }
      }
      // The change itself is valid: the same data submitted from outside is accepted.
      const revert = await revertOf(stack, { to: account, data: ownerData.apply(change) });
      assertEquals(revert, null);
    });

    await t.step("it can send ether to itself, without effect", async () => {
      for (
        const callData of [
          encodeCalls([{ target: account, value: 1n }]),
          encodeCalls([{ target: to }, { target: account, value: 2n }]),
          encodeBounded([{ target: account, value: 3n }], []),
        ]
      ) {
        const { success } = await sendCalls(stack, account, passkey, callData);
        assertEquals(success, true);
      }
    });

    await t.step("it receives NFTs, and rejects unknown functions", async () => {
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
