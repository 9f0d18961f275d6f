/** The token paymaster's ledger: each signed quote counts, by any bundler. @module */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import {
  decodeTokenData,
  encodeTokenData,
  tokenQuoteHash,
} from "../../../contracts/token_paymaster.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { handleOpsData } from "../../../scripts/stack/bundler/check.ts";
import { signerOf } from "../../../service/chain/signers.ts";
import { toOperation } from "../../../service/entry_point/codec.ts";
import { readDeposit } from "../../../service/payment/sponsor/deposit.ts";
import { reconcile } from "../../../service/payment/ledger/reconcile.ts";
import { prepare, send, sendCalls, settled, sign, type User, user } from "../support/client.ts";
import { receiptOf } from "../support/receipts.ts";
import { startTestStack } from "../support/start.ts";
import { hundred, own, ping, transact } from "./token_fees.ts";
import { settle } from "./settle.ts";

async function openScene() {
  const stack = await startTestStack();
  const chain = stack.service.context.chains.get(stack.chainId)!;
  const { context } = stack.service;
  const [token] = stack.tokens;
  const [stranger] = await stack.node.request<Address[]>("eth_accounts");
  const paymaster = stack.addresses.tokenPaymaster;
  return {
    stack,
    chain,
    context,
    token,
    paymaster,
    deposit: () => readDeposit(chain, paymaster),
    settle: () => settle(context, stack.chainId),
    reconcile: () => reconcile(context, chain, { kind: "token_fee", paymaster }),
    /** An account that exists and has a hundred tokens. */
    rich: async (seed: number): Promise<User> => {
      const who = user(seed);
      await stack.fund(who.account.address, 10n ** 18n);
      const id = await sendCalls(stack, who, [ping], own);
      assertEquals((await settled(stack, id)).status, 200);
      await stack.mint(token.address, who.account.address, hundred);
      return who;
    },
    /** A quote that the service signed; null if it offers none. */
    quote: async (who: User): Promise<OperationJson | null> => {
      const prepared = await prepare(stack, who, [ping], { feeToken: token.address, ...own });
      return prepared.feeToken === undefined ? null : await sign(stack, who, prepared.operation);
    },
    /** Moves an account's tokens away. */
    drain: async ({ account: { address } }: User) => {
      const call = { abi: erc20Abi, functionName: "balanceOf", args: [address] } as const;
      const data = encodeFunctionData(call);
      const amount = BigInt(
        await stack.node.request<Hex>("eth_call", [{ to: token.address, data }, "latest"]),
      );
      const away = { abi: erc20Abi, functionName: "transfer", args: [ping.to, amount] } as const;
      await stack.node.request("anvil_impersonateAccount", [address]);
      await transact(stack, { from: address, to: token.address, data: encodeFunctionData(away) });
    },
    /** Bundles an operation as anyone can. */
    bundle: async (operation: OperationJson) => {
      const hash = await stack.node.request<Hex>("eth_sendTransaction", [{
        from: stranger,
        to: ENTRY_POINT,
        data: handleOpsData([operation], stranger!),
        gas: numberToHex(8_000_000),
      }]);
      assertEquals((await receiptOf(stack.node, hash)).status, "0x1");
    },
    rowsOf: async ({ account }: User) =>
      await context.store.selectFrom("sponsorships").selectAll()
        .where("sender", "=", account.address.toLowerCase())
        .where("paymaster", "=", paymaster.toLowerCase()).execute(),
    unpaid: async () => {
      const row = await context.store.selectFrom("counters").select("used")
        .where("kind", "=", "unpaid").executeTakeFirst();
      return Number(row?.used ?? 0);
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

Deno.test("token ledger: three operations of an account land unpaid, submitted by anyone", async () => {
  await using at = await openScene();
  const who = await at.rich(7_400);
  const before = await at.deposit();
  let landed = 0;
  for (let n = 0; n < 12; n++) {
    await at.stack.mint(at.token.address, who.account.address, hundred);
    const operation = await at.quote(who);
    if (operation === null) break;
    await at.drain(who);
    await at.bundle(operation);
    await at.settle();
    landed++;
  }
  assertEquals(landed, 3);
  assert(await at.deposit() < before);
  const rows = await at.rowsOf(who);
  assertEquals(rows.map(({ state, paid }) => [state, paid]), Array(3).fill(["settled", 0]));
  assertMatch(at.context.metrics.text(), /acct_token_fee_unpaid_total\{chain="\d+"\} 3/);
});

Deno.test("token ledger: quotes taken in advance are no more than a token's limit", async () => {
  await using at = await openScene();
  const { chain } = at;
  Object.assign(chain.tokenFees!.tokens[0]!, { unpaidPerDay: 50 });
  const users: User[] = [];
  for (let n = 0; n < 12; n++) users.push(await at.rich(7_420 + n));
  const quotes = await Promise.all(users.map((who) => at.quote(who)));
  assertEquals(quotes.filter((each) => each !== null).length, 5);
});

Deno.test("token ledger: a paid operation frees its place, by any bundler", async () => {
  await using at = await openScene();
  const [one, other] = [await at.rich(7_440), await at.rich(7_441)];
  const [first, second] = [(await at.quote(one))!, (await at.quote(other))!];
  assertEquals(await at.unpaid(), 2);
  const { result } = await send(at.stack, one, first);
  assertEquals((await settled(at.stack, result!.id)).status, 200);
  await at.bundle(second);
  await at.settle();
  assertEquals(await at.unpaid(), 0);
  for (const who of [one, other]) {
    assertEquals((await at.rowsOf(who)).map(({ state, paid }) => [state, paid]), [["settled", 1]]);
  }
  // A quote that expires.
  assert(await at.quote(await at.rich(7_442)) !== null);
  assertEquals(await at.unpaid(), 1);
  await at.stack.node.request("evm_increaseTime", [3_600]);
  await at.stack.node.request("evm_mine");
  await at.settle();
  assertEquals(await at.unpaid(), 0);
});

Deno.test("token ledger: a reorganisation reverts the payment of an operation", async () => {
  await using at = await openScene();
  const who = await at.rich(7_450);
  const { node } = at.stack;
  const snapshot = await node.request<Hex>("evm_snapshot");
  await at.bundle((await at.quote(who))!);
  await at.settle();
  assertEquals(await at.unpaid(), 0);
  await node.request("evm_revert", [snapshot]);
  await node.request("anvil_mine", [numberToHex(3)]);
  await at.settle();
  assertEquals([await at.unpaid(), (await at.rowsOf(who))[0]!.state], [1, "signed"]);
});

Deno.test("token ledger: each wei of the deposit is accounted for, and signatures of a leaked key are detected", async () => {
  await using at = await openScene();
  await at.settle();
  await at.reconcile();
  const who = await at.rich(7_460);
  await at.bundle((await at.quote(who))!);
  await at.settle();
  const clean = (await at.reconcile())!;
  assertEquals([clean.unknown, clean.difference], [0n, 0n]);
  assert(clean.known > 0n);

  // The signer's key leaked: a thief signs the same operation for another time.
  const operation = (await prepare(at.stack, who, [ping], {
    feeToken: at.token.address,
    ...own,
  })).operation;
  const { mode, token, tokenPerNative, transferGas } = decodeTokenData(operation.paymasterData!);
  const terms = { validAfter: 1, validUntil: 0, mode, token, tokenPerNative, transferGas };
  const hash = tokenQuoteHash({
    paymaster: at.paymaster,
    chainId: at.stack.chainId,
    operation: toOperation(operation),
    quote: terms,
  });
  const signature = await signerOf(at.chain.tokenFees!).sign({ hash });
  const paymasterData = encodeTokenData({ ...terms, signature });
  await at.bundle(await sign(at.stack, who, { ...operation, paymasterData }));
  await at.settle();
  const loss = (await at.reconcile())!;
  assertEquals([loss.known, loss.difference], [0n, 0n]);
  assert(loss.unknown > 0n);
  assertMatch(at.context.metrics.text(), /acct_token_fee_unknown_total\{chain="\d+"\} 1/);
});
