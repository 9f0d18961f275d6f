/**
 * Notices of recoveries: signed, once, repeated until they arrive; a receiver that hangs delays no
 * others.
 */
import { assert, assertEquals } from "@std/assert";
import { SIGNATURE_HEADER, signWebhook } from "../../../service/notices/webhook.ts";
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import { vetoDigest } from "../../../core/account/owners/veto.ts";
import type { Notice } from "../../../service/notices/notices.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { call, user } from "../support/client.ts";
import { veteran } from "./veto_network.ts";

const secret = "a secret of the operator, long enough";

/** An endpoint of the operator with configurable answers. */
function endpoint(answer: (count: number) => Promise<Response> | Response) {
  const received: { readonly body: string; readonly signature: string }[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const body = await request.text();
      received.push({ body, signature: request.headers.get(SIGNATURE_HEADER) ?? "" });
      return await answer(received.length);
    },
  );
  return {
    received,
    url: `http://127.0.0.1:${server.addr.port}/alarms`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Pending notices. */
async function bodies({ service }: Stack): Promise<Notice[]> {
  const rows = await service.store.selectFrom("notices").select("body").execute();
  return rows.map(({ body }) => JSON.parse(body));
}

Deno.test("notices: the operator's endpoint gets each recovery once, signed, after failures too", async () => {
  await using receiver = endpoint((count) => new Response(null, { status: count < 3 ? 503 : 204 }));
  await using stack = await startStack({ alarms: { webhook: { url: receiver.url, secret } } });
  const { account, guardian, start } = await veteran(stack, user(7501));
  const id = await start(1n);
  await until("it arrived", () => receiver.received.length === 3);
  const { body, signature } = receiver.received[2]!;
  const notice = JSON.parse(body);
  assertEquals([notice.type, notice.account.toLowerCase(), notice.recovery], [
    "recovery_started",
    account.address.toLowerCase(),
    id,
  ]);
  assertEquals([notice.startedBy, notice.chainId], [guardian.address, stack.chainId]);
  assert(notice.readyAt > Date.now() / 1000);
  const time = Number(/^t=(\d+),/.exec(signature)![1]);
  assertEquals(signature, `t=${time},v1=${await signWebhook(secret, time, body)}`);
  assert(Math.abs(Date.now() / 1000 - time) < 60);
  // Every attempt has the same id; after its delivery there is none.
  assertEquals(new Set(receiver.received.map(({ body }) => JSON.parse(body).id)).size, 1);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assertEquals(receiver.received.length, 3);
  // Only reminders remain.
  assertEquals((await bodies(stack)).map(({ type }) => type), [
    "recovery_waiting",
    "recovery_waiting",
  ]);
});

Deno.test("notices: a pending recovery is announced again halfway and a day before its end; a stopped one is not", async () => {
  await using receiver = endpoint(() => new Response());
  await using stack = await startStack({ alarms: { webhook: { url: receiver.url, secret } } });
  const { account, passkey, head, start } = await veteran(stack, user(7651));
  const { store } = stack.service;
  await start(1n);
  await until("it arrived", () => receiver.received.length === 1);
  const first = JSON.parse(receiver.received[0]!.body);
  const waiting = () => store.selectFrom("notices").select("due_at").orderBy("due_at").execute();
  // The delivered one is deleted once its answer arrives.
  await until("the others wait", async () => (await waiting()).length === 2);
  const now = Date.now();
  const days = (await waiting()).map(({ due_at }) => (Number(due_at) - now) / 86_400_000);
  const whole = (first.readyAt * 1000 - now) / 86_400_000;
  for (const [index, expected] of [whole / 2, whole - 1].entries()) {
    assertEquals(Math.abs(days[index]! - expected) < 0.01, true, `${days} of ${whole}`);
  }
  // It becomes due.
  const due = async (which: string) =>
    await store.updateTable("notices").set({ due_at: Date.now() })
      .where("id", "like", `%-${which} webhook`).executeTakeFirst();
  await due("1");
  await until("the reminder arrived", () => receiver.received.length === 2);
  const reminder = JSON.parse(receiver.received[1]!.body);
  assertEquals(reminder, { ...first, type: "recovery_waiting", id: `${first.id}-1` });

  const unsigned = { heads: [head], target: first.recovery };
  const digest = vetoDigest(account.address, unsigned);
  const veto = { ...unsigned, signature: wrapSignature(0, await passkey.sign(digest)) };
  await call(stack, "acct_putVeto", [{ account, veto }]);
  await due("2");
  await until("the last one is dropped", async () => (await bodies(stack)).length === 0);
  assertEquals(receiver.received.length, 2);
});

Deno.test("notices: an endpoint that hangs delays nothing, and a flood of recoveries is announced in part", async () => {
  const hanging = Promise.withResolvers<Response>();
  await using receiver = endpoint((count) => count === 1 ? hanging.promise : new Response());
  await using stack = await startStack({
    alarms: { webhook: { url: receiver.url, secret, timeout: 300_000 } },
  });
  const { start } = await veteran(stack, user(7601), 4);
  const { store } = stack.service;
  const seen = async () => (await store.selectFrom("recoveries").selectAll().execute()).length;
  for (let salt = 1n; salt <= 14n; salt++) {
    await start(salt, Number(salt) % 4);
    await until("it is seen", async () => await seen() === Number(salt));
  }
  await until("the others arrive", () => receiver.received.length >= 10);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assertEquals(receiver.received.length, 10);
  hanging.resolve(new Response());
  await until(
    "the first one too",
    async () => (await bodies(stack)).every(({ type }) => type === "recovery_waiting"),
  );
});
