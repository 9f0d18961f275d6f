/** A browser's side of Web Push for the tests: subscribes, receives and decrypts (RFC 8291). */
import { fromBase64Url, toBase64Url } from "../../../core/lib/base64url.ts";
import type { PushSubscriptionJson } from "../../../core/protocol/service/push.ts";

/** A device with its own push service on this machine. */
export interface PushDevice extends AsyncDisposable {
  readonly subscription: PushSubscriptionJson;
  /** Messages as they arrived, decrypted. */
  readonly received: {
    readonly data: unknown;
    readonly headers: Headers;
    readonly size: number;
  }[];
  /** Answers the next messages; 201 by default. */
  answer: (count: number) => Response | Promise<Response>;
}

const ecdh = { name: "ECDH", namedCurve: "P-256" } as const;
const text = (value: string) => new TextEncoder().encode(value);

/** Opens a device. */
export async function openPushDevice(): Promise<PushDevice> {
  const keys = await crypto.subtle.generateKey(ecdh, true, ["deriveBits"]) as CryptoKeyPair;
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
  const auth = crypto.getRandomValues(new Uint8Array(16));
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const body = new Uint8Array(await request.arrayBuffer());
      const clear = await decrypt(body, { keys, publicKey, auth });
      device.received.push({
        data: JSON.parse(new TextDecoder().decode(clear)),
        headers: request.headers,
        size: body.length,
      });
      return await device.answer(device.received.length);
    },
  );
  const device: PushDevice = {
    subscription: {
      endpoint: `http://localhost:${server.addr.port}/push/${crypto.randomUUID()}`,
      p256dh: toBase64Url(publicKey),
      auth: toBase64Url(auth),
    },
    received: [],
    answer: () => new Response(null, { status: 201 }),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
  return device;
}

/** Decrypts a body of one record in `aes128gcm` (RFC 8188). */
async function decrypt(
  body: Uint8Array<ArrayBuffer>,
  own: {
    readonly keys: CryptoKeyPair;
    readonly publicKey: Uint8Array<ArrayBuffer>;
    readonly auth: Uint8Array<ArrayBuffer>;
  },
): Promise<Uint8Array> {
  const salt = body.slice(0, 16);
  const length = body[20]!;
  const sender = body.slice(21, 21 + length);
  const shared = new Uint8Array(
    await crypto.subtle.deriveBits(
      { name: "ECDH", public: await crypto.subtle.importKey("raw", sender, ecdh, true, []) },
      own.keys.privateKey,
      256,
    ),
  );
  const info = Uint8Array.of(...text("WebPush: info\0"), ...own.publicKey, ...sender);
  const ikm = await hkdf(shared, own.auth, info, 32);
  const key = await hkdf(ikm, salt, text("Content-Encoding: aes128gcm\0"), 16);
  const iv = await hkdf(ikm, salt, text("Content-Encoding: nonce\0"), 12);
  const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const record = body.slice(21 + length);
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, record));
  const end = padded.lastIndexOf(2);
  return padded.slice(0, end);
}

async function hkdf(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, size * 8));
}

/** Creates the keys of a service (VAPID). */
export async function vapidKeys() {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
  const { d } = await crypto.subtle.exportKey("jwk", keys.privateKey);
  return {
    subject: "mailto:alarms@example.com",
    publicKey: toBase64Url(raw),
    privateKey: d!,
    /** Verifies the token that the service sends, and returns its claims. */
    async claims(authorization: string): Promise<Record<string, unknown>> {
      const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization)!;
      if (key !== toBase64Url(raw)) throw new Error("another key");
      const [head, claims, signature] = token!.split(".");
      const valid = await crypto.subtle.verify(
        { name: "ECDSA", hash: "SHA-256" },
        keys.publicKey,
        fromBase64Url(signature!)!,
        text(`${head}.${claims}`),
      );
      if (!valid) throw new Error("not signed");
      return JSON.parse(new TextDecoder().decode(fromBase64Url(claims!)!));
    },
  };
}
