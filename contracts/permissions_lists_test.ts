/**
 * Lists longer than two, with the item that matters last: a check of the first ones alone fails.
 */
import { assertEquals } from "@std/assert";
import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  pad,
  toFunctionSelector,
} from "viem";
import { testTokenBytecode } from "./artifacts/test_token_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { daily, fresh, grant, left, receiver, spender, transfer } from "./testing/grant.ts";
import {
  type ArgumentRule,
  kind,
  native,
  type Permission,
  puppetData,
  saltOf,
  selectors,
  unit,
  use,
} from "./testing/permission.ts";
import { startRouter } from "./testing/router.ts";
import { type Call, encodeCalls, sendCalls, type Stack, startStack } from "./testing/stack.ts";
import { allowanceOf, balanceOf, mint, tokenData } from "./testing/token.ts";

const selector: Hex = "0x11223344";
const word = (value: bigint): Hex => numberToHex(value, { size: 32 });
const most = 2n ** 256n - 1n;

/** Deploys plain tokens, and gives an account some of each. */
async function tokensFor(stack: Stack, account: Address, count: number): Promise<Address[]> {
  const list: Address[] = [];
  for (let i = 0; i < count; i++) {
    const args = encodeAbiParameters(
      [{ type: "string" }, { type: "string" }, { type: "uint8" }],
      [`Token ${i}`, `T${i}`, 18],
    );
    const initCode = concat([testTokenBytecode.initCode, args]);
    list.push(await deployOnce(stack.client, initCode));
    await mint(stack, list[i]!, account, 1000n);
  }
  return list;
}

Deno.test("every item of a permission's lists counts", async (t) => {
  await using stack = await startStack();
  const [token, other] = stack.tokens;
  const { puppet, run } = await startRouter(stack);
  const spend = (of: Address, allowance = 10n) =>
    ({ token: of, allowance, unit: unit.day, multiplier: 1 }) as const;

  await t.step("at the grant: calls, allowances, watched tokens and rules", async () => {
    const { account, owner } = await fresh(stack, 800);
    const tokens = await tokensFor(stack, account, 5);
    const call = (target: Address, of: Hex = selector, rules: ArgumentRule[] = []) =>
      ({ target, selector: of, rules }) as const;
    const fine = [1, 2, 3, 4].map((i) => call(pad(numberToHex(0xca11 + i), { size: 20 })));
    const spends = tokens.map((each) => spend(each));
    const rules = [0, 1, 2, 3].map((at) => ({ word: at, kind: kind.account, values: [] }));
    const all = { calls: fine, spends, watched: [token, other] };
    const bad: [string, Partial<Permission>][] = [
      ["ForbiddenCall", {
        calls: [...fine, call(receiver, toFunctionSelector("setApprovalForAll(address,bool)"))],
      }],
      ["ForbiddenCall", { calls: [...fine, call(account)] }],
      ["NoAllowance", { calls: [...fine, call(other)], watched: [] }],
      ["NoAllowance", { calls: [...fine, call(other, selectors.transfer)] }],
      ["InvalidPermission", {
        calls: [
          ...fine,
          call(receiver, selector, [
            ...rules,
            { word: 4, kind: kind.equal, values: [] },
          ]),
        ],
      }],
      ["InvalidPermission", { spends: [...spends, spend(token, 0n)] }],
      ["InvalidPermission", { spends: [...spends, { ...spend(token), unit: 7 }] }],
      ["InvalidPermission", { spends: [...spends, { ...spend(token), multiplier: 0 }] }],
      ["InvalidPermission", { spends: [...spends, spend(account)] }],
      ["InvalidPermission", { watched: [token, other, tokens[0]!, account] }],
    ];
    for (const [name, changes] of bad) {
      const permission = await daily(stack, account, { ...all, ...changes });
      assertEquals([await grant(stack, owner, permission), name], [name, name]);
    }
    assertEquals(await grant(stack, owner, await daily(stack, account, all)), null);
    // A function that is for the account alone, of the last watched token.
    const wrap = [...fine, call(other, toFunctionSelector("deposit()"))];
    const wraps = await daily(stack, account, { ...all, calls: wrap, salt: saltOf(2) });
    assertEquals(await grant(stack, owner, wraps), null);
  });

  await t.step("in use: each call, and each rule of a call that is listed twice", async () => {
    const { account, owner } = await fresh(stack, 801);
    const rule = (at: number, value: bigint): ArgumentRule => ({
      word: at,
      kind: kind.equal,
      values: [word(value)],
    });
    const permission = await daily(stack, account, {
      calls: [
        { target: receiver, selector, rules: [rule(0, 1n), rule(1, 1n), rule(2, 1n)] },
        { target: receiver, selector, rules: [rule(0, 2n), rule(1, 2n), rule(2, 2n)] },
        { target: receiver, selector, rules: [rule(0, 3n), rule(1, 3n), rule(2, 3n)] },
      ],
    });
    assertEquals(await grant(stack, owner, permission), null);
    const call = (...words: bigint[]): Call => ({
      target: receiver,
      data: concat([selector, ...words.map(word)]),
    });
    for (const value of [1n, 2n, 3n]) {
      assertEquals(await use(stack, permission, [call(value, value, value)]), null);
      const bent = call(value, value, value + 1n);
      assertEquals(await use(stack, permission, [bent]), "ForbiddenCall");
    }
    const good = call(3n, 3n, 3n);
    assertEquals(await use(stack, permission, [good, good, good, good]), null);
    const last = [good, good, good, call(4n, 4n, 4n)];
    assertEquals(await use(stack, permission, last), "ForbiddenCall");
  });

  await t.step("in use: rules on any word, with all of its bits", async () => {
    const { account, owner } = await fresh(stack, 802);
    const dirty = (address: Address): Hex => word(BigInt(address) | 1n << 255n);
    const cases: [rule: ArgumentRule, good: Hex, bad: Hex[]][] = [
      [{ word: 0, kind: kind.atMost, values: [word(100n)] }, word(100n), [
        word(101n),
        word(2n ** 255n),
        word(most),
      ]],
      [{ word: 9, kind: kind.equal, values: [word(7n)] }, word(7n), [word(0n), word(8n)]],
      [{ word: 40, kind: kind.atMost, values: [word(0n)] }, word(0n), [word(1n)]],
      [{ word: 2, kind: kind.spender, values: [] }, pad(spender), [
        dirty(spender),
        pad(receiver),
      ]],
      [{ word: 3, kind: kind.account, values: [] }, pad(account), [
        dirty(account),
        pad(receiver),
      ]],
      [{ word: 1, kind: kind.oneOf, values: [1n, 2n, 3n, 4n].map(word) }, word(4n), [
        word(5n),
        word(0n),
      ]],
    ];
    for (const [index, [rule, good, bad]] of cases.entries()) {
      const permission = await daily(stack, account, {
        salt: saltOf(index + 1),
        calls: [{ target: receiver, selector, rules: [rule] }],
      });
      assertEquals(await grant(stack, owner, permission), null);
      /** The word at its place, and the good one at all others. */
      const call = (value: Hex, length = 64): Call => ({
        target: receiver,
        data: concat([
          selector,
          ...Array.from({ length }, (_, at) => at === rule.word ? value : good),
        ]),
      });
      assertEquals(await use(stack, permission, [call(good)]), null);
      for (const each of bad) {
        assertEquals(await use(stack, permission, [call(each)]), "ForbiddenCall", `${index}`);
      }
      // Data that ends before the word does not contain it.
      assertEquals(await use(stack, permission, [call(good, rule.word)]), "ForbiddenCall");
      assertEquals(await use(stack, permission, [call(good, rule.word + 1)]), null);
    }
  });

  await t.step("in use: each watched token, and each that is called", async () => {
    const { account, owner } = await fresh(stack, 803);
    const watched = await tokensFor(stack, account, 6);
    const allow = watched.map((each) => ({
      target: each,
      data: tokenData.approve(puppet, 1000n),
    }));
    assertEquals((await sendCalls(stack, account, owner, encodeCalls(allow))).success, true);
    const permission = await daily(stack, account, {
      calls: [{ target: puppet, selector: run, rules: [] }],
      watched,
    });
    assertEquals(await grant(stack, owner, permission), null);
    const pull = (from: Address): Call => ({
      target: puppet,
      data: puppetData("run", [{
        target: from,
        data: tokenData.transferFrom(account, puppet, 1n),
      }]),
    });
    const nothing: Call = { target: puppet, data: puppetData("run", []) };
    assertEquals(await use(stack, permission, [nothing, nothing, nothing]), null);
    for (const each of watched) {
      assertEquals(await use(stack, permission, [pull(each)]), "NoAllowance");
      const last = [nothing, nothing, nothing, pull(each)];
      assertEquals(await use(stack, permission, last), "NoAllowance");
    }
  });

  await t.step("in use: each watched token, with several allowances of one token", async () => {
    const { account, owner } = await fresh(stack, 806);
    const watched = await tokensFor(stack, account, 3);
    const allow = watched.map((each) => ({
      target: each,
      data: tokenData.approve(puppet, 1000n),
    }));
    assertEquals((await sendCalls(stack, account, owner, encodeCalls(allow))).success, true);
    const permission = await daily(stack, account, {
      calls: [{ target: puppet, selector: run, rules: [] }],
      spends: [spend(token), { ...spend(token), unit: unit.week }, spend(token, 5n)],
      watched,
    });
    assertEquals(await grant(stack, owner, permission), null);
    for (const each of watched) {
      const pull: Call = {
        target: puppet,
        data: puppetData("run", [{
          target: each,
          data: tokenData.transferFrom(account, puppet, 1n),
        }]),
      };
      assertEquals(await use(stack, permission, [pull]), "NoAllowance");
    }
  });

  await t.step("in use: each allowance, of one token and of several", async () => {
    const { account, owner } = await fresh(stack, 804);
    const tokens = await tokensFor(stack, account, 5);
    const permission = await daily(stack, account, { spends: tokens.map((each) => spend(each)) });
    assertEquals(await grant(stack, owner, permission), null);
    const rest = tokens.map(() => 10n);
    for (const [index, each] of tokens.entries()) {
      assertEquals(await use(stack, permission, [transfer(each, 11n)]), "AllowanceExceeded");
      assertEquals(await use(stack, permission, [transfer(each, 10n)]), null);
      assertEquals(await use(stack, permission, [transfer(each, 1n)]), "AllowanceExceeded");
      rest[index] = 0n;
      assertEquals(await left(stack, permission), rest);
    }
    const narrow = await daily(stack, account, {
      salt: saltOf(2),
      spends: [
        spend(native, 100n),
        spend(token, 100n),
        { ...spend(token, 90n), unit: unit.week },
        { ...spend(token, 80n), unit: unit.forever },
        { ...spend(token, 20n), unit: unit.hour },
      ],
    });
    assertEquals(await grant(stack, owner, narrow), null);
    assertEquals(await use(stack, narrow, [transfer(token, 21n)]), "AllowanceExceeded");
    assertEquals(await use(stack, narrow, [transfer(token, 20n)]), null);
    assertEquals(await left(stack, narrow), [100n, 80n, 70n, 60n, 0n]);
  });

  await t.step(
    "after use: each approval is reset, with any bytes after its arguments",
    async () => {
      const { account, owner } = await fresh(stack, 805);
      const tokens = [token, other, ...await tokensFor(stack, account, 2)];
      const permission = await daily(stack, account, {
        calls: tokens.map((target) => ({ target, selector: selectors.approve, rules: [] })),
        spends: tokens.map((each) => spend(each, 1000n)),
      });
      assertEquals(await grant(stack, owner, permission), null);
      const spenders = [receiver, spender, puppet];
      for (const rest of ["0x", "0x00", word(1n), pad("0x01", { size: 64 })] as const) {
        const calls = tokens.flatMap((target) =>
          spenders.map((to): Call => ({ target, data: concat([tokenData.approve(to, 1n), rest]) }))
        );
        assertEquals(await use(stack, permission, calls), null);
        for (const target of tokens) {
          for (const to of spenders) {
            assertEquals(await allowanceOf(stack, target, account, to), 0n, `${rest} ${target}`);
          }
        }
      }
      assertEquals(await balanceOf(stack, token, account), 1_000_000n);
    },
  );
});
