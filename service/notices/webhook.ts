/** Sends signed notices to the operator's endpoint. @module */
import { bytesToHex } from "viem";
import type { Delivery } from "./delivery.ts";

/** The operator's endpoint. */
export interface WebhookConfig {
  /** URL; the operator chose it, so it may be in a private network. */
  readonly url: string;
  /** Secret that signs each notice. */
  readonly secret: string;
  /** Milliseconds for an answer. Defaults to 10,000. */
  readonly timeout?: number;
}

/** Header with the time and the signature: `t=…,v1=…`. */
export const SIGNATURE_HEADER = "acct-signature";

/** Posts a notice once. Any 2xx status means that it was received. */
export async function sendWebhook(
  { url, secret, timeout = 10_000 }: WebhookConfig,
  body: string,
  signal: AbortSignal,
): Promise<Delivery> {
  const time = Math.floor(Date.now() / 1000);
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [SIGNATURE_HEADER]: `t=${time},v1=${await signWebhook(secret, time, body)}`,
    },
    body,
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
  });
  await response.body?.cancel();
  return response.ok ? "done" : "again";
}

/** Computes the signature: HMAC-SHA-256 of `{time}.{body}`, as hex. */
export async function signWebhook(secret: string, time: number, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(`${time}.${body}`));
  return bytesToHex(new Uint8Array(mac)).slice(2);
}
