import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { AcctError } from "../ground/errors.ts";
import { createServiceClient } from "./client.ts";
import type { ConfigurationJson } from "../protocol/service/mod.ts";

const told: ConfigurationJson = { version: 1, keysUrl: "http://keys.test", chains: [] };

Deno.test("the configuration is fetched once, and an aborted caller does not cancel it for others", async () => {
  const answers: PromiseWithResolvers<Response>[] = [];
  const client = createServiceClient({
    serverUrl: "http://api.test",
    apiKey: "",
    fetch: () => {
      const answer = Promise.withResolvers<Response>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const impatient = new AbortController();
  const first = client.configuration(impatient.signal);
  const second = client.configuration(new AbortController().signal);
  const third = client.configuration();
  impatient.abort();
  // Rejects immediately, before any response.
  const { data } = await assertRejects(() => first, AcctError);
  assertEquals(data.cause, "aborted");
  answers[0]!.resolve(Response.json(told));
  assertEquals([await second, await third], [told, told]);
  assertEquals(answers.length, 1);
  await assertRejects(() => client.configuration(impatient.signal), AcctError);
});

Deno.test("a configuration that failed to load is requested again", async () => {
  let asked = 0;
  const client = createServiceClient({
    serverUrl: "http://api.test",
    apiKey: "",
    fetch: () =>
      ++asked === 1
        ? Promise.reject(new TypeError("refused"))
        : Promise.resolve(Response.json(told)),
  });
  const { data } = await assertRejects(() => client.configuration(), AcctError);
  assertEquals(data.cause, "service_down");
  // Browsers report a CSP violation like a network failure.
  assertMatch(data.advice, /CSP/);
  assertEquals(await client.configuration(), told);
});

Deno.test("a response that stops after its headers times out, and obeys the caller's signal", async () => {
  // As in Node, where the body may outlive the signal of its request.
  const head = () => Promise.resolve(new Response(new ReadableStream()));
  const options = { serverUrl: "http://api.test", apiKey: "", fetch: head };
  const client = createServiceClient({ ...options, timeout: 20 });
  const caller = new AbortController();
  for (const signal of [undefined, caller.signal]) {
    const { data } = await assertRejects(() => client.rpc("x", [], signal), AcctError);
    assertEquals(data.cause, "service_down");
  }
  const asking = createServiceClient(options).rpc("x", [], caller.signal);
  caller.abort();
  const { data } = await assertRejects(() => asking, AcctError);
  assertEquals(data.cause, "aborted");
});
