import { assertEquals, assertNotEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseEventLogs,
  toHex,
} from "viem";
import { entryPoint, multicall3, permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { oddTokenBytecode } from "./artifacts/test/odd_token_bytecode.ts";
import { oddTokenAbi } from "./artifacts/test/odd_token_abi.ts";
import { deployOnce } from "./create2.ts";
import { assertRefused, errorName } from "./testing/asserts.ts";
import { signTypedData } from "./testing/erc7739.ts";
import { createPasskey, type Passkey, wrapSignature } from "./testing/passkey.ts";
import {
  deployPuppet,
  empty,
  enable,
  native,
  now,
  type Permission,
  permissionData,
  permissionId,
  puppetData,
  saltOf,
  selectors,
  sendAs,
  signPermission,
  unit,
  use,
} from "./testing/permission.ts";
import { periodAt } from "./testing/period.ts";
import { allowanceOf, balanceOf, mint, tokenData } from "./testing/token.ts";
import {
  type Call,
  createAccount,
  encodeCalls,
  fund,
  sendCalls,
  type Stack,
  startStack,
} from "./testing/stack.ts";

const spender: Address = "0x0000000000000000000000000000000000000512";
const to: Address = "0x00000000000000000000000000000000000000aa";
const day = 86_400;

/** An account with ether, tokens and permissions switched on. */
async function fresh(stack: Stack, seed: number): Promise<{ account: Address; owner: Passkey }> {
  const owner = createPasskey(seed);
  const account = await createAccount(stack, [owner.bytes]);
  await fund(stack, account, 10n ** 20n);
  for (const token of stack.tokens) await mint(stack, token, account, 1_000_000n);
  const { success } = await sendCalls(stack, account, owner, enable());
  assertEquals(success, true);
  return { account, owner };
}

/** A permission that starts now, with a token allowance of 100 a day. */
async function daily(
  stack: Stack,
  account: Address,
  changes: Partial<Permission> = {},
): Promise<Permission> {
  const start = await now(stack);
  return {
    account,
    spender,
    start,
    end: start + 365 * day,
    salt: saltOf(1),
    calls: [],
    spends: [{ token: stack.tokens[0], allowance: 100n, unit: unit.day, multiplier: 1 }],
    ...changes,
  };
}

/** Grants by an operation of the account. */
async function grant(stack: Stack, owner: Passkey, permission: Permission): Promise<string | null> {
  const call = { target: permissions, data: permissionData.approve(permission) };
  const { success, revertData } = await sendCalls(
    stack,
    permission.account,
    owner,
    encodeCalls([call]),
  );
  return success ? null : errorName(revertData, permissionsAbi);
}

/** Has the account send call data to the permission contract. */
async function own(stack: Stack, owner: Passkey, account: Address, data: Hex): Promise<void> {
  const { success } = await sendCalls(
    stack,
    account,
    owner,
    encodeCalls([{ target: permissions, data }]),
  );
  assertEquals(success, true);
}

const transfer = (token: Address, amount: bigint): Call => ({
  target: token,
  data: tokenData.transfer(to, amount),
});

Deno.test("permissions are granted, used and ended", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token, other] = stack.tokens;

  await t.step("an id is the EIP-712 hash that the SDK computes", async () => {
    const full: Permission = {
      account: to,
      spender,
      start: 1,
      end: 2 ** 48 - 1,
      salt: 2n ** 256n - 1n,
      calls: [{ target: token, selector: selectors.approve }, { target: to, selector: empty }],
      spends: [
        { token, allowance: 2n ** 160n - 1n, unit: 6, multiplier: 255 },
        { token: native, allowance: 1n, unit: 0, multiplier: 1 },
      ],
    };
    for (const permission of [full, { ...full, calls: [] }, { ...full, spends: [] }]) {
      const id = await client.readContract({
        address: permissions,
        abi: permissionsAbi,
        functionName: "getId",
        args: [permission],
      });
      assertEquals(id, permissionId(permission));
      assertNotEquals(id, permissionId(permission, 1));
    }
  });

  await t.step("one operation switches them on and grants the first", async () => {
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
    // The next day begins at the second at which the permission started.
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
        types: {
          Permission: [
            { name: "account", type: "address" },
            { name: "spender", type: "address" },
            { name: "start", type: "uint48" },
            { name: "end", type: "uint48" },
            { name: "salt", type: "uint256" },
            { name: "calls", type: "CallPermission[]" },
            { name: "spends", type: "SpendPermission[]" },
          ],
          CallPermission: [
            { name: "target", type: "address" },
            { name: "selector", type: "bytes4" },
          ],
          SpendPermission: [
            { name: "token", type: "address" },
            { name: "allowance", type: "uint160" },
            { name: "unit", type: "uint8" },
            { name: "multiplier", type: "uint8" },
          ],
        },
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
    // Nor does anyone but the account itself by calling.
    assertEquals(await sendAs(stack, spender, permissionData.approve(permission)), "NotAccount");
  });

  await t.step(
    "a permission ends: by revocation, before its grant too, and by its time",
    async () => {
      const { account, owner } = await fresh(stack, 4);
      const permission = await daily(stack, account);
      const one = [transfer(token, 1n)];
      assertEquals(await grant(stack, owner, permission), null);
      assertEquals(await use(stack, permission, one), null);
      // Somebody else's revocation is none.
      assertEquals(
        await sendAs(stack, spender, permissionData.revoke(permissionId(permission))),
        null,
      );
      assertEquals(await use(stack, permission, one), null);
      await own(stack, owner, account, permissionData.revoke(permissionId(permission)));
      assertEquals(await use(stack, permission, one), "IsRevoked");
      assertEquals(await grant(stack, owner, permission), "IsRevoked");
      const again = await signPermission(permission, owner);
      const bring = permissionData.approveWithSignature(permission, again);
      assertEquals(await sendAs(stack, spender, bring), "IsRevoked");

      const unused = { ...permission, salt: saltOf(2) };
      const signature = await signPermission(unused, owner);
      await own(stack, owner, account, permissionData.revoke(permissionId(unused)));
      const first = permissionData.executeWithSignature(unused, signature, one);
      assertEquals(await sendAs(stack, spender, first), "IsRevoked");

      const time = await now(stack);
      const short = { ...permission, salt: saltOf(3), start: time + 1000, end: time + 2000 };
      assertEquals(await grant(stack, owner, short), null);
      assertEquals(await use(stack, short, one), "NotYetValid");
      await client.setNextBlockTimestamp({ timestamp: BigInt(time + 2000) });
      await client.mine({ blocks: 1 });
      // Its last second counts. Sending mines a block, so the check is a call at that second.
      await client.impersonateAccount({ address: spender });
      await client.call({
        account: spender,
        to: permissions,
        data: permissionData.execute(short, one),
        blockOverrides: { time: BigInt(time + 2000) },
      });
      await client.setNextBlockTimestamp({ timestamp: BigInt(time + 2001) });
      await client.mine({ blocks: 1 });
      assertEquals(await use(stack, short, one), "Expired");
      assertEquals(await grant(stack, owner, { ...short, salt: saltOf(4) }), "InvalidPermission");
    },
  );

  await t.step("revokeAll ends all at once, signed ones included", async () => {
    const { account, owner } = await fresh(stack, 5);
    const permission = await daily(stack, account);
    const one = [transfer(token, 1n)];
    assertEquals(await grant(stack, owner, permission), null);
    const unused = { ...permission, salt: saltOf(2) };
    const signature = await signPermission(unused, owner);
    await own(stack, owner, account, permissionData.revokeAll());
    assertEquals(await use(stack, permission, one), "WrongEpoch");
    const bring = permissionData.approveWithSignature(unused, signature);
    assertEquals(await sendAs(stack, spender, bring), "WrongEpoch");
    const active = (candidate: Permission) =>
      client.readContract({
        address: permissions,
        abi: permissionsAbi,
        functionName: "isActive",
        args: [candidate],
      });
    assertEquals(await active(permission), false);
    assertEquals(await grant(stack, owner, { ...permission, salt: saltOf(3, 2n) }), "WrongEpoch");
    const next = { ...permission, salt: saltOf(3, 1n) };
    assertEquals(await grant(stack, owner, next), null);
    assertEquals(await active(next), true);
    assertEquals(await use(stack, next, one), null);
  });

  await t.step(
    "what could never be used, or gives more than it shows, is not granted",
    async () => {
      const { account, owner } = await fresh(stack, 6);
      const base = await daily(stack, account);
      const [spend] = base.spends;
      const spends = (changes: Partial<typeof spend>) => ({ spends: [{ ...spend!, ...changes }] });
      const calls = (target: Address, selector: Hex) => ({ calls: [{ target, selector }] });
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

  await t.step("only what is granted can be called", async () => {
    const { account, owner } = await fresh(stack, 7);
    const puppet = await deployPuppet(stack);
    const run = puppetData("run", []).slice(0, 10) as Hex;
    const permission = await daily(stack, account, {
      calls: [
        { target: puppet, selector: run },
        { target: to, selector: empty },
        { target: token, selector: selectors.transfer },
      ],
      spends: [
        { token, allowance: 100n, unit: unit.day, multiplier: 1 },
        { token: native, allowance: 100n, unit: unit.day, multiplier: 1 },
      ],
    });
    assertEquals(await grant(stack, owner, permission), null);
    const good: Call = { target: puppet, data: puppetData("run", []) };
    assertEquals(await use(stack, permission, [good]), null);
    assertEquals(await use(stack, permission, [{ target: to, value: 1n }]), null);
    assertEquals(await use(stack, permission, [{ target: to }]), null);
    const bad: [string, Call][] = [
      ["ForbiddenCall", { target: puppet, data: puppetData("claim", []) }],
      ["ForbiddenCall", { target: puppet }],
      ["ForbiddenCall", { target: puppet, value: 1n }],
      ["ForbiddenCall", { target: spender, value: 1n }],
      ["ForbiddenCall", { target: to, data: run }],
      ["ForbiddenCall", { target: token, data: tokenData.approve(to, 1n) }],
      ["ForbiddenCall", { target: other, data: tokenData.transfer(to, 1n) }],
      ["ForbiddenCall", { target: account, data: run }],
      ["ForbiddenCall", { target: permissions, data: permissionData.revokeAll() }],
      ["ForbiddenCall", { target: entryPoint, value: 1n }],
      ["MalformedCall", { target: to, data: "0x00" }],
      ["MalformedCall", { target: puppet, data: run.slice(0, 8) as Hex }],
      ["MalformedCall", { target: to, data: empty }],
      ["MalformedCall", { target: to, data: concat([empty, "0x00"]) }],
      ["MalformedCall", { target: token, data: tokenData.transfer(to, 1n).slice(0, -2) as Hex }],
    ];
    for (const [name, call] of bad) {
      assertEquals(await use(stack, permission, [good, call]), name, JSON.stringify(call.data));
    }
    assertEquals(await use(stack, permission, [good], to), "NotSpender");
  });

  await t.step("without calls, plain transfers of the listed tokens are all", async () => {
    const { account, owner } = await fresh(stack, 8);
    const permission = await daily(stack, account);
    const ether = await daily(stack, account, {
      salt: saltOf(2),
      spends: [{ token: native, allowance: 5n, unit: unit.forever, multiplier: 1 }],
    });
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals(await grant(stack, owner, ether), null);
    const bad: [string, Permission, Call][] = [
      ["NoAllowance", permission, transfer(other, 1n)],
      ["NoAllowance", permission, { target: to, value: 1n }],
      ["NoAllowance", ether, transfer(token, 1n)],
      ["ForbiddenCall", permission, { target: token, data: tokenData.approve(to, 1n) }],
      ["ForbiddenCall", permission, {
        target: token,
        data: tokenData.transferFrom(account, to, 1n),
      }],
      ["ForbiddenCall", permission, { ...transfer(token, 1n), value: 1n }],
      ["ForbiddenCall", permission, {
        target: token,
        data: concat([tokenData.transfer(to, 1n), "0x00"]),
      }],
      ["ForbiddenCall", permission, { target: to }],
      ["ForbiddenCall", ether, { target: to, value: 1n, data: "0x12345678" }],
      ["AllowanceExceeded", ether, { target: to, value: 6n }],
      ["ForbiddenTarget", ether, { target: account, value: 1n }],
      ["ForbiddenTarget", ether, { target: entryPoint, value: 1n }],
      ["ForbiddenTarget", ether, { target: permissions, value: 1n }],
    ];
    for (const [name, used, call] of bad) {
      assertEquals(await use(stack, used, [call]), name);
    }
    assertEquals(await use(stack, ether, [{ target: to, value: 5n }]), null);
    assertEquals(await use(stack, ether, [{ target: to, value: 1n }]), "AllowanceExceeded");
  });

  await t.step(
    "an account leaves a permission contract, and one that never came in has no say",
    async () => {
      const { account, owner } = await fresh(stack, 9);
      const permission = await daily(stack, account);
      assertEquals(await grant(stack, owner, permission), null);
      const off = encodeFunctionData({
        abi: acctAbi,
        functionName: "enablePermissions",
        args: ["0x0000000000000000000000000000000000000000", "0x"],
      });
      assertEquals((await sendCalls(stack, account, owner, off)).success, true);
      assertEquals(await use(stack, permission, [transfer(token, 1n)]), "Unauthorized");

      const bad: [Address, Hex][] = [
        [account, "0x"],
        [entryPoint, "0x"],
        [spender, "0x"],
        ["0x0000000000000000000000000000000000000000", "0x12345678"],
      ];
      for (const [manager, data] of bad) {
        const callData = encodeFunctionData({
          abi: acctAbi,
          functionName: "enablePermissions",
          args: [manager, data],
        });
        const { revertData } = await sendCalls(stack, account, owner, callData);
        assertEquals(errorName(revertData), "InvalidManager");
      }
    },
  );

  await t.step("even a hostile permission contract cannot take the account over", async () => {
    const { account, owner } = await fresh(stack, 10);
    const puppet = await deployPuppet(stack);
    const hostile = encodeFunctionData({
      abi: acctAbi,
      functionName: "enablePermissions",
      args: [puppet, "0x"],
    });
    assertEquals((await sendCalls(stack, account, owner, hostile)).success, true);
    const enter = (call: Call) =>
      puppetData("run", [{
        target: account,
        data: encodeFunctionData({
          abi: acctAbi,
          functionName: "executeFromPermission",
          args: [pad("0x01"), [{ value: 0n, data: "0x", ...call }]],
        }),
      }]);
    for (const target of [account, entryPoint, puppet]) {
      await assertRefused(
        client.call({ to: puppet, data: enter({ target }) }),
        encodeForbidden(target),
      );
    }
    // What is left to it is what the README says: the account's assets, until it is left.
    await client.call({ to: puppet, data: enter({ target: to, value: 1n }) });
  });
});

/** A piece of `ForbiddenTarget(target)` as errors print it. */
function encodeForbidden(target: Address): string {
  return target.slice(2).toLowerCase();
}

Deno.test("what leaves is counted, whichever way it goes", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token, other] = stack.tokens;
  const puppet = await deployPuppet(stack);
  const run = puppetData("run", []).slice(0, 10) as Hex;
  const claim = puppetData("claim", []).slice(0, 10) as Hex;

  /** Everything that a router needs: approve and call it, with 100 tokens and 100 wei a day. */
  const routed = async (account: Address, changes: Partial<Permission> = {}) =>
    await daily(stack, account, {
      calls: [
        { target: token, selector: selectors.approve },
        { target: token, selector: selectors.transfer },
        { target: token, selector: selectors.transferFrom },
        { target: puppet, selector: run },
        { target: puppet, selector: claim },
      ],
      spends: [
        { token, allowance: 100n, unit: unit.day, multiplier: 1 },
        { token: native, allowance: 100n, unit: unit.day, multiplier: 1 },
      ],
      ...changes,
    });
  const pull = (from: Address, amount: bigint): Call => ({
    target: puppet,
    data: puppetData("run", [{
      target: token,
      data: tokenData.transferFrom(from, puppet, amount),
    }]),
  });
  const give = (account: Address, amount: bigint): Call => ({
    target: puppet,
    data: puppetData("claim", [{ target: token, data: tokenData.transfer(account, amount) }]),
  });
  const approve = (amount: bigint, whom = puppet): Call => ({
    target: token,
    data: tokenData.approve(whom, amount),
  });
  const left = async (permission: Permission) =>
    (await client.readContract({
      address: permissions,
      abi: permissionsAbi,
      functionName: "remaining",
      args: [permission],
    })).map(({ amount }) => amount);

  await t.step("an approval and its use are one and the same amount", async () => {
    const { account, owner } = await fresh(stack, 20);
    const permission = await routed(account);
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals(await use(stack, permission, [approve(60n), pull(account, 60n)]), null);
    assertEquals(await left(permission), [40n, 100n]);
    assertEquals(await use(stack, permission, [approve(41n)]), "AllowanceExceeded");
    // An approval counts in full, and what of it was not used is taken back.
    assertEquals(await use(stack, permission, [approve(30n), pull(account, 10n)]), null);
    assertEquals(await left(permission), [10n, 100n]);
    assertEquals(await allowanceOf(stack, token, account, puppet), 0n);
    assertEquals(await use(stack, permission, [approve(2n ** 256n - 1n)]), "AllowanceExceeded");
    const overflow = [approve(2n ** 255n), approve(2n ** 255n)];
    assertNotEquals(await use(stack, permission, overflow), null);
  });

  await t.step(
    "what a standing approval lets a target pull is counted by the balance",
    async () => {
      const { account, owner } = await fresh(stack, 21);
      const standing = encodeCalls([approve(2n ** 256n - 1n)]);
      assertEquals((await sendCalls(stack, account, owner, standing)).success, true);
      const permission = await routed(account);
      assertEquals(await grant(stack, owner, permission), null);
      assertEquals(await use(stack, permission, [pull(account, 101n)]), "AllowanceExceeded");
      assertEquals(await use(stack, permission, [pull(account, 60n)]), null);
      assertEquals(await left(permission), [40n, 100n]);
      // Pulled and sent at once: both.
      const both = [pull(account, 20n), transfer(token, 21n)];
      assertEquals(await use(stack, permission, both), "AllowanceExceeded");
      assertEquals(await use(stack, permission, [pull(account, 20n), transfer(token, 20n)]), null);
      assertEquals(await left(permission), [0n, 100n]);
    },
  );

  await t.step("nothing that comes in makes up for what goes out", async () => {
    const { account, owner } = await fresh(stack, 22);
    const standing = encodeCalls([approve(2n ** 256n - 1n)]);
    assertEquals((await sendCalls(stack, account, owner, standing)).success, true);
    const permission = await routed(account);
    assertEquals(await grant(stack, owner, permission), null);
    await mint(stack, token, puppet, 1_000n);
    const cases: Call[][] = [
      // Given before, given after, sent away and given back within one call of the spender's.
      [give(account, 500n), pull(account, 500n)],
      [pull(account, 101n), give(account, 101n)],
      [transfer(token, 101n), give(account, 101n)],
      [give(account, 50n), transfer(token, 101n)],
    ];
    for (const calls of cases) {
      assertEquals(await use(stack, permission, calls), "AllowanceExceeded");
    }
    assertEquals(await left(permission), [100n, 100n]);
  });

  await t.step("tokens that others let the account move count as its own", async () => {
    const { account, owner } = await fresh(stack, 23);
    const permission = await routed(account);
    assertEquals(await grant(stack, owner, permission), null);
    await mint(stack, token, puppet, 1_000n);
    await client.sendTransaction({
      to: puppet,
      data: puppetData("run", [{ target: token, data: tokenData.approve(account, 1_000n) }]),
    });
    const take = (amount: bigint): Call => ({
      target: token,
      data: tokenData.transferFrom(puppet, to, amount),
    });
    assertEquals(await use(stack, permission, [take(101n)]), "AllowanceExceeded");
    assertEquals(await use(stack, permission, [take(100n)]), null);
    assertEquals(await left(permission), [0n, 100n]);
  });

  await t.step("ether is counted by value and by balance", async () => {
    const { account, owner } = await fresh(stack, 24);
    const permission = await routed(account);
    assertEquals(await grant(stack, owner, permission), null);
    const pay = (value: bigint, back = 0n): Call => ({
      target: puppet,
      value,
      data: puppetData("run", back === 0n ? [] : [{ target: account, value: back }]),
    });
    assertEquals(await use(stack, permission, [pay(101n)]), "AllowanceExceeded");
    assertEquals(await use(stack, permission, [pay(101n, 101n)]), "AllowanceExceeded");
    assertEquals(await use(stack, permission, [pay(50n, 20n)]), null);
    assertEquals(await left(permission), [100n, 50n]);
    const tokensOnly = await routed(account, {
      salt: saltOf(2),
      spends: permission.spends.slice(0, 1),
    });
    assertEquals(await grant(stack, owner, tokensOnly), null);
    assertEquals(await use(stack, tokensOnly, [pay(1n)]), "NoAllowance");
  });

  await t.step("several allowances of one token all hold", async () => {
    const { account, owner } = await fresh(stack, 25);
    const permission = await daily(stack, account, {
      spends: [
        { token, allowance: 100n, unit: unit.day, multiplier: 1 },
        { token, allowance: 150n, unit: unit.month, multiplier: 1 },
        { token: other, allowance: 7n, unit: unit.forever, multiplier: 1 },
      ],
    });
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals(await use(stack, permission, [transfer(token, 100n)]), null);
    await client.increaseTime({ seconds: day });
    await client.mine({ blocks: 1 });
    assertEquals(await use(stack, permission, [transfer(token, 51n)]), "AllowanceExceeded");
    assertEquals(
      await use(stack, permission, [transfer(token, 50n), transfer(other, 7n)]),
      null,
    );
    assertEquals(await left(permission), [50n, 0n, 0n]);
    await client.increaseTime({ seconds: 400 * day / 2 });
    await client.mine({ blocks: 1 });
    assertEquals(await left(permission), [100n, 150n, 0n]);
  });

  await t.step("what is reverted is not counted, and nothing of it stays", async () => {
    const { account, owner } = await fresh(stack, 26);
    const permission = await routed(account);
    assertEquals(await grant(stack, owner, permission), null);
    const before = await balanceOf(stack, token, account);
    const failing = [transfer(token, 50n), pull(account, 1n)];
    assertNotEquals(await use(stack, permission, failing), null);
    assertEquals(await balanceOf(stack, token, account), before);
    assertEquals(await left(permission), [100n, 100n]);
  });

  await t.step("a permission cannot be used from inside its own use", async () => {
    const { account, owner } = await fresh(stack, 27);
    const inner = await routed(account, { spender: puppet });
    assertEquals(await grant(stack, owner, inner), null);
    const reenter = (permission: Permission): Call => ({
      target: puppet,
      data: puppetData("run", [{
        target: permissions,
        data: permissionData.execute(permission, [transfer(token, 50n)]),
      }]),
    });
    const outer = await routed(account, { salt: saltOf(2) });
    assertEquals(await grant(stack, owner, outer), null);
    for (const permission of [outer, inner]) {
      const name = await use(stack, permission, [reenter(inner)]);
      assertEquals(name, "ReentrancyGuardReentrantCall");
    }
  });

  await t.step(
    "odd tokens: no return value, no change of an allowance, none taken back",
    async () => {
      const { account, owner } = await fresh(stack, 28);
      const odd = await deployOnce(client, oddTokenBytecode.initCode);
      await mint(stack, odd, account, 1_000n);
      const permission = await daily(stack, account, {
        calls: [
          { target: odd, selector: selectors.approve },
          { target: odd, selector: selectors.transfer },
          { target: puppet, selector: run },
        ],
        spends: [{ token: odd, allowance: 100n, unit: unit.day, multiplier: 1 }],
      });
      assertEquals(await grant(stack, owner, permission), null);
      const approveOdd: Call = { target: odd, data: tokenData.approve(puppet, 30n) };
      const pullOdd: Call = {
        target: puppet,
        data: puppetData("run", [{
          target: odd,
          data: tokenData.transferFrom(account, puppet, 10n),
        }]),
      };
      assertEquals(await use(stack, permission, [approveOdd, pullOdd]), null);
      assertEquals(await use(stack, permission, [approveOdd, pullOdd]), null);
      assertEquals(await allowanceOf(stack, odd, account, puppet), 0n);
      const sticky = encodeFunctionData({
        abi: oddTokenAbi,
        functionName: "setSticky",
        args: [true],
      });
      await client.sendTransaction({ to: odd, data: sticky });
      assertEquals(await use(stack, permission, [approveOdd]), "ApprovalLeft");
    },
  );

  await t.step("for any sequence of uses, no period gives more than its allowance", async () => {
    const { account, owner } = await fresh(stack, 29);
    const standing = encodeCalls([approve(2n ** 256n - 1n)]);
    assertEquals((await sendCalls(stack, account, owner, standing)).success, true);
    const spends = [
      { token, allowance: 100n, unit: unit.hour, multiplier: 5 },
      { token, allowance: 1_000n, unit: unit.month, multiplier: 1 },
      { token: native, allowance: 70n, unit: unit.day, multiplier: 2 },
    ];
    const permission = await routed(account, { spends });
    assertEquals(await grant(stack, owner, permission), null);
    await mint(stack, token, puppet, 10n ** 6n);
    const used = new Map<string, bigint>();
    const random = generator(7);
    let done = 0;
    for (let i = 0; i < 120; i++) {
      await client.increaseTime({ seconds: Number(random(20_000n)) });
      const calls = Array.from({ length: 1 + Number(random(3n)) }, (): Call => {
        const amount = random(80n);
        return [
          transfer(token, amount),
          approve(amount),
          pull(account, amount),
          give(account, amount),
          { target: puppet, value: amount, data: puppetData("run", []) },
        ][Number(random(5n))]!;
      });
      const gone = async () =>
        [
          await balanceOf(stack, token, account),
          await client.getBalance({ address: account }),
        ] as const;
      const before = await gone();
      if (await use(stack, permission, calls) !== null) continue;
      done += 1;
      const after = await gone();
      const time = await now(stack);
      for (const [index, spend] of spends.entries()) {
        const period = periodAt(permission.start, spend.unit, spend.multiplier, time);
        const key = `${index} ${period.index}`;
        const which = spend.token === native ? 1 : 0;
        const sum = (used.get(key) ?? 0n) + before[which] - after[which];
        used.set(key, sum);
        assertEquals(sum <= spend.allowance, true, `${key}: ${sum}`);
      }
      assertEquals(await left(permission).then((all) => all.length), 3);
    }
    assertEquals(done > 20, true, `${done} uses only`);
  });
});

Deno.test("periods are the calendar's, for any start, unit, multiplier and time", async () => {
  await using stack = await startStack();
  const random = generator(11);
  const moments = [
    Date.UTC(2024, 0, 31, 23, 59, 59),
    Date.UTC(2024, 1, 29),
    Date.UTC(2023, 11, 31, 12),
    Date.UTC(2026, 0, 30, 1),
    Date.UTC(2000, 1, 29, 6),
    Date.UTC(1970, 0, 1),
  ].map((time) => time / 1000);
  const cases: { start: number; unit: number; multiplier: number; time: number }[] = [];
  for (let i = 0; i < 1500; i++) {
    const start = i % 3 === 0 ? Number(random(4_000_000_000n)) : moments[i % moments.length]!;
    const [unit, multiplier] = [Number(random(7n)), 1 + Number(random(i % 2 === 0 ? 3n : 255n))];
    let time = start + Number(random(i % 5 === 0 ? 10n ** 10n : 10n ** 8n));
    // On both sides of a boundary, where the mistakes are.
    const { from } = periodAt(start, unit, multiplier, time);
    if (i % 2 === 0) time = Math.max(start, Number(from) - Number(random(2n)));
    cases.push({ start, unit, multiplier, time });
  }
  for (let i = 0; i < cases.length; i += 250) {
    const part = cases.slice(i, i + 250);
    const answers = await stack.client.multicall({
      multicallAddress: multicall3,
      allowFailure: false,
      contracts: part.map(({ start, unit, multiplier, time }) => ({
        address: permissions,
        abi: permissionsAbi,
        functionName: "periodAt" as const,
        args: [start, unit, multiplier, time] as const,
      })),
    });
    for (const [index, answer] of answers.entries()) {
      const { start, unit, multiplier, time } = part[index]!;
      const [number, from, to] = answer;
      const expected = periodAt(start, unit, multiplier, time);
      assertEquals({ index: number, from, to }, expected, JSON.stringify(part[index]));
    }
  }
});

/** Repeatable numbers below a bound. */
function generator(seed: number): (bound: bigint) => bigint {
  let state = BigInt(seed);
  return (bound) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return (state >> 20n) % bound;
  };
}
