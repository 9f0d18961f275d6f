/**
 * Two processes of a service on one database: one reads the chain, and the other when it is killed.
 */
import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { listen } from "../../../scripts/stack/listen.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { rpc, user } from "../support/client.ts";
import { testServer } from "../support/postgres.ts";
import { spawnService } from "../support/spawn.ts";
import { knownUser, readToEnd, transfersOf } from "./transfers.ts";

/** Forwards requests to a node, and counts the ones for the logs of a block. */
function countingNode(url: string) {
  const seen: string[] = [];
  const listener = listen(0, async (request) => {
    const body = await request.text();
    for (const { method, params } of [JSON.parse(body)].flat()) {
      if (method === "eth_getLogs" && params[0].blockHash !== undefined) {
        seen.push(params[0].blockHash);
      }
    }
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return new Response(await response.text(), { status: response.status });
  });
  return { seen, url: `http://127.0.0.1:${listener.port}`, stop: () => listener.stop() };
}

Deno.test("transfers: of two processes one reads each block once; after kill -9 the other continues", async () => {
  await using server = await testServer("transfers of two processes");
  if (server === null) return;
  await using stack = await startStack({ database: server.url });
  const { service: { context }, tokens: [usd] } = stack;
  const ann = await knownUser(stack, 2101);
  await readToEnd(stack);
  await context.follower.stop();
  const folder = await Deno.makeTempDir();
  const start = async (name: string) => {
    const node = countingNode(stack.rpcUrl);
    const config = join(folder, `${name}.json`);
    await Deno.writeTextFile(
      config,
      JSON.stringify({
        host: new URL(stack.serverUrl).host,
        port: 0,
        database: server.url,
        chains: [{
          id: stack.chainId,
          name: "Local",
          testnet: true,
          rpcUrl: node.url,
          bundlerUrl: "http://127.0.0.1:1",
          tokens: [usd.address],
        }],
      }),
    );
    return { node, process: await spawnService(config, { args: ["--role", "indexer"] }) };
  };
  const both = [await start("one"), await start("two")];
  try {
    for (let n = 1n; n <= 4n; n++) await stack.mint(usd.address, ann.address, n);
    await readToEnd(stack);
    const leaders = both.filter(({ node }) => node.seen.length > 0);
    assertEquals(leaders.length, 1);
    const [leader] = leaders;
    const other = both.find((each) => each !== leader)!;
    assertEquals([leader!.node.seen.length, new Set(leader!.node.seen).size], [4, 4]);
    await leader!.process.end("SIGKILL");
    await stack.mint(usd.address, ann.address, 5n);
    await readToEnd(stack);
    assertEquals(other.node.seen.length, 1);
    await until(
      "what came meanwhile",
      async () => (await transfersOf(stack, ann.address)).length === 5,
    );
    const amounts = (await transfersOf(stack, ann.address)).map(({ amount }) => amount);
    assertEquals(amounts, ["0x5", "0x4", "0x3", "0x2", "0x1"]);
  } finally {
    await Promise.allSettled(both.map(({ process }) => process.end("SIGKILL")));
    for (const { node } of both) await node.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("transfers: no number in a question is too large for PostgreSQL", async () => {
  await using server = await testServer("numbers of questions");
  if (server === null) return;
  await using stack = await startStack({ database: server.url });
  const { account } = user(2111);
  const { address } = account;
  const most = "9".repeat(16);
  const places = [
    `${"9".repeat(13)}.${most}.${most}.${most}.${most}`,
    `0.-${most}.-${most}.-${most}.-${most}`,
    "1.1.1.2147483648.0",
    "1.1.1.0.2147483648",
  ];
  for (const after of places) {
    const { result, error } = await rpc(stack, "acct_getTransfers", [{ account: address, after }]);
    assertEquals([result, error], [[], undefined], after);
  }
  const large: [string, unknown][] = [
    ["acct_getTransfers", { account: address, chainId: "0x1fffffffffffff" }],
    ["acct_getTransfers", { account: address, chainId: "0xffffffffffffffffffffffff" }],
    ["acct_getItems", { account: address, chainId: "0x1fffffffffffff" }],
    ["wallet_getCallsHistory", { address, index: Number.MAX_SAFE_INTEGER }],
    ["wallet_getCallsHistory", { address, index: 2 ** 31 }],
    ["wallet_getCallsHistory", { address, index: Number.MAX_SAFE_INTEGER, sort: "asc" }],
    ["wallet_getCallsHistory", { address, chainId: Number.MAX_SAFE_INTEGER }],
    ["wallet_getCallsHistory", { address, chainId: 1e300 }],
    ["acct_getApprovals", { account: address, chainId: "0x1fffffffffffff" }],
  ];
  for (const [method, params] of large) {
    const { error } = await rpc(stack, method, [params]);
    assertEquals(error?.data?.cause === "internal", false, method);
  }
});
