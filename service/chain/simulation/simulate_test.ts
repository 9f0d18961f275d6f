import { assertEquals } from "@std/assert";
import { zeroAddress } from "viem";
import { listen } from "../../../scripts/stack/listen.ts";
import type { Chain } from "../chain.ts";
import { createNode } from "../node/node.ts";
import { simulate, simulateCalls } from "./simulate.ts";

Deno.test("simulate: different answers of older nodes are read, and other answers are rejected", async () => {
  let result: unknown;
  const server = listen(0, async (request) => {
    const { id } = await request.json() as { id: number };
    return Response.json({ id, result });
  });
  await using _stop = { [Symbol.asyncDispose]: () => server.stop() };
  const node = createNode(`http://127.0.0.1:${server.port}`, { batch: false });
  const probe = () => Promise.resolve({ simulates: true });
  const chain = { node, probe } as unknown as Chain;
  const call = { status: "0x1", returnData: "0x01" };
  result = [{ calls: null }, {
    calls: [
      { status: 1, returnData: null },
      { status: 0, returnData: "", logs: null },
      { status: "0x01" },
      { ...call, logs: [] },
    ],
  }];
  assertEquals(await simulate(chain, {}), [[], [
    { status: "0x1", returnData: "0x" },
    { status: "0x0", returnData: "0x" },
    { status: "0x1", returnData: "0x" },
    { status: "0x1", returnData: "0x01", logs: [] },
  ]]);
  const account = { address: zeroAddress, factory: zeroAddress, factoryData: "0x" } as const;
  const calls = [{ from: zeroAddress, to: zeroAddress, data: "0x" }] as const;
  result = [{ calls: [call, call] }];
  assertEquals(await simulateCalls(chain, account, calls), [{
    status: "0x1",
    returnData: "0x01",
  }]);
  for (result of [null, {}, [null], [{ calls: [{ status: null }] }], [{ calls: null }]]) {
    assertEquals(await simulateCalls(chain, account, calls), null);
  }
});
