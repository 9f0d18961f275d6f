import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Address, encodeFunctionData, numberToHex } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { CallJson } from "../../../core/wire/values.ts";
import { listen } from "../../../scripts/stack/listen.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { type Bundler, bundlerCodes, BundlerError } from "../../../service/chain/node/bundler.ts";
import { createKey, ensureProject } from "../../../service/keys/keys.ts";
import { createService } from "../../../service/mod.ts";
import { gasSum } from "../../../service/entry_point/codec.ts";
import { lockForResend, readOperation } from "../../../service/store/rows/operations.ts";
import type { Store } from "../../../service/store/store.ts";
import { prepare, type Reach, send, settled, sign, user } from "../support/client.ts";
import { sponsoringKey } from "../payment/sponsoring_key.ts";

const ping: CallJson = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };
const used = () =>
  new BundlerError(bundlerCodes.rejectedByEntryPoint, "AA25 invalid account nonce");

/** A second service with a bundler of which some methods are replaced. */
async function serveWith(stack: Stack, parts: Partial<Bundler>) {
  const { config } = stack.service.context.chains.get(stack.chainId)!;
  const { estimate, send, knows, request } = stack.bundler;
  const bundler: Bundler = { estimate, send, knows, request, ...parts };
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [{ ...config, bundler }],
  });
  const { store } = service;
  const apiKey = await sponsoringKey(store);
  const listener = listen(0, service.fetch);
  const reach: Reach = {
    serverUrl: `http://127.0.0.1:${listener.port}`,
    apiKey,
    chainId: stack.chainId,
  };
  return {
    store,
    reach,
    async [Symbol.asyncDispose]() {
      await service.stop();
      await listener.stop();
    },
  };
}

/** Reaches the service with a key without sponsorship. */
async function ownPaying({ store, reach }: { readonly store: Store; readonly reach: Reach }) {
  await ensureProject(store, "own", "own");
  const apiKey = await createKey(store, {
    projectId: "own",
    kind: "sk",
    environment: "test",
    host: "localhost:1",
    domains: [],
    policy: null,
  });
  return { ...reach, apiKey };
}

/** Sends an operation of an account. */
async function sendOne(reach: Reach, seed: number) {
  const who = user(seed);
  const { operation } = await prepare(reach, who, [ping]);
  return await send(reach, who, await sign(reach, who, operation));
}

Deno.test("late refusal: a bundler that refuses an included operation causes no deletion", async () => {
  await using stack = await startStack();
  await using scene = await serveWith(stack, {
    // Like an operation whose first answer was lost, or that another process sent before.
    async send(operation) {
      const hash = await stack.bundler.send(operation);
      await until("it landed", async () => await stack.bundler.knows(hash));
      await stack.bundler.idle();
      throw used();
    },
  });
  const { result, error } = await sendOne(scene.reach, 720);
  assertEquals(error, undefined);
  assertEquals((await settled(scene.reach, result!.id)).status, 200);
});

Deno.test("late refusal: an operation that another process sends meanwhile is not taken away", async () => {
  await using stack = await startStack();
  let refusals = 0;
  const scene = await serveWith(stack, {
    async send(operation) {
      if (refusals++ > 0) return await stack.bundler.send(operation);
      const [{ id }] = await scene.store.selectFrom("operations").select("id").execute() as [
        { id: string },
      ];
      const row = await readOperation(scene.store, id);
      assertEquals(await lockForResend(scene.store, row!), true);
      throw used();
    },
    knows: (hash) => refusals > 1 ? stack.bundler.knows(hash) : Promise.resolve(false),
  });
  await using _ = scene;
  const { result, error } = await sendOne(scene.reach, 721);
  assertEquals(error, undefined);
  assertEquals((await settled(scene.reach, result!.id)).status, 200);
});

Deno.test("late refusal: if a bundler cannot report its operations, its refusal counts", async () => {
  await using stack = await startStack();
  const mute = new BundlerError(-32601, "no such method");
  await using scene = await serveWith(stack, {
    send: () => Promise.reject(used()),
    knows: () => Promise.reject(mute),
  });
  const { error } = await sendOne(scene.reach, 722);
  assertEquals(error?.data?.cause, "quote_changed");
  const rows = await scene.store.selectFrom("operations").select("id").execute();
  assertEquals(rows, []);
});

Deno.test("late refusal: an operation that the account cannot pay is not accepted, and blocks nothing", async () => {
  await using stack = await startStack();
  const silent = () => Promise.reject(new AcctError("chain_down"));
  await using scene = await serveWith(stack, { send: silent, knows: silent });
  const first = await sendOne(scene.reach, 723);
  assertEquals(first.error, undefined);
  const { error } = await sendOne(await ownPaying(scene), 723);
  assertEquals(error?.data?.cause, "insufficient_funds");
  const rows = await scene.store.selectFrom("operations").select("id").execute();
  assertEquals(rows.map(({ id }) => id), [first.result!.id]);
});

Deno.test("late refusal: a balance, and a deposit at the EntryPoint, pay for an operation", async () => {
  await using stack = await startStack();
  const silent = () => Promise.reject(new AcctError("chain_down"));
  await using scene = await serveWith(stack, { send: silent, knows: silent });
  const first = await sendOne(scene.reach, 724);
  const who = user(724);
  const reach = await ownPaying(scene);
  const { operation } = await prepare(reach, who, [ping]);
  const needed = gasSum(operation) * BigInt(operation.maxFeePerGas);
  const balanceOf = (wei: bigint) =>
    stack.node.request("anvil_setBalance", [operation.sender, numberToHex(wei)]);
  const signed = await sign(reach, who, operation);
  await balanceOf(needed - 1n);
  const { error } = await send(reach, who, signed);
  assertEquals(error?.data?.cause, "insufficient_funds");
  assertStringIncludes(error!.message, String(needed));
  const [stranger] = await stack.node.request<Address[]>("eth_accounts");
  await stack.node.request("eth_sendTransaction", [{
    from: stranger,
    to: ENTRY_POINT,
    data: encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: "depositTo",
      args: [operation.sender],
    }),
    value: "0x1",
  }]);
  assertEquals((await send(reach, who, signed)).error, undefined);
  const rows = await scene.store.selectFrom("operations").select(["id", "state"]).orderBy("idx")
    .execute();
  assertEquals(rows.map(({ state }) => state), ["submitted", "held"]);
  assertEquals(rows[0]!.id, first.result!.id);
});

Deno.test("late refusal: a nonce that was used is named before the fee that it took", async () => {
  await using stack = await startStack();
  await using scene = await serveWith(stack, {});
  const who = user(725);
  const reach = await ownPaying(scene);
  const setBalance = (wei: bigint) =>
    stack.node.request("anvil_setBalance", [who.account.address, numberToHex(wei)]);
  await setBalance(10n ** 18n);
  const { operation } = await prepare(reach, who, [ping]);
  const signed = await sign(reach, who, operation);
  const first = await sendOne(scene.reach, 725);
  assertEquals((await settled(scene.reach, first.result!.id)).status, 200);
  await setBalance(0n);
  const { error } = await send(reach, who, signed);
  assertEquals(error?.data?.cause, "quote_changed");
});
