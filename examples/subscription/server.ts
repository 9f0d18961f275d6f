/**
 * A server that charges a token once per period, by the permission that a subscriber granted it.
 *
 * ```sh
 * SPENDER_KEY=0x… RPC_URL=https://… TOKEN=0x… AMOUNT=5000000 RECIPIENT=0x… \
 *   deno run -A examples/subscription/server.ts
 * ```
 *
 * @module
 */
import { createPublicClient, defineChain, getAddress, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { Refused } from "./plan.ts";
import { openStore } from "./store.ts";
import { createSubscriptions, type Outcome, type Subscriptions } from "./subscriptions.ts";

/** A grant has about one kilobyte. */
const MAX_BODY = 16_384;

/** Answers `POST /subscribe` and `GET /subscriptions`. */
export function createHandler(
  subscriptions: Subscriptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/subscribe") {
      return await subscribe(subscriptions, request);
    }
    if (request.method === "GET" && pathname === "/subscriptions") {
      return Response.json(
        subscriptions.list().map(({ grant, charges }) => ({
          id: grant.permissionId,
          account: grant.account,
          end: grant.end,
          charges,
        })),
      );
    }
    return Response.json({ error: "not_found" }, { status: 404 });
  };
}

async function subscribe(subscriptions: Subscriptions, request: Request): Promise<Response> {
  if (!(Number(request.headers.get("content-length") ?? Infinity) <= MAX_BODY)) {
    return Response.json({ error: "too_large" }, { status: 413 });
  }
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return Response.json({ error: "malformed" }, { status: 400 });
  }
  try {
    const outcome: Outcome = await subscriptions.subscribe(body);
    // 402, Payment Required: the grant is stored, and charged when possible.
    return Response.json(outcome, { status: outcome.outcome === "refused" ? 402 : 201 });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return Response.json({ error: error.reason, message: error.message }, { status: 422 });
  }
}

/** Starts the server with the settings of the environment. */
async function main(): Promise<void> {
  const variable = (name: string) => {
    const value = Deno.env.get(name);
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  };
  const rpcUrl = variable("RPC_URL");
  const chainId = await createPublicClient({ transport: http(rpcUrl) }).getChainId();
  const spender = privateKeyToAccount(variable("SPENDER_KEY") as Hex);
  const subscriptions = createSubscriptions({
    plan: {
      chainId,
      token: getAddress(variable("TOKEN")),
      amount: BigInt(variable("AMOUNT")),
      unit: "month",
      multiplier: 1,
      recipient: getAddress(variable("RECIPIENT")),
    },
    chain: defineChain({
      id: chainId,
      name: `Chain ${chainId}`,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    rpcUrl,
    spender,
    store: await openStore(Deno.env.get("STORE") ?? "subscriptions.json"),
  });
  console.log(`Subscribers grant to ${spender.address}`);
  const round = async () => {
    for (const each of await subscriptions.charge()) {
      if (each.outcome !== "already_charged") console.log(JSON.stringify(each));
    }
  };
  setInterval(() => void round().catch((error) => console.error(error)), 3_600_000);
  Deno.serve({ port: Number(Deno.env.get("PORT") ?? 8000) }, createHandler(subscriptions));
}

if (import.meta.main) await main();
