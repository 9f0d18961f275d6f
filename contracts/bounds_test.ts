import { assertEquals } from "@std/assert";
import {
  type Abi,
  type Address,
  concat,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  size,
  slice,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { entryPoint08Abi, toPackedUserOperation } from "viem/account-abstraction";
import { entryPoint, implementation, permissions } from "./addresses.ts";
import { acctAbi } from "./artifacts/acct_abi.ts";
import { answersAbi } from "./artifacts/test/answers_abi.ts";
import { answersBytecode } from "./artifacts/test/answers_bytecode.ts";
import { permissionsAbi } from "./artifacts/permissions_abi.ts";
import { deployOnce } from "./create2.ts";
import { errorName } from "./testing/asserts.ts";
import { type Bound, bound, boundKind, encodeBounded } from "./testing/bounds.ts";
import { daily, fresh, grant } from "./testing/grant.ts";
import { createPasskey, type Passkey } from "./testing/passkey.ts";
import { deployPuppet, permissionData, puppetData } from "./testing/permission.ts";
import {
  type Call,
  createAccount,
  encodeCalls,
  fund,
  prepare,
  revertOf,
  sendCalls,
  signed,
  type Stack,
  startStack,
  transact,
} from "./testing/stack.ts";
import { allowanceOf, balanceOf, mint, tokenData } from "./testing/token.ts";

const to: Address = "0x00000000000000000000000000000000000000aa";
const friend: Address = "0x0000000000000000000000000000000000000f01";
const stranger: Address = "0x0000000000000000000000000000000000000f02";

/** What each standard calls its questions, read from the standards and not from the contract. */
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

/** Encodes the question that a kind asks. */
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
      throw new Error("nobody is asked");
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

/** Returns how an operation ended: `ok`, or its error with the arguments. */
async function outcome(
  stack: Stack,
  account: Address,
  owner: Passkey,
  calls: readonly Call[],
  bounds: readonly Bound[],
): Promise<string> {
  const { success, revertData } = await sendCalls(
    stack,
    account,
    owner,
    encodeBounded(calls, bounds),
  );
  if (success) return "ok";
  const { errorName, args = [] } = decodeErrorResult({ abi: acctAbi, data: revertData! });
  return `${errorName} ${args.join(" ")}`.trim();
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

  await t.step("of the native currency hold to the wei", async () => {
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

  await t.step("of balances hold in each standard", async () => {
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

  await t.step("of an ERC-721 keep it, unless it may go", async () => {
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

  await t.step("of allowances hold for what the calls give", async () => {
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
      // What was there before may stay and shrink, not grow.
      assertEquals(await rise(20n, 20n), "ok");
      assertEquals(await rise(20n, 15n), "ok");
      assertEquals(await rise(20n, 21n), "BoundExceeded 0 21 10");
    }
  });

  await t.step("of operators keep them out, unless they may come", async () => {
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

  await t.step("of an ERC-721's approval let nobody in but one", async () => {
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
      // One who was approved before may stay, and does not hide another one.
      assertEquals(await turn(before, theirs, 1n), before === theirs ? "ok" : exceeded);
    }
    assertEquals(
      await turn(theirs, word(to)),
      `BoundExceeded 0 ${BigInt(to)} ${BigInt(friend)}`,
    );
  });

  await t.step("all hold, each under its own index", async () => {
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

  await t.step("of what cannot be read revert, before and after the calls", async () => {
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

  await t.step("read one word of an answer, however long and dirty", async () => {
    const ask = question("erc20", account);
    const limit = bound("erc20", 10n, { asset });
    await put(say(asset, ask, concat([word(100n), word(2n ** 256n - 1n)])));
    const long = (value: bigint) => say(asset, ask, word(value), 200_000n);
    assertEquals(await end([long(90n)], limit), "ok");
    await put(say(asset, ask, word(100n)));
    assertEquals(await end([long(89n)], limit), "BoundExceeded 0 11 10");

    // An owner whose upper bytes are dirty is not the account, and true is any number but zero.
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

  await t.step("of an unknown kind are refused", async () => {
    const { success } = await sendCalls(
      stack,
      account,
      passkey,
      encodeBounded([{ target: to }], [{ ...bound("native", 0n), kind: 10 }]),
    );
    assertEquals(success, false);
  });

  await t.step("leave the calls what they are: order, errors, all or none", async () => {
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

Deno.test("bounds against contracts that call back", async (t) => {
  await using stack = await startStack();
  const { client } = stack;
  const [token] = stack.tokens;
  const puppet = await deployPuppet(stack);
  const { account, owner } = await fresh(stack, 1);
  await mint(stack, token, puppet, 1_000n);
  await client.setBalance({ address: puppet, value: 1_000n });
  const end = (calls: readonly Call[], ...bounds: Bound[]) =>
    outcome(stack, account, owner, calls, bounds);
  const run = (acts: Call[], value = 0n): Call => ({
    target: puppet,
    value,
    data: puppetData("run", acts),
  });
  const pull = (amount: bigint): Call => ({
    target: token,
    data: tokenData.transferFrom(account, puppet, amount),
  });
  const give = (amount: bigint): Call => ({
    target: token,
    data: tokenData.transfer(account, amount),
  });
  const most = (amount: bigint) => bound("erc20", amount, { asset: token });
  const unlimited: Call = { target: token, data: tokenData.approve(puppet, 2n ** 256n - 1n) };
  assertEquals((await sendCalls(stack, account, owner, encodeCalls([unlimited]))).success, true);

  await t.step("what a hook pulls counts, in one call or several", async () => {
    assertEquals(await end([run([pull(10n)])], most(10n)), "ok");
    assertEquals(await end([run([pull(11n)])], most(10n)), "BoundExceeded 0 11 10");
    const split = [run([pull(6n)]), { target: to }, run([pull(5n)])];
    assertEquals(await end(split, most(10n)), "BoundExceeded 0 11 10");
  });

  await t.step("what comes in makes up for what goes out, and for no more", async () => {
    assertEquals(await end([run([give(5n), pull(15n)])], most(10n)), "ok");
    assertEquals(await end([run([pull(15n), give(4n)])], most(10n)), "BoundExceeded 0 11 10");
    assertEquals(await end([run([give(50n)]), run([pull(60n)])], most(10n)), "ok");
    const back = run([{ target: account, value: 7n }], 17n);
    assertEquals(await end([back], bound("native", 10n)), "ok");
    assertEquals(await end([back], bound("native", 9n)), "BoundExceeded 0 10 9");
  });

  await t.step("the account obeys nobody from inside", async () => {
    const inner = { target: to, value: 1n };
    for (
      const data of [
        encodeCalls([inner]),
        encodeCalls([inner, inner]),
        encodeBounded([inner], []),
      ]
    ) {
      const { success, revertData } = await sendCalls(
        stack,
        account,
        owner,
        encodeBounded([run([{ target: account, data }])], [bound("native", 100n)]),
      );
      assertEquals([success, errorName(revertData)], [false, "Unauthorized"]);
    }
    // Nor through the EntryPoint, with a second operation that was signed.
    const key = 5n << 64n;
    const second = await signed(
      stack,
      await prepare(stack, account, encodeCalls([inner]), { nonce: key }),
      owner,
    );
    const data = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: "handleOps",
      args: [[toPackedUserOperation(second)], to],
    });
    const { success, revertData } = await sendCalls(
      stack,
      account,
      owner,
      encodeBounded([run([{ target: entryPoint, data }])], [bound("native", 100n)]),
      { callGasLimit: 4_000_000n },
    );
    assertEquals([success, errorName(revertData, entryPoint08Abi)], [
      false,
      "ReentrancyGuardReentrantCall",
    ]);
  });

  await t.step("what a spender takes meanwhile counts as well", async () => {
    const permission = await daily(stack, account, { spender: puppet });
    assertEquals(await grant(stack, owner, permission), null);
    const data = permissionData.execute(permission, [{
      target: token,
      data: tokenData.transfer(to, 11n),
    }]);
    const used = run([{ target: permissions, data }]);
    assertEquals(await end([used], most(10n)), "BoundExceeded 0 11 10");
    assertEquals(await end([used], most(11n)), "ok");
  });

  await t.step("no permission reaches them", async () => {
    const selector = slice(encodeBounded([], []), 0, 4);
    const permission = await daily(stack, account, { calls: [{ target: account, selector }] });
    const { success, revertData } = await sendCalls(
      stack,
      account,
      owner,
      encodeCalls([{ target: permissions, data: permissionData.approve(permission) }]),
    );
    assertEquals([success, errorName(revertData, permissionsAbi)], [false, "ForbiddenCall"]);
  });

  await t.step("a hook that moves later moves by a right that a bound can name", async () => {
    const [, coin] = stack.tokens;
    const approve: Call = { target: coin, data: tokenData.approve(puppet, 500n) };
    const left = bound("erc20Allowance", 0n, { asset: coin, spender: puppet });
    const calls = [approve, run([])];
    assertEquals(
      await end(calls, bound("erc20", 0n, { asset: coin }), left),
      "BoundExceeded 1 500 0",
    );
    assertEquals(await end(calls, bound("erc20", 0n, { asset: coin })), "ok");
    const later = puppetData("run", [{
      target: coin,
      data: tokenData.transferFrom(account, puppet, 500n),
    }]);
    assertEquals(await revertOf(stack, { to: puppet, data: later }), null);
  });

  await t.step("an answer that burns all gas fails the operation", async () => {
    const burner = "0x00000000000000000000000000000000000b0b0b";
    // JUMPDEST, PUSH1 0, JUMP.
    await client.setCode({ address: burner, bytecode: "0x5b600056" });
    const { success } = await sendCalls(
      stack,
      account,
      owner,
      encodeBounded([{ target: to, value: 1n }], [bound("erc20", 0n, { asset: burner })]),
    );
    assertEquals(success, false);
  });
});

Deno.test("bounds of an EOA that delegates to the account (EIP-7702)", async () => {
  await using stack = await startStack();
  const { client } = stack;
  const eoa = privateKeyToAccount(`0x${"55".repeat(32)}`);
  const account = eoa.address;
  await fund(stack, account);
  const authorization = await client.signAuthorization({
    account: eoa,
    contractAddress: implementation,
  });
  const hash = await client.sendTransaction({ to, authorizationList: [authorization] });
  await client.waitForTransactionReceipt({ hash });
  const key = { bytes: pad(account), sign: (digest: Hex) => eoa.sign({ hash: digest }) };
  assertEquals(size(key.bytes), 32);
  const ownerIndex = 2n ** 256n - 1n;
  const call: Call = { target: to, value: 11n };
  for (const [most, ended] of [[11n, true], [10n, false]] as const) {
    const data = encodeBounded([call], [bound("native", most)]);
    const { success, revertData } = await sendCalls(stack, account, key, data, { ownerIndex });
    assertEquals(success, ended);
    if (!ended) assertEquals(errorName(revertData), "BoundExceeded");
    // In a transaction of its own as well, whose fees lie outside.
    const own = await revertOf(stack, { to: account, data, from: account });
    assertEquals(own === null ? null : errorName(own), ended ? null : "BoundExceeded");
  }
  const sent = await client.sendTransaction({
    account: eoa,
    to: account,
    data: encodeBounded([call], [bound("native", 11n)]),
  });
  assertEquals((await client.waitForTransactionReceipt({ hash: sent })).status, "success");
  // Others cannot.
  const data = encodeBounded([call], []);
  assertEquals(errorName(await revertOf(stack, { to: account, data })), "Unauthorized");
});
