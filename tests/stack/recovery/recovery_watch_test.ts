/**
 * The service watches every network for recoveries: of accounts that are deployed with one, while
 * it was stopped, and through reorganisations; events of other contracts are ignored.
 */
import { assertEquals } from "@std/assert";
import {
  concat,
  createTestClient,
  encodeAbiParameters,
  type Hex,
  http,
  numberToHex,
  pad,
} from "viem";
import { ownerTopics } from "../../../core/chain/owners_abi.ts";
import { createWaitingRecoveries } from "../../../core/client/recoveries.ts";
import { createService } from "../../../service/mod.ts";
import { recordRecoveries } from "../../../service/indexer/permissions/recoveries.ts";
import { openStore } from "../../../service/store/store.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { user } from "../support/client.ts";
import { readChain } from "../../../service/accounts/owners.ts";
import { veteran } from "./veto_network.ts";
import { DELAY, recoveryScene } from "./recovery_scene.ts";

Deno.test("watch: a recovery is announced on the stream, and its end", async () => {
  await using at = await recoveryScene();
  const { stack, account, first } = at;
  const response = await fetch(`${stack.serverUrl}/v1/events?address=${account.address}`, {
    headers: { "x-api-key": stack.apiKey },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const told = async (count: number) => {
    while (text.split("event: recoveryChanged").length <= count) {
      const { value, done } = await reader.read();
      if (done) throw new Error("The stream ended.");
      text += value;
    }
  };
  const { head } = await first.state();
  const recovery = at.toHeir(head);
  await first.start(recovery, await at.sign(recovery));
  await told(1);
  const [waiting, ...others] = await at.waiting();
  assertEquals([waiting!.chainId, others], [numberToHex(stack.chainId), []]);
  await first.pass(DELAY);
  await first.finish(recovery);
  await told(2);
  assertEquals(await at.waiting(), []);
  await reader.cancel();
});

Deno.test("watch: recoveries started while the service was stopped are found after the restart, once", async () => {
  await using stack = await startStack();
  const { account, start } = await veteran(stack, user(7201));
  const { chains, database } = await stopped(stack);
  const id = await start(1n);
  const log: string[] = [];
  const again = await createService({
    host: "localhost:1",
    database,
    chains,
    transfers: { interval: 50 },
    log: (_level, event) => void log.push(event),
  });
  try {
    const seen = async () =>
      (await again.store.selectFrom("recoveries").selectAll().execute())
        .map(({ account, recovery, ended_at }) => [account, recovery, ended_at]);
    await until("it is seen", async () => (await seen()).length > 0);
    assertEquals(await seen(), [[account.address.toLowerCase(), id, null]]);
    // The same blocks are read many times.
    await new Promise((resolve) => setTimeout(resolve, 500));
    assertEquals(log.filter((event) => event === "recovery_started").length, 1);
  } finally {
    await again.stop();
  }
});

/** Stops the service of a stack. Returns the data that another one needs for the same accounts. */
async function stopped(stack: Awaited<ReturnType<typeof startStack>>) {
  const { store, context } = stack.service;
  const chains = [...context.chains.values()].map(({ config }) => config);
  const database = `${await Deno.makeTempDir()}/copy.sqlite`;
  const changes = await store.selectFrom("owner_changes").selectAll().execute();
  await stack.service.stop();
  const copy = await openStore(database);
  await copy.insertInto("owner_changes").values(changes).execute();
  await copy.destroy();
  return { chains, database };
}

Deno.test("watch: a reorganisation rolls a recovery back, and restores it without a second notice", async () => {
  await using stack = await startStack();
  const { account, start } = await veteran(stack, user(7301));
  const client = createTestClient({ mode: "anvil", transport: http(stack.rpcUrl) });
  const snapshot = await client.snapshot();
  const ask = createWaitingRecoveries({ serverUrl: stack.serverUrl, apiKey: stack.apiKey });
  const waiting = async () => (await ask(account.address)).recoveries;
  const id = await start(1n);
  await until("it is seen", async () => (await waiting()).length === 1);
  // The chain forgets it: another history, without it.
  await client.revert({ id: snapshot });
  await client.mine({ blocks: 3 });
  const { store, chains } = stack.service.context;
  const old = { checked_at: 0 };
  await store.updateTable("recoveries").set(old).execute();
  await until("it is gone", async () => (await waiting()).length === 0);
  const started: Hex[] = [];
  const back = await start(1n);
  assertEquals(back, id);
  await until("it is back", async () => (await waiting()).length === 1);
  const state = await readChain(chains.get(stack.chainId)!, account);
  const { changed } = await recordRecoveries(store, account, state, (_store, { recovery }) => {
    started.push(recovery);
    return Promise.resolve();
  });
  assertEquals([started, changed], [[], false]);
  // Ended by a change of owners, and started again at the head after it, which was named too. This
  // is checked in another store, because the running service records recoveries too.
  await using own = await openTestStore();
  const record = async (pending: typeof state.pending) => {
    started.length = 0;
    await recordRecoveries(own, account, { ...state, pending }, (_store, { recovery }) => {
      started.push(recovery);
      return Promise.resolve();
    });
    return [...started];
  };
  assertEquals(await record(state.pending), [id]);
  assertEquals(await record(state.pending), []);
  await own.updateTable("recoveries").set({ ended_at: Date.now() }).execute();
  const later = state.pending.map((each) => ({ ...each, readyAt: each.readyAt + 7_200 }));
  assertEquals(await record(later), [id]);
  assertEquals(await record(later), []);
});

Deno.test("watch: an event that another contract emits is ignored", async () => {
  await using stack = await startStack();
  const { account, start } = await veteran(stack, user(7401));
  const client = createTestClient({ mode: "anvil", transport: http(stack.rpcUrl) });
  // Emits the event of a started recovery, with the account's topics, from a different address.
  const forger = "0x00000000000000000000000000000000000f0e0d";
  const push32 = (word: Hex) => concat(["0x7f", word]);
  const topics = [ownerTopics.RecoveryStarted, pad("0x01"), pad("0x02"), pad("0x03")];
  const code = concat([
    push32(encodeAbiParameters([{ type: "uint256" }], [1n])),
    "0x600052",
    ...[...topics].reverse().map(push32),
    "0x60206000a400",
  ]);
  await client.setCode({ address: forger, bytecode: code });
  const from = stack.addresses.bundler;
  await client.impersonateAccount({ address: from });
  await client.request(
    { method: "eth_sendTransaction", params: [{ from, to: forger }] } as never,
  );
  await start(1n);
  const store = stack.service.store;
  const rows = async () =>
    (await store.selectFrom("recoveries").select("account").execute()).map((row) => row.account);
  await until("the real one is seen", async () => (await rows()).length > 0);
  assertEquals(await rows(), [account.address.toLowerCase()]);
});

Deno.test("watch: a block full of others' events hides no recovery", async () => {
  await using stack = await startStack();
  const { account, start } = await veteran(stack, user(7501));
  const { chains, database } = await stopped(stack);
  const id = await start(1n);
  const full = await createTestClient({ mode: "anvil", transport: http(stack.rpcUrl) })
    .request({ method: "eth_blockNumber" } as never) as Hex;
  // A node that lists at most the events of one block, unless few addresses are requested.
  await using node = Deno.serve({ port: 0, onListen() {} }, async (request) => {
    const text = await request.text();
    const answers = await (await fetch(stack.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: text,
    })).json();
    const calls = [JSON.parse(text)].flat();
    const each = [answers].flat().map((answer) => {
      const { method, params } = calls.find((call) => call.id === answer.id);
      const [{ address, fromBlock, toBlock } = {} as Record<string, Hex>] = params;
      const refused = method === "eth_getLogs" && address === undefined &&
        Number(fromBlock) <= Number(full) && Number(toBlock) >= Number(full);
      const error = { code: -32005, message: "query returned more than 10000 results" };
      return refused ? { jsonrpc: "2.0", id: answer.id, error } : answer;
    });
    return Response.json(Array.isArray(answers) ? each : each[0]);
  });
  const rpcUrl = `http://localhost:${node.addr.port}`;
  const again = await createService({
    host: "localhost:1",
    database,
    chains: chains.map((chain) => ({ ...chain, rpcUrl })),
    transfers: { interval: 50 },
    log: () => {},
  });
  try {
    const seen = () => again.store.selectFrom("recoveries").selectAll().execute();
    await until("it is seen", async () => (await seen()).length > 0);
    const found = (await seen()).map(({ account, recovery }) => [account, recovery]);
    assertEquals(found, [[account.address.toLowerCase(), id]]);
  } finally {
    await again.stop();
  }
});
