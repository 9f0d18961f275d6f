/**
 * Notices to devices: only after the account's passkey requested them, encrypted, to public
 * addresses, bounded.
 */
import { assert, assertEquals } from "@std/assert";
import { bytesToHex, concat, numberToHex, slice, toHex } from "viem";
import { readAssertion } from "../../../core/account/signature.ts";
import { createPasskey, type Passkey } from "../../../contracts/testing/passkey.ts";
import { pushChallenge, type PushSubscriptionJson } from "../../../core/protocol/service/push.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { OwnerEdit } from "../../../core/account/owners/plan.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { call, type Reach, rpc, user } from "../support/client.ts";
import { nextChange } from "../accounts/owner_changes.ts";
import { openPushDevice, vapidKeys } from "./push_receiver.ts";
import { veteran } from "./veto_network.ts";

/** Requests notices to a device with a passkey. Returns the wrong field, the cause, or null. */
async function subscribe(
  reach: Reach,
  account: AccountJson,
  subscription: PushSubscriptionJson,
  passkey: Passkey,
  signed: { readonly account?: AccountJson; readonly subscription?: PushSubscriptionJson } = {},
): Promise<string | null> {
  const challenge = await pushChallenge(
    (signed.account ?? account).address,
    signed.subscription ?? subscription,
  );
  const given = readAssertion(slice(passkey.assert(bytesToHex(challenge)), 64));
  const proof = {
    authenticatorData: toHex(given.authenticatorData),
    clientDataJSON: new TextDecoder().decode(given.clientDataJSON),
    signature: concat([given.r, given.s].map((value) => numberToHex(value, { size: 32 }))),
  };
  const params = [{ account, subscription, publicKey: passkey.bytes, proof }];
  const { error } = await rpc(reach, "acct_putPushSubscription", params);
  return error?.data?.field ?? error?.data?.cause ?? null;
}

Deno.test("push: a device gets each recovery once, encrypted and with the service's key", async () => {
  const vapid = await vapidKeys();
  await using device = await openPushDevice();
  await using stack = await startStack({ alarms: { push: vapid } });
  const { account, passkey, start } = await veteran(stack, user(7701));
  const configuration = await (await fetch(`${stack.serverUrl}/.well-known/acct-configuration`))
    .json();
  assertEquals(configuration.pushKey, vapid.publicKey);
  assertEquals(await subscribe(stack, account, device.subscription, passkey), null);
  device.answer = (count) => new Response(null, { status: count === 1 ? 500 : 201 });
  await start(1n);
  await until("it arrived", () => device.received.length === 2);
  const { data, headers, size } = device.received[1]!;
  const { account: named, chainName, readyAt, type } = data as Record<string, unknown>;
  assertEquals([type, (named as string).toLowerCase(), chainName], [
    "recovery_started",
    account.address.toLowerCase(),
    "Local",
  ]);
  assert(Number(readyAt) > Date.now() / 1000);
  assertEquals([headers.get("content-encoding"), headers.get("urgency")], ["aes128gcm", "high"]);
  // The length reveals nothing.
  assertEquals(size, 4_096);
  const { aud, sub, exp } = await vapid.claims(headers.get("authorization")!);
  const { host } = new URL(device.subscription.endpoint);
  assertEquals([aud, sub], [`https://${host}`, vapid.subject]);
  assert(Number(exp) > Date.now() / 1000 && Number(exp) < Date.now() / 1000 + 86_400);

  // An expired subscription is deleted.
  device.answer = () => new Response(null, { status: 410 });
  await start(2n);
  const { store } = stack.service;
  await until(
    "it is forgotten",
    async () => (await store.selectFrom("push_subscriptions").selectAll().execute()).length === 0,
  );
  // The reminders are removed with the recovery.
  await store.updateTable("notices").set({ due_at: Date.now() }).execute();
  await until(
    "no notice is left",
    async () => (await store.selectFrom("notices").selectAll().execute()).length === 0,
  );
});

Deno.test("push: a removed owner gets no further notices", async () => {
  const vapid = await vapidKeys();
  await using device = await openPushDevice();
  await using lost = await openPushDevice();
  await using stack = await startStack({ alarms: { push: vapid } });
  const { account, passkey, start } = await veteran(stack, user(7751));
  const second = createPasskey(7_752);
  const edit = async (change: OwnerEdit) => {
    const { changes } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
    await call(stack, "acct_putOwnerChange", [
      { account, change: await nextChange(account, changes, change, passkey) },
    ]);
  };
  await edit({ kind: "add", owner: second.bytes });
  assertEquals(await subscribe(stack, account, device.subscription, passkey), null);
  assertEquals(await subscribe(stack, account, lost.subscription, second), null);
  await edit({ kind: "remove", owner: second.bytes });
  await start(1n);
  await until("the other device got it", () => device.received.length === 1);
  assertEquals(lost.received.length, 0);
});

Deno.test("push: only a full owner's passkey subscribes, for that device and account alone", async () => {
  const vapid = await vapidKeys();
  await using device = await openPushDevice();
  await using stack = await startStack({ alarms: { push: vapid } });
  const { account, passkey, removed } = await veteran(stack, user(7801));
  const { subscription } = device;
  const field = (name: string) => `params[0].${name}`;
  const other = user(7802);
  const elsewhere = { ...subscription, endpoint: `${subscription.endpoint}x` };
  assertEquals([
    await subscribe(stack, account, subscription, removed),
    await subscribe(stack, account, subscription, createPasskey(7803)),
    await subscribe(stack, account, subscription, passkey, { account: other.account }),
    await subscribe(stack, account, elsewhere, passkey, { subscription }),
    await subscribe(stack, account, { ...subscription, auth: "AAAA" }, passkey),
  ], [
    field("publicKey"),
    field("publicKey"),
    field("proof"),
    field("proof"),
    field("subscription.auth"),
  ]);
  // Private addresses, other protocols and ports, credentials; a name is looked up when it is used.
  for (
    const endpoint of [
      "https://10.0.0.1/push",
      "https://169.254.169.254/latest",
      "https://[fd00::1]/push",
      "http://push.example.com/x",
      "https://push.example.com:8443/x",
      "https://user:secret@push.example.com/x",
      "file:///etc/passwd",
    ]
  ) {
    assertEquals(
      await subscribe(stack, account, { ...subscription, endpoint }, passkey),
      field("subscription.endpoint"),
      endpoint,
    );
  }
  const { store } = stack.service;
  const rows = async () =>
    (await store.selectFrom("push_subscriptions").selectAll().execute()).length;
  assertEquals(await rows(), 0);
  // A flood replaces its own oldest ones.
  for (let n = 0; n < 14; n++) {
    const { endpoint } = subscription;
    const next = { ...subscription, endpoint: `${endpoint}-${n}` };
    assertEquals(await subscribe(stack, account, next, passkey), null);
  }
  assertEquals(await rows(), 10);
  const last = `${subscription.endpoint}-13`;
  await rpc(stack, "acct_deletePushSubscription", [{ account: account.address, endpoint: last }]);
  assertEquals(await rows(), 9);
});

Deno.test("push: an endpoint that never answers delays no other; without keys there is no push", async () => {
  const vapid = await vapidKeys();
  await using silent = await openPushDevice();
  await using device = await openPushDevice();
  const never = Promise.withResolvers<Response>();
  silent.answer = () => never.promise;
  {
    await using stack = await startStack({ alarms: { push: vapid } });
    const { account, passkey, start } = await veteran(stack, user(7901));
    for (const { subscription } of [silent, device]) {
      assertEquals(await subscribe(stack, account, subscription, passkey), null);
    }
    await start(1n);
    await until("the other device got it", () => device.received.length === 1);
    // It is retried after its time, and not abandoned immediately.
    await until("it is tried again", () => silent.received.length === 2);
    const { store } = stack.service;
    const due = await store.selectFrom("notices").selectAll().where("attempts", ">", 0).execute();
    assertEquals(due.length, 1);
  }
  never.resolve(new Response());
  await using without = await startStack();
  const { account, passkey } = await veteran(without, user(7902));
  assertEquals(
    await subscribe(without, account, device.subscription, passkey),
    "method_unsupported",
  );
});
