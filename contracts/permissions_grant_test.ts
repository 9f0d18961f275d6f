import { assertEquals, assertNotEquals } from "@std/assert";
import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseEventLogs,
  toHex,
  zeroAddress,
  zeroHash,
} from "viem";
import { toPackedUserOperation } from "viem/account-abstraction";
import { entryPoint, permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { errorName } from "./testing/asserts.ts";
import { signTypedData } from "./testing/erc7739.ts";
import { daily, day, fresh, grant, receiver, spender, transfer } from "./testing/grant.ts";
import { createPasskey, wrapSignature } from "./testing/passkey.ts";
import {
  empty,
  enable,
  kind,
  native,
  type Permission,
  permissionData,
  permissionId,
  permissionTypes,
  saltOf,
  selectors,
  sendAs,
  signPermission,
  use,
} from "./testing/permission.ts";
import {
  createAccount,
  encodeCalls,
  fund,
  prepare,
  revertOf,
  sendCalls,
  startStack,
} from "./testing/stack.ts";
import { balanceOf, mint } from "./testing/token.ts";

Deno.test("permissions are granted by the account alone", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token, other] = stack.tokens;
  const to = receiver;

  await t.step("an id is the EIP-712 hash that the SDK computes", async () => {
    const id = keccak256(toHex("any word"));
    const full: Permission = {
      account: to,
      spender,
      start: 1,
      end: 2 ** 48 - 1,
      salt: 2n ** 256n - 1n,
      calls: [{ target: token, selector: selectors.approve, rules: [] }, {
        target: to,
        selector: empty,
        rules: [],
      }],
      spends: [
        { token, allowance: 2n ** 160n - 1n, unit: 6, multiplier: 255 },
        { token: native, allowance: 1n, unit: 0, multiplier: 1 },
      ],
      watched: [other, to],
    };
    const rules = [
      { word: 0, kind: kind.account, values: [] },
      { word: 255, kind: kind.oneOf, values: [zeroHash, id] },
    ];
    for (
      const permission of [
        full,
        { ...full, calls: [] },
        { ...full, spends: [] },
        { ...full, watched: [] },
        { ...full, calls: [{ target: to, selector: empty, rules }, ...full.calls] },
      ]
    ) {
      const computed = await client.readContract({
        address: permissions,
        abi: permissionsAbi,
        functionName: "getId",
        args: [permission],
      });
      assertEquals(computed, permissionId(permission));
      assertNotEquals(computed, permissionId(permission, 1));
    }
  });

  await t.step("one operation enables them and grants the first", async () => {
    const owner = createPasskey(1);
    const account = await createAccount(stack, [owner.bytes]);
    await fund(stack, account);
    await mint(stack, token, account, 1000n);
    const permission = await daily(stack, account);
    const id = permissionId(permission);
    const { success, receipt } = await sendCalls(stack, account, owner, enable(permission));
    assertEquals(success, true);
    const [approved] = parseEventLogs({ abi: permissionsAbi, logs: receipt.logs });
    assertEquals(approved!.eventName, "PermissionApproved");
    const { permission: logged, ...indexed } = approved!.args as {
      permission: Permission;
      id: Hex;
    };
    assertEquals<unknown>(indexed, { id, account, spender });
    assertEquals(permissionId(logged), id);

    assertEquals(await use(stack, permission, [transfer(token, 60n)]), null);
    assertEquals(await balanceOf(stack, token, to), 60n);
    const block = await client.getBlockNumber();
    const [spent] = await client.getContractEvents({
      address: permissions,
      abi: permissionsAbi,
      eventName: "Spent",
      fromBlock: block,
    });
    assertEquals(spent!.args, { id, account, token, index: 0n, amount: 60n, period: 0n });
    const [left] = await client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "remaining",
      args: [permission],
    });
    assertEquals(left, {
      token,
      amount: 40n,
      periodStart: BigInt(permission.start),
      periodEnd: BigInt(permission.start + day),
    });
    assertEquals(await use(stack, permission, [transfer(token, 41n)]), "AllowanceExceeded");
    assertEquals(await use(stack, permission, [transfer(token, 40n)]), null);
    assertEquals(await use(stack, permission, [transfer(token, 1n)]), "AllowanceExceeded");
    // The next day starts at the second at which the permission started.
    await client.setNextBlockTimestamp({ timestamp: BigInt(permission.start + day) });
    await client.mine({ blocks: 1 });
    assertEquals(await use(stack, permission, [transfer(token, 100n)]), null);
  });

  await t.step("an owner's signature grants, by anyone or in the first use", async () => {
    const { account, owner } = await fresh(stack, 2);
    const first = await daily(stack, account);
    const signature = await signPermission(first, owner);
    assertEquals(await use(stack, first, [transfer(token, 1n)]), "NotApproved");
    const bring = permissionData.approveWithSignature(first, signature);
    assertEquals(await sendAs(stack, to, bring), null);
    assertEquals(await sendAs(stack, to, bring), null);
    assertEquals(await use(stack, first, [transfer(token, 1n)]), null);

    const second = { ...first, salt: saltOf(2) };
    const signed = await signPermission(second, owner);
    const used = permissionData.executeWithSignature(second, signed, [transfer(token, 100n)]);
    assertEquals(await sendAs(stack, to, used), "NotSpender");
    assertEquals(await sendAs(stack, spender, used), null);
    assertEquals(await sendAs(stack, spender, used), "AllowanceExceeded");
  });

  await t.step("an owner's own operations are not limited by allowances", async () => {
    const { account, owner } = await fresh(stack, 32);
    const small = await daily(stack, account);
    assertEquals(await grant(stack, owner, small), null);
    const all = await balanceOf(stack, token, account);
    assertEquals(all > 100n, true);
    const taken = encodeCalls([transfer(token, all)]);
    assertEquals((await sendCalls(stack, account, owner, taken)).success, true);
    assertEquals(await balanceOf(stack, token, account), 0n);
    // The holder of the passkey can grant too.
    const own = await daily(stack, account, { salt: saltOf(9), spender: to });
    assertEquals(await grant(stack, owner, own), null);
  });

  await t.step("another account is a spender like any other, by its own operations", async () => {
    const { account, owner } = await fresh(stack, 30);
    const key = createPasskey(31);
    const agent = await createAccount(stack, [key.bytes]);
    await fund(stack, agent);
    const permission = await daily(stack, account, { spender: agent });
    const signature = await signPermission(permission, owner);
    const before = await balanceOf(stack, token, to);
    const act = (data: Hex) =>
      sendCalls(stack, agent, key, encodeCalls([{ target: permissions, data }]));
    const calls = [transfer(token, 70n)];
    const first = await act(permissionData.executeWithSignature(permission, signature, calls));
    assertEquals(first.success, true);
    const second = await act(permissionData.execute(permission, calls));
    assertEquals(
      [second.success, errorName(second.revertData, permissionsAbi)],
      [false, "AllowanceExceeded"],
    );
    assertEquals(await balanceOf(stack, token, to), before + 70n);
  });

  await t.step("no other signature grants", async () => {
    const { account, owner } = await fresh(stack, 3);
    const permission = await daily(stack, account);
    const id = permissionId(permission);
    const typed = await signTypedData({
      account,
      chainId: stack.chainId,
      owner,
      typed: {
        domain: {
          name: "Acct Permissions",
          version: "1",
          chainId: stack.chainId,
          verifyingContract: permissions,
        },
        domainType: [
          { name: "name", type: "string" },
          { name: "version", type: "string" },
          { name: "chainId", type: "uint256" },
          { name: "verifyingContract", type: "address" },
        ],
        types: permissionTypes,
        primaryType: "Permission",
        message: permission,
      },
    });
    const elsewhere = wrapSignature(0, await owner.sign(permissionId(permission, 1)));
    const bad: Hex[] = [
      typed,
      typed.slice(0, 2 + 2 * 0x2a0) as Hex,
      elsewhere,
      await signPermission({ ...permission, end: permission.end + 1 }, owner),
      await signPermission(permission, createPasskey(99)),
      await signPermission(permission, owner, 1),
      wrapSignature(0, owner.assert(id, { flags: 1 })),
      "0x",
    ];
    for (const signature of bad) {
      const bring = permissionData.approveWithSignature(permission, signature);
      assertEquals(await sendAs(stack, spender, bring), "InvalidSignature");
    }
    // The right owner under another index.
    const other = { ...permission, salt: saltOf(1, 0n, 1) };
    const bring = permissionData.approveWithSignature(other, await signPermission(other, owner));
    assertEquals(await sendAs(stack, spender, bring), "InvalidSignature");
    // Only the account itself can grant by calling, and only as the owner who signs.
    assertEquals(await sendAs(stack, spender, permissionData.approve(permission)), "NotAccount");
    assertEquals(await grant(stack, owner, other), "NotGranting");
    const bare = { target: permissions, data: permissionData.approve(permission) };
    for (const calls of [[bare], [{ target: to }, bare]]) {
      const { success, receipt } = await sendCalls(stack, account, owner, encodeCalls(calls));
      assertEquals([success, parseEventLogs({ abi: permissionsAbi, logs: receipt.logs })], [
        false,
        [],
      ]);
    }
    assertEquals(await use(stack, permission, [transfer(token, 1n)]), "NotApproved");
    // No other sender can call the account in place of the EntryPoint.
    const direct = encodeFunctionData({
      abi: acctAbi,
      functionName: "executeUserOp",
      args: [
        toPackedUserOperation(await prepare(stack, account, enable(permission))),
        zeroHash,
      ],
    });
    assertEquals(errorName(await revertOf(stack, { to: account, data: direct })), "Unauthorized");
  });

  await t.step(
    "a useless one, or one that grants more than it shows, is rejected",
    async () => {
      const { account, owner } = await fresh(stack, 6);
      const base = await daily(stack, account);
      const [spend] = base.spends;
      const spends = (changes: Partial<typeof spend>) => ({ spends: [{ ...spend!, ...changes }] });
      const calls = (target: Address, selector: Hex) => ({
        calls: [{ target, selector, rules: [] }],
      });
      const zero: Address = "0x0000000000000000000000000000000000000000";
      const bad: [string, Partial<Permission>][] = [
        ["InvalidPermission", { calls: [], spends: [] }],
        ["InvalidPermission", { spender: zero }],
        ["InvalidPermission", { end: base.start }],
        ["InvalidPermission", { start: base.end + 1 }],
        ["InvalidPermission", { start: 1, end: 2 }],
        ["InvalidPermission", spends({ unit: 7 })],
        ["InvalidPermission", spends({ multiplier: 0 })],
        ["InvalidPermission", spends({ allowance: 0n })],
        ["InvalidPermission", spends({ token: zero })],
        ["InvalidPermission", spends({ token: account })],
        ["InvalidPermission", spends({ token: permissions })],
        ["ForbiddenCall", calls(zero, selectors.transfer)],
        ["ForbiddenCall", calls(account, "0x12345678")],
        ["ForbiddenCall", calls(permissions, "0x12345678")],
        ["ForbiddenCall", calls(entryPoint, "0x12345678")],
        ["ForbiddenCall", calls("0x000000000022D473030F116dDEE9F6B43aC78BA3", "0x12345678")],
        ["NoAllowance", calls(other, selectors.transfer)],
        ["NoAllowance", calls(other, selectors.transferFrom)],
        ["NoAllowance", calls(other, selectors.approve)],
        ["NoAllowance", { ...calls(token, selectors.transfer), spends: [] }],
      ];
      const standing = [
        "setApprovalForAll(address,bool)",
        "increaseAllowance(address,uint256)",
        "approveAndCall(address,uint256)",
        "approveAndCall(address,uint256,bytes)",
        "authorizeOperator(address)",
        "setOperator(address,bool)",
        "approve(address,uint256,uint256)",
        "transfer(address,uint256,uint256)",
        "transferFrom(address,address,uint256,uint256)",
        "approve(address,address,uint160,uint48)",
        "safeTransferFrom(address,address,uint256)",
        "safeTransferFrom(address,address,uint256,bytes)",
        "safeTransferFrom(address,address,uint256,uint256,bytes)",
        "safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)",
      ];
      for (const signature of standing) {
        bad.push(["ForbiddenCall", calls(token, keccak256(toHex(signature)).slice(0, 10) as Hex)]);
      }
      for (const [name, change] of bad) {
        assertEquals(
          await grant(stack, owner, { ...base, ...change }),
          name,
          Object.keys(change).join(),
        );
      }
      assertEquals(await grant(stack, owner, base), null);
    },
  );
});

Deno.test("permissions watch tokens only, never the account's own contracts", async () => {
  await using stack = await startStack();
  const { account, owner } = await fresh(stack, 61);
  for (const each of [zeroAddress, account, permissions, entryPoint]) {
    const permission = await daily(stack, account, { watched: [stack.tokens[1], each] });
    assertEquals(await grant(stack, owner, permission), "InvalidPermission");
  }
  const permission = await daily(stack, account, { watched: [stack.tokens[1]] });
  assertEquals(await grant(stack, owner, permission), null);
});
