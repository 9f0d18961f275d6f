import { assertEquals } from "@std/assert";
import { type Address, type Hex, pad } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import { accountOf } from "../../../core/account/address.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { AccountJson, CallJson, OperationJson } from "../../../core/wire/values.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { OwnerEdit } from "../../../core/account/owners/plan.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { operationHash } from "../../../service/entry_point/codec.ts";
import { developmentPolicy } from "../../../service/keys/policy.ts";
import {
  call,
  prepare,
  type Reach,
  rpc,
  send,
  sendCalls,
  settled,
  sign,
  type User,
  user,
} from "../support/client.ts";
import { nextChange } from "../accounts/owner_changes.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

Deno.test("forged operations", async (t) => {
  await using stack = await startStack();
  const { store } = stack.service;
  await ensureProject(store, "stranger", "Stranger");
  const stranger: Reach = {
    ...stack,
    apiKey: await createKey(store, {
      projectId: "stranger",
      kind: "pk",
      environment: "test",
      host: new URL(stack.serverUrl).host,
      domains: ["localhost"],
      policy: developmentPolicy,
    }),
  };
  /** Takes as long as real bundlers. */
  const { bundler } = stack;
  const { send: take } = bundler;
  (bundler as { send: typeof take }).send = async (operation) => {
    await pause(250);
    return await take(operation);
  };
  const rows = async (account: AccountJson) =>
    (await store.selectFrom("operations").select(["state", "idx"])
      .where("sender", "=", account.address.toLowerCase()).orderBy("idx").execute())
      .map(({ state, idx }) => [state, idx]);

  await t.step(
    "a stream of them, with another tenant's key, stops none of the owner's",
    async () => {
      const [victim, thief] = [user(1000), user(1001)];
      const wrong = await sign(stack, thief, (await prepare(stack, victim, [ping])).operation);
      const streams = new AbortController();
      let refused = 0;
      const forge = async () => {
        // Each has its own hash: a stranger only needs the account's public parts and its nonce.
        for (let n = 0; !streams.signal.aborted; n++) {
          const { nonce, factory } = (await prepare(stack, victim, [ping])).operation;
          const { factory: _, factoryData, ...rest } = wrong;
          const forged = {
            ...rest,
            nonce,
            callGasLimit: `0x${(100_000 + n).toString(16)}` as Hex,
            ...(factory !== undefined && { factory, factoryData: factoryData! }),
          };
          const { error } = await send(stranger, victim, forged);
          if (error !== undefined) refused++;
          await pause(20);
        }
      };
      const forgers = [forge(), forge()];
      const ids: string[] = [];
      try {
        for (let n = 0; n < 8; n++) {
          const { operation } = await prepare(stack, victim, [ping]);
          // The same operation, signed with another key, arrives first.
          const copied = send(stranger, victim, { ...operation, signature: wrong.signature! });
          const { result, error } = await send(stack, victim, await sign(stack, victim, operation));
          await copied;
          assertEquals(error, undefined, `the owner's operation ${n}`);
          ids.push(result!.id);
        }
      } finally {
        streams.abort();
        await Promise.all(forgers);
      }
      for (const id of ids) assertEquals((await settled(stack, id)).status, 200);
      assertEquals(refused > 8, true, `${refused} refused`);
      // They left no row, no call data, and no place in the history.
      assertEquals(
        await rows(victim.account),
        ids.map((_, n) => ["included", n + 1]),
      );
    },
  );

  await t.step("the pass-through to the bundler stores none either", async () => {
    const victim = user(1002);
    const { operation } = await prepare(stack, victim, [ping]);
    const forged = await sign(stack, user(1003), operation);
    const { error } = await rpc(stranger, "eth_sendUserOperation", [forged, ENTRY_POINT], {
      path: `/v1/rpc/${stack.chainId}`,
    });
    assertEquals(error?.message.includes("AA24"), true);
    assertEquals(await rows(victim.account), []);
    const { result } = await send(stack, victim, await sign(stack, victim, operation));
    assertEquals((await settled(stack, result!.id)).status, 200);
  });

  await t.step("one that the bundler rejects stores no call data and no place", async () => {
    const who = user(1004);
    await settled(stack, await sendCalls(stack, who, [ping]));
    const { operation } = await prepare(stack, who, [ping]);
    // The owner signed it, but the sponsor signed different data.
    const tampered = await sign(stack, who, { ...operation, callGasLimit: "0xf4240" });
    assertEquals((await send(stack, who, tampered)).error?.data?.cause, "sponsor_failed");
    assertEquals((await rows(who.account)).length, 1);
    const { result } = await send(stack, who, await sign(stack, who, operation));
    assertEquals((await settled(stack, result!.id)).status, 200);
    const items = await call<{ index: number }[]>(stack, "wallet_getCallsHistory", [{
      address: who.account.address,
    }]);
    assertEquals(items.map(({ index }) => index), [2, 1]);
  });

  /** Sends an operation of an account with any kind of owner. */
  const sendAs = async (
    account: AccountJson,
    signer: (hash: Hex) => Promise<Hex> | Hex,
    options: { readonly index?: number; readonly operation?: OperationJson } = {},
  ) => {
    const who: User = { passkey: user(1).passkey, account };
    const operation = options.operation ?? (await prepare(stack, who, [ping])).operation;
    const hash = operationHash(operation, stack.chainId);
    const signature = wrapSignature(options.index ?? 0, await signer(hash));
    return { operation, ...await send(stack, who, { ...operation, signature }) };
  };

  await t.step("owners that are addresses, before and after the deployment", async () => {
    const [own, foreign] = [1, 2].map((n) => privateKeyToAccount(pad(`0x${n}a`)));
    const account = accountOf(pad(own!.address));
    for (let n = 0; n < 2; n++) {
      const forged = await sendAs(account, (hash) => foreign!.sign({ hash }));
      assertEquals(forged.error?.data?.cause, "operation_refused");
      const { result } = await sendAs(account, (hash) => own!.sign({ hash }), forged);
      assertEquals((await settled(stack, result!.id)).status, 200);
    }
  });

  await t.step("owners that are contracts (ERC-1271)", async () => {
    const owner: Address = `0x${"12".repeat(19)}71`;
    const account = accountOf(pad(owner));
    const says = (word: string) =>
      // Answers everything with this word.
      stack.node.request("anvil_setCode", [owner, `0x63${word}60e01b60005260206000f3`]);
    for (let n = 0; n < 2; n++) {
      await says("deadbeef");
      const forged = await sendAs(account, () => `0x${"ab".repeat(65)}`);
      assertEquals(forged.error?.data?.cause, "operation_refused");
      await says("1626ba7e");
      const { result } = await sendAs(account, () => `0x${"ab".repeat(65)}`, forged);
      assertEquals((await settled(stack, result!.id)).status, 200);
    }
  });

  await t.step("added and removed owners count from their change on", async () => {
    const who = user(1005);
    const second = user(1006);
    await settled(stack, await sendCalls(stack, who, [ping]));
    const asSecond = { index: 1 } as const;
    const early = await sendAs(who.account, second.passkey.sign, asSecond);
    assertEquals(early.error?.data?.cause, "operation_refused");
    const change = async (edit: OwnerEdit) => {
      const { account } = who;
      const { changes } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
      const change = await nextChange(account, changes, edit, who.passkey);
      await call(stack, "acct_putOwnerChange", [{ account, change }]);
    };
    await change({ kind: "add", owner: second.passkey.bytes });
    const { result } = await sendAs(who.account, second.passkey.sign, asSecond);
    assertEquals((await settled(stack, result!.id)).status, 200);
    await change({ kind: "remove", owner: second.passkey.bytes });
    const late = await sendAs(who.account, second.passkey.sign, asSecond);
    assertEquals(late.error?.data?.cause, "operation_refused");
    assertEquals((await settled(stack, await sendCalls(stack, who, [ping]))).status, 200);
  });
});
