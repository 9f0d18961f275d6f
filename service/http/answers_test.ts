import { assertEquals } from "@std/assert";
import { API_KEY_HEADER } from "../../core/protocol/service/mod.ts";
import { createService } from "../main/service.ts";
import { chainAt, createTestKey } from "../testing/small_service.ts";

const MIB = 1024 * 1024;

Deno.test("answers: memory for concurrent answers of nodes is bounded, and others wait a second", async () => {
  await using node = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const body = await request.json();
      const answer = ({ id, method }: { id: number; method: string }) => ({
        jsonrpc: "2.0",
        id,
        result: method === "eth_call"
          ? `0x${"00".repeat(MIB / 2)}`
          : method === "eth_getLogs"
          ? []
          : "0x1",
      });
      return Response.json(Array.isArray(body) ? body.map(answer) : answer(body));
    },
  );
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    // A quarter of it for a client.
    limits: { memory: 16 * MIB },
    chains: [chainAt(`http://127.0.0.1:${node.addr.port}`)],
  });
  const apiKey = await createTestKey(service.store);
  const ask = async (count: number) => {
    const call = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{}, "latest"] };
    const response = await service.fetch(
      new Request("http://localhost:1/v1/rpc/1", {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: apiKey },
        body: JSON.stringify(Array.from({ length: count }, () => call)),
      }),
      "192.0.2.1",
    );
    const replies: { result?: string; error?: { code: number; data: object } }[] = await response
      .json();
    return {
      answered: replies.filter(({ result }) => result !== undefined).length,
      refused: replies.filter(({ error }) => error?.code === -32005).length,
    };
  };
  assertEquals(await ask(10), { answered: 3, refused: 7 });
  // All memory is free again.
  assertEquals(await ask(3), { answered: 3, refused: 0 });
  await service.stop();
});

Deno.test("answers: memory per client is limited to its share", async () => {
  const rest = Promise.withResolvers<void>();
  await using node = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const body = await request.json();
      if (body.method !== "eth_call") {
        return Response.json({ jsonrpc: "2.0", id: body.id ?? 0, result: "0x1" });
      }
      const text = JSON.stringify({ jsonrpc: "2.0", id: 0, result: `0x${"00".repeat(MIB / 2)}` });
      const bytes = new TextEncoder().encode(text);
      // All but the last byte; the last byte follows once the service has cancelled some of them.
      return new Response(
        new ReadableStream<Uint8Array>({
          async start(controller) {
            controller.enqueue(bytes.subarray(0, -1));
            if (body.params[0].slow === true) await rest.promise;
            controller.enqueue(bytes.subarray(-1));
            controller.close();
          },
          cancel: () => rest.resolve(),
        }),
      );
    },
  );
  const url = `http://127.0.0.1:${node.addr.port}`;
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    limits: { memory: 16 * MIB },
    log: () => {},
    chains: [{
      ...chainAt(url),
      // Long enough that no answer times out.
      timeout: 60_000,
    }],
  });
  const apiKey = await createTestKey(service.store);
  const ask = async (client: string, count: number, slow: boolean) => {
    const call = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{ slow }, "latest"] };
    const response = await service.fetch(
      new Request("http://localhost:1/v1/rpc/1", {
        method: "POST",
        headers: { "content-type": "application/json", [API_KEY_HEADER]: apiKey },
        body: JSON.stringify(Array.from({ length: count }, () => call)),
      }),
      client,
    );
    const replies: { error?: { code: number } }[] = await response.json();
    return replies.map(({ error }) => error?.code ?? 0).toSorted();
  };
  const reading = ask("192.0.2.1", 6, true);
  assertEquals(await ask("198.51.100.1", 1, false), [0]);
  // At most three fit in memory. The other answers were cancelled while they were read.
  const codes = await reading;
  const count = (wanted: number) => codes.filter((code) => code === wanted).length;
  assertEquals([count(-32005) >= 3, count(0) >= 1, count(-32005) + count(0)], [true, true, 6]);
  assertEquals(await ask("192.0.2.1", 3, false), [0, 0, 0]);
  await service.stop();
});
