import { assertEquals } from "@std/assert";
import {
  type Abi,
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
} from "viem";
import { answersAbi } from "./artifacts/test/answers_abi.ts";
import { answersBytecode } from "./artifacts/test/answers_bytecode.ts";
import { deployOnce } from "./create2.ts";
import { errorName } from "./testing/asserts.ts";
import { type Bound, bound, boundKind, encodeBounded, outcome } from "./testing/bounds.ts";
import { createPasskey } from "./testing/passkey.ts";
import {
  type Call,
  createAccount,
  encodeCalls,
  fund,
  sendCalls,
  startStack,
  transact,
} from "./testing/stack.ts";
import { allowanceOf, balanceOf, mint, tokenData } from "./testing/token.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";
const friend: Address = "0x0000000000000000000000000000000000000f01";
const stranger: Address = "0x0000000000000000000000000000000000000f02";
/** Questions of each standard, read from the standards and not from the contract. */
const standards = parseAbi([
  "function balanceOf(address) view returns (uint256)",
  "function ownerOf(uint256) view returns (address)",
  "function balanceOf(address, uint256) view returns (uint256)",
  "function allowance(address, address) view returns (uint256)",
  "function getApproved(uint256) view returns (address)",
  "function isApprovedForAll(address, address) view returns (bool)",
  "function allowance(address, address, uint256) view returns (uint256)",
  "function isOperator(address, address) view returns (bool)",
]);

const word = (value: bigint | Address): Hex =>
  typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(value);
const id = 7n;

/** Encodes the read call of a kind. */
function question(kind: keyof typeof boundKind, account: Address): Hex {
  const ask = (functionName: string, ...args: unknown[]) =>
    encodeFunctionData({ abi: standards as Abi, functionName, args });
  switch (kind) {
    case "erc20":
      return ask("balanceOf", account);
    case "erc721":
      return ask("ownerOf", id);
    case "erc1155":
    case "erc6909":
      return ask("balanceOf", account, id);
    case "erc20Allowance":
      return ask("allowance", account, friend);
    case "erc721Approval":
      return ask("getApproved", id);
    case "operator":
      return ask("isApprovedForAll", account, friend);
    case "erc6909Allowance":
      return ask("allowance", account, friend, id);
    case "erc6909Operator":
      return ask("isOperator", account, friend);
    case "native":
      throw new Error("the chain itself is asked");
  }
}

/** Encodes that an asset answers so from now on. */
function say(asset: Address, ask: Hex, answer: Hex, zeros = 0n): Call {
  const args = [ask, answer, zeros] as const;
  const data = encodeFunctionData({ abi: answersAbi, functionName: "say", args });
  return { target: asset, data };
}

function hush(asset: Address, ask: Hex): Call {
  const data = encodeFunctionData({ abi: answersAbi, functionName: "hush", args: [ask] });
  return { target: asset, data };
}

Deno.test("bounds", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const passkey = createPasskey(1);
  const account = await createAccount(stack, [passkey.bytes]);
  await fund(stack, account);
  const asset = await deployOnce(client, answersBytecode.initCode);
  const end = (calls: readonly Call[], ...bounds: Bound[]) =>
    outcome(stack, account, passkey, calls, bounds);
  const put = (call: Call) => transact(stack, { to: call.target, data: call.data! });

  await t.step("of the native currency apply to the wei", async () => {
    const send = (value: bigint): Call => ({ target: to, value });
    const most = bound("native", 10n);
    assertEquals(await end([send(9n)], most), "ok");
    assertEquals(await end([send(10n)], most), "ok");
    assertEquals(await end([send(4n), send(6n)], most), "ok");
    assertEquals(await end([send(11n)], most), "BoundExceeded 0 11 10");
    assertEquals(await end([send(4n), send(7n)], most), "BoundExceeded 0 11 10");
    assertEquals(await end([], bound("native", 0n)), "ok");
    assertEquals(await client.getBalance({ address: to }), 29n);
  });

  await t.step("apply to the last of many, and so do the calls of a batch", async () => {
    const send: Call = { target: to, value: 1n };
    const fine = Array.from({ length: 5 }, (_, i) => bound("native", 10n + BigInt(i)));
    assertEquals(await end([send, send, send], ...fine), "ok");
    for (const most of [2n, 0n]) {
      const refused = await end([send, send, send], ...fine, bound("native", most));
      assertEquals(refused, `BoundExceeded 5 3 ${most}`);
    }
    const own: Call = { target: account, data: encodeCalls([send]) };
    for (const data of [encodeCalls, (calls: Call[]) => encodeBounded(calls, fine)]) {
      const { success, revertData } = await sendCalls(
        stack,
        account,
        passkey,
        data([send, send, send, own]),
      );
      assertEquals([success, errorName(revertData)], [false, "ForbiddenTarget"]);
    }
    assertEquals(await client.getBalance({ address: to }), 32n);
  });

  await t.step("of balances apply in each standard", async () => {
    for (const kind of ["erc20", "erc1155", "erc6909"] as const) {
      const ask = question(kind, account);
      const fall = async (amount: bigint) => {
        await put(say(asset, ask, word(100n)));
        return await end([say(asset, ask, word(100n - amount))], bound(kind, 10n, { asset, id }));
      };
      for (const amount of [-5n, 0n, 9n, 10n]) assertEquals(await fall(amount), "ok");
      assertEquals(await fall(11n), "BoundExceeded 0 11 10");
      assertEquals(await fall(100n), "BoundExceeded 0 100 10");
    }
  });

  await t.step("of an ERC-721 keep it, unless it may leave", async () => {
    const ask = question("erc721", account);
    const go = async (before: Address, after: Address, most: bigint) => {
      await put(say(asset, ask, word(before)));
      return await end([say(asset, ask, word(after))], bound("erc721", most, { asset, id }));
    };
    assertEquals(await go(account, account, 0n), "ok");
    assertEquals(await go(stranger, account, 0n), "ok");
    assertEquals(await go(stranger, friend, 0n), "ok");
    assertEquals(await go(account, stranger, 1n), "ok");
    assertEquals(await go(account, stranger, 0n), "BoundExceeded 0 1 0");
  });

  await t.step("of allowances limit the rights granted by the calls", async () => {
    for (const kind of ["erc20Allowance", "erc6909Allowance"] as const) {
      const ask = question(kind, account);
      const rise = async (before: bigint, after: bigint) => {
        await put(say(asset, ask, word(before)));
        const most = bound(kind, 10n, { asset, id, spender: friend });
        return await end([say(asset, ask, word(after))], most);
      };
      assertEquals(await rise(0n, 9n), "ok");
      assertEquals(await rise(0n, 10n), "ok");
      assertEquals(await rise(0n, 11n), "BoundExceeded 0 11 10");
      assertEquals(await rise(0n, 2n ** 256n - 1n), `BoundExceeded 0 ${2n ** 256n - 1n} 10`);
      // An existing right may stay and decrease, but not increase.
      assertEquals(await rise(20n, 20n), "ok");
      assertEquals(await rise(20n, 15n), "ok");
      assertEquals(await rise(20n, 21n), "BoundExceeded 0 21 10");
    }
  });

  await t.step("of operators reject new ones, unless they are allowed", async () => {
    for (const kind of ["operator", "erc6909Operator"] as const) {
      const ask = question(kind, account);
      const turn = async (before: bigint, after: bigint, most: bigint) => {
        await put(say(asset, ask, word(before)));
        const limit = bound(kind, most, { asset, spender: friend });
        return await end([say(asset, ask, word(after))], limit);
      };
      assertEquals(await turn(0n, 0n, 0n), "ok");
      assertEquals(await turn(0n, 1n, 1n), "ok");
      assertEquals(await turn(1n, 1n, 0n), "ok");
      assertEquals(await turn(1n, 0n, 0n), "ok");
      assertEquals(await turn(0n, 1n, 0n), "BoundExceeded 0 1 0");
    }
  });

  await t.step("of an ERC-721's approval permit one address", async () => {
    const ask = question("erc721Approval", account);
    const nobody = word(0n);
    const turn = async (before: Hex, after: Hex, most = 0n) => {
      await put(say(asset, ask, before));
      const limit = bound("erc721Approval", most, { asset, id, spender: friend });
      return await end([say(asset, ask, after)], limit);
    };
    const [mine, theirs] = [word(friend), word(stranger)];
    const exceeded = `BoundExceeded 0 ${BigInt(stranger)} ${BigInt(friend)}`;
    for (const before of [nobody, mine, theirs]) {
      assertEquals(await turn(before, nobody), "ok");
      assertEquals(await turn(before, mine), "ok");
      // A previously approved spender may stay, and does not hide another one.
      assertEquals(await turn(before, theirs, 1n), before === theirs ? "ok" : exceeded);
    }
    assertEquals(
      await turn(theirs, word(to)),
      `BoundExceeded 0 ${BigInt(to)} ${BigInt(friend)}`,
    );
  });

  await t.step("all apply, each under its own index", async () => {
    const ask = question("erc20", account);
    await put(say(asset, ask, word(100n)));
    const calls = [say(asset, ask, word(80n)), { target: to, value: 5n }];
    const native = bound("native", 5n);
    const token = (most: bigint) => bound("erc20", most, { asset });
    assertEquals(await end(calls, native, token(19n)), "BoundExceeded 1 20 19");
    assertEquals(await end(calls, token(20n), native, token(19n)), "BoundExceeded 2 20 19");
    assertEquals(await end(calls, token(20n), bound("native", 4n)), "BoundExceeded 1 5 4");
    assertEquals(await end(calls, native, token(20n)), "ok");
  });

  await t.step("of unreadable values revert, before and after the calls", async () => {
    for (const kind of Object.keys(boundKind) as (keyof typeof boundKind)[]) {
      if (kind === "native") continue;
      const ask = question(kind, account);
      const limit = bound(kind, 2n ** 256n - 1n, { asset, id, spender: friend });
      const nothing = { target: to };
      await put(hush(asset, ask));
      // The calls would make it readable: too late.
      const first = say(asset, ask, word(0n));
      assertEquals([kind, await end([first], limit)], [kind, "UnreadableBound 0"]);
      await put(first);
      assertEquals(await end([nothing], limit), "ok");
      assertEquals(await end([hush(asset, ask)], limit), "UnreadableBound 0");
      assertEquals(
        await end([say(asset, ask, "0x")], bound("native", 0n), limit),
        "UnreadableBound 1",
      );
      const short = say(asset, ask, `0x${"00".repeat(31)}`);
      assertEquals(await end([short], limit), "UnreadableBound 0");
      await put(short);
      assertEquals(await end([nothing], limit), "UnreadableBound 0");
    }
    const empty = bound("erc20", 0n, { asset: stranger });
    assertEquals(await end([{ target: to }], empty), "UnreadableBound 0");
    const zero = bound("erc20", 0n);
    assertEquals(await end([{ target: to }], zero), "UnreadableBound 0");
  });

  await t.step("read one word of an answer, for any length and dirty bits", async () => {
    const ask = question("erc20", account);
    const limit = bound("erc20", 10n, { asset });
    await put(say(asset, ask, concat([word(100n), word(2n ** 256n - 1n)])));
    const long = (value: bigint) => say(asset, ask, word(value), 200_000n);
    assertEquals(await end([long(90n)], limit), "ok");
    await put(say(asset, ask, word(100n)));
    assertEquals(await end([long(89n)], limit), "BoundExceeded 0 11 10");

    // An owner with dirty upper bytes is not the account, and any number except zero is true.
    const owner = question("erc721", account);
    const dirty = word(BigInt(account) | 1n << 200n);
    await put(say(asset, owner, word(account)));
    const keep = bound("erc721", 0n, { asset, id });
    assertEquals(await end([say(asset, owner, dirty)], keep), "BoundExceeded 0 1 0");
    const operator = question("operator", account);
    await put(say(asset, operator, word(0n)));
    const one = bound("operator", 1n, { asset, spender: friend });
    assertEquals(await end([say(asset, operator, word(2n))], one), "BoundExceeded 0 2 1");
    const approval = question("erc721Approval", account);
    await put(say(asset, approval, word(0n)));
    const only = bound("erc721Approval", 0n, { asset, id, spender: friend });
    const disguised = BigInt(friend) | 1n << 200n;
    assertEquals(
      await end([say(asset, approval, word(disguised))], only),
      `BoundExceeded 0 ${disguised} ${BigInt(friend)}`,
    );
  });

  await t.step("of an unknown kind are rejected", async () => {
    const { success } = await sendCalls(
      stack,
      account,
      passkey,
      encodeBounded([{ target: to }], [{ ...bound("native", 0n), kind: 10 }]),
    );
    assertEquals(success, false);
  });

  await t.step("do not change the calls: order, errors, all or none", async () => {
    const [token] = stack.tokens;
    await mint(stack, token, account, 100n);
    const limit = bound("erc20", 60n, { asset: token });
    const send = (amount: bigint): Call => ({
      target: token,
      data: tokenData.transfer(to, amount),
    });
    assertEquals(await end([send(60n)], limit), "ok");
    assertEquals(await balanceOf(stack, token, to), 60n);
    assertEquals(
      await end([send(1n), send(1n)], bound("erc20", 1n, { asset: token })),
      "BoundExceeded 0 2 1",
    );
    assertEquals(await balanceOf(stack, token, to), 60n);
    const failed = await end([send(1n), send(1000n)], limit);
    assertEquals(failed.startsWith("ExecuteError 1 0x"), true);
    const approve: Call = { target: token, data: tokenData.approve(friend, 11n) };
    const allow = (most: bigint) =>
      bound("erc20Allowance", most, { asset: token, spender: friend });
    assertEquals(await end([approve], allow(10n)), "BoundExceeded 0 11 10");
    assertEquals(await end([approve], allow(11n)), "ok");
    assertEquals(await allowanceOf(stack, token, account, friend), 11n);
  });
});
