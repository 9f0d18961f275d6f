import { assertEquals, assertNotEquals } from "@std/assert";
import { pad } from "viem";
import { daily, day, fresh, grant, left, receiver, transfer } from "./testing/grant.ts";
import { periodAt } from "./testing/period.ts";
import { empty, native, now, puppetData, saltOf, unit, use } from "./testing/permission.ts";
import { generator } from "./testing/random.ts";
import { startRouter } from "./testing/router.ts";
import { type Call, encodeCalls, sendCalls, startStack } from "./testing/stack.ts";
import { allowanceOf, balanceOf, mint, tokenData } from "./testing/token.ts";

Deno.test("outgoing amounts are counted, on every path", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token, other] = stack.tokens;
  const to = receiver;
  const { puppet, routed, pull, give, approve } = await startRouter(stack);

  await t.step("an approval and its use count as a single amount", async () => {
    const { account, owner } = await fresh(stack, 20);
    const permission = await routed(account);
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals(await use(stack, permission, [approve(60n), pull(account, 60n)]), null);
    assertEquals(await left(stack, permission), [40n, 100n]);
    assertEquals(await use(stack, permission, [approve(41n)]), "AllowanceExceeded");
    // An approval counts in full, and its unused part is revoked.
    assertEquals(await use(stack, permission, [approve(30n), pull(account, 10n)]), null);
    assertEquals(await left(stack, permission), [10n, 100n]);
    assertEquals(await allowanceOf(stack, token, account, puppet), 0n);
    assertEquals(await use(stack, permission, [approve(2n ** 256n - 1n)]), "AllowanceExceeded");
    // Approvals add up, although no balance falls.
    assertEquals(await use(stack, permission, [approve(6n), approve(5n)]), "AllowanceExceeded");
    const overflow = [approve(2n ** 255n), approve(2n ** 255n)];
    assertNotEquals(await use(stack, permission, overflow), null);
  });

  await t.step(
    "amounts that a target pulls by an existing approval are counted by the balance",
    async () => {
      const { account, owner } = await fresh(stack, 21);
      const standing = encodeCalls([approve(2n ** 256n - 1n)]);
      assertEquals((await sendCalls(stack, account, owner, standing)).success, true);
      const permission = await routed(account);
      assertEquals(await grant(stack, owner, permission), null);
      assertEquals(await use(stack, permission, [pull(account, 101n)]), "AllowanceExceeded");
      assertEquals(await use(stack, permission, [pull(account, 60n)]), null);
      assertEquals(await left(stack, permission), [40n, 100n]);
      // Pulled and sent together: both count.
      const both = [pull(account, 20n), transfer(token, 21n)];
      assertEquals(await use(stack, permission, both), "AllowanceExceeded");
      assertEquals(await use(stack, permission, [pull(account, 20n), transfer(token, 20n)]), null);
      assertEquals(await left(stack, permission), [0n, 100n]);
    },
  );

  await t.step("incoming amounts never offset outgoing ones", async () => {
    const { account, owner } = await fresh(stack, 22);
    const standing = encodeCalls([approve(2n ** 256n - 1n)]);
    assertEquals((await sendCalls(stack, account, owner, standing)).success, true);
    const permission = await routed(account);
    assertEquals(await grant(stack, owner, permission), null);
    await mint(stack, token, puppet, 1_000n);
    const cases: Call[][] = [
      // Given before, given after, sent and returned within one call of the spender.
      [give(account, 500n), pull(account, 500n)],
      [pull(account, 101n), give(account, 101n)],
      [transfer(token, 101n), give(account, 101n)],
      [give(account, 50n), transfer(token, 101n)],
    ];
    for (const calls of cases) {
      assertEquals(await use(stack, permission, calls), "AllowanceExceeded");
    }
    assertEquals(await left(stack, permission), [100n, 100n]);
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
    assertEquals(await left(stack, permission), [0n, 100n]);
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
    assertEquals(await left(stack, permission), [100n, 50n]);
    const tokensOnly = await routed(account, {
      salt: saltOf(2),
      spends: permission.spends.slice(0, 1),
    });
    assertEquals(await grant(stack, owner, tokensOnly), null);
    assertEquals(await use(stack, tokensOnly, [pay(1n)]), "NoAllowance");
  });

  await t.step("an address that answers without code is no token", async () => {
    const { account, owner } = await fresh(stack, 27);
    // A precompiled contract that returns its input.
    const identity = pad("0x04", { size: 20 });
    const permission = await daily(stack, account, {
      calls: [{ target: identity, selector: empty, rules: [] }],
      spends: [{ token: native, allowance: 100n, unit: unit.day, multiplier: 1 }],
    });
    assertEquals(await grant(stack, owner, permission), null);
    const pays = { target: identity, value: 1n, data: "0x" } as const;
    assertEquals(await use(stack, permission, [pays]), null);
    assertEquals(await left(stack, permission), [99n]);
  });

  await t.step("a token that is also watched still has its allowance", async () => {
    const { account, owner } = await fresh(stack, 28);
    const permission = await daily(stack, account, { watched: [token, other] });
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals(await use(stack, permission, [transfer(token, 40n)]), null);
    assertEquals(await left(stack, permission), [60n]);
  });

  await t.step("several allowances of one token all apply", async () => {
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
    assertEquals(await left(stack, permission), [50n, 0n, 0n]);
    await client.increaseTime({ seconds: 400 * day / 2 });
    await client.mine({ blocks: 1 });
    assertEquals(await left(stack, permission), [100n, 150n, 0n]);
  });

  await t.step("around a boundary two allowances can leave, and no third", async () => {
    const { account, owner } = await fresh(stack, 27);
    const permission = await daily(stack, account);
    assertEquals(await grant(stack, owner, permission), null);
    await client.setNextBlockTimestamp({ timestamp: BigInt(permission.start + day - 1) });
    assertEquals(await use(stack, permission, [transfer(token, 100n)]), null);
    assertEquals(await now(stack), permission.start + day - 1);
    assertEquals(await use(stack, permission, [transfer(token, 1n)]), "AllowanceExceeded");
    await client.setNextBlockTimestamp({ timestamp: BigInt(permission.start + day) });
    await client.mine({ blocks: 1 });
    assertEquals(await use(stack, permission, [transfer(token, 100n)]), null);
    assertEquals(await now(stack) < permission.start + day + 60, true);
    assertEquals(await use(stack, permission, [transfer(token, 1n)]), "AllowanceExceeded");
  });

  await t.step("reverted amounts are not counted, and leave no state", async () => {
    const { account, owner } = await fresh(stack, 26);
    const permission = await routed(account);
    assertEquals(await grant(stack, owner, permission), null);
    const before = await balanceOf(stack, token, account);
    const failing = [transfer(token, 50n), pull(account, 1n)];
    assertNotEquals(await use(stack, permission, failing), null);
    assertEquals(await balanceOf(stack, token, account), before);
    assertEquals(await left(stack, permission), [100n, 100n]);
  });

  await t.step("for any sequence of uses, no period spends more than its allowance", async () => {
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
      assertEquals(await left(stack, permission).then((all) => all.length), 3);
    }
    assertEquals(done > 20, true, `${done} uses only`);
  });
});
