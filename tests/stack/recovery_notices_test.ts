/** Notices of recoveries: signed, once, repeated until they arrive; a receiver that hangs holds up none. */
import { assert, assertEquals } from "@std/assert";
import { SIGNATURE_HEADER, signWebhook } from "../../service/alarms/webhook.ts";
import { startStack } from "../../scripts/stack/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { user } from "./client.ts";
import { veteran } from "./veto_network.ts";

const secret = "a secret of the operator, long enough";

/** An endpoint of the operator's that answers as told. */
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
  // Every attempt has the same id; after it arrived there is none.
  assertEquals(new Set(receiver.received.map(({ body }) => JSON.parse(body).id)).size, 1);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assertEquals(receiver.received.length, 3);
  assertEquals(await stack.service.store.selectFrom("notices").selectAll().execute(), []);
});

Deno.test("notices: an endpoint that hangs holds up nothing, and a flood of recoveries is told in part", async () => {
  const hanging = Promise.withResolvers<Response>();
  await using receiver = endpoint((count) => count === 1 ? hanging.promise : new Response());
  await using stack = await startStack({
    alarms: { webhook: { url: receiver.url, secret, timeout: 300_000 } },
  });
  const { start } = await veteran(stack, user(7601));
  const { store } = stack.service;
  const seen = async () => (await store.selectFrom("recoveries").selectAll().execute()).length;
  for (let salt = 1n; salt <= 14n; salt++) {
    await start(salt);
    await until("it is seen", async () => await seen() === Number(salt));
  }
  await until("the others arrive", () => receiver.received.length >= 10);
  await new Promise((resolve) => setTimeout(resolve, 500));
  assertEquals(receiver.received.length, 10);
  hanging.resolve(new Response());
  await until(
    "the first one too",
    async () => (await store.selectFrom("notices").selectAll().execute()).length === 0,
  );
});
