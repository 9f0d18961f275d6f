import { assert, assertEquals } from "@std/assert";
import type { CallJson } from "../../../core/wire/values.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { listen } from "../../../scripts/stack/listen.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { createService, developmentPolicy, type Service } from "../../../service/mod.ts";
import { prepare, type Reach, send, sign, status, user } from "../support/client.ts";
import { type Sickness, type SickNode, startSickNode } from "./sick_node.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds until a node that hangs counts as down. */
const TIMEOUT_MS = 4_000;

/** Waits for a status of 200, including from a node that is not used for a while. */
const landed = (reach: Reach, id: string) =>
  until("it has landed", async () => {
    try {
      return (await status(reach, id)).status === 200;
    } catch {
      return false;
    }
  }, 50);

/** A service on the chain of a stack, through nodes that may be faulty. */
async function serve(stack: Stack, nodes: readonly SickNode[]) {
  const scope = new AsyncDisposableStack();
  const { database } = scope.use(await ownDatabase());
  const { config } = stack.service.context.chains.get(stack.chainId)!;
  const [first, ...others] = nodes.map(({ url }) => url);
  const service: Service = await createService({
    host: "localhost:1",
    database,
    chains: [{ ...config, rpcUrl: first!, fallbackRpcUrls: others, timeout: TIMEOUT_MS }],
    log: () => {},
  });
  scope.defer(() => service.stop());
  const listener = listen(0, service.fetch);
  scope.defer(() => listener.stop());
  await ensureProject(service.store, "p", "p");
  const apiKey = await createKey(service.store, {
    projectId: "p",
    kind: "pk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: developmentPolicy,
  });
  const reach: Reach = {
    serverUrl: `http://127.0.0.1:${listener.port}`,
    apiKey,
    chainId: stack.chainId,
  };
  return { service, reach, [Symbol.asyncDispose]: () => scope.disposeAsync() };
}

/** Sends until it is accepted: a lagging node is reported, and the request repeated. */
async function sendAnyway(reach: Reach, seed: number): Promise<string> {
  const who = user(seed);
  let id: string | undefined;
  await until("it is accepted", async () => {
    try {
      const { operation } = await prepare(reach, who, [ping]);
      id = (await send(reach, who, await sign(reach, who, operation))).result?.id;
    } catch (error) {
      assert(/chain|node|quote/i.test(String(error)), String(error));
    }
    return id !== undefined;
  }, 50);
  return id!;
}

const cases: [string, Sickness][] = [
  ["three blocks behind", { kind: "behind", blocks: 3 }],
  ["twelve blocks behind", { kind: "behind", blocks: 12 }],
  ["without logs and receipts", { kind: "empty" }],
  ["that limits requests", { kind: "limited" }],
  ["that answers HTML", { kind: "html" }],
  ["that hangs", { kind: "hangs" }],
];

Deno.test("sick node", async (t) => {
  await using stack = await startStack();
  // So that a lagging node has the contracts.
  await stack.node.request("anvil_mine", ["0x20"]);
  await using node = startSickNode(stack.rpcUrl);
  await using served = await serve(stack, [node]);
  const { reach, service } = served;
  let seed = 1700;
  const states = async (ids: readonly string[]) =>
    (await service.store.selectFrom("operations").select(["id", "state"]).execute())
      .filter(({ id }) => ids.includes(id)).map(({ state }) => state);

  for (const [name, sickness] of cases) {
    for (const half of /^(behind|empty)$/.test(sickness.kind) ? [false, true] : [false]) {
      await t.step(
        `one ${name}${half ? ", half of the time" : ""}, causes no rollback`,
        async () => {
          node.sickness = { kind: "well" };
          const ids: string[] = [];
          for (let n = 0; n < 2; n++) ids.push(await sendAnyway(reach, seed++));
          for (const id of ids) await landed(reach, id);
          const heard: number[] = [];
          const addresses = [user(seed - 1), user(seed - 2)].map(({ account }) => account.address);
          const leaves = addresses.map((address) =>
            service.context.hub.subscribe([address], (change) => {
              if (change.type === "callsStatusChanged") heard.push(change.status);
            })
          );
          node.sickness = half ? { kind: "half", of: sickness } : sickness;
          // Longer than the service compares included operations and searches for lost ones.
          for (const end = Date.now() + 6_000; Date.now() < end;) {
            for (const id of ids) {
              try {
                assertEquals((await status(reach, id)).status, 200);
              } catch (error) {
                // A node that does not answer is named; other errors reveal nothing.
                assert(/reached|limits/.test(String(error)), String(error));
              }
            }
            await pause(200);
          }
          assertEquals(await states(ids), ["included", "included"]);
          node.sickness = { kind: "well" };
          for (const id of ids) await landed(reach, id);
          for (const leave of leaves) leave();
          assertEquals(heard, []);
        },
      );
    }
  }
});

Deno.test("sick node: operations sent in the meantime are neither lost nor doubled", async (t) => {
  await using stack = await startStack();
  // So that a lagging node has the contracts.
  await stack.node.request("anvil_mine", ["0x20"]);
  await using node = startSickNode(stack.rpcUrl);
  await using well = startSickNode(stack.rpcUrl);
  await using served = await serve(stack, [node, well]);
  const { reach, service } = served;
  let seed = 1800;
  for (const [name, of] of cases) {
    await t.step(name, async () => {
      node.sickness = { kind: "half", of };
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.push(await sendAnyway(reach, seed++));
      node.sickness = { kind: "well" };
      for (const id of ids) await landed(reach, id);
      const items = await service.store.selectFrom("operations").select("id").execute();
      assertEquals(ids.every((id) => items.some((item) => item.id === id)), true);
    });
  }
});

Deno.test("sick node: another one takes over, and the first is used again later", async () => {
  await using stack = await startStack();
  // So that a lagging node has the contracts.
  await stack.node.request("anvil_mine", ["0x20"]);
  await using sick = startSickNode(stack.rpcUrl);
  await using well = startSickNode(stack.rpcUrl);
  await using served = await serve(stack, [sick, well]);
  const { reach, service } = served;
  const chain = service.context.chains.get(stack.chainId)!;
  let seed = 1760;
  for (const kind of ["limited", "html", "hangs"] as const) {
    sick.sickness = { kind };
    const id = await sendAnyway(reach, seed++);
    await landed(reach, id);
    await until("it is seen", () => chain.node.health()[0] === false);
    assertEquals(chain.node.health()[1], true);
    sick.sickness = { kind: "well" };
    await until("it is asked again", async () => {
      await chain.node.request("eth_blockNumber");
      return chain.node.health()[0] === true;
    });
  }
});

Deno.test("sick node: one that reports a far block for a moment does not disable its chain", async () => {
  await using stack = await startStack();
  await using node = startSickNode(stack.rpcUrl);
  await using served = await serve(stack, [node]);
  const { reach } = served;
  const ask = (seed: number) =>
    prepare(reach, user(seed), [ping]).then(() => "prepared", (error) => String(error));
  assertEquals(await ask(1_680), "prepared");
  node.sickness = { kind: "ahead", blocks: 5_000 };
  await pause(2_000);
  assert((await ask(1_681)).includes("blocks away"));
  node.sickness = { kind: "well" };
  assertEquals(await ask(1_682), "prepared");
  // A node that lies for longer is trusted, and the chain recovers some seconds after it is
  // healthy.
  node.sickness = { kind: "ahead", blocks: 5_000 };
  await until("it is believed", async () => await ask(1_683) === "prepared");
  node.sickness = { kind: "well" };
  await until("it is back", async () => await ask(1_684) === "prepared");
});
