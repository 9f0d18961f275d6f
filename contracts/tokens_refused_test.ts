import { assertEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  maxUint256,
  numberToHex,
  pad,
  toFunctionSelector,
  zeroAddress,
} from "viem";
import { create2Deployer, permissions } from "./addresses.ts";
import { chameleonAbi } from "./artifacts/test/chameleon_abi.ts";
import { chameleonBytecode } from "./artifacts/test/chameleon_bytecode.ts";
import { answers, chameleonAt, deployChameleon } from "./testing/chameleon.ts";
import { daily, fresh, grant, left, own, receiver, spender, transfer } from "./testing/grant.ts";
import {
  native,
  type Permission,
  permissionData,
  permissionId,
  puppetData,
  saltOf,
  selectors,
  sendAs,
  unit,
  use,
} from "./testing/permission.ts";
import { startRouter } from "./testing/router.ts";
import { type Call, encodeCalls, sendCalls, startStack } from "./testing/stack.ts";
import { allowanceOf, mint, tokenData } from "./testing/token.ts";

/** A function that no list names. */
const unlisted = toFunctionSelector("somethingNew(address,uint256)");

Deno.test("unusual tokens and contracts: only allowed amounts leave", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token, other] = stack.tokens;
  const { puppet, run } = await startRouter(stack);
  const spends = (address: Address, allowance = 100n) => [
    { token: address, allowance, unit: unit.day, multiplier: 1 },
  ];
  const calls = (target: Address, ...selectors: Hex[]) =>
    selectors.map((selector) => ({ target, selector, rules: [] }));
  const poke = (target: Address, selector: Hex, ...words: bigint[]): Call => ({
    target,
    data: concat([selector, ...words.map((word) => numberToHex(word, { size: 32 }))]),
  });
  const pull = (from: Address, of: Address, amount: bigint) =>
    puppetData("run", [{ target: of, data: tokenData.transferFrom(from, puppet, amount) }]);

  await t.step("a token must be named, and is closed to all functions but a few", async () => {
    const { account, owner } = await fresh(stack, 401);
    const odd = await deployChameleon(stack, 3);
    await odd.mint(account, 1000n);
    const base = await daily(stack, account);
    const bare = { ...base, calls: calls(odd.address, unlisted) };
    const mintTo = toFunctionSelector("mint(address,uint256)");
    const bad: [string, Permission][] = [
      // Every contract that answers is a token.
      ["NoAllowance", bare],
      ["ForbiddenCall", { ...bare, watched: [odd.address] }],
      ["ForbiddenCall", { ...bare, spends: spends(odd.address) }],
      ["NoAllowance", { ...base, calls: calls(odd.address, mintTo) }],
      ["NoAllowance", {
        ...base,
        calls: calls(odd.address, selectors.transfer),
        watched: [odd.address],
      }],
    ];
    for (const [name, permission] of bad) {
      assertEquals(await grant(stack, owner, permission), name);
    }
    const good = { ...base, calls: calls(odd.address, mintTo), watched: [odd.address] };
    assertEquals(await grant(stack, owner, good), null);
    const to = (address: Address) => poke(odd.address, mintTo, BigInt(address), 5n);
    assertEquals(await use(stack, good, [to(account)]), null);
    assertEquals(await odd.held(account), 1005n);
    for (const address of [spender, receiver, odd.address]) {
      assertEquals(await use(stack, good, [to(address)]), "ForbiddenCall");
    }
    // Dirty upper bytes, and too few bytes.
    const dirty = poke(odd.address, mintTo, BigInt(account) | 1n << 200n, 5n);
    assertEquals(await use(stack, good, [dirty]), "ForbiddenCall");
    const short = { target: odd.address, data: concat([mintTo, account]) };
    assertEquals(await use(stack, good, [short]), "ForbiddenCall");
  });

  await t.step(
    "a token that shows itself only after the grant is closed when it is used",
    async () => {
      const { account, owner } = await fresh(stack, 402);
      const proxy = await deployChameleon(stack, 4);
      await proxy.set("reverts");
      const salt = pad("0x05");
      const bytecode = chameleonBytecode.initCode;
      const nowhere = getContractAddress({
        opcode: "CREATE2",
        from: create2Deployer,
        salt,
        bytecode,
      });
      for (const [index, target] of [proxy.address, nowhere].entries()) {
        const permission = await daily(stack, account, {
          salt: saltOf(index),
          calls: [...calls(target, unlisted), ...calls(puppet, run)],
        });
        assertEquals(await grant(stack, owner, permission), null);
        if (index === 0) assertEquals(await use(stack, permission, [poke(target, unlisted)]), null);
        if (index === 1) await deployChameleon(stack, 5);
        const odd = chameleonAt(stack, target);
        await odd.set("balance");
        await odd.mint(account, 1000n);
        assertEquals(await use(stack, permission, [poke(target, unlisted)]), "ForbiddenCall");
        assertEquals(await odd.authorised(account), index === 0);

        // A contract that an earlier call in the same execution turns into a token.
        await odd.set("reverts");
        const turns = puppetData("run", [{ target, data: setData("balance") }]);
        const both = [{ target: puppet, data: turns }, poke(target, unlisted)];
        assertEquals(await use(stack, permission, both), "ForbiddenCall");
      }
    },
  );

  await t.step("and no amount of it leaves by a call before its own", async () => {
    const { account, owner } = await fresh(stack, 412);
    const late = await deployChameleon(stack, 12);
    await late.set("reverts");
    const approval = { target: late.address, data: tokenData.approve(puppet, maxUint256) };
    assertEquals((await sendCalls(stack, account, owner, encodeCalls([approval]))).success, true);
    const claim = toFunctionSelector("claim()");
    const permission = await daily(stack, account, {
      calls: [...calls(late.address, claim), ...calls(puppet, run)],
    });
    assertEquals(await grant(stack, owner, permission), null);
    await late.set("balance");
    await late.mint(account, 1000n);
    const claims = poke(late.address, claim);
    assertEquals(await use(stack, permission, [claims]), null);
    const pulls = { target: puppet, data: pull(account, late.address, 1n) };
    assertEquals(await use(stack, permission, [pulls, claims]), "NoAllowance");
    assertEquals(await late.held(account), 1000n);
  });

  await t.step("unreadable balances are rejected, before and after a call", async () => {
    const { account, owner } = await fresh(stack, 403);
    const odd = await deployChameleon(stack, 6);
    await odd.mint(account, 10_000n);
    const base = await daily(stack, account, { spends: spends(odd.address) });
    const one = [transfer(odd.address, 1n)];
    assertEquals(await grant(stack, owner, base), null);
    const expected = {
      balance: null,
      reverts: "BalanceUnreadable",
      burns: "BalanceUnreadable",
      bomb: null,
      short: "BalanceUnreadable",
      lies: null,
    } as const;
    for (const answer of answers) {
      await odd.set(answer);
      assertEquals(await use(stack, base, one), expected[answer], answer);
      await odd.set("balance");
      await odd.turn(answer);
      // An answer that increases is no loss; one that decreases is.
      const after = answer === "lies" ? null : expected[answer];
      assertEquals(await use(stack, base, one), after, `${answer} afterwards`);
      await odd.set("balance");
      await odd.turn("balance");
      assertEquals(await use(stack, base, one), null);
    }
    // Using up its gas may be a token's way: it is not taken for another contract.
    await odd.set("burns");
    const burner = { ...base, salt: saltOf(2), calls: calls(odd.address, unlisted) };
    const elsewhere = { ...burner, spends: spends(token) };
    assertEquals(await grant(stack, owner, elsewhere), "BalanceUnreadable");
    await odd.set("reverts");
    assertEquals(await grant(stack, owner, elsewhere), null);
    await odd.set("burns");
    assertEquals(await use(stack, elsewhere, [poke(odd.address, unlisted)]), "BalanceUnreadable");
    assertEquals(await odd.authorised(account), false);
  });

  await t.step("a spender cannot starve the question whether a target is a token", async () => {
    const { account, owner } = await fresh(stack, 404);
    const odd = await deployChameleon(stack, 7);
    await odd.set("reverts");
    const permission = await daily(stack, account, { calls: calls(odd.address, unlisted) });
    assertEquals(await grant(stack, owner, permission), null);
    await odd.set("balance");
    const data = permissionData.execute(permission, [poke(odd.address, unlisted)]);
    await client.impersonateAccount({ address: spender });
    for (let gas = 60_000n; gas < 400_000n; gas += 4_000n) {
      const hash = await client.sendTransaction({ account: spender, to: permissions, data, gas });
      const { status } = await client.waitForTransactionReceipt({ hash });
      assertEquals(status, "reverted", String(gas));
    }
    assertEquals(await odd.authorised(account), false);
  });

  await t.step("nor ask a token that answers with much gas only", async () => {
    const { account, owner } = await fresh(stack, 413);
    const shy: Address = "0x0000000000000000000000000000000000054111";
    // It does nothing and is not a token.
    await client.setCode({ address: shy, bytecode: "0x00" });
    const permission = await daily(stack, account, { calls: calls(shy, unlisted) });
    assertEquals(await grant(stack, owner, permission), null);
    const data = permissionData.execute(permission, [poke(shy, unlisted)]);
    await client.impersonateAccount({ address: spender });
    const isTakenWith = async (gas: bigint): Promise<boolean> =>
      await client.call({ account: spender, to: permissions, data, gas })
        .then(() => true, () => false);
    const amounts = Array.from({ length: 120 }, (_, index) => 60_000n + BigInt(index) * 2_000n);
    const enough = [];
    for (const gas of amounts) if (await isTakenWith(gas)) enough.push(gas);
    assertEquals(enough.includes(200_000n), true, "little is enough where it is no token");
    // From now on `balanceOf` answers 1, but reverts immediately below 60,000 gas.
    await client.setCode({
      address: shy,
      bytecode: "0x5f3560e01c6370a0823114600f57005b5a61ea601160205760015f5260205ff35b5f5ffd",
    });
    for (const gas of [...enough, 1_000_000n]) {
      assertEquals(await isTakenWith(gas), false, String(gas));
    }
  });

  await t.step("fees and rebasing count by the balance", async () => {
    const { account, owner } = await fresh(stack, 405);
    const odd = await deployChameleon(stack, 8);
    await odd.mint(account, 10_000n);
    const permission = await daily(stack, account, { spends: spends(odd.address) });
    assertEquals(await grant(stack, owner, permission), null);
    await odd.set("balance", 10n);
    assertEquals(await use(stack, permission, [transfer(odd.address, 50n)]), null);
    assertEquals(await left(stack, permission), [45n]);
    assertEquals(await use(stack, permission, [transfer(odd.address, 42n)]), "AllowanceExceeded");
    assertEquals(await use(stack, permission, [transfer(odd.address, 40n)]), null);
    // An external loss does not count for the spender; the rest of the allowance stays.
    await odd.rebase(account, 500n);
    assertEquals(await left(stack, permission), [1n]);
  });

  await t.step("tokens that call back take nothing", async () => {
    const { account, owner } = await fresh(stack, 406);
    const odd = await deployChameleon(stack, 9);
    await odd.mint(account, 1000n);
    const standing = encodeCalls([
      { target: token, data: tokenData.approve(puppet, maxUint256) },
    ]);
    assertEquals((await sendCalls(stack, account, owner, standing)).success, true);
    const base = await daily(stack, account, {
      calls: [
        ...calls(odd.address, selectors.transfer, selectors.approve),
        ...calls(puppet, run),
      ],
      spends: spends(odd.address),
      watched: [token],
    });
    assertEquals(await grant(stack, owner, base), null);
    await odd.hook(puppet, pull(account, token, 7n));
    assertEquals(await use(stack, base, [transfer(odd.address, 1n)]), "NoAllowance");
    // The approval is reset after all calls, and measured too.
    await odd.hook(puppet, pull(account, token, 7n), true);
    const approve = { target: odd.address, data: tokenData.approve(puppet, 5n) };
    assertEquals(await use(stack, base, [approve]), "NoAllowance");
    await odd.hook(
      puppet,
      puppetData("run", [{
        target: permissions,
        data: permissionData.execute({ ...base, spender: puppet }, []),
      }]),
    );
    assertEquals(
      await use(stack, base, [transfer(odd.address, 1n)]),
      "ReentrancyGuardReentrantCall",
    );
    await odd.hook(zeroAddress, "0x");
    assertEquals(await use(stack, base, [approve]), null);
    assertEquals(await allowanceOf(stack, odd.address, account, puppet), 0n);
  });

  await t.step("tokens that the account approved for a target do not fall", async () => {
    const { account, owner } = await fresh(stack, 407);
    for (const each of [token, other]) {
      const standing = encodeCalls([
        { target: each, data: tokenData.approve(puppet, maxUint256) },
      ]);
      assertEquals((await sendCalls(stack, account, owner, standing)).success, true);
    }
    const permission = await daily(stack, account, {
      calls: calls(puppet, run),
      watched: [other],
    });
    assertEquals(await grant(stack, owner, permission), null);
    const take = (of: Address, amount: bigint) => ({
      target: puppet,
      data: pull(account, of, amount),
    });
    assertEquals(await use(stack, permission, [take(other, 1n)]), "NoAllowance");
    assertEquals(await use(stack, permission, [take(token, 60n)]), null);
    assertEquals(await use(stack, permission, [take(token, 41n)]), "AllowanceExceeded");
    // Watched, and returned within the call: only the net amount counts.
    await mint(stack, other, puppet, 100n);
    const back = puppetData("run", [
      { target: other, data: tokenData.transferFrom(account, puppet, 10n) },
      { target: other, data: tokenData.transfer(account, 10n) },
    ]);
    assertEquals(await use(stack, permission, [{ target: puppet, data: back }]), null);
    // Returned in another call: too late.
    const later = puppetData("run", [{ target: other, data: tokenData.transfer(account, 10n) }]);
    assertEquals(
      await use(stack, permission, [take(other, 10n), { target: puppet, data: later }]),
      "NoAllowance",
    );
  });

  await t.step("an inflow owed to the account that a call releases is set off in it", async () => {
    const { account, owner } = await fresh(stack, 408);
    const standing = encodeCalls([
      { target: token, data: tokenData.approve(puppet, maxUint256) },
    ]);
    assertEquals((await sendCalls(stack, account, owner, standing)).success, true);
    await mint(stack, token, puppet, 500n);
    const permission = await daily(stack, account, { calls: calls(puppet, run) });
    assertEquals(await grant(stack, owner, permission), null);
    const release = puppetData("run", [
      { target: token, data: tokenData.transfer(account, 500n) },
      { target: token, data: tokenData.transferFrom(account, puppet, 560n) },
    ]);
    // The account's balance falls by 60, and so the limit; that 500 were its own is not seen.
    assertEquals(await use(stack, permission, [{ target: puppet, data: release }]), null);
    assertEquals(await left(stack, permission), [40n]);
  });

  await t.step("nothing falls after any kind of end", async () => {
    const { account, owner } = await fresh(stack, 409);
    const odd = await deployChameleon(stack, 10);
    await odd.mint(account, 1000n);
    const permission = await daily(stack, account, {
      calls: [
        ...calls(odd.address, selectors.transfer, selectors.approve),
        { target: receiver, selector: "0xe0e0e0e0", rules: [] },
      ],
      spends: [...spends(odd.address), ...spends(native)],
    });
    assertEquals(await grant(stack, owner, permission), null);
    const approve = { target: odd.address, data: tokenData.approve(puppet, 50n) };
    const uses: Call[][] = [
      [transfer(odd.address, 1n)],
      [approve],
      [{ target: receiver, value: 1n }],
    ];
    for (const each of uses) assertEquals(await use(stack, permission, each), null);
    await own(stack, owner, account, permissionData.revoke(permissionId(permission)));
    for (const each of uses) assertEquals(await use(stack, permission, each), "IsRevoked");
    assertEquals(await allowanceOf(stack, odd.address, account, puppet), 0n);
    assertEquals(
      await sendAs(stack, puppet, permissionData.execute(permission, uses[0]!)),
      "NotSpender",
    );
    assertEquals(await odd.authorised(account), false);
  });
});

function setData(answer: typeof answers[number]): Hex {
  return encodeFunctionData({
    abi: chameleonAbi,
    functionName: "set",
    args: [answers.indexOf(answer), 0n],
  });
}
