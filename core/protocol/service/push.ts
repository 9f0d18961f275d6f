/**
 * Defines the message that a passkey signs to subscribe a device to notices about its account (Web
 * Push, RFC 8030).
 *
 * @module
 */
import type { Address } from "../../lib/hex.ts";
import type { PushSubscriptionJson } from "./methods/acct_put_push_subscription.ts";

export type { PushSubscriptionJson } from "./methods/acct_put_push_subscription.ts";

/** Computes the challenge of the passkey prompt that subscribes to notices about an account. */
export async function pushChallenge(
  account: Address,
  { endpoint, p256dh, auth }: PushSubscriptionJson,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = ["acct push subscription", account.toLowerCase(), endpoint, p256dh, auth].join("\n");
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
