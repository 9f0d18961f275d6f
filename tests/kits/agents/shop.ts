/**
 * A shop made of the packages of others, as published: `@x402/hono` with `@x402/evm`'s own
 * facilitator, and `mppx`. It runs apart from the workspace and prints its URL.
 *
 * @module
 */
import { x402Facilitator } from "npm:@x402/core@2.27.0/facilitator";
import { toFacilitatorEvmSigner } from "npm:@x402/evm@2.27.0";
import { ExactEvmScheme as ExactFacilitator } from "npm:@x402/evm@2.27.0/exact/facilitator";
import { ExactEvmScheme } from "npm:@x402/evm@2.27.0/exact/server";
import { UptoEvmScheme as UptoFacilitator } from "npm:@x402/evm@2.27.0/upto/facilitator";
import { UptoEvmScheme } from "npm:@x402/evm@2.27.0/upto/server";
import {
  declareEip2612GasSponsoringExtension,
  declarePaymentIdentifierExtension,
  validatePaymentIdentifierRequirement,
} from "npm:@x402/extensions@2.27.0";
import { paymentMiddleware, x402ResourceServer } from "npm:@x402/hono@2.27.0";
import { Hono } from "npm:hono@4.13.9";
import { evm, Mppx } from "npm:mppx@0.11.0/server";
import { createWalletClient, http, parseAbi, publicActions } from "npm:viem@2.57.1";
import { privateKeyToAccount } from "npm:viem@2.57.1/accounts";
import { foundry } from "npm:viem@2.57.1/chains";

const { rpcUrl, cash, payTo, key, amount } = JSON.parse(Deno.args[0]);
const account = privateKeyToAccount(key);
const client = createWalletClient({
  account,
  chain: { ...foundry, rpcUrls: { default: { http: [rpcUrl] } } },
  transport: http(rpcUrl, { timeout: 60_000 }),
  pollingInterval: 20,
}).extend(publicActions);
const network = `eip155:${foundry.id}`;

// One transaction at a time, because they share a key.
let last = Promise.resolve();
const inTurn = (work) => {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
};

const signer = toFacilitatorEvmSigner({ ...client, address: account.address });
const facilitator = new x402Facilitator()
  .register(network, new ExactFacilitator(signer))
  .register(network, new UptoFacilitator(signer));
const theirs = {
  verify: (payload, requirements) => facilitator.verify(payload, requirements),
  settle: (payload, requirements) => inTurn(() => facilitator.settle(payload, requirements)),
  getSupported: () => Promise.resolve(facilitator.getSupported()),
};

const price = (assetTransferMethod, scheme = "exact") => ({
  accepts: {
    scheme,
    network,
    payTo,
    price: { asset: cash, amount, extra: { name: "Cash", version: "2", assetTransferMethod } },
    maxTimeoutSeconds: 60,
  },
  description: "A forecast",
});

const app = new Hono();
// A payment that x402's own rule rejects is not collected.
app.use("/identified/*", async (context, next) => {
  const header = context.req.header("payment-signature");
  if (header !== undefined) {
    const { valid, errors } = validatePaymentIdentifierRequirement(JSON.parse(atob(header)), true);
    if (!valid) return context.json({ errors }, 400);
  }
  await next();
});
app.use(paymentMiddleware(
  {
    "GET /eip3009/*": price("eip3009"),
    "GET /permit2/*": price("permit2"),
    // The shop's facilitator pays for the approval of Permit2, if the payer signs one (EIP-2612).
    "GET /sponsored/*": {
      ...price("permit2"),
      extensions: declareEip2612GasSponsoringExtension(),
    },
    "GET /identified/*": {
      ...price("eip3009"),
      extensions: { "payment-identifier": declarePaymentIdentifierExtension(true) },
    },
    "GET /upto/*": price("permit2", "upto"),
  },
  new x402ResourceServer(theirs)
    .register(network, new ExactEvmScheme())
    .register(network, new UptoEvmScheme()),
));
const mppx = Mppx.create({
  secretKey: "a secret of thirty-two characters",
  realm: "shop.test",
  methods: [evm.charge({
    currency: cash,
    recipient: payTo,
    chainId: foundry.id,
    decimals: 6,
    authorization: { name: "Cash", version: "2" },
    settle: ({ payload }) =>
      inTurn(async () => {
        const reference = await client.writeContract({
          address: cash,
          abi: parseAbi([
            "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)",
          ]),
          functionName: "transferWithAuthorization",
          args: [
            payload.from,
            payload.to,
            BigInt(payload.value),
            BigInt(payload.validAfter),
            BigInt(payload.validBefore),
            payload.nonce,
            payload.signature,
          ],
        });
        const { status } = await client.waitForTransactionReceipt({ hash: reference });
        if (status !== "success") throw new Error("reverted");
        return { reference };
      }),
  })],
});
app.use("/mpp/*", async (context, next) => {
  const shown = String(Number(amount) / 1e6);
  const result = await mppx.charge({ amount: shown })(context.req.raw);
  if (result.status === 402) return result.challenge;
  await next();
  context.res = result.withReceipt(context.res);
});
app.get("/:method/:city", (context) => context.json({ city: context.req.param("city") }));

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`),
}, app.fetch);
