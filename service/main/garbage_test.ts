/** A node or a bundler that returns garbage makes only its own chain unavailable. */
import { assert, assertEquals } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { accountOf } from "../../core/account/address.ts";
import { creationOf } from "../../core/account/owners/creation.ts";
import { API_KEY_HEADER } from "../../core/protocol/service/mod.ts";
import { until } from "../../scripts/stack/patience.ts";
import { createService } from "./service.ts";
import { permissionsReadTo } from "../store/rows/permissions.ts";
import { BALANCE, garbage, startGarbageNode } from "../testing/garbage_node.ts";
import { chainAt, createTestKey } from "../testing/small_service.ts";

/** An operation on the first chain that is sent. */
const sent = {
  id: numberToHex(1, { size: 32 }),
  chain_id: 1,
  sender: `0x${"11".repeat(20)}`,
  idx: 0,
  caller_id: null,
  key_id: "k",
  nonce_key: "0x0",
  nonce_sequence: 0,
  deploys: 0,
  state: "submitted",
  from_block: 0,
  reason: null,
  created_at: 0,
  updated_at: 0,
  tx_hash: numberToHex(2, { size: 32 }),
  block_hash: null,
  block_number: null,
  success: null,
} as const;

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly data?: { readonly cause?: string } };
}

/** Milliseconds after which a request counts as hanging. */
const HANGS_MS = 10_000;

/** A service with two chains. The node and bundler of the first one can be faulty. */
async function openScene() {
  const scope = new AsyncDisposableStack();
  const node = scope.use(startGarbageNode(1));
  const bundler = scope.use(startGarbageNode(1));
  const well = scope.use(startGarbageNode(2));
  const faults: string[] = [];
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [
      { ...chainAt(node.url), bundler: bundler.url },
      { ...chainAt(well.url), id: 2 },
    ],
    log: (level, event, _fields, error) => {
      if (level === "error") faults.push(`${event} ${error instanceof Error ? error.stack : ""}`);
    },
  });
  scope.defer(() => service.stop());
  const key = await createTestKey(service.store);
  await service.store.insertInto("operations").values(sent).execute();
  const post = async (path: string, method: string, params: unknown): Promise<Reply> => {
    const headers = { "content-type": "application/json", [API_KEY_HEADER]: key };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const request = new Request(`http://localhost:1${path}`, { method: "POST", headers, body });
    const response = await service.fetch(request, "192.0.2.1");
    return await response.json();
  };
  /** Posts a request, and reports a slow reply as hanging. */
  const ask = async (path: string, method: string, params: unknown): Promise<Reply> => {
    const late = Promise.withResolvers<never>();
    const hangs = () => late.reject(new Error(`${method} hangs`));
    const timer = setTimeout(hangs, HANGS_MS);
    try {
      return await Promise.race([post(path, method, params), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  await until("the chains are read", async () => {
    const read = await Promise.all([1, 2].map((id) => permissionsReadTo(service.store, id)));
    return read.every((block) => block !== null);
  });
  const dispose = () => scope.disposeAsync();
  return { service, node, bundler, ask, faults, [Symbol.asyncDispose]: dispose };
}

let seed = 1;
/** Another account each time: lists of balances are cached. */
function fresh() {
  const part = numberToHex(seed++, { size: 32 }).slice(2);
  return accountOf(`0x${part}${part}` as Hex);
}

type Scene = Awaited<ReturnType<typeof openScene>>;
const ping = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" };

/** An operation that was never sent. */
function sending() {
  const account = fresh();
  const operation = {
    sender: account.address,
    nonce: "0x0",
    ...creationOf(account, []),
    callData: "0x",
    callGasLimit: "0x186a0",
    verificationGasLimit: "0x186a0",
    preVerificationGas: "0xc350",
    maxFeePerGas: "0x10",
    maxPriorityFeePerGas: "0x1",
    signature: `0x${"22".repeat(100)}`,
  };
  return { chainId: "0x1", account, operation };
}

/** Requests for the faulty chain alone. */
const single: readonly (readonly [name: string, params: () => unknown, path?: string])[] = [
  ["wallet_getAssets", () => [{ account: fresh().address, chainFilter: ["0x1"] }]],
  ["acct_getApprovals", () => [{ account: fresh().address, chainId: "0x1" }]],
  ["acct_getItems", () => [{ account: fresh().address, chainId: "0x1" }]],
  ["acct_getPermissions", () => [{ account: fresh().address, chainId: "0x1" }]],
  ["acct_getTokens", () => [{ chainId: "0x1", tokens: [fresh().address] }]],
  ["wallet_getCapabilities", () => [fresh().address, ["0x1"]]],
  ["acct_prepare", () => [{ chainId: "0x1", account: fresh(), calls: [ping] }]],
  ["wallet_getCallsStatus", () => [sent.id]],
  ["acct_send", () => [sending()]],
  ["eth_getBalance", () => [fresh().address, "latest"], "/v1/rpc/1"],
  ["eth_call", () => [{ to: fresh().address, data: "0x" }, "latest"], "/v1/rpc/1"],
  ["eth_getBlockByNumber", () => ["latest", false], "/v1/rpc/1"],
  ["eth_estimateUserOperationGas", () => [{}, fresh().address], "/v1/rpc/1"],
];

/** Requests for all chains, and whether their answers contain all data of the healthy one. */
const several: readonly (readonly [
  name: string,
  params: () => unknown,
  isWhole: (result: unknown) => boolean,
])[] = [
  ["wallet_getAssets", () => [{ account: fresh().address }], (result) => {
    const [native] = (result as Record<Hex, { balance: Hex }[]>)["0x2"] ?? [];
    return native?.balance === numberToHex(BALANCE);
  }],
  ["acct_getApprovals", () => [{ account: fresh().address }], isComplete],
  ["acct_getItems", () => [{ account: fresh().address }], isComplete],
  ["acct_getPermissions", () => [{ account: fresh().address }], Array.isArray],
  ["acct_getOwners", () => [{ account: fresh() }], (result) => {
    const { chains } = result as { chains: { chainId: Hex; deployed: boolean | null }[] };
    return chains.find(({ chainId }) => chainId === "0x2")?.deployed === false;
  }],
  ["wallet_getCapabilities", () => [fresh().address], (result) => "0x2" in (result as object)],
];

function isComplete(result: unknown): boolean {
  return (result as { chainId: Hex; complete: boolean }[])
    .some(({ chainId, complete }) => chainId === "0x2" && complete);
}

/** Sends all requests and returns the defects of the answers. */
async function faultsOf({ ask, faults }: Scene): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, params, path = "/v1/rpc"] of single) {
    const { error } = await ask(path, name, params());
    if (error?.data?.cause === "internal") wrong.push(`${name} of one chain is internal`);
  }
  for (const [name, params, isWhole] of several) {
    const { result, error } = await ask("/v1/rpc", name, params());
    if (error !== undefined) wrong.push(`${name}: ${JSON.stringify(error)}`);
    else if (!isWhole(result)) wrong.push(`${name} lacks the healthy chain`);
  }
  return [...wrong, ...faults.splice(0)];
}

for (const sick of ["node", "bundler"] as const) {
  for (const [name, answer] of Object.entries(garbage)) {
    Deno.test(`garbage: a ${sick} that answers everything with ${name}`, async () => {
      await using scene = await openScene();
      assertEquals(await faultsOf(scene), [], "well");
      const [, prepareParams] = single.find(([method]) => method === "acct_prepare")!;
      const before = await scene.ask("/v1/rpc", "acct_prepare", prepareParams());
      assertEquals(before.error, undefined);
      scene[sick].answerWith(answer);
      assertEquals(await faultsOf(scene), []);
      const prepared = await scene.ask("/v1/rpc", "acct_prepare", prepareParams());
      assert(prepared.error !== undefined, JSON.stringify(prepared.result));
      const health = await scene.service.fetch(
        new Request("http://localhost:1/health/chains"),
        "192.0.2.1",
      );
      const [first, second] = await health.json() as { ok: boolean; error?: string }[];
      assertEquals([first!.ok, second!.ok], [false, false]);
      assert(first!.error !== "internal");
    });
  }
}

for (const name of ["missing trie node", "internal error", "null", "a text"]) {
  Deno.test(`garbage: a node that answers with ${name} does not make a token invalid`, async () => {
    await using scene = await openScene();
    scene.node.answerWith(garbage[name]!);
    const tokens = [fresh().address];
    const { error } = await scene.ask("/v1/rpc", "acct_getTokens", [{ chainId: "0x1", tokens }]);
    assertEquals(error?.data?.cause, "chain_down");
    const well = await scene.ask("/v1/rpc", "acct_getTokens", [{ chainId: "0x2", tokens }]);
    assertEquals(well.result, []);
  });
}

for (const [name, answer] of Object.entries(garbage)) {
  Deno.test(`garbage: ${name} is never shown as a balance`, async () => {
    await using scene = await openScene();
    scene.node.answerWith(answer);
    const { result } = await scene.ask("/v1/rpc", "wallet_getAssets", [{
      account: fresh().address,
    }]);
    // A number of 32 bytes can be one.
    const isNumber = name.startsWith("32 bytes");
    if (!isNumber) assertEquals(Object.keys(result as object), ["0x2"]);
  });
}
