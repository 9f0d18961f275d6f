/**
 * An API that charges for each response, with its own facilitator.
 *
 * ```sh
 * FACILITATOR_KEY=0x… RPC_URL=https://… TOKEN=0x… AMOUNT=10000 PAY_TO=0x… MANAGERS=0x… \
 *   deno run -A examples/paid-api/server.ts
 * ```
 *
 * @module
 */
import { Hono } from "hono";
import { createPublicClient, defineChain, getAddress, type Hex, http, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { charge, type Price } from "./charge.ts";
import { createFacilitator, type Facilitator } from "./facilitator.ts";

/** Serves `/forecast` for a price. */
export function createApi(price: Price, facilitator: Facilitator): Hono {
  const app = new Hono();
  app.get("/", (context) => context.text("GET /forecast/{city} costs a little.\n"));
  app.get(
    "/forecast/:city",
    charge(price, facilitator),
    (context) => context.json({ city: context.req.param("city"), sky: "clear" }),
  );
  return app;
}

/** Starts the server with the settings of the environment. */
async function main(): Promise<void> {
  const variable = (name: string) => {
    const value = Deno.env.get(name);
    if (value === undefined) throw new Error(`${name} is not set`);
    return value;
  };
  const rpcUrl = variable("RPC_URL");
  const client = createPublicClient({ transport: http(rpcUrl) });
  const chainId = await client.getChainId();
  const account = privateKeyToAccount(variable("FACILITATOR_KEY") as Hex);
  const asset = getAddress(variable("TOKEN"));
  const facilitator = createFacilitator({
    chain: defineChain({
      id: chainId,
      name: `Chain ${chainId}`,
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    rpcUrl,
    account,
    assets: [asset],
    managers: (Deno.env.get("MANAGERS") ?? "").split(",").filter(Boolean).map((each) =>
      getAddress(each)
    ),
  });
  const token = {
    address: asset,
    abi: parseAbi([
      "function name() view returns (string)",
      "function version() view returns (string)",
    ]),
  };
  const price: Price = {
    asset,
    amount: BigInt(variable("AMOUNT")),
    payTo: getAddress(variable("PAY_TO")),
    chainId,
    methods: ["erc7710", "eip3009", "permit2"],
    domain: {
      name: await client.readContract({ ...token, functionName: "name" }),
      version: await client.readContract({ ...token, functionName: "version" }).catch(() => "1"),
    },
    facilitatorAddresses: [account.address],
  };
  const app = createApi(price, facilitator);
  app.route("/facilitator", facilitator.app);
  Deno.serve({
    hostname: Deno.env.get("HOST") ?? "127.0.0.1",
    port: Number(Deno.env.get("PORT") ?? 8402),
    onListen: ({ hostname, port }) => console.log(`Listening on http://${hostname}:${port}/`),
  }, app.fetch);
}

if (import.meta.main) await main();
