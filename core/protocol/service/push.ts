/** Defines what a passkey signs to get notices of its account on a device (Web Push, RFC 8030). @module */
import type { Address } from "../../lib/hex.ts";

/** A push subscription as browsers give it. */
export interface PushSubscriptionJson {
  /** URL of the push service. */
  readonly endpoint: string;
  /** Key of the browser, base64url of 65 bytes. */
  readonly p256dh: string;
  /** Secret of the browser, base64url of 16 bytes. */
  readonly auth: string;
}

/** Computes the challenge of the passkey prompt that asks for notices about an account. */
export async function pushChallenge(
  account: Address,
  { endpoint, p256dh, auth }: PushSubscriptionJson,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = ["acct push subscription", account.toLowerCase(), endpoint, p256dh, auth].join("\n");
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
