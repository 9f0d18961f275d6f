/** Counts the requests to the node of an operation, by the way its fee is paid. */
import { assertEquals } from "@std/assert";
import type { PrepareParams } from "../../../core/protocol/service/mod.ts";
import type { CallsStatusJson } from "../../../core/wire/calls_status.ts";
import { ownDatabase } from "../../../scripts/stack/database.ts";
import { listen } from "../../../scripts/stack/listen.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { createService } from "../../../service/mod.ts";
import { prepare, type Reach, send, sign, status, type User, user } from "../support/client.ts";
import { settle } from "../payment/settle.ts";
import { sponsoringKey } from "../payment/sponsoring_key.ts";
import { ping } from "../payment/token_fees.ts";

/** A call of JSON-RPC. */
interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Calls as texts, so that they can be compared. */
const textOf = ({ method, params }: Call) => JSON.stringify([method, params]);
const head = textOf({ method: "eth_getBlockByNumber", params: ["latest", false] });

/** Passes requests on to a node and records them. */
function recordingNode(url: string) {
  let seen: Call[][] = [];
  const repeated = new Set<string>();
  const listener = listen(0, async (request) => {
    const body = await request.text();
    seen.push([JSON.parse(body)].flat());
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    return new Response(await response.text(), { status: response.status });
  });
  return {
    url: `http://127.0.0.1:${listener.port}`,
    seen: () => seen.flat(),
    /** Treats all calls so far as calls that the service repeats for itself. */
    learn() {
      for (const call of seen.flat()) repeated.add(textOf(call));
    },
    /**
     * Returns the methods of each request since the last one. Polls of the head and of the deposits
     * in the same batch are removed.
     */
    take(): string[] {
      const requests = seen.map((calls) => {
        const own = calls.filter((call) => !repeated.has(textOf(call)));
        // The state of an account includes the head that it was read at.
        const reads = own.some(({ method }) => method === "eth_getCode") &&
          calls.some((call) => textOf(call) === head);
        const methods = own.map(({ method }) => method);
        return [...methods, ...reads ? ["eth_getBlockByNumber"] : []].join(" ");
      });
      seen = [];
      return requests.filter((methods) => methods !== "");
    },
    stop: () => listener.stop(),
  };
}

/** A separate service on the chain of a stack that records its requests to the node. */
async function serve(stack: Stack) {
  const scope = new AsyncDisposableStack();
  const node = recordingNode(stack.rpcUrl);
  scope.defer(() => node.stop());
  const { database } = scope.use(await ownDatabase());
  const { config } = stack.service.context.chains.get(stack.chainId)!;
  const service = await createService({
    host: "localhost:1",
    database,
    chains: [{ ...config, rpcUrl: node.url }],
    log: () => {},
  });
  scope.defer(() => service.stop());
  const listener = listen(0, service.fetch);
  scope.defer(() => listener.stop());
  const apiKey = await sponsoringKey(service.store);
  const serverUrl = `http://127.0.0.1:${listener.port}`;
  const reach: Reach = { serverUrl, apiKey, chainId: stack.chainId };
  const stop = () => scope.disposeAsync();
  return { service, reach, node, [Symbol.asyncDispose]: stop };
}

const state = "eth_getCode eth_getStorageAt eth_call";
/** The state of the account and its fees, and the simulation. */
const rehearsal = [`${state} eth_maxPriorityFeePerGas eth_getBlockByNumber`, "eth_simulateV1"];
/**
 * The state and the signature; the block, its logs, and the receipt. Reading the status causes no
 * request.
 */
const afterwards = [
  `${state} eth_call eth_getBlockByNumber`,
  "eth_getBlockByNumber",
  "eth_getLogs",
  "eth_getTransactionReceipt",
];

Deno.test("node requests: an operation costs four after it was prepared, its status none", async (t) => {
  await using stack = await startStack();
  const [token] = stack.tokens;
  const none = () => Promise.resolve();
  const ether = ({ account }: User) => stack.fund(account.address, 10n ** 18n);
  const tokens = ({ account }: User) => stack.mint(token.address, account.address, 100_000_000n);
  const own = { payFromAccount: true } as const;
  const options = [...rehearsal, "eth_call"];
  const kinds: readonly {
    readonly kind: string;
    readonly pays: Partial<PrepareParams>;
    readonly fund: (who: User) => Promise<void>;
    /** Requests of `acct_prepare`, for the first operation of an account and for later ones. */
    readonly prepared: readonly [first: readonly string[], later: readonly string[]];
    readonly settles: boolean;
  }[] = [
    { kind: "sponsored", pays: {}, fund: none, prepared: [rehearsal, rehearsal], settles: true },
    { kind: "native", pays: own, fund: ether, prepared: [options, options], settles: false },
    {
      kind: "token",
      pays: { ...own, feeToken: token.address },
      fund: tokens,
      prepared: [[...options, "eth_simulateV1"], [...options, "eth_call", "eth_simulateV1"]],
      settles: true,
    },
  ];
  await using served = await serve(stack);
  const { service: { context, store }, reach, node } = served;
  await context.chains.get(stack.chainId)!.probe();
  await settle(context, stack.chainId);
  // The comparison of the deposits is the last request of the start.
  await until("the service has started", () => {
    const deposits = stack.addresses.sponsor.slice(2).toLowerCase();
    return node.seen().some(({ method, params: [call, block] }) =>
      method === "eth_call" && block !== "latest" && JSON.stringify(call).includes(deposits)
    );
  });
  node.learn();

  for (const [index, { kind, pays, fund, prepared: [first, later], settles }] of kinds.entries()) {
    const who = user(9_900 + index);
    await fund(who);
    for (
      const [turn, expected] of [["first", first], ["second", later], ["third", later]] as const
    ) {
      await t.step(`${kind}, ${turn} operation of the account`, async () => {
        await settle(context, stack.chainId);
        node.take();
        const { operation } = await prepare(reach, who, [ping], pays);
        assertEquals(node.take(), expected);
        const { result } = await send(reach, who, await sign(reach, who, operation));
        let told: CallsStatusJson | undefined;
        await until("its status is final", async () => {
          told = await status(reach, result!.id);
          return told.status !== 100;
        });
        assertEquals(told!.status, 200);
        const rows = await store.selectFrom("sponsorships").select("state")
          .where("sender", "=", who.account.address.toLowerCase()).execute();
        assertEquals(rows.every((row) => row.state === "settled"), true);
        assertEquals(rows.length > 0, settles);
        assertEquals((await status(reach, result!.id)).status, 200);
        assertEquals(node.take(), afterwards);
      });
    }
  }
});
