/**
 * Owners on two chains: another passkey opens the same account from another device, a recovery
 * address is added, and a removed passkey is no owner anywhere.
 */
import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { createPublicClient, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import { creationOf } from "../../../core/account/owners/creation.ts";
import {
  pathBetween,
  readHistory,
  tipOf,
  unchanged,
} from "../../../core/account/owners/history.ts";
import { addressOwner, storedWord, ZERO_WORD } from "../../../core/account/owners/key.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import { MAX_INDICES } from "../../../core/ground/limits.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { UnsignedChange } from "../../../core/account/owners/change.ts";
import { nextChange, signChange } from "./owner_changes.ts";
import { keys } from "../../../scripts/stack/chain.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { only, openPage, type Page } from "../../conformance/wallet.ts";
import { operateAs, operateOn } from "./operate.ts";
import { call, rpc, sendCalls, settled, type User, user } from "../support/client.ts";

const friend: Hex = `0x${"c7".repeat(20)}`;
const ping = { to: friend, value: "0x0", data: "0x" } as const;
const relayer = privateKeyToAccount(keys.relayer).address;
const recovery: Hex = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

Deno.test("owners: a second passkey, a recovery address, and a removal, on every chain", async (t) => {
  await using stack = await startStack({ second: true });
  const second = stack.second!;
  await using page = openPage(stack);
  const [address] = await page.provider.request({ method: "eth_requestAccounts" });
  const clients = [stack.rpcUrl, second.rpcUrl].map((url) =>
    createPublicClient({ transport: patientHttp(url) })
  );
  const ownersOnChain = async (index: number) => {
    const [, , , words] = await clients[index]!.readContract({
      address: address!,
      abi: acctAbi,
      functionName: "ownerState",
    });
    return words;
  };
  const send = (of: Page, chain: number) => operateOn(of, stack, chain);
  const chains = [stack.chainId, second.id];

  await t.step("another passkey before the first operation: nothing is sent", async () => {
    const prompts = page.ceremony.prompts.length;
    const view = await page.provider.request({ method: "acct_addPasskey" });
    assertEquals(page.ceremony.prompts.slice(prompts), ["create", "get"]);
    assertEquals(view!.owners.map(({ kind, here, name }) => [kind, here, name]), [
      ["passkey", true, "Test"],
      ["passkey", false, "Second"],
    ]);
    assertEquals(view!.chains.map(({ state }) => state), ["waiting", "waiting"]);
    for (const client of clients) {
      assertEquals(await client.getCode({ address: address! }), undefined);
      assertEquals(await client.getTransactionCount({ address: relayer }), 0);
    }
  });

  await using other = openPage(stack, { existing: true, ceremony: only(page) });
  await t.step("another device finds the account by it, and uses it everywhere", async () => {
    const [found] = await other.provider.request({ method: "eth_requestAccounts" });
    assertEquals(found, address);
    for (const [index, chain] of chains.entries()) {
      assertEquals(await send(other, chain), 200);
      assertEquals((await ownersOnChain(index)).length, 2);
    }
    const view = await page.provider.request({ method: "acct_getOwners" });
    assertEquals(view.chains.map(({ state }) => state), ["done", "done"]);
    const message = "0x68656c6c6f";
    const signature = await other.provider.request({
      method: "personal_sign",
      params: [message, address!],
    });
    assert(await clients[0]!.verifyMessage({ address: address!, message: "hello", signature }));
  });

  await t.step("a recovery address; an invalid one is reported before a signature", async () => {
    const method = "acct_addRecoveryAddress";
    const view = await page.provider.request({ method, params: [{ owner: recovery }] });
    assertEquals(view.owners[2]!.address, recovery);
    for (const index of [0, 1]) {
      const word = storedWord({ kind: "recovery", owner: addressOwner(recovery) });
      assertEquals((await ownersOnChain(index))[2], word);
    }
    for (const owner of [recovery, address!]) {
      const prompts = page.ceremony.prompts.length;
      await assertRejects(() => page.provider.request({ method, params: [{ owner }] }), AcctError);
      assertEquals(page.ceremony.prompts.length, prompts, "no prompt");
    }
  });

  await t.step("the other device removes the first passkey: it is an owner nowhere", async () => {
    const { owners } = await other.provider.request({ method: "acct_getOwners" });
    assertEquals(owners.map(({ here }) => here), [false, true, false], "the owner that connected");
    const view = await other.provider.request({
      method: "acct_removeOwner",
      params: [{ owner: owners[0]!.owner }],
    });
    assertEquals(view.owners.map(({ index }) => index), [1, 2]);
    for (const [index, chain] of chains.entries()) {
      assertEquals((await ownersOnChain(index))[0], ZERO_WORD);
      const error = await assertRejects(() => send(page, chain), AcctError);
      assertNotEquals(error.data.cause, "internal");
      assertEquals(await send(other, chain), 200);
    }
    // It does not open the account either.
    await using late = openPage(stack, { existing: true, ceremony: only(page, 0) });
    await assertRejects(() => late.provider.request({ method: "eth_requestAccounts" }), AcctError);
  });
});

Deno.test("owners: without a relayer, the new passkey submits the change with its first use", async () => {
  await using stack = await startStack({ relayer: false });
  await using page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  const view = await request({ method: "acct_addPasskey" });
  assertEquals(view!.chains.map(({ state }) => state), ["waiting"]);
  assertEquals(await client.getCode({ address: address! }), undefined);
  await using other = openPage(stack, { existing: true, ceremony: only(page) });
  assertEquals((await other.provider.request({ method: "eth_requestAccounts" }))[0], address);
  // Before the account exists on a chain, its signature contains the change that makes it an owner.
  const signature = await other.provider.request({
    method: "personal_sign",
    params: ["0x68656c6c6f", address!],
  });
  assert(await client.verifyMessage({ address: address!, message: "hello", signature }));
  const hash = await other.provider.request({
    method: "eth_sendTransaction",
    params: [{ to: friend }],
  });
  assertEquals((await client.getTransactionReceipt({ hash })).status, "success");
  const { chains } = await other.provider.request({ method: "acct_getOwners" });
  assertEquals(chains.map(({ state }) => state), ["done"]);
  // The first passkey still works.
  await request({ method: "eth_sendTransaction", params: [{ to: friend }] });
});

Deno.test("owners: the service only stores changes signed by an owner", async () => {
  await using stack = await startStack();
  const who = user(820);
  const stranger = user(821);
  const { account } = who;
  const add = { kind: "add", owner: user(822).passkey.bytes } as const;
  const put = async (given: unknown, of = account) => {
    const { result, error } = await rpc<OwnersResult>(stack, "acct_putOwnerChange", [
      { account: of, change: given },
    ]);
    return result?.changes.length ?? [error!.data?.cause, error!.data?.field];
  };
  const good = await nextChange(account, [], add, who.passkey);
  const { signature: _, ...plan } = good;
  const change = (other: Partial<UnsignedChange>, by: User = who) =>
    signChange(account.address, { ...plan, ...other }, by.passkey);
  const field = "params[0].change";
  const wrong = (name: string) => ["invalid_params", field + name];
  const unknown: Hex = `0x${"11".repeat(32)}`;
  assertEquals(await put(await change({ from: [unknown] })), wrong(".signature"));
  assertEquals(await put(await change({}, stranger)), wrong(".signature"));
  assertEquals(await put({ ...good, next: 3 }), wrong(".signature"));
  assertEquals(await put(await change({ owners: [] })), wrong(".owners"));
  assertEquals(await put(await change({ delay: 1 })), wrong(".delay"));
  assertEquals(await put(await change({ next: MAX_INDICES + 1 })), wrong(".next"));
  const owner: Hex = `0x${"11".repeat(64)}`;
  const off = [plan.owners[0]!, { ...plan.owners[1]!, owner }];
  assertEquals(await put(await change({ owners: off })), wrong(".signature"));
  // The owners stay the same: only the account itself rejects that.
  const same = await change({ owners: plan.owners.slice(0, 1), next: 1 });
  assertEquals(await put(same), wrong(".owners"));
  await operateAs(stack, who);
  assertEquals(await put(good, stranger.account), wrong(".signature"));
  assertEquals(await put(good), 1);
  assertEquals(await put(good), 1, "once more is the same as once");
  const rival = await change({
    owners: [plan.owners[0]!, { ...plan.owners[1]!, owner: stranger.passkey.bytes }],
  });
  assertEquals(await put(rival), wrong(".from"));
  const { changes, chains } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
  const history = await readHistory(account, changes);
  const [head] = history.steps.keys();
  assertEquals([changes, chains.map((chain) => chain.head)], [[good], [head!]]);
  // Anyone may submit it once more, without effect.
  const path = pathBetween(history, unchanged, head!)!;
  const { factory, factoryData } = creationOf(account, path);
  await stack.node.request("eth_call", [{ to: factory, data: factoryData }, "latest"]);

  // A key that no owner added is not led to the account.
  const credential = (publicKey: Hex) =>
    rpc(stack, "acct_putCredential", [{ credentialId: "new", publicKey, account }]);
  assertEquals((await credential(user(822).passkey.bytes)).result, true);
  assertEquals(
    (await credential(stranger.passkey.bytes)).error?.data?.field,
    "params[0].account.owners",
  );
});

Deno.test("owners: there is no maximum number of changes, and old ones are deleted", async () => {
  await using stack = await startStack({ relayer: false });
  const who = user(830);
  const { account } = who;
  const owner = addressOwner(friend);
  let changes: OwnersResult["changes"] = [];
  for (let round = 0; round < 70; round++) {
    const kind = round % 2 === 0 ? "add" : "remove";
    const change = await nextChange(account, changes, { kind, owner }, who.passkey);
    // An account's daily limit; each round counts as another day here.
    if (round % 20 === 0) await stack.service.store.deleteFrom("counters").execute();
    ({ changes } = await call<OwnersResult>(stack, "acct_putOwnerChange", [{ account, change }]));
  }
  assertEquals(changes.length < 8, true, `${changes.length} are kept`);
  const history = await readHistory(account, changes);
  assertEquals(tipOf(history).owners.map(({ owner }) => owner), [who.passkey.bytes]);
  // The account is deployed with the owners of today by one change.
  assertEquals(pathBetween(history, unchanged, tipOf(history).head)?.length, 1);
  assertEquals((await settled(stack, await sendCalls(stack, who, [ping]))).status, 200);
  const [chain] = (await call<OwnersResult>(stack, "acct_getOwners", [{ account }])).chains;
  assertEquals(chain!.head, tipOf(history).head);
});
