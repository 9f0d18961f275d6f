/** `acct_putPushSubscription`: turns notices about an account to a device on or off. @module */
import type { Hex } from "../../../lib/hex.ts";
import {
  MAX_AUTHENTICATOR_DATA_BYTES,
  MAX_CLIENT_DATA_LENGTH,
  MAX_URL_LENGTH,
} from "../../../ground/limits.ts";
import { bytes, exact, fixedBytes, refined, type Schema, text } from "../../../schema/schema.ts";
import { wrong } from "../../../schema/check.ts";
import type { ServiceDefinition } from "../schema/definition.ts";
import { account } from "../schema/fields.ts";
import type { AccountJson, AssertionJson } from "../../../wire/values.ts";

/** A push subscription in the browser's format. */
export interface PushSubscriptionJson {
  /** URL of the push service. */
  readonly endpoint: string;
  /** Key of the browser, base64url of 65 bytes. */
  readonly p256dh: string;
  /** Secret of the browser, base64url of 16 bytes. */
  readonly auth: string;
}

/** Params of `acct_putPushSubscription`; repeating them has no effect. */
export interface PutPushSubscriptionParams {
  /** The account. */
  readonly account: AccountJson;
  /** The device's subscription. */
  readonly subscription: PushSubscriptionJson;
  /** The passkey's x‖y, 64 bytes; a full owner of the account. */
  readonly publicKey: Hex;
  /** An assertion by this key over the subscription; see `pushChallenge`. */
  readonly proof: AssertionJson;
}

/** Reads base64url of exactly `size` bytes, in the browser's format. */
function encoded(size: number): Schema<string> {
  const length = Math.ceil(size * 4 / 3);
  return refined(text(length), (value, { path }) => {
    if (!/^[\w-]+$/.test(value) || value.length !== length) {
      throw wrong(path, `must be base64url of ${size} bytes`);
    }
  });
}

/** Definition of the method. */
export const acctPutPushSubscription: ServiceDefinition<
  "acct_putPushSubscription",
  PutPushSubscriptionParams
> = {
  name: "acct_putPushSubscription",
  params: exact({
    account,
    subscription: exact({
      endpoint: text(MAX_URL_LENGTH),
      p256dh: encoded(65),
      auth: encoded(16),
    }),
    publicKey: fixedBytes(64),
    proof: exact({
      authenticatorData: bytes(MAX_AUTHENTICATOR_DATA_BYTES),
      clientDataJSON: text(MAX_CLIENT_DATA_LENGTH),
      signature: fixedBytes(64),
    }),
  }),
};
