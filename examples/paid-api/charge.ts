/** Charges for a route of Hono by x402, version 2. @module */
import type { Context, MiddlewareHandler } from "hono";
import type { Address } from "viem";
import type { Facilitator } from "./facilitator.ts";

/** A price in one token. */
export interface Price {
  /** Token contract. */
  readonly asset: Address;
  /** Amount in the smallest unit. */
  readonly amount: bigint;
  /** Receiver. */
  readonly payTo: Address;
  /** Chain id. */
  readonly chainId: number;
  /** Methods of payment; each is offered. */
  readonly methods: readonly ("erc7710" | "eip3009" | "permit2")[];
  /** The token's EIP-712 domain, for EIP-3009. */
  readonly domain: { readonly name: string; readonly version: string };
  /** Addresses of the facilitator that submit redemptions. */
  readonly facilitatorAddresses: readonly Address[];
}

/** A paid response. */
interface Answer {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: ArrayBuffer;
  readonly until: number;
}

/** Seconds for which a payment is valid, and for which its response is cached. */
const SECONDS = 60;
/** Maximum number of cached responses. */
const MAX_ANSWERS = 1000;

/**
 * Requires a payment, and collects it once the route has answered. The same payment gets the same
 * response for a while: a client whose connection broke can retry and pays once.
 */
export function charge(price: Price, facilitator: Facilitator): MiddlewareHandler {
  const answers = new Map<string, Answer>();
  const pending = new Map<string, Promise<Answer | null>>();
  return async (context, next) => {
    const header = context.req.header("payment-signature");
    if (header === undefined) return demand(context, price);
    const key = `${context.req.method} ${context.req.url} ${header}`;
    const kept = answers.get(key) ?? await pending.get(key);
    if (kept) return new Response(kept.body, { status: kept.status, headers: kept.headers });

    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    pending.set(key, promise);
    try {
      const paymentPayload = decode(header);
      const accepted = (paymentPayload as { accepted?: unknown } | null)?.accepted;
      // The offer must equal one of the server's offers exactly.
      const requirements = offers(price).find((offer) =>
        JSON.stringify(offer) === JSON.stringify(accepted)
      );
      if (requirements === undefined) return demand(context, price, "invalid_payment_requirements");
      const body = { x402Version: 2, paymentPayload, paymentRequirements: requirements };
      const verification = await facilitator.verify(body);
      if (!verification.isValid) return demand(context, price, verification.invalidReason);
      await next();
      if (context.res.status >= 400) return;
      const settlement = await facilitator.settle(body);
      if (!settlement.success) {
        context.res = demand(context, price, settlement.errorReason);
        return;
      }
      context.res.headers.set("PAYMENT-RESPONSE", encode(settlement));
      const { status, headers } = context.res;
      const answer: Answer = {
        status,
        headers: [...headers],
        body: await context.res.clone().arrayBuffer(),
        until: Date.now() + 1000 * SECONDS,
      };
      keep(answers, key, answer);
      resolve(answer);
    } finally {
      resolve(null);
      pending.delete(key);
    }
  };
}

/** Returns the payment options. */
function offers({ asset, amount, payTo, chainId, methods, domain, facilitatorAddresses }: Price) {
  return methods.map((assetTransferMethod) => ({
    scheme: "exact",
    network: `eip155:${chainId}`,
    amount: String(amount),
    asset,
    payTo,
    maxTimeoutSeconds: SECONDS,
    extra: {
      assetTransferMethod,
      ...domain,
      ...(assetTransferMethod === "erc7710" && { facilitatorAddresses }),
    },
  }));
}

/** Answers 402. */
function demand(context: Context, price: Price, error?: string): Response {
  const required = {
    x402Version: 2,
    error: error ?? "PAYMENT-SIGNATURE header is required",
    resource: { url: context.req.url },
    accepts: offers(price),
  };
  return Response.json({ error: required.error }, {
    status: 402,
    headers: {
      "PAYMENT-REQUIRED": encode(required),
      "Access-Control-Expose-Headers": "PAYMENT-REQUIRED, PAYMENT-RESPONSE",
    },
  });
}

function keep(answers: Map<string, Answer>, key: string, answer: Answer): void {
  for (const [old, { until }] of answers) {
    if (until >= Date.now() && answers.size < MAX_ANSWERS) break;
    answers.delete(old);
  }
  answers.set(key, answer);
}

function encode(value: unknown): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
}

function decode(text: string): unknown {
  try {
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.from(atob(text), (each) => each.charCodeAt(0))),
    );
  } catch {
    return null;
  }
}
