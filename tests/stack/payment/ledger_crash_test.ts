/**
 * The sponsor's ledger where the service is killed at every step: before or after each request that
 * it makes, from the first of a preparation to the last of a settlement; and once more while it
 * reads a reorganisation. Afterwards ledger and chain agree.
 */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { type Hex, hexToBigInt, numberToHex, pad, slice } from "viem";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { CallJson, OperationJson } from "../../../core/wire/values.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { bundlerHandler } from "../../../scripts/stack/bundler/serve.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../../../service/chain/node/events.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { developmentPolicy } from "../../../service/mod.ts";
import { splitNonce } from "../../../service/entry_point/codec.ts";
import { toGwei } from "../../../service/payment/ledger/rows.ts";
import { openStore, type Store } from "../../../service/store/store.ts";
import { prepare, type Reach, send, settled, sign, type User, user } from "../support/client.ts";
import { chainOf, type Spawned, spawnService } from "../support/spawn.ts";

const ping: CallJson = {
  to: "0x00000000000000000000000000000000000000aa",
  value: "0x0",
  data: "0x",
};
/** Steps that are tried at most; a flow makes fewer requests. */
const MAX_STEPS = 150;

/** Kills the service at one of the requests that it makes. */
interface Knife {
  /** Requests until then; infinite for none. */
  left: number;
  /** Methods of the requests that count; all if undefined. */
  only?: ReadonlySet<string> | undefined;
  /** Whether the request still reaches its receiver. */
  arrives: boolean;
  /** True once it was used. */
  used: boolean;
  /** The methods of all requests that it cut off. */
  readonly cut: Set<string>;
  kill(): Promise<void>;
}

/** Forwards requests, up to the one at which the service dies. */
function serve(knife: Knife, forward: (request: Request) => Promise<Response>) {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    // Read before it dies: its body would be cut off.
    const body = await request.text();
    const copy = new Request("http://127.0.0.1", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const methods = [JSON.parse(body)].flat().map(({ method }) => method);
    if (methods.some((method) => knife.only?.has(method) ?? true)) knife.left -= 1;
    else return await forward(copy);
    if (knife.left !== 0) return await forward(copy);
    knife.used = true;
    methods.forEach((method) => knife.cut.add(method));
    if (knife.arrives) await (await forward(copy)).text();
    await knife.kill();
    return new Response(null, { status: 503 });
  });
}

/** A service with its own process and database; the knife watches its node and bundler. */
async function openScene(stack: Stack, knife: Knife) {
  const folder = await Deno.makeTempDir();
  const node = serve(knife, async (request) =>
    await fetch(stack.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: await request.text(),
    }));
  const bundler = serve(knife, bundlerHandler(stack.bundler));
  const own = await ownDatabase({ file: true });
  const config = join(folder, "config.json");
  const url = (server: typeof node) => `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
  await Deno.writeTextFile(
    config,
    JSON.stringify({
      host: "localhost:1",
      port: 0,
      database: own.database,
      chains: [chainOf(stack, { rpcUrl: url(node), bundlerUrl: url(bundler) })],
    }),
  );
  const store = await openStore(own.database);
  await ensureProject(store, "p", "p");
  const apiKey = await createKey(store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: developmentPolicy,
  });
  let service: Spawned | null = null;
  knife.kill = async () => {
    const dying = service;
    service = null;
    await dying?.end("SIGKILL");
  };
  return {
    store,
    kill: knife.kill,
    reach: async (): Promise<Reach> => {
      service ??= await spawnService(config);
      return { serverUrl: service.url, apiKey, chainId: stack.chainId };
    },
    async [Symbol.asyncDispose]() {
      await knife.kill();
      await store.destroy();
      await Promise.all([node.shutdown(), bundler.shutdown()]);
      await own[Symbol.asyncDispose]();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** The operations for which the chain charged the paymaster, in gwei, by sender and nonce. */
async function chargedBy(stack: Stack): Promise<Map<string, number>> {
  const logs = await stack.node.request<LogJson[]>("eth_getLogs", [{
    address: ENTRY_POINT,
    topics: [USER_OPERATION_EVENT, null, null, pad(stack.addresses.sponsor)],
    fromBlock: "0x0",
    toBlock: "latest",
  }]);
  return new Map(logs.map(({ topics, data }) => {
    const sender = slice(topics[2] as Hex, 12).toLowerCase();
    const { key, sequence } = splitNonce(slice(data, 0, 32));
    return [`${sender} ${key} ${sequence}`, toGwei(hexToBigInt(slice(data, 64, 96)))];
  }));
}

/**
 * Reads the charged amount from the ledger, and checks that its counters are the sums of its rows.
 */
async function ledgerOf(store: Store) {
  // In one transaction, because the service writes in the meantime.
  const one = store.transaction().setIsolationLevel("repeatable read");
  const { rows, counters } = await one.execute(async (tx) => ({
    rows: await tx.selectFrom("sponsorships").selectAll().execute(),
    counters: await tx.selectFrom("counters").selectAll().where("subject", "=", "").execute(),
  }));
  const used = (kind: string) =>
    counters.filter((each) => each.kind === kind).reduce((sum, each) => sum + Number(each.used), 0);
  const alive = rows.filter(({ state }) => state !== "returned");
  const paid = rows.filter(({ state }) => state === "settled");
  const sum = (of: typeof rows) => of.reduce((all, { cost_gwei }) => all + Number(cost_gwei), 0);
  assertEquals(
    [used("operations"), used("gwei"), used("spent_gwei")],
    [alive.length, sum(alive), sum(paid)],
    "the counters are the sums of the rows",
  );
  return {
    open: rows.filter(({ state }) => state === "signed").length,
    settled: new Map(paid.map(({ sender, nonce, cost_gwei }) => {
      const { key, sequence } = splitNonce(nonce as Hex);
      return [`${sender} ${key} ${sequence}`, Number(cost_gwei)];
    })),
  };
}

const sorted = (of: ReadonlyMap<string, number>) => [...of].toSorted();

Deno.test("ledger: kill -9 at every step leaves ledger and chain in agreement", async () => {
  await using stack = await startStack();
  const knife: Knife = {
    left: Infinity,
    arrives: false,
    used: false,
    cut: new Set(),
    kill: () => Promise.resolve(),
  };
  await using scene = await openScene(stack, knife);
  const rowOf = ({ account }: User) =>
    scene.store.selectFrom("sponsorships").select("state")
      .where("sender", "=", account.address.toLowerCase()).where("state", "=", "settled")
      .executeTakeFirst();
  const agree = async () => {
    const charged = sorted(await chargedBy(stack));
    await until("ledger and chain agree", async () => {
      await scene.reach();
      const { settled } = await ledgerOf(scene.store);
      return JSON.stringify(sorted(settled)) === JSON.stringify(charged);
    });
    return charged.length;
  };
  /** One sponsored operation up to its settlement; interrupted steps are repeated. */
  const operate = async (who: User) => {
    let signed: OperationJson | undefined;
    for (let cut = 0, slow = 0; cut < 5 && slow < 50;) {
      try {
        const reach = await scene.reach();
        if (signed === undefined) {
          const { operation, sponsor } = await prepare(reach, who, [ping]);
          assert(sponsor !== null, "a lost answer costs no one the sponsor");
          signed = await sign(reach, who, operation);
        }
        const { result, error } = await send(reach, who, signed);
        if (error !== undefined) throw new Error(JSON.stringify(error));
        assertEquals((await settled(reach, result!.id)).status, 200);
        await until("it is settled", async () => {
          await scene.reach();
          return await rowOf(who) !== undefined;
        });
        return;
      } catch (error) {
        // A busy machine answers too late for the service, which is not the subject of this test.
        if (String(error).includes('"chain_down"')) slow++;
        // Only the kill may interrupt a request.
        else if (knife.used && error instanceof TypeError) cut++;
        else throw error;
      }
    }
    throw new Error("one kill cuts off one try");
  };

  await operate(user(1_500));
  let steps = 0;
  for (let step = 1; step <= MAX_STEPS; step++) {
    await scene.reach();
    Object.assign(knife, { left: step, arrives: step % 2 === 0, used: false });
    await operate(user(1_500 + step));
    const wasUsed = knife.used;
    knife.left = Infinity;
    if (!wasUsed) break;
    steps = step;
  }
  for (const method of ["eth_getCode", "eth_estimateUserOperationGas", "eth_sendUserOperation"]) {
    assert(knife.cut.has(method), `${method} is cut off`);
  }
  // The time of the block decides whether the loop reached a settlement.
  const settling = new Set(["eth_getTransactionReceipt", "eth_getLogs"]);
  await scene.reach();
  Object.assign(knife, { left: 1, only: settling, arrives: false, used: false });
  await operate(user(1_650));
  Object.assign(knife, { left: Infinity, only: undefined });
  steps++;
  assert([...settling].some((method) => knife.cut.has(method)), "a settlement is cut off");
  assertEquals(await agree(), steps + 2, "each user's operation was paid for once");

  // The last operations vanish with their blocks, after they were settled.
  for (let step = 1; step <= 6; step++) {
    const snapshot = await stack.node.request<Hex>("evm_snapshot");
    const who = user(1_700 + step);
    await operate(who);
    const before = await agree();
    await scene.kill();
    await stack.node.request("evm_revert", [snapshot]);
    await stack.node.request("anvil_mine", [numberToHex(5)]);
    Object.assign(knife, { left: step * 2, arrives: step % 2 === 0, used: false });
    await until("it lands again", async () => {
      await scene.reach();
      return (await chargedBy(stack)).size === before;
    });
    knife.left = Infinity;
    assertEquals(await agree(), before);
  }

  // An unused signature is released once it has expired.
  await stack.node.request("evm_increaseTime", [3_600]);
  await stack.node.request("evm_mine");
  await until("nothing that was signed is open", async () => {
    await scene.reach();
    return (await ledgerOf(scene.store)).open === 0;
  });
  await agree();
});
