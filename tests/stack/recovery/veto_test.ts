/**
 * A veto of recoveries: one prompt of a dialog's alarm stops them on every network, the service
 * submits it for free, and no other party can make the service send a transaction.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Hex } from "viem";
import {
  createAddressOwner,
  createPasskey,
  type Owner,
  wrapSignature,
} from "../../../contracts/testing/passkey.ts";
import { addressOwner, storedWord, ZERO_WORD } from "../../../core/account/owners/key.ts";
import { type UnsignedVeto, vetoDigest } from "../../../core/account/owners/veto.ts";
import type { AlarmView, DialogRequest, UIHandler } from "../../../core/dialog/types.ts";
import type { OwnersResult, VetoJson } from "../../../core/wire/owners.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { whenSettled } from "../../../core/testing/local_wallet.ts";
import { call, rpc, user } from "../support/client.ts";
import { nextChange } from "../accounts/owner_changes.ts";
import { DELAY, recoverer, recoveryScene } from "./recovery_scene.ts";
import { veteran } from "./veto_network.ts";

/** Waits for the alarm of a dialog. */
async function alarmOf({ alarm }: DialogRequest): Promise<AlarmView> {
  let found: AlarmView | null = null;
  await until("the dialog has an alarm", () => {
    found = alarm?.get() ?? null;
    return Promise.resolve(found !== null);
  });
  return found!;
}

/** A user who stops the recovery shown in the dialog of a message, and signs nothing else. */
function alarmed(
  seen: AlarmView[],
  choice: { readonly remove?: boolean },
): (usual: UIHandler) => UIHandler {
  return (usual) => ({
    ...usual,
    async request(method, params) {
      if (method !== "personal_sign") return await usual.request(method, params);
      const request = params as DialogRequest;
      const alarm = await alarmOf(request);
      seen.push(alarm);
      const stop = alarm.stop();
      const { status, error } = await whenSettled(stop);
      assertEquals([status, error], ["ready", undefined]);
      await stop.approve(choice);
      await until("the alarm is over", () => Promise.resolve(request.alarm?.get() === null));
      request.reject();
    },
  });
}

const word = storedWord({ kind: "recovery", owner: addressOwner(recoverer.address) });

/** Opens a message's dialog, in which the user only stops the recovery; returns the prompts. */
async function stopInDialog(
  at: Awaited<ReturnType<typeof recoveryScene>>,
): Promise<readonly string[]> {
  const { page, account } = at;
  await until("the service has seen what waits", async () => {
    const networks = await Promise.all([at.first, at.second].map(({ pending }) => pending()));
    const waiting = networks.filter(([recovery]) => recovery !== ZERO_WORD);
    return (await at.waiting()).length === waiting.length;
  });
  const before = page.ceremony.prompts.length;
  await assertRejects(() =>
    page.provider.request({ method: "personal_sign", params: ["0x68", account.address] })
  );
  return page.ceremony.prompts.slice(before);
}

Deno.test("veto: one prompt in any dialog stops a recovery on every network; its address stays", async () => {
  const seen: AlarmView[] = [];
  await using at = await recoveryScene({ page: { answers: alarmed(seen, {}) } });
  const { stack, first, second, account } = at;
  const { head } = await first.state();
  const recovery = at.toHeir(head);
  const signature = await at.sign(recovery);
  for (const network of [first, second]) await network.start(recovery, signature);

  assertEquals(await stopInDialog(at), ["get"]);
  assertEquals(seen.map(({ recovery }) => [recovery.chains.length, recovery.several]), [[
    2,
    false,
  ]]);
  for (const network of [first, second]) {
    assertEquals((await network.pending())[0], ZERO_WORD);
    assertEquals((await network.state()).words[1], word);
    await network.pass(DELAY);
    await assertRejects(() => network.finish(recovery), Error, "Vetoed");
    await assertRejects(() => network.start(recovery, signature), Error, "Vetoed");
  }
  // The address can recover the account another time, after another delay.
  const again = at.toHeir(head, 2n);
  await first.start(again, await at.sign(again));
  const { chains } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
  assertEquals(chains.map(({ pending }) => pending.length), [1, 0]);
});

Deno.test("veto: of different concurrent recoveries, it stops all that their address starts", async () => {
  const seen: AlarmView[] = [];
  await using at = await recoveryScene({ page: { answers: alarmed(seen, {}) } });
  const { first, second } = at;
  const { head } = await first.state();
  for (const [network, salt] of [[first, 1n], [second, 2n]] as const) {
    const recovery = at.toHeir(head, salt);
    await network.start(recovery, await at.sign(recovery));
  }
  assertEquals(await stopInDialog(at), ["get"]);
  assert(seen[0]!.recovery.several);
  const third = at.toHeir(head, 3n);
  for (const network of [first, second]) {
    assertEquals((await network.pending())[0], ZERO_WORD);
    await assertRejects(
      async () => await network.start(third, await at.sign(third)),
      Error,
      "Vetoed",
    );
  }
});

Deno.test("veto: the same prompt optionally removes the address on every network", async () => {
  await using at = await recoveryScene({ page: { answers: alarmed([], { remove: true }) } });
  const { first, second } = at;
  const { head } = await first.state();
  const recovery = at.toHeir(head);
  await first.start(recovery, await at.sign(recovery));
  assertEquals(await stopInDialog(at), ["get"]);
  for (const network of [first, second]) {
    assertEquals((await network.state()).words[1], ZERO_WORD);
    assertEquals((await network.pending())[0], ZERO_WORD);
  }
});

Deno.test("veto: is submitted to a network where the recovery is started after it", async () => {
  await using at = await recoveryScene({ page: { answers: alarmed([], {}) } });
  const { first, second } = at;
  const recovery = at.toHeir((await first.state()).head);
  const signature = await at.sign(recovery);
  await first.start(recovery, signature);
  const before = await second.carried();
  await stopInDialog(at);
  // No recovery waited there, so no transaction was sent.
  assertEquals(await second.carried(), before);
  await second.start(recovery, signature);
  // The service detects it automatically.
  await until("it is stopped there", async () => (await second.pending())[0] === ZERO_WORD);
  await second.pass(DELAY);
  await assertRejects(() => second.finish(recovery), Error, "Vetoed");
});

/** Signs a veto. */
async function signVeto(
  { address }: AccountJson,
  veto: UnsignedVeto,
  signer: Owner,
  index = 0,
): Promise<VetoJson> {
  const signature = wrapSignature(index, await signer.sign(vetoDigest(address, veto)));
  return { ...veto, signature };
}

Deno.test("veto: replayed, of another account, by a recovery owner, a removed one or a stranger", async () => {
  await using stack = await startStack();
  const { account, passkey, removed, guardian, guardianWord, head, start, pending, carried } =
    await veteran(stack, user(7001));
  const put = async (veto: VetoJson, of: AccountJson = account) => {
    const { error } = await rpc<OwnersResult>(stack, "acct_putVeto", [{ account: of, veto }]);
    return error?.data?.field ?? error?.data?.cause ?? null;
  };
  const target = await start(1n);
  const heads = [head];
  const before = await carried();
  const refusals: readonly (readonly [string, VetoJson, string])[] = [
    ["a recovery owner", await signVeto(account, { heads, target }, guardian, 2), "target"],
    ["a removed owner", await signVeto(account, { heads, target }, removed, 1), "target"],
    ["a stranger", await signVeto(account, { heads, target }, createPasskey(7009)), "target"],
    [
      "for another account",
      await signVeto(user(7010).account, { heads, target }, passkey),
      "signature",
    ],
    ["at other heads", await signVeto(account, { heads: [ZERO_WORD], target }, passkey), "target"],
    [
      "of another recovery",
      await signVeto(account, { heads, target: `0x${"7e".repeat(32)}` }, passkey),
      "target",
    ],
    [
      "of another recovery owner",
      await signVeto(account, {
        heads,
        target: storedWord({ kind: "recovery", owner: createAddressOwner(7011).bytes }),
      }, passkey),
      "target",
    ],
    ["without a signature", { heads, target, signature: "0x" }, "signature"],
  ];
  for (const [name, veto, field] of refusals) {
    assertEquals(await put(veto), `params[0].veto.${field}`, name);
  }
  assertEquals([await carried(), await pending()], [before, target]);
  assertEquals(await stack.service.store.selectFrom("vetoes").selectAll().execute(), []);

  const veto = await signVeto(account, { heads, target }, passkey);
  // A veto of another account with the same owners: its signature is for one address.
  const other = user(7010).account;
  assertEquals(await put(veto, other), "params[0].veto.signature");
  assertEquals([await put(veto), await pending()], [null, ZERO_WORD]);
  const after = await carried();
  assertEquals(after, before + 1);
  // Replayed, including with another signature of the same: no recovery waits, and no transaction
  // is sent.
  assertEquals(await put(veto), null);
  assertEquals(await put(await signVeto(account, { heads, target }, passkey)), null);
  assertEquals(await carried(), after);
  // For recoveries that are no longer pending.
  const all = await signVeto(account, { heads, target: guardianWord }, passkey);
  assertEquals(await put(all), "params[0].veto.target");
  assertEquals(await carried(), after);
});

Deno.test("veto: an owner who starts recoveries only to have them stopped meets a limit", async () => {
  await using stack = await startStack();
  const { account, passkey, head, start, pending, carried } = await veteran(stack, user(7101));
  const put = async (veto: VetoJson) =>
    (await rpc<OwnersResult>(stack, "acct_putVeto", [{ account, veto }])).error?.data?.cause ??
      null;
  const before = await carried();
  for (let salt = 1n; salt <= 20n; salt++) {
    const target = await start(salt);
    assertEquals(await put(await signVeto(account, { heads: [head], target }, passkey)), null);
  }
  const target: Hex = await start(21n);
  const last = await signVeto(account, { heads: [head], target }, passkey);
  assertEquals(await put(last), "limit_exceeded");
  assertEquals([await carried() - before, await pending()], [20, target]);
  // Removing the recovery address has a different limit, and ends them all.
  const { changes } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
  const owner = changes.at(-1)!.owners.at(-1)!.owner;
  const change = await nextChange(account, changes, { kind: "remove", owner }, passkey);
  await call(stack, "acct_putOwnerChange", [{ account, change }]);
  assertEquals(await pending(), ZERO_WORD);
});

Deno.test("veto: stored on a day on which others used up the key's changes of owners", async () => {
  await using stack = await startStack();
  const { account, passkey, head, start, pending } = await veteran(stack, user(7151));
  const { store } = stack.service;
  const row = await store.selectFrom("owner_changes").select("key_id").executeTakeFirstOrThrow();
  // Many clients can do this with their own accounts, because the key of an app is not a secret.
  const { numUpdatedRows } = await store.updateTable("counters").set({ used: 1_000_000_000 })
    .where("owner", "=", row.key_id).where("kind", "=", "owner_changes").executeTakeFirst();
  assertEquals(numUpdatedRows, 1n);
  // The relayer's budget for the key is used up with them.
  await store.insertInto("counters").values({
    owner: row.key_id,
    day: Math.floor(Date.now() / 86_400_000),
    kind: "relayed_gwei",
    subject: `chain ${stack.chainId}`,
    used: 1_000_000_000_000,
  }).onConflict((conflict) =>
    conflict.columns(["owner", "day", "kind", "subject"]).doUpdateSet({ used: 1_000_000_000_000 })
  ).execute();
  const target = await start(1n);
  const veto = await signVeto(account, { heads: [head], target }, passkey);
  await call(stack, "acct_putVeto", [{ account, veto }]);
  assertEquals(await pending(), ZERO_WORD);
});

Deno.test("veto: a recovery that a leaked recovery key finished on one network is stopped on the other", async () => {
  const seen: AlarmView[] = [];
  await using at = await recoveryScene({ page: { answers: alarmed(seen, { remove: true }) } });
  const { stack, page, account, first, second } = at;
  const before = await second.state();
  const recovery = at.toHeir(before.head);
  const signature = await at.sign(recovery);
  await first.start(recovery, signature);
  await first.pass(DELAY);
  await first.finish(recovery);
  const change = { ...recovery, signature };
  await call(stack, "acct_putOwnerChange", [{ account, change }]);
  await until("it is started on the other network", async () => {
    await call(stack, "acct_getOwners", [{ account }]);
    return (await second.pending())[0] !== ZERO_WORD;
  });
  assertEquals(await stopInDialog(at), ["get"]);
  assertEquals(seen.map(({ recovery }) => recovery.chains), [["Second"]]);
  // The address is gone there, the passkey is not, and the thief's owner was not added.
  assertEquals((await second.state()).words.slice(0, 2), [before.words[0], ZERO_WORD]);
  const { changes } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
  const mine = changes.at(-1)!.owners.map(({ owner }) => owner);
  assertEquals(mine, account.owners.map((owner) => owner.toLowerCase()));
  await second.pass(DELAY);
  await assertRejects(() => second.finish(recovery), Error);
  assertEquals(page.ceremony.prompts.at(-1), "get");
});
