/**
 * The sponsor's ledger against the chain, including operations submitted by others and failures.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Address, encodeFunctionData, type Hex, numberToHex } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { CallJson, OperationJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { handleOpsData } from "../../../scripts/stack/bundler/check.ts";
import { createKey } from "../../../service/keys/keys.ts";
import { developmentPolicy, type Policy } from "../../../service/keys/policy.ts";
import { reconcile } from "../../../service/payment/ledger/reconcile.ts";
import { settlementHandler } from "../../../service/payment/ledger/settlement.ts";
import { followToEnd } from "../../../service/testing/follow.ts";
import { signSponsorship } from "../../../service/payment/sponsor/signer.ts";
import type { SponsorshipState } from "../../../service/store/ledger_tables.ts";
import {
  foreignDraft,
  prepare,
  type Reach,
  rpc,
  send,
  settled,
  sign,
  type User,
  user,
} from "../support/client.ts";
import { receiptOf } from "../support/receipts.ts";
import { settle } from "./settle.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
const HOUR_S = 3_600;

/** A stack with an account of the node that bundles on its own. */
async function openScene() {
  const stack = await startStack();
  const { context, store } = stack.service;
  const chain = context.chains.get(stack.chainId)!;
  const [stranger] = await stack.node.request<Address[]>("eth_accounts");
  const request = <T>(method: string, params: unknown[] = []) =>
    stack.node.request<T>(method, params);
  const transact = async (data: Hex, more: object = {}) => {
    const hash = await request<Hex>("eth_sendTransaction", [{
      from: stranger,
      to: ENTRY_POINT,
      data,
      gas: numberToHex(8_000_000),
      ...more,
    }]);
    assertEquals((await receiptOf(stack.node, hash)).status, "0x1");
  };
  return {
    stack,
    chain,
    request,
    transact,
    settle: () => settle(context, stack.chainId),
    /** Bundles an operation as anyone can. */
    bundle: (operation: OperationJson) => transact(handleOpsData([operation], stranger!)),
    keyWith: async (policy: Partial<Policy>): Promise<Reach> => ({
      ...stack,
      apiKey: await createKey(store, {
        projectId: "development",
        kind: "pk",
        environment: "test",
        host: new URL(stack.serverUrl).host,
        domains: ["localhost"],
        policy: { ...developmentPolicy, ...policy },
      }),
    }),
    /** The ledger's row of an account, and its counters. */
    rowOf: async ({ account }: User) => {
      const row = await store.selectFrom("sponsorships").selectAll()
        .where("sender", "=", account.address.toLowerCase()).orderBy("nonce", "desc")
        .executeTakeFirst();
      const counters = row === undefined
        ? []
        : await store.selectFrom("counters").selectAll().where("owner", "=", row.key_id)
          .where("subject", "=", "").execute();
      const used = (kind: string) => Number(counters.find((each) => each.kind === kind)?.used ?? 0);
      return {
        state: row?.state ?? null as SponsorshipState | null,
        cost: row?.cost_gwei ?? 0,
        operations: used("operations"),
        gwei: used("gwei"),
        spent: used("spent_gwei"),
        returned: used("returned_gwei"),
      };
    },
    /** Lets the chain's time pass. */
    pass: async (seconds: number) => {
      await request("evm_increaseTime", [seconds]);
      await request("evm_mine");
    },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

/** Has an operation prepared and signs it, as an account that any bundler may carry. */
async function signedBy(reach: Reach, who: User): Promise<OperationJson> {
  const { operation, sponsor } = await prepare(reach, who, [ping]);
  assert(sponsor !== null);
  return await sign(reach, who, operation);
}

Deno.test("ledger: an operation counts, including one submitted by others", async (t) => {
  await using at = await openScene();
  const { stack } = at;

  await t.step("this service", async () => {
    const [reach, who] = [await at.keyWith({ operationsPerDay: 1 }), user(1_300)];
    const signed = await signedBy(reach, who);
    const { result } = await send(reach, who, signed);
    assertEquals((await settled(reach, result!.id)).status, 200);
    await at.settle();
    const row = await at.rowOf(who);
    assertEquals([row.state, row.operations, row.gwei, row.spent], [
      "settled",
      1,
      row.cost,
      row.cost,
    ]);
  });

  await t.step("another bundler", async () => {
    const [reach, who] = [await at.keyWith({ operationsPerDay: 1 }), user(1_301)];
    await at.bundle(await signedBy(reach, who));
    await at.settle();
    const row = await at.rowOf(who);
    assertEquals([row.state, row.operations, row.spent], ["settled", 1, row.cost]);
    assertEquals((await prepare(reach, user(1_302), [ping])).sponsor, null);
  });

  await t.step("an ERC-7677 client that never notifies this service", async () => {
    const [reach, who] = [await at.keyWith({ operationsPerDay: 1 }), user(1_303)];
    const operation = await foreignDraft(reach, who, [ping]);
    const draft = {
      ...operation,
      paymasterVerificationGasLimit: numberToHex(60_000),
      paymasterPostOpGasLimit: "0x0" as Hex,
    };
    const params = [draft, ENTRY_POINT, numberToHex(stack.chainId), {}];
    const path = `/v1/paymaster/${stack.chainId}`;
    const { result } = await rpc<{ paymaster: Address; paymasterData: Hex }>(
      reach,
      "pm_getPaymasterData",
      params,
      { path },
    );
    await at.bundle(await sign(reach, who, { ...draft, ...result }));
    await at.settle();
    assertEquals((await at.rowOf(who)).state, "settled");
    assertEquals((await prepare(reach, user(1_304), [ping])).sponsor, null);
  });
});

Deno.test("ledger: a signature is spent until the chain's time has passed it", async () => {
  await using at = await openScene();
  const [reach, who] = [await at.keyWith({ operationsPerDay: 1 }), user(1_310)];
  // A first operation would stay with the requesting network.
  await at.bundle(await signedBy(await at.keyWith({}), who));
  await at.settle();
  const signed = await signedBy(reach, who);
  // A full day of our clock releases nothing while the chain's time does not advance.
  await at.settle();
  assertEquals((await at.rowOf(who)).state, "signed");
  assertEquals((await prepare(reach, user(1_311), [ping])).sponsor, null);
  const before = await at.rowOf(who);
  assert(before.gwei > 0);
  await at.pass(HOUR_S);
  // It has expired, but the events were not read up to then yet.
  assertEquals((await prepare(reach, user(1_311), [ping])).sponsor, null);
  await at.settle();
  const after = await at.rowOf(who);
  assertEquals([after.state, after.operations, after.gwei, after.returned], [
    "returned",
    0,
    0,
    before.gwei,
  ]);
  assert((await prepare(reach, user(1_311), [ping])).sponsor !== null);
  // The signature is no longer valid.
  const late = await at.bundle(signed).then(() => "taken", () => "refused");
  assertEquals(late, "refused");
});

Deno.test("ledger: a limit of one a day applies over a day, whether used at its last second or never", async () => {
  await using at = await openScene();
  const reach = await at.keyWith({ operationsPerDay: 1 });
  let landed = 0;
  for (let hour = 0; hour < 24; hour++) {
    const who = user(1_320 + hour);
    const { operation, sponsor } = await prepare(reach, who, [ping]);
    if (sponsor !== null) {
      const signed = await sign(reach, who, operation);
      // Just before its expiry, submitted by a stranger.
      await at.request("evm_increaseTime", [150]);
      await at.bundle(signed);
      landed++;
    }
    await at.pass(HOUR_S);
    await at.settle();
  }
  assertEquals(landed, 1);
});

Deno.test("ledger: follows reorganisations, before and after a signature was released", async () => {
  await using at = await openScene();
  const [reach, who] = [await at.keyWith({}), user(1_350)];
  const signed = await signedBy(reach, who);
  const promised = await at.rowOf(who);
  const snapshot = await at.request<Hex>("evm_snapshot");
  await at.bundle(signed);
  await at.settle();
  const first = await at.rowOf(who);
  assertEquals([first.state, first.gwei, first.spent], ["settled", first.cost, first.cost]);

  // The block is gone: the signed amount is owed again.
  await at.request("evm_revert", [snapshot]);
  await at.request("anvil_mine", ["0x5"]);
  await at.settle();
  assertEquals(await at.rowOf(who), promised);

  // It expires on one branch, and lands on another.
  const again = await at.request<Hex>("evm_snapshot");
  await at.pass(HOUR_S);
  await at.settle();
  assertEquals((await at.rowOf(who)).state, "returned");
  await at.request("evm_revert", [again]);
  await at.request("anvil_mine", ["0x5"]);
  await at.bundle(signed);
  await at.settle();
  const last = await at.rowOf(who);
  assertEquals([last.state, last.operations, last.gwei, last.spent], [
    "settled",
    1,
    last.cost,
    last.cost,
  ]);
});

Deno.test("ledger: events during a downtime of the service are found", async () => {
  await using at = await openScene();
  const { context } = at.stack.service;
  const [reach, users] = [await at.keyWith({}), [user(1_360), user(1_361)]];
  const [one, other] = await Promise.all(users.map((who) => signedBy(reach, who)));
  await at.settle();
  await context.follower.stop();
  await at.bundle(one!);
  for (let block = 0; block < 300; block++) await at.request("evm_mine");
  await at.bundle(other!);
  await at.pass(HOUR_S);
  // A process that only has the database.
  await followToEnd(context, at.chain, [settlementHandler(context)]);
  for (const who of users) assertEquals((await at.rowOf(who)).state, "settled");
});

Deno.test("ledger: each wei of the deposit is accounted for, and signatures of a leaked key are detected", async () => {
  await using at = await openScene();
  const { stack, chain } = at;
  const { context } = stack.service;
  await at.settle();
  await reconcile(context, chain, { kind: "sponsor", paymaster: stack.addresses.sponsor });
  const [reach, who] = [await at.keyWith({}), user(1_370)];
  await at.bundle(await signedBy(reach, who));
  const deposit = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "depositTo",
    args: [stack.addresses.sponsor],
  });
  await at.transact(deposit, { value: numberToHex(12_345n) });
  await at.settle();
  const clean =
    (await reconcile(context, chain, { kind: "sponsor", paymaster: stack.addresses.sponsor }))!;
  assertEquals([clean.unknown, clean.deposited, clean.withdrawn, clean.difference], [
    0n,
    12_345n,
    0n,
    0n,
  ]);
  assert(clean.known > 0n);

  // The signer's key leaked.
  const thief = user(1_371);
  const { operation } = await prepare(reach, thief, [ping]);
  const until = Math.floor(Date.now() / 1000) + 7 * HOUR_S;
  const paymasterData = await signSponsorship(chain.sponsor!, chain.id, operation, until);
  const stolen = await sign(reach, thief, { ...operation, paymasterData });
  await at.bundle(stolen);
  await at.settle();
  const loss =
    (await reconcile(context, chain, { kind: "sponsor", paymaster: stack.addresses.sponsor }))!;
  assertEquals([loss.known, loss.difference], [0n, 0n]);
  assert(loss.unknown > 0n);
  assertMatch(context.metrics.text(), /acct_sponsor_unknown_total\{chain="\d+"\} 1/);
});
