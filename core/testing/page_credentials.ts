/**
 * Installs `navigator.credentials` and `PublicKeyCredential` for tests: working passkeys of a software
 * authenticator, in objects whose members throw "Illegal invocation" on any other object, as in browsers.
 *
 * @module
 */
import { Cbor } from "ox";
import { toBase64Url } from "../lib/base64url.ts";
import { bytesOf } from "../passkey/bytes.ts";
import type { SoftwareAuthenticator } from "./authenticator.ts";

/** Bytes of a response; its members are accessors of the prototype. */
type Members = Readonly<Record<string, Uint8Array>>;

/** `AuthenticatorAttestationResponse` and `AuthenticatorAssertionResponse`. */
class Response {
  readonly #members: Members;
  constructor(members: Members) {
    this.#members = members;
  }
  get clientDataJSON() {
    return bufferOf(this.#members.clientDataJSON);
  }
  get attestationObject() {
    return bufferOf(this.#members.attestationObject);
  }
  get authenticatorData() {
    return bufferOf(this.#members.authenticatorData);
  }
  get signature() {
    return bufferOf(this.#members.signature);
  }
  get userHandle() {
    return bufferOf(this.#members.userHandle);
  }
  getAuthenticatorData() {
    return bufferOf(this.#members.attested);
  }
  getTransports() {
    return this.#members.attested === undefined ? [] : ["internal"];
  }
}

/** `PublicKeyCredential`. */
class Credential {
  readonly #id: Uint8Array;
  readonly #response: Response;
  constructor(id: Uint8Array, response: Response) {
    this.#id = id;
    this.#response = response;
  }
  static isUserVerifyingPlatformAuthenticatorAvailable = () => Promise.resolve(true);
  static getClientCapabilities = () => Promise.resolve({});
  get id() {
    return toBase64Url(this.#id);
  }
  get rawId() {
    return bufferOf(this.#id);
  }
  get type() {
    return "public-key";
  }
  get response() {
    return this.#response;
  }
  getClientExtensionResults() {
    return {};
  }
}

/** The two ceremonies, as a page calls them. */
export interface PageCredentials {
  create(options: CredentialCreationOptions): Promise<object>;
  get(options: CredentialRequestOptions): Promise<object>;
}

/** Enters a page that uses the passkeys of an authenticator. */
export function enterPasskeyPage(authenticator: SoftwareAuthenticator): Disposable {
  const real: PageCredentials = {
    async create({ publicKey, signal }) {
      signal?.throwIfAborted();
      const { rp, user, challenge, authenticatorSelection } = publicKey!;
      const created = await verifying(
        authenticator,
        authenticatorSelection?.userVerification,
        () =>
          authenticator.create({
            rpId: rp.id!,
            rpName: rp.name,
            userId: bytesOf(user.id)!,
            name: user.name,
            challenge: bytesOf(challenge)!,
          }),
      );
      const { id, clientDataJSON, authenticatorData } = created;
      const attestationObject = Cbor.encode(
        { fmt: "none", attStmt: {}, authData: authenticatorData },
        { as: "Bytes" },
      );
      const members = { clientDataJSON, attestationObject, attested: authenticatorData };
      return new Credential(id, new Response(members));
    },
    async get({ publicKey, signal }) {
      signal?.throwIfAborted();
      const { rpId, challenge, allowCredentials, userVerification } = publicKey!;
      const credentialIds = allowCredentials?.map(({ id }) => toBase64Url(bytesOf(id)!));
      const { id, userHandle, ...members } = await verifying(
        authenticator,
        userVerification,
        () =>
          authenticator.get({
            rpId: rpId!,
            challenge: bytesOf(challenge)!,
            ...(credentialIds !== undefined && { credentialIds }),
          }),
      );
      return new Credential(id, new Response({ ...members, ...(userHandle && { userHandle }) }));
    },
  };
  return defineGlobals({
    navigator: { credentials: real },
    PublicKeyCredential: Credential,
    isSecureContext: true,
  });
}

/** Defines globals until it is disposed. */
export function defineGlobals(globals: Readonly<Record<string, unknown>>): Disposable {
  const before = Object.keys(globals).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return {
    [Symbol.dispose]() {
      for (const [name, descriptor] of before) {
        if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, descriptor);
      }
    },
  };
}

/** Runs a ceremony; the user is verified only if required. */
async function verifying<T>(
  authenticator: SoftwareAuthenticator,
  verification: UserVerificationRequirement | undefined,
  run: () => Promise<T>,
): Promise<T> {
  const { lies } = authenticator;
  try {
    if (verification !== "required") authenticator.lies = { ...lies, unverified: true };
    return await run();
  } finally {
    authenticator.lies = lies;
  }
}

function bufferOf(bytes: Uint8Array | undefined): ArrayBuffer | null {
  return bytes === undefined ? null : Uint8Array.from(bytes).buffer;
}
