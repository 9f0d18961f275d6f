import { assertEquals, assertMatch } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { startTestStack, withAlto } from "../support/start.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import {
  call,
  prepare,
  rpc,
  send,
  sendCalls,
  settled,
  sign,
  status,
  user,
} from "../support/client.ts";
import { balanceOf, transferData } from "../support/tokens.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
const receiver = "0x00000000000000000000000000000000000000bb";

Deno.test("send", async (t) => {
  await using stack = await startTestStack();
  const [token] = stack.tokens;
  const transfer = (amount: bigint): CallJson => ({
    to: token.address,
    value: "0x0",
    data: transferData(receiver, amount),
  });

  await t.step("a sponsored first batch of an account without ether", async () => {
    const who = user(1);
    await stack.mint(token.address, who.account.address, 10_000_000n);
    const calls = [transfer(3_000_000n), { ...transfer(1_000_000n) }];
    const prepared = await prepare(stack, who, calls);
    assertEquals(prepared.deployed, false);
    assertEquals(prepared.sponsor, { name: "Local sponsor", domain: null });
    assertEquals(prepared.fee, { expected: "0x0", maximum: "0x0", balance: "0x0" });
    assertEquals(prepared.simulation, { status: "success" });
    assertEquals(prepared.changes, [{
      token: {
        address: token.address,
        symbol: "TUSD",
        name: "Test Dollar",
        decimals: 6,
        listed: true,
      },
      delta: "-4000000",
    }]);
    const before = await balanceOf(stack, token.address, receiver);
    const { result } = await send(stack, who, await sign(stack, who, prepared.operation), "mine");
    const done = await settled(stack, result!.id);
    assertEquals([done.status, done.version, done.chainId, done.atomic], [
      200,
      "2.0.0",
      "0x7a69",
      true,
    ]);
    // Only its own logs: two transfers, none of EntryPoint, factory or paymaster.
    const [receipt] = done.receipts!;
    assertEquals(receipt!.logs.length, 2);
    assertEquals(receipt!.logs.every((log) => log.address === token.address.toLowerCase()), true);
    assertEquals(await balanceOf(stack, token.address, receiver) - before, 4_000_000n);
    const balance = await stack.node.request<Hex>("eth_getBalance", [
      who.account.address,
      "latest",
    ]);
    assertEquals(balance, "0x0");
    assertEquals((await status(stack, "mine")).status, 200);
  });

  await t.step("sent again it returns the same id and has no second effect", async () => {
    const who = user(2);
    const { operation } = await prepare(stack, who, [ping]);
    const signed = await sign(stack, who, operation);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(stack, who, signed)));
    const ids = new Set(answers.map((answer) => answer.result?.id));
    assertEquals(ids.size, 1);
    const [id] = ids;
    assertEquals((await settled(stack, id!)).status, 200);
    assertEquals((await send(stack, who, signed)).result?.id, id);
    const history = await call<unknown[]>(stack, "wallet_getCallsHistory", [{
      address: who.account.address,
    }]);
    assertEquals(history.length, 1);
  });

  await t.step("sent again while it lands, it is the same, not another one's nonce", async () => {
    const who = user(20);
    const { operation } = await prepare(stack, who, [ping]);
    const signed = await sign(stack, who, operation);
    const { node } = stack.service.context.chains.get(stack.chainId)!;
    const { request } = node;
    const { promise: landed, resolve: land } = Promise.withResolvers<void>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    // The second reads the state before the first lands, and has its signature verified afterwards.
    let calls = 0;
    (node as { request: unknown }).request = async (method: string, params?: unknown[]) => {
      const verifies = method === "eth_call" && ++calls === 2;
      const answer = await request(method, params);
      if (verifies) {
        ask();
        await landed;
      }
      return answer;
    };
    const second = send(stack, who, signed);
    await asked;
    (node as { request: unknown }).request = request;
    const first = await send(stack, who, signed);
    assertEquals((await settled(stack, first.result!.id)).status, 200);
    land();
    assertEquals((await second).result?.id, first.result!.id);
  });

  await t.step("a caller's id identifies one bundle only", async () => {
    const who = user(3);
    await sendCalls(stack, who, [ping], { id: "twice" }).then((id) => settled(stack, id));
    const { operation } = await prepare(stack, who, [ping]);
    const again = await send(stack, who, await sign(stack, who, operation), "twice");
    assertEquals([again.error?.code, again.error?.data?.cause], [5720, "duplicate_id"]);
  });

  await t.step("two bundles that are one operation to the chain are not merged", async () => {
    const who = user(15);
    const { operation } = await prepare(stack, who, [ping]);
    const signed = await sign(stack, who, operation);
    const first = await send(stack, who, signed, "one");
    assertEquals((await send(stack, who, signed, "one")).result?.id, first.result?.id);
    assertEquals((await send(stack, who, signed, "two")).error?.data?.cause, "quote_changed");
    assertEquals((await settled(stack, first.result!.id)).status, 200);
  });

  await t.step("two concurrent first operations: one lands, one is prepared again", async () => {
    const who = user(4);
    const [a, b] = await Promise.all(
      (["0x01", "0x02"] as const).map((data) =>
        prepare(stack, who, [{ ...ping, data }], { parallel: true })
      ),
    );
    // An account that is not onchain yet has one open quote.
    assertEquals(a!.operation.nonce, b!.operation.nonce);
    const replies = await Promise.all(
      [a!, b!].map(async ({ operation }) =>
        await send(stack, who, await sign(stack, who, operation))
      ),
    );
    const landed = replies.filter((reply) => reply.result !== undefined);
    assertEquals(landed.length, 1);
    const refused = replies.find((reply) => reply.error !== undefined);
    assertEquals(refused?.error?.data?.cause, "quote_changed");
    assertEquals((await settled(stack, landed[0]!.result!.id)).status, 200);
    const id = await sendCalls(stack, who, [ping]);
    assertEquals((await settled(stack, id)).status, 200);
  });

  await t.step("while a deployment is pending, the next one waits and lands", async () => {
    const who = user(5);
    await stack.node.request("evm_setAutomine", [false]);
    try {
      const first = await sendCalls(stack, who, [ping]);
      const second = await prepare(stack, who, [ping]);
      assertEquals([second.deployed, second.operation.factory], [false, undefined]);
      const sent = await send(stack, who, await sign(stack, who, second.operation));
      // Alto cannot estimate a second nonce key of an account that is just being deployed.
      const third = await sendCalls(stack, who, [ping], { parallel: !withAlto });
      for (const id of [first, sent.result!.id, third]) {
        assertEquals((await status(stack, id)).status, 100);
      }
      await stack.node.request("evm_setAutomine", [true]);
      await stack.node.request("evm_mine");
      for (const id of [first, sent.result!.id, third]) {
        assertEquals((await settled(stack, id)).status, 200);
      }
    } finally {
      await stack.node.request("evm_setAutomine", [true]);
    }
  });

  await t.step("an operation without a signature is not held for an account", async () => {
    const who = user(6);
    await stack.node.request("evm_setAutomine", [false]);
    try {
      const first = await sendCalls(stack, who, [ping]);
      const { operation } = await prepare(stack, who, [ping]);
      const forged = await send(stack, who, await sign(stack, user(7), operation));
      assertEquals(forged.error?.data?.cause, "operation_refused");
      // It was never a row: a process that follows rows could have handed it over, and then dropped
      // the operation that the owner sent in its place.
      const { open } = await stack.service.store.selectFrom("operations")
        .select((eb) => eb.fn.countAll<number>().as("open"))
        .where("sender", "=", who.account.address.toLowerCase()).executeTakeFirstOrThrow();
      assertEquals(open, 1);
      await stack.node.request("evm_setAutomine", [true]);
      await stack.node.request("evm_mine");
      assertEquals((await settled(stack, first)).status, 200);
      // The rejected one blocks nothing: signed by the owner, the same operation is accepted.
      const good = await send(stack, who, await sign(stack, who, operation));
      assertEquals((await settled(stack, good.result!.id)).status, 200);
    } finally {
      await stack.node.request("evm_setAutomine", [true]);
    }
  });

  await t.step("two concurrent later operations both land, sponsored or not", async () => {
    const who = user(1);
    const [a, b] = await Promise.all(
      [1, 2].map(() => sendCalls(stack, who, [ping], { parallel: true })),
    );
    for (const id of [a!, b!]) assertEquals((await settled(stack, id)).status, 200);
    await stack.fund(who.account.address, 10n ** 18n);
    const first = await sendCalls(stack, who, [ping], { payFromAccount: true });
    const second = await sendCalls(stack, who, [ping], { payFromAccount: true });
    for (const id of [first, second]) assertEquals((await settled(stack, id)).status, 200);
  });

  await t.step("the account pays within the maximum that was shown", async () => {
    const who = user(8);
    await stack.fund(who.account.address, 10n ** 18n);
    const prepared = await prepare(stack, who, [ping], { payFromAccount: true });
    assertEquals([prepared.sponsor, prepared.sponsorFailed], [null, null]);
    const reply = await send(stack, who, await sign(stack, who, prepared.operation));
    assertEquals((await settled(stack, reply.result!.id)).status, 200);
    const balance = BigInt(
      await stack.node.request<Hex>("eth_getBalance", [who.account.address, "latest"]),
    );
    const paid = 10n ** 18n - balance;
    assertEquals(paid > 0n && paid <= BigInt(prepared.fee.maximum), true);
  });

  await t.step("failing calls are reported in advance, and no sponsor pays for them", async () => {
    const who = user(9);
    const prepared = await prepare(stack, who, [ping, transfer(1n)]);
    assertEquals(prepared.simulation.status, "reverts");
    assertEquals(prepared.sponsor, null);
    assertEquals(prepared.sponsorFailed, "The calls would fail.");
    assertEquals(prepared.operation.paymaster, undefined);
  });

  await t.step("an inner revert is 500, never success", async () => {
    const who = user(10);
    assertEquals((await settled(stack, await sendCalls(stack, who, [ping]))).status, 200);
    await stack.mint(token.address, who.account.address, 5n);
    const late = await prepare(stack, who, [transfer(5n)], { parallel: true });
    // In the meantime the tokens leave, by an operation with its own nonce key.
    const early = await sendCalls(stack, who, [transfer(5n)], { parallel: true });
    assertEquals((await settled(stack, early)).status, 200);
    const sent = await send(stack, who, await sign(stack, who, late.operation));
    const done = await settled(stack, sent.result!.id);
    assertEquals([done.status, done.receipts?.[0]?.status], [500, "0x0"]);
    assertMatch(done.reason!, /balance/i);
  });

  await t.step("a rejection by the EntryPoint is an error, and can be sent again", async () => {
    const who = user(11);
    const { operation } = await prepare(stack, who, [ping]);
    const forged = await send(stack, who, await sign(stack, user(12), operation));
    assertEquals(forged.error?.data?.cause, "operation_refused");
    assertEquals(forged.error?.message.includes("AA24"), true);
    const tampered = await sign(stack, who, { ...operation, callGasLimit: "0xf4240" });
    assertEquals((await send(stack, who, tampered)).error?.data?.cause, "sponsor_failed");
    const good = await send(stack, who, await sign(stack, who, operation));
    assertEquals((await settled(stack, good.result!.id)).status, 200);
  });

  await t.step("wrong parameters name their field", async () => {
    const who = user(13);
    const { operation } = await prepare(stack, who, [ping]);
    const cases: [unknown, string][] = [
      [{ account: who.account, calls: [ping] }, "params[0].chainId"],
      [{ chainId: "0x7a69", account: who.account, calls: [] }, "params[0].calls"],
      [
        { chainId: "0x7a69", account: who.account, calls: [ping, { ...ping, to: "0x1" }] },
        "params[0].calls[1].to",
      ],
      [
        { chainId: "0x7a69", account: who.account, calls: [{ ...ping, value: "0x00" }] },
        "params[0].calls[0].value",
      ],
      [
        {
          chainId: "0x7a69",
          account: { ...who.account, address: user(14).account.address },
          calls: [ping],
        },
        "params[0].account.address",
      ],
    ];
    for (const [params, field] of cases) {
      const { error } = await rpc(stack, "acct_prepare", [params]);
      assertEquals([error?.code, error?.data?.field], [-32602, field]);
    }
    const unknown = await rpc(stack, "acct_prepare", [{
      chainId: "0x1",
      account: who.account,
      calls: [ping],
    }]);
    assertEquals(unknown.error?.code, 4902);
    // Only our factory, and only for this account.
    for (
      const [field, value] of [
        ["factory", "0x00000000000000000000000000000000000000ee"],
        ["factoryData", (await prepare(stack, user(14), [ping])).operation.factoryData!],
      ] as const
    ) {
      const other = await sign(stack, who, { ...operation, [field]: value });
      const { error } = await send(stack, who, other);
      assertEquals(error?.data?.field, `params[0].operation.${field}`);
    }
    const foreign = await send(stack, user(14), await sign(stack, who, operation));
    assertEquals(foreign.error?.data?.field, "params[0].operation.sender");
    assertEquals((await rpc(stack, "wallet_getCallsStatus", ["nothing"])).error?.code, 5730);
    assertEquals((await rpc(stack, "acct_nothing", [])).error?.code, -32601);
  });

  await t.step("a dApp's bytes end the call data, in every form of it", async () => {
    const who = user(21);
    const suffix = `0x${"8021".repeat(8)}` as const;
    await stack.mint(token.address, who.account.address, 90_000_000n);
    await stack.fund(who.account.address, 10n ** 18n);
    for (
      const [calls, options] of [
        [[ping], {}],
        [[transfer(1n), ping], {}],
        [[transfer(1n), ping], { payFromAccount: true, feeToken: token.address }],
        [[ping], { bounds: [token.address] }],
      ] as const
    ) {
      const prepared = await prepare(stack, who, calls, { ...options, suffix });
      const { callData } = prepared.operation;
      assertEquals(callData.slice(-32), suffix.slice(2));
      const { result } = await send(stack, who, await sign(stack, who, prepared.operation));
      const done = await settled(stack, result!.id);
      assertEquals(done.status, 200);
      const { input } = await stack.node.request<{ input: Hex }>("eth_getTransactionByHash", [
        done.receipts![0]!.transactionHash,
      ]);
      assertEquals(input.includes(suffix.slice(2)), true);
    }
    const far = await rpc(stack, "acct_prepare", [{
      chainId: numberToHex(stack.chainId),
      account: who.account,
      calls: [ping],
      suffix: `0x${"00".repeat(1025)}`,
    }]);
    assertEquals(far.error?.data?.field, "params[0].capabilities.dataSuffix.value");
  });

  await t.step("history assigns each operation of an account one index, newest first", async () => {
    const { address } = user(1).account;
    const items = await call<{ index: number; status: number }[]>(
      stack,
      "wallet_getCallsHistory",
      [{ address }],
    );
    assertEquals(items.map((item) => item.index), items.map((_, n) => items.length - n));
    assertEquals(items.every((item) => item.status === 200), true);
    const page = await call<{ index: number }[]>(stack, "wallet_getCallsHistory", [{
      address,
      limit: 2,
      index: items[1]!.index,
    }]);
    assertEquals(page.map((item) => item.index), items.slice(2, 4).map((item) => item.index));
  });

  await t.step("lists of an unserved chain are rejected, and not empty", async () => {
    const { address } = user(1).account;
    const lists = { wallet_getCallsHistory: "address", acct_getPermissions: "account" };
    for (const [method, name] of Object.entries(lists)) {
      const { error } = await rpc(stack, method, [{ [name]: address, chainId: "0x539a" }]);
      assertEquals(error?.data?.cause, "chain_unknown", method);
    }
  });
});
