/**
 * Fakes an authenticator behind the `Ceremony` interface: it responds like a browser, and tests can
 * set any field to a wrong value.
 *
 * @module
 */
import { Cbor, P256, Signature } from "ox";
import { bytesToHex, concat, hexToBytes, numberToHex, sha256, stringToHex } from "viem";
import { toBase64Url } from "../lib/base64url.ts";
import { AcctError } from "../ground/errors.ts";
import type { Ceremony } from "../passkey/browser/ceremony.ts";
import { word } from "../passkey/bytes.ts";

/** A credential and its private key. */
interface Credential {
  readonly id: Uint8Array;
  readonly privateKey: `0x${string}`;
  readonly userHandle: Uint8Array;
  readonly rpId: string;
}

/** Wrong values for the authenticator's responses. */
export interface Lies {
  origin?: string;
  rpId?: string;
  flags?: number;
  /** Answers without verifying the user. */
  unverified?: boolean;
  challenge?: Uint8Array;
  type?: string;
  /** Rewrites the members of `clientDataJSON`. */
  clientData?: (usual: string) => string;
  /** Responds with this credential for any request. */
  answerWith?: string;
  /** Creates passkeys that exist on only one device. */
  oneDevice?: boolean;
  /** Rejects with this error. */
  reject?: AcctError;
  /** Uses the high `s`, above half of the order. */
  highS?: boolean;
}

export interface SoftwareAuthenticator extends Ceremony {
  readonly credentials: Credential[];
  readonly prompts: string[];
  lies: Lies;
}

/** Creates an authenticator for pages of an origin. */
export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
  const credentials: Credential[] = [];
  const self: SoftwareAuthenticator = {
    available: true,
    credentials,
    prompts: [],
    lies: {},
    create(options) {
      self.prompts.push("create");
      if (self.lies.reject) return Promise.reject(self.lies.reject);
      const privateKey = P256.randomPrivateKey();
      const id = crypto.getRandomValues(new Uint8Array(32));
      credentials.push({ id, privateKey, userHandle: options.userId, rpId: options.rpId });
      const { x, y } = P256.getPublicKey({ privateKey });
      const cose = Cbor.encode(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, hexToBytes(word(x))],
          [-3, hexToBytes(word(y))],
        ]),
        { as: "Bytes" },
      );
      const attested = Uint8Array.of(...new Uint8Array(16), 0, id.length, ...id, ...cose);
      return Promise.resolve({
        id,
        clientDataJSON: clientData("webauthn.create", options.challenge),
        authenticatorData: authenticatorData(
          options.rpId,
          self.lies.oneDevice ? 0x45 : 0x5d,
          attested,
        ),
      });
    },
    get(options) {
      self.prompts.push("get");
      if (self.lies.reject) return Promise.reject(self.lies.reject);
      const wanted = self.lies.answerWith ?? options.credentialIds?.[0];
      const credential = wanted === undefined
        ? credentials.at(-1)
        : credentials.find(({ id }) => toBase64Url(id) === wanted);
      if (credential === undefined) return Promise.reject(new AcctError("passkey_cancelled"));
      const client = clientData("webauthn.get", options.challenge);
      const data = authenticatorData(options.rpId, 0x1d, new Uint8Array());
      const payload = sha256(concat([bytesToHex(data), sha256(client)]));
      const signature = P256.sign({ payload, privateKey: credential.privateKey });
      const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
      const s = self.lies.highS ? order - signature.s : signature.s;
      return Promise.resolve({
        id: credential.id,
        clientDataJSON: client,
        authenticatorData: data,
        signature: hexToBytes(Signature.toDerHex({ r: signature.r, s })),
        userHandle: credential.userHandle,
      });
    },
  };
  return self;

  function clientData(type: string, challenge: Uint8Array): Uint8Array {
    const { lies } = self;
    const usual = `"type":"${lies.type ?? type}",` +
      `"challenge":"${toBase64Url(lies.challenge ?? challenge)}",` +
      `"origin":"${lies.origin ?? origin}","crossOrigin":false`;
    return new TextEncoder().encode(lies.clientData?.(usual) ?? `{${usual}}`);
  }

  function authenticatorData(rpId: string, flags: number, rest: Uint8Array): Uint8Array {
    return hexToBytes(concat([
      sha256(stringToHex(self.lies.rpId ?? rpId)),
      numberToHex(self.lies.flags ?? (self.lies.unverified ? flags & ~0x04 : flags), { size: 1 }),
      "0x00000000",
      bytesToHex(rest),
    ]));
  }
}
