import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { encodeFunctionData, type Hex, numberToHex } from "viem";
import { accountAddress, factoryCall } from "../../account/address.ts";
import { encodeCalls } from "../../account/calls.ts";
import { tokenAbi } from "../../chain/abi.ts";
import { operationHash } from "../../client/prepared_operation.ts";
import { AcctError } from "../../ground/errors.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { OperationJson } from "../../wire/values.ts";
import { whenSettled } from "../../testing/local_wallet.ts";
import { prepared, type Scene, scene } from "../../testing/wallet_scene.ts";
import type { SendCallsPreview } from "../../dialog/types.ts";

const never = new AbortController().signal;
const friend: Hex = `0x${"22".repeat(20)}`;
const calls = [{ to: friend, value: "0x5", data: "0x" }] as const;

const paymaster = { url: "https://pm.example" };
const ask = (at: Scene) =>
  at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls, paymaster }, {
    signal: never,
  });

Deno.test("send: the prepared operation is signed and sent, in two requests and one prompt", async () => {
  const at = await scene();
  const { id } = await ask(at);
  assertEquals(id.length, 66);
  assertEquals([at.log, at.prompts], [["acct_prepare", "acct_send"], ["get"]]);
});

Deno.test("send: an operation that differs in any field is rejected, and no user is prompted", async () => {
  const other: Hex = `0x${"33".repeat(20)}`;
  const change = (change: Partial<OperationJson>) => (result: PrepareResult) => ({
    ...result,
    operation: { ...result.operation, ...change },
  });
  const lies: [string, (result: PrepareResult) => PrepareResult][] = [
    ["sender", change({ sender: other })],
    ["callData", change({ callData: encodeCalls([{ to: other, value: 5n, data: "0x" }]) })],
    ["callData", change({ callData: encodeCalls([{ to: friend, value: 6n, data: "0x" }]) })],
    [
      "callData",
      change({
        callData: encodeCalls([
          { to: friend, value: 5n, data: "0x" },
          { to: other, value: 0n, data: "0x" },
        ]),
      }),
    ],
    ["callData", change({ callData: "0x" })],
    ["factory", change({ factory: other })],
    ["factoryData", change({ factoryData: "0x1234" })],
    ["factory", (result) => {
      const { factory: _, ...operation } = result.operation;
      return { ...result, operation };
    }],
    [
      "factoryData",
      change(factoryCall({ owners: [`0x${"44".repeat(64)}`], nonce: 0n })),
    ],
    ["nonce", change({ nonce: numberToHex(8n << 64n) })],
    ["nonce", change({ nonce: numberToHex(2n ** 255n) })],
    ["callGasLimit", change({ callGasLimit: "0x1000001" })],
    ["verificationGasLimit", change({ verificationGasLimit: "0xffffffff" })],
    ["preVerificationGas", change({ preVerificationGas: "0x1000001" })],
    ["paymasterVerificationGasLimit", change({ paymasterVerificationGasLimit: "0x1000001" })],
    ["paymasterPostOpGasLimit", change({ paymasterPostOpGasLimit: "0x1000001" })],
    ["maxPriorityFeePerGas", change({ maxPriorityFeePerGas: "0x3b9aca01" })],
    ["paymaster", (result) => ({ ...result, sponsor: null })],
    ["paymaster", (result) => {
      const { paymaster: _, ...operation } = result.operation;
      return { ...result, operation };
    }],
  ];
  for (const [field, tamper] of lies) {
    const at = await scene();
    at.tamper = tamper;
    let seen: SendCallsPreview | undefined;
    at.act = async (request) => {
      seen = await whenSettled(request);
      await assertRejects(() => request.approve({}), AcctError);
      request.reject();
    };
    await assertRejects(() => ask(at), AcctError);
    assertEquals([field, seen!.status, seen!.error?.cause], [field, "error", "service_mismatch"]);
    assertEquals(at.prompts, [], field);
    assertEquals(at.log.includes("acct_send"), false);
  }
});

Deno.test("send: the displayed maximum is the operation's own, or it is rejected", async () => {
  const at = await scene();
  at.tamper = (result) => ({ ...result, fee: { ...result.fee, maximum: "0x1" } });
  let seen: SendCallsPreview | undefined;
  at.act = async (request) => {
    seen = await whenSettled(request);
    request.reject();
  };
  await assertRejects(() =>
    at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls }, { signal: never })
  );
  assertEquals(seen!.error?.cause, "service_mismatch");
});

Deno.test("send: without the page's sponsor, the account pays and the maximum is shown", async () => {
  const at = await scene();
  at.act = async (request) => {
    const { fee } = await whenSettled(request);
    assertEquals(fee?.payer === "account" && fee.maximum, 250_000n * 1_000_000_000n);
    return await request.approve({});
  };
  await at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls }, {
    signal: never,
  });
});

Deno.test("send: a failing sponsor never costs the user anything without notice", async () => {
  const at = await scene();
  at.tamper = (result) =>
    result.sponsor === null ? result : {
      ...prepared(
        {
          chainId: "0x1",
          account: {
            address: at.account,
            owners: [],
            nonce: "0x0",
          },
          calls,
          payFromAccount: true,
        },
        at.clock,
        result.chain,
      ),
      operation: ((
        {
          paymaster: _1,
          paymasterData: _2,
          paymasterVerificationGasLimit: _3,
          paymasterPostOpGasLimit: _4,
          ...rest
        },
      ) => rest)(result.operation),
      sponsorFailed: "out of money",
    };
  at.act = async (request) => {
    const { fee } = await whenSettled(request);
    assertEquals(fee?.payer === "account" && fee.sponsorFailed, "out of money");
    const error = await assertRejects(() => request.approve({}), AcctError);
    assertEquals(error.data.cause, "sponsor_failed");
    assertEquals(at.prompts, []);
    // The user chooses to pay. This requires a new quote and another click.
    const again = await assertRejects(() => request.approve({ payFromAccount: true }), AcctError);
    assertEquals(again.data.cause, "quote_changed");
    assertEquals(at.prompts, []);
    return await request.approve({});
  };
  await ask(at);
  assertEquals(at.prompts, ["get"]);
});

Deno.test("send: an expired quote is renewed before the prompt, not after", async () => {
  const at = await scene();
  at.act = async (request) => {
    await whenSettled(request);
    at.clock += 121_000;
    const error = await assertRejects(() => request.approve({}), AcctError);
    assertEquals([error.data.cause, at.prompts], ["quote_changed", []]);
    await whenSettled(request);
    return await request.approve({});
  };
  await ask(at);
  assertEquals(at.log, ["acct_prepare", "acct_prepare", "acct_send"]);
});

Deno.test("send: a failed submission is repeated with the same signature, without a second prompt", async () => {
  const at = await scene();
  const sent: (Hex | undefined)[] = [];
  at.send = (operation) => {
    sent.push(operation.signature);
    if (sent.length < 3) throw new AcctError("service_down");
    return Promise.resolve({ id: operationHash(operation, 1) });
  };
  at.act = async (request) => {
    await whenSettled(request);
    await assertRejects(() => request.approve({}), AcctError);
    await assertRejects(() => request.approve({}), AcctError);
    return await request.approve({});
  };
  await ask(at);
  assertEquals([at.prompts, new Set(sent).size], [["get"], 1]);
});

Deno.test("send: a service that answers with another id is rejected", async () => {
  const at = await scene();
  at.send = () => Promise.resolve({ id: `0x${"77".repeat(32)}` });
  at.act = async (request) => {
    await whenSettled(request);
    const error = await assertRejects(() => request.approve({}), AcctError);
    assertEquals(error.data.cause, "service_mismatch");
    request.reject();
  };
  await assertRejects(() => ask(at), AcctError);
});

Deno.test("send: an account that is not on this device, and another's passkey, are rejected", async () => {
  const at = await scene();
  const stranger = accountAddress({ owners: [`0x${"44".repeat(64)}`], nonce: 0n });
  const error = await assertRejects(
    () =>
      at.wallet.ask("wallet_sendCalls", { account: stranger, chainId: 1, calls }, {
        signal: never,
      }),
    AcctError,
  );
  assertEquals(error.code, 4100);
});

Deno.test("send: a recipient that resembles a known one is a danger", async () => {
  const at = await scene();
  const sendTo = (to: Hex) =>
    at.wallet.ask("wallet_sendCalls", {
      account: at.account,
      chainId: 1,
      calls: [{ to, value: "0x1", data: "0x" }],
      paymaster,
    }, { signal: never });
  const known: Hex = `0xabcd${"1".repeat(32)}9876`;
  const fake: Hex = `0xabcd${"2".repeat(32)}9876`;
  await sendTo(known);
  const seen: SendCallsPreview["warnings"][] = [];
  at.act = async (request) => {
    seen.push(request.preview.get().warnings, (await whenSettled(request)).warnings);
    request.reject();
  };
  await assertRejects(() => sendTo(fake), AcctError);
  const warning = { code: "look_alike", level: "danger", call: 0, detail: known } as const;
  assertEquals(seen, [[warning], [warning]]);
  seen.length = 0;
  await assertRejects(() => sendTo(known), AcctError);
  assertEquals(seen, [[], []]);
});

Deno.test("send: an operation that would fail is prepared again every 5 s, until it can succeed", async () => {
  using time = new FakeTime();
  const at = await scene();
  const prepares = () => at.log.filter((method) => method === "acct_prepare").length;
  const failing = { status: "reverts", reason: "ERC20InsufficientBalance" } as const;
  at.tamper = (result) => ({ ...result, simulation: failing });
  at.send = () => Promise.reject(new AcctError("service_down"));
  at.act = async (request) => {
    const codes = async () => (await whenSettled(request)).warnings.map(({ code }) => code);
    assertEquals(await codes(), ["simulation_reverts"]);
    await time.tickAsync(4_999);
    assertEquals(prepares(), 1);
    await time.tickAsync(1);
    assertEquals([await codes(), prepares()], [["simulation_reverts"], 2]);
    // The tokens have arrived.
    at.tamper = (result) => result;
    await time.tickAsync(5_000);
    assertEquals([await codes(), prepares()], [[], 3]);
    await time.tickAsync(60_000);
    assertEquals(prepares(), 3, "a quote that can succeed is kept until it expires");
    // A signed operation is not replaced.
    await assertRejects(() => request.approve({}), AcctError);
    await time.tickAsync(600_000);
    at.send = (operation) => Promise.resolve({ id: operationHash(operation, 1) });
    return await request.approve({});
  };
  await ask(at);
  await time.tickAsync(600_000);
  assertEquals(at.log.slice(3), ["acct_send", "acct_send"]);
  assertEquals(at.prompts, ["get"]);
});

Deno.test("send: a dApp's suffix is shown, and no other data may follow the calls", async () => {
  const suffix = "0xc0ffee";
  const all = [{ to: friend, value: 5n, data: "0x" }] as const;
  const end = (extra: Hex) => (result: PrepareResult): PrepareResult => ({
    ...result,
    operation: { ...result.operation, callData: encodeCalls(all, [], extra) },
  });
  const send = (at: Scene, given?: Hex) =>
    at.wallet.ask("wallet_sendCalls", {
      account: at.account,
      chainId: 1,
      calls,
      paymaster,
      ...(given && { suffix: given }),
    }, { signal: never });
  const good = await scene();
  good.tamper = end(suffix);
  let shown: SendCallsPreview | undefined;
  good.act = async (request) => {
    shown = await whenSettled(request);
    return await request.approve({});
  };
  assertEquals((await send(good, suffix)).id.length, 66);
  assertEquals(shown!.suffix, suffix);
  for (
    const [asked, prepared] of [
      [suffix, "0x"],
      [suffix, "0xc0ffef"],
      [suffix, "0xc0ffee00"],
      [undefined, suffix],
    ] as const
  ) {
    const at = await scene();
    at.tamper = end(prepared);
    let seen: SendCallsPreview | undefined;
    at.act = async (request) => {
      seen = await whenSettled(request);
      request.reject();
    };
    await assertRejects(() => send(at, asked), AcctError);
    assertEquals(seen!.error?.cause, "service_mismatch");
    assertEquals(at.prompts, []);
  }
});

Deno.test("send: harmless allowances before it do not hide an allowance of the whole balance", async () => {
  const at = await scene();
  const usdc: Hex = `0x${"a1".repeat(20)}`;
  const thief: Hex = `0x${"66".repeat(20)}`;
  const approve = (to: Hex, amount: bigint) => ({
    to,
    value: "0x0",
    data: encodeFunctionData({ abi: tokenAbi, functionName: "approve", args: [thief, amount] }),
  } as const);
  at.read = (method, params) => {
    const [{ to }] = params as [{ to: Hex }];
    return method === "eth_call" && to.toLowerCase() === usdc
      ? numberToHex(500n, { size: 32 })
      : "0x";
  };
  const junk = Array.from(
    { length: 40 },
    (_, index) => approve(`0x${(100 + index).toString(16).repeat(20)}`, BigInt(index % 2)),
  );
  let warnings: SendCallsPreview["warnings"] = [];
  at.act = async (request) => {
    ({ warnings } = await whenSettled(request));
    request.reject();
  };
  const calls = [...junk, approve(usdc, 500n)];
  await assertRejects(() =>
    at.wallet.ask("wallet_sendCalls", { account: at.account, chainId: 1, calls }, { signal: never })
  );
  assertEquals(
    warnings.filter(({ code, call }) => code === "whole_approval" && call === 40),
    [{ code: "whole_approval", level: "danger", call: 40, detail: thief }],
  );
});
