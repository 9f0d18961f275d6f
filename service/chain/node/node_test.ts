import { assert, assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../../core/ground/errors.ts";
import { createNode, NODE_TIMEOUT_MS, NodeError } from "./node.ts";

type Body = { id: number; method: string; params: unknown[] };

async function withNode(
  answer: (body: Body | Body[]) => Response | Promise<Response>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => await answer(await request.json()),
  );
  await work(`http://127.0.0.1:${server.addr.port}/secret-path`);
}

const echo = ({ id, method, params }: Body) => ({ jsonrpc: "2.0", id, result: [method, params] });

Deno.test("node: concurrent calls share a request, each gets its own answer", async () => {
  const sizes: number[] = [];
  await withNode((body) => {
    const list = Array.isArray(body) ? body : [body];
    sizes.push(list.length);
    // Out of order, as the standard allows.
    const answers = list.map(echo).toReversed();
    return Response.json(Array.isArray(body) ? answers : answers[0]);
  }, async (url) => {
    const node = createNode(url);
    const results = await Promise.all(
      Array.from({ length: 120 }, (_, n) => node.request("m", [n])),
    );
    assertEquals(results, Array.from({ length: 120 }, (_, n) => ["m", [n]]));
    assertEquals(await node.request("alone"), ["alone", []]);
    assertEquals(sizes.toSorted((a, b) => b - a), [50, 50, 20, 1]);
  });
});

Deno.test("node: large calls travel apart: nodes read two megabytes at most", async () => {
  const sizes: number[] = [];
  await withNode((body) => {
    sizes.push(JSON.stringify(body).length);
    return Response.json(Array.isArray(body) ? body.map(echo) : echo(body));
  }, async (url) => {
    const node = createNode(url);
    await Promise.all(Array.from({ length: 9 }, () => node.request("m", ["x".repeat(150_000)])));
  });
  assertEquals(sizes.length, 5);
  assertEquals(sizes.every((size) => size < 450_000), true);
});

Deno.test("node: an endpoint without batch support gets single requests", async () => {
  const sizes: number[] = [];
  await withNode((body) => {
    sizes.push(Array.isArray(body) ? body.length : 0);
    return Response.json(echo(body as Body));
  }, async (url) => {
    const node = createNode(url, { batch: false });
    await Promise.all([node.request("a"), node.request("b")]);
  });
  assertEquals(sizes, [0, 0]);
});

Deno.test("node: a call's error does not affect other calls", () =>
  withNode((body) =>
    Response.json(
      (body as Body[]).map((each) =>
        each.method === "bad"
          ? { jsonrpc: "2.0", id: each.id, error: { code: 3, message: "reverted", data: "0x12" } }
          : echo(each)
      ),
    ), async (url) => {
    const node = createNode(url);
    const [good, bad] = await Promise.allSettled([node.request("good"), node.request("bad")]);
    assertEquals(good.status, "fulfilled");
    const { code, data } = (bad as PromiseRejectedResult).reason as NodeError;
    assertEquals([code, data], [3, "0x12"]);
  }));

const rubbish: [string, () => Response | Promise<Response>][] = [
  ["an error page", () => new Response("<html>secret</html>", { status: 502 })],
  ["an answer for somebody else", () => Response.json([{ jsonrpc: "2.0", id: 9, result: 1 }, {}])],
  ["no object", () => Response.json([1])],
  ["silence", () => new Promise(() => {})],
];
for (const [name, answer] of rubbish) {
  Deno.test({
    name: `node: ${name} is "down", without its address or its words`,
    // The endpoint that never answers leaves the server's side open on purpose.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, answer);
      const url = `http://127.0.0.1:${server.addr.port}/secret-path`;
      const node = createNode(url, { timeout: 100 });
      const error = await assertRejects(() => node.request("x"), AcctError);
      assertEquals([error.data.cause, error.message.includes("secret")], ["chain_down", false]);
      if (name !== "silence") await server.shutdown();
    },
  });
}

Deno.test("node: by default an unresponsive endpoint is reported within two seconds", () => {
  assert(NODE_TIMEOUT_MS < 2_000);
});

Deno.test("node: an answer that is too large is cut off", () =>
  withNode(() => new Response("x".repeat(5_000)), async (url) => {
    const node = createNode(url, { maxSize: 1_000 });
    const error = await assertRejects(() => node.request("x"), NodeError);
    assertEquals(error.code, -32005);
  }));

Deno.test("node: a too large answer fails alone, without the other calls of its batch", async () => {
  let requests = 0;
  const answer = (body: Body) =>
    body.method === "large" ? { ...echo(body), result: "x".repeat(2_000) } : echo(body);
  await withNode((body) => {
    requests++;
    return Response.json(Array.isArray(body) ? body.map(answer) : answer(body));
  }, async (url) => {
    const node = createNode(url, { maxSize: 1_500 });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => node.request(n === 5 ? "large" : "m", [n])),
    );
    assertEquals(
      results.map((result) => result.status === "fulfilled" ? result.value : result.reason.code),
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => n === 5 ? -32005 : ["m", [n]]),
    );
    // All calls together, then halves.
    assertEquals(requests, 7);
  });
});

Deno.test("node: an answer reserves memory, and one that does not fit releases it", () =>
  withNode((body) => Response.json(echo(body as Body)), async (url) => {
    const room = {
      left: 200,
      take: (size: number) => size <= room.left && (room.left -= size) >= 0,
      give: (size: number) => void (room.left += size),
    };
    const node = createNode(url, { batch: false });
    assertEquals(await node.request("m", ["small"], room), ["m", ["small"]]);
    const { left } = room;
    assertEquals(left < 200, true);
    const large = ["x".repeat(200)];
    const error = await assertRejects(() => node.request("m", large, room), AcctError);
    assertEquals([error.data.cause, error.data.retryAfter], ["limit_exceeded", 1]);
    assertEquals(room.left, left);
  }));

Deno.test("node: unreadable logs, receipts and heights are rejected", async () => {
  const log = {
    address: `0x${"aB".repeat(20)}`,
    topics: [`0x${"01".repeat(32)}`],
    data: "0x",
    blockNumber: "0x5",
    logIndex: "0x0",
  };
  const pending = { ...log, blockNumber: null, logIndex: null };
  const odd = [
    null,
    { ...log, topics: null },
    { ...log, topics: [null] },
    { ...log, address: "0x" },
    { ...log, data: "0x0" },
    { ...log, data: undefined },
    { ...log, blockNumber: 5 },
    pending,
  ];
  const none = [null, {}, "0x", 5, true, { length: 1, 0: log }];
  const word = `0x${"01".repeat(32)}`;
  const five = `0x${"0".repeat(63)}5`;
  const block = { number: "0x5", hash: word, parentHash: word, timestamp: "0x5", transactions: [] };
  const sent = {
    hash: word,
    transactionIndex: "0x0",
    from: log.address,
    to: null,
    value: "0x0",
  };
  const oddly = [
    { ...sent, to: "0x" },
    { ...sent, from: null },
    { ...sent, transactionIndex: null },
    null,
  ];
  const receipt = { transactionHash: word, blockHash: word, blockNumber: "0x5", logs: [log] };
  const call = { status: "0x1", returnData: "0x" };
  const gas = { verificationGasLimit: "0x1", callGasLimit: "0x1", preVerificationGas: "0x1" };
  const noBytes = [null, {}, [], 5, true, "", "hello", "0x1", "0x123", "0xgg"];
  const noNumber = [...noBytes.slice(0, 7), "0x", "-0x1", `0x${"f".repeat(65)}`];
  const refused: [method: string, answers: unknown[]][] = [
    ["eth_getLogs", [...none, ...odd.map((each) => [log, each])]],
    ["eth_getTransactionReceipt", [
      {},
      [],
      ...odd.map((each) => ({ ...receipt, logs: [each] })),
      ...[
        { transactionHash: undefined },
        { transactionHash: {} },
        { blockHash: undefined },
        { blockHash: null },
        { blockNumber: undefined },
        { blockNumber: null },
        { blockNumber: "abc" },
        { blockNumber: `0x${"ff".repeat(8)}` },
      ].map((each) => ({ ...receipt, ...each })),
    ]],
    ["eth_getBlockReceipts", [{}, "0x", [null], [{ logs: null }], [{ logs: [null] }]]],
    ["eth_call", noBytes],
    ["eth_getCode", noBytes],
    ["eth_getStorageAt", [...noBytes.slice(0, 7), `0x${"f".repeat(65)}`]],
    ["eth_getBalance", noNumber],
    ["eth_chainId", noNumber],
    ["eth_getTransactionCount", noNumber],
    ["eth_maxPriorityFeePerGas", [...noNumber, `0x${"f".repeat(25)}`]],
    ["eth_getBlockByNumber", [
      ...none.slice(1),
      [],
      { ...block, number: 5 },
      { ...block, number: "0x20000000000000" },
      { ...block, hash: "0x" },
      { ...block, parentHash: 5 },
      { ...block, timestamp: `0x${"f".repeat(11)}` },
      { ...block, baseFeePerGas: word },
    ]],
    ["eth_simulateV1", [...none, [null], [{}], [{ calls: [null] }], [{ calls: [{}] }], [{
      calls: [{ ...call, logs: [{ ...log, topics: null }] }],
    }]]],
    ["eth_sendUserOperation", [...noBytes, "0x"]],
    ["eth_getUserOperationByHash", ["0x", 5, []]],
    ["eth_estimateUserOperationGas", [
      ...none,
      { ...gas, callGasLimit: undefined },
      { ...gas, callGasLimit: "100000" },
      { ...gas, preVerificationGas: word },
      { ...gas, paymasterPostOpGasLimit: 5 },
    ]],
    ["eth_blockNumber", [
      null,
      5,
      "",
      "0x",
      "5",
      {},
      [],
      `0x${"f".repeat(16)}`,
      "0x20000000000000",
    ]],
    ["eth_estimateGas", [...noNumber, `0x${"f".repeat(16)}`]],
  ];
  const taken: [method: string, answers: unknown[], params?: unknown[]][] = [
    ["eth_getLogs", [[], [log], [log, { ...log, removed: false }]]],
    ["eth_getLogs", [[pending]], [{ toBlock: "pending" }]],
    ["eth_getTransactionReceipt", [null, { ...receipt, logs: [] }, receipt]],
    ["eth_getBlockReceipts", [null, [], [{ logs: [log] }]]],
    ["eth_blockNumber", ["0x0", "0x5", `0x${"0".repeat(60)}5`, "0x1fffffffffffff"]],
    ["eth_estimateGas", ["0x5208", `0x${"0".repeat(20)}5208`]],
    ["eth_gasPrice", ["0x5", `0x${"0".repeat(60)}5`]],
    ["eth_call", ["0x", "0x00", `0x${"ff".repeat(100_000)}`]],
    ["eth_getCode", ["0x", "0x00"]],
    ["eth_getStorageAt", ["0x", "0x0", word]],
    ["eth_getBalance", ["0x0", word]],
    ["eth_maxPriorityFeePerGas", ["0x0", `0x${"ff".repeat(12)}`]],
    ["eth_getBlockByNumber", [null, block, { ...block, baseFeePerGas: null }], ["0x5", false]],
    ["eth_getBlockByNumber", [block, { ...block, transactions: [word] }], ["latest", true]],
    ["eth_getBlockByNumber", [
      { ...block, transactions: [sent] },
      { ...block, transactions: [{ ...sent, to: undefined }] },
      { ...block, transactions: oddly },
      { ...block, number: five, timestamp: five, baseFeePerGas: five },
    ], ["latest", true]],
    ["eth_getBlockByNumber", [{ ...block, transactions: undefined }], ["latest", false]],
    ["eth_getBlockByNumber", [null, { number: null, hash: null }], ["pending", false]],
    ["eth_simulateV1", [[], [{ calls: [] }], [{ calls: [call, { ...call, logs: [log] }] }]]],
    ["eth_simulateV1", [[{ calls: null }], [{
      calls: [{ ...call, returnData: null }, { ...call, returnData: "" }, { ...call, status: 1 }],
    }]]],
    ["eth_sendUserOperation", [word]],
    ["eth_getUserOperationByHash", [null, {}]],
    ["eth_estimateUserOperationGas", [gas, { ...gas, paymasterPostOpGasLimit: null }]],
    ["eth_newMethod", [...none, true]],
  ];
  let result: unknown;
  await withNode((body) => Response.json({ ...body, id: 0, result }), async (url) => {
    const node = createNode(url);
    for (const [method, answers] of refused) {
      for (result of answers) {
        const error = await assertRejects(() => node.request(method, [{}]), AcctError);
        assertEquals(error.data.cause, "chain_down", `${method} ${JSON.stringify(result)}`);
      }
    }
    for (const [method, answers, params] of taken) {
      for (result of answers) {
        assertEquals(JSON.stringify(await node.request(method, params)), JSON.stringify(result));
      }
    }
  });
});
