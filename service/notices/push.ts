/**
 * Sends notices to devices: Web Push (RFC 8030), encrypted (RFC 8291), with VAPID (RFC 8292).
 *
 * @module
 */
import { buildPushPayload } from "@block65/webcrypto-web-push";
import type { PushSubscriptionJson } from "../../core/protocol/service/push.ts";
import { type Outbound, postBytes } from "../outbound/outbound.ts";
import type { Delivery } from "./delivery.ts";

/** Identity of the service towards push services. */
export interface PushConfig {
  /** `mailto:` or https URL of the operator. */
  readonly subject: string;
  /** Base64url of the 65 bytes of a P-256 key. */
  readonly publicKey: string;
  /** Base64url of its 32 private bytes. */
  readonly privateKey: string;
}

/** Seconds for which a push service stores a notice for an offline device. */
const TTL_S = 3 * 86_400;
/** Status codes with which a push service reports an expired subscription. */
const ENDED: readonly number[] = [404, 410];

/** Posts a notice once. Returns `never` if the subscription has expired. */
export async function sendPush(
  vapid: PushConfig,
  { endpoint, p256dh, auth }: PushSubscriptionJson,
  body: string,
  rules: Outbound,
): Promise<Delivery> {
  const { type, account, chainName, readyAt } = JSON.parse(body);
  const { headers, body: encrypted } = await buildPushPayload(
    {
      data: { type, account, chainName, readyAt },
      options: { ttl: TTL_S, urgency: "high" },
    },
    // A development service's endpoint is on this machine, without TLS; other endpoints were
    // rejected before.
    {
      endpoint: endpoint.replace(/^http:/, "https:"),
      expirationTime: null,
      keys: { p256dh, auth },
    },
    vapid,
  );
  const { "content-length": _, ...rest } = headers as Record<string, string>;
  const posted = { headers: rest, body: new Uint8Array(encrypted) };
  const { status } = await postBytes(endpoint, posted, rules);
  if (ENDED.includes(status)) return "never";
  return status >= 200 && status < 300 ? "done" : "again";
}
