/**
 * A shop made of `@metamask/x402`, as published, with a facilitator elsewhere. It uses the release
 * of `@x402/core` that it names: later ones reject ERC-7710 in `exact`. It prints its URL.
 *
 * @module
 */
import { x402ExactEvmErc7710ServerScheme } from "npm:@metamask/x402@0.2.0";
import { HTTPFacilitatorClient } from "npm:@x402/core@2.12.0/server";
import { paymentMiddleware, x402ResourceServer } from "npm:@x402/hono@2.12.0";
import { Hono } from "npm:hono@4.13.9";

const { chainId, cash, payTo, facilitatorUrl, amount } = JSON.parse(Deno.args[0]);
const network = `eip155:${chainId}`;
const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl }))
  .register(network, new x402ExactEvmErc7710ServerScheme());
const app = new Hono();
app.use(paymentMiddleware({
  "GET /erc7710/*": {
    accepts: {
      scheme: "exact",
      network,
      payTo,
      price: { asset: cash, amount, extra: { assetTransferMethod: "erc7710" } },
      maxTimeoutSeconds: 60,
    },
    description: "A forecast",
  },
}, server));
app.get("/:method/:city", (context) => context.json({ city: context.req.param("city") }));

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`),
}, app.fetch);
