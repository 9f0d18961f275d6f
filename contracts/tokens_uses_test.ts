import { assertEquals } from "@std/assert";
import { type Address, encodeFunctionData, type Hex, numberToHex, pad, slice } from "viem";
import { collectionAbi } from "./artifacts/test/collection_abi.ts";
import { collectionBytecode } from "./artifacts/test/collection_bytecode.ts";
import { gameAbi } from "./artifacts/test/game_abi.ts";
import { gameBytecode } from "./artifacts/test/game_bytecode.ts";
import { sharesVaultAbi } from "./artifacts/test/shares_vault_abi.ts";
import { sharesVaultBytecode } from "./artifacts/test/shares_vault_bytecode.ts";
import { wrappedAbi } from "./artifacts/test/wrapped_abi.ts";
import { wrappedBytecode } from "./artifacts/test/wrapped_bytecode.ts";
import { deployWith } from "./testing/chameleon.ts";
import { daily, day, fresh, grant, left, receiver, spender, transfer } from "./testing/grant.ts";
import { empty, kind, native, now, saltOf, selectors, unit, use } from "./testing/permission.ts";
import { type Call, startStack } from "./testing/stack.ts";
import { allowanceOf, balanceOf, tokenData } from "./testing/token.ts";

Deno.test("intended uses of permissions still work", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;
  const spend = (address: Address, allowance: bigint) => ({
    token: address,
    allowance,
    unit: unit.day,
    multiplier: 1,
  });
  const call = (target: Address, selector: Hex, ...rules: { word: number; kind: number }[]) => ({
    target,
    selector,
    rules: rules.map((rule) => ({ values: [], ...rule })),
  });

  await t.step("mint an NFT: to the account, for a price", async () => {
    const { account, owner } = await fresh(stack, 420);
    const nft = await deployWith(stack, collectionAbi, collectionBytecode.initCode);
    const mintTo = (to: Address, id: bigint, value = 5n): Call => ({
      target: nft,
      value,
      data: encodeFunctionData({ abi: collectionAbi, functionName: "mint", args: [to, id] }),
    });
    const permission = await daily(stack, account, {
      calls: [call(nft, slice(mintTo(account, 0n).data!, 0, 4))],
      spends: [spend(native, 10n)],
      watched: [nft],
    });
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals(await use(stack, permission, [mintTo(account, 1n)]), null);
    assertEquals(await use(stack, permission, [mintTo(spender, 2n)]), "ForbiddenCall");
    assertEquals(await use(stack, permission, [mintTo(account, 3n)]), null);
    assertEquals(await use(stack, permission, [mintTo(account, 4n)]), "AllowanceExceeded");
    assertEquals(await balanceOf(stack, nft, account), 2n);
  });

  await t.step("deposit into a vault, and take out of it", async () => {
    const { account, owner } = await fresh(stack, 421);
    const vault = await deployWith(stack, sharesVaultAbi, sharesVaultBytecode.initCode, [token]);
    const abi = sharesVaultAbi;
    const deposit = (amount: bigint, to: Address): Call => ({
      target: vault,
      data: encodeFunctionData({ abi, functionName: "deposit", args: [amount, to] }),
    });
    const redeem = (amount: bigint, to: Address, from = account): Call => ({
      target: vault,
      data: encodeFunctionData({ abi, functionName: "redeem", args: [amount, to, from] }),
    });
    const approve = (amount: bigint): Call => ({
      target: token,
      data: tokenData.approve(vault, amount),
    });
    const into = await daily(stack, account, {
      calls: [call(token, selectors.approve), call(vault, slice(deposit(1n, account).data!, 0, 4))],
      watched: [vault],
    });
    assertEquals(await grant(stack, owner, into), null);
    assertEquals(await use(stack, into, [approve(60n), deposit(60n, account)]), null);
    assertEquals(await left(stack, into), [40n]);
    assertEquals(await allowanceOf(stack, token, account, vault), 0n);
    assertEquals(await balanceOf(stack, vault, account), 60n);
    assertEquals(await use(stack, into, [approve(9n), deposit(9n, spender)]), "ForbiddenCall");
    assertEquals(
      await use(stack, into, [approve(41n), deposit(41n, account)]),
      "AllowanceExceeded",
    );

    const out = await daily(stack, account, {
      salt: saltOf(2),
      calls: [call(vault, slice(redeem(1n, account).data!, 0, 4))],
      spends: [spend(vault, 50n)],
    });
    assertEquals(await grant(stack, owner, out), null);
    const before = await balanceOf(stack, token, account);
    assertEquals(await use(stack, out, [redeem(30n, account)]), null);
    assertEquals(await balanceOf(stack, token, account), before + 30n);
    for (const other of [redeem(1n, spender), redeem(1n, account, spender)]) {
      assertEquals(await use(stack, out, [other]), "ForbiddenCall");
    }
    assertEquals(await use(stack, out, [redeem(21n, account)]), "AllowanceExceeded");
  });

  await t.step("wrap and unwrap the chain's own currency", async () => {
    const { account, owner } = await fresh(stack, 422);
    const wrapped = await deployWith(stack, wrappedAbi, wrappedBytecode.initCode);
    const data = (amount?: bigint) =>
      amount === undefined
        ? encodeFunctionData({ abi: wrappedAbi, functionName: "deposit" })
        : encodeFunctionData({ abi: wrappedAbi, functionName: "withdraw", args: [amount] });
    const permission = await daily(stack, account, {
      calls: [
        call(wrapped, slice(data(), 0, 4)),
        call(wrapped, slice(data(1n), 0, 4)),
        call(wrapped, empty),
      ],
      spends: [spend(native, 100n), spend(wrapped, 40n)],
    });
    assertEquals(await grant(stack, owner, permission), null);
    assertEquals(
      await use(stack, permission, [{ target: wrapped, value: 60n, data: data() }]),
      null,
    );
    assertEquals(await use(stack, permission, [{ target: wrapped, value: 40n }]), null);
    assertEquals(
      await use(stack, permission, [{ target: wrapped, value: 1n, data: data() }]),
      "AllowanceExceeded",
    );
    assertEquals(await use(stack, permission, [{ target: wrapped, data: data(40n) }]), null);
    assertEquals(
      await use(stack, permission, [{ target: wrapped, data: data(1n) }]),
      "AllowanceExceeded",
    );
    assertEquals(await balanceOf(stack, wrapped, account), 60n);
  });

  await t.step("a subscription: so much an hour, a day and in all", async () => {
    const { account, owner } = await fresh(stack, 423);
    const permission = await daily(stack, account, {
      spends: [
        { token, allowance: 40n, unit: unit.hour, multiplier: 1 },
        { token, allowance: 100n, unit: unit.day, multiplier: 1 },
        { token, allowance: 150n, unit: unit.forever, multiplier: 1 },
      ],
    });
    assertEquals(await grant(stack, owner, permission), null);
    const pass = async (seconds: number) => {
      await client.setNextBlockTimestamp({ timestamp: BigInt(permission.start + seconds) });
      await client.mine({ blocks: 1 });
    };
    const pay = (amount: bigint) => use(stack, permission, [transfer(token, amount)]);
    assertEquals(await pay(41n), "AllowanceExceeded");
    assertEquals(await pay(40n), null);
    assertEquals(await pay(1n), "AllowanceExceeded");
    await pass(3600);
    assertEquals(await pay(40n), null);
    await pass(7200);
    assertEquals(await pay(21n), "AllowanceExceeded");
    assertEquals(await pay(20n), null);
    await pass(day);
    assertEquals(await pay(40n), null);
    await pass(day + 3600);
    assertEquals(await pay(11n), "AllowanceExceeded");
    assertEquals(await pay(10n), null);
    await pass(3 * day);
    assertEquals(await pay(1n), "AllowanceExceeded");
    assertEquals(await left(stack, permission), [40n, 100n, 0n]);
  });

  await t.step("a game's session: rules on the words of its moves", async () => {
    const { account, owner } = await fresh(stack, 424);
    const game = await deployWith(stack, gameAbi, gameBytecode.initCode);
    const play = (player: Address, stake: bigint, field: bigint): Call => ({
      target: game,
      data: encodeFunctionData({
        abi: gameAbi,
        functionName: "play",
        args: [player, stake, field],
      }),
    });
    const selector = slice(play(account, 0n, 0n).data!, 0, 4);
    const word = (value: bigint) => numberToHex(value, { size: 32 });
    const rules = [
      { word: 0, kind: kind.account, values: [] },
      { word: 1, kind: kind.atMost, values: [word(10n)] },
      { word: 2, kind: kind.oneOf, values: [word(3n), word(5n)] },
    ];
    const other = [
      { word: 0, kind: kind.spender, values: [] },
      { word: 2, kind: kind.equal, values: [word(7n)] },
    ];
    const base = await daily(stack, account, {
      calls: [
        { target: game, selector, rules },
        { target: game, selector, rules: other },
      ],
      spends: [],
      end: await now(stack) + 3600,
    });
    assertEquals(await grant(stack, owner, base), null);
    const good = [
      play(account, 10n, 3n),
      play(account, 0n, 5n),
      play(spender, 500n, 7n),
    ];
    for (const each of good) assertEquals(await use(stack, base, [each]), null);
    const bad = [
      play(account, 11n, 3n),
      play(account, 10n, 4n),
      play(receiver, 10n, 3n),
      // The rules of one entry do not compensate for the rules of another.
      play(spender, 500n, 3n),
      play(account, 500n, 7n),
      { target: game, data: slice(play(account, 10n, 3n).data!, 0, 4 + 64) },
      { target: game, data: `${play(account, 10n, 3n).data!.slice(0, -2)}` as Hex },
    ];
    for (const each of bad) assertEquals(await use(stack, base, [each]), "ForbiddenCall");
    const moves = await client.readContract({
      address: game,
      abi: gameAbi,
      functionName: "moves",
      args: [account],
    });
    assertEquals(moves, 2n);

    const unsound = [
      { word: 0, kind: 5, values: [] },
      { word: 0, kind: kind.equal, values: [] },
      { word: 0, kind: kind.equal, values: [word(1n), word(2n)] },
      { word: 0, kind: kind.atMost, values: [] },
      { word: 0, kind: kind.oneOf, values: [] },
      { word: 0, kind: kind.account, values: [pad(account)] },
      { word: 0, kind: kind.spender, values: [pad(spender)] },
    ];
    for (const [index, rule] of unsound.entries()) {
      const permission = {
        ...base,
        salt: saltOf(index + 2),
        calls: [{ target: game, selector, rules: [rule] }],
      };
      assertEquals(await grant(stack, owner, permission), "InvalidPermission");
    }
  });
});
