/**
 * The two passkey ceremonies behind a small interface, with a double for tests. Both call the
 * browser directly, so they must be called in the click, with everything at hand.
 *
 * @see https://www.w3.org/TR/webauthn-3/
 * @module
 */
import { fromBase64Url } from "../lib/base64url.ts";
import { AcctError, type Cause } from "../protocol/errors.ts";
import type { GivenAssertion } from "./assertion.ts";
import type { CreatedCredential } from "./attestation.ts";
import { bytesOf } from "./bytes.ts";

/** What a new passkey is made with. */
export interface CreateOptions {
  /** RP ID. */
  readonly rpId: string;
  /** Name of the site, shown by the authenticator. */
  readonly rpName: string;
  /** `user.id`: 37 bytes, never personal. */
  readonly userId: Uint8Array;
  /** Name of the account, shown by the authenticator. */
  readonly name: string;
  /** Random bytes. */
  readonly challenge: Uint8Array;
  /** Passkeys (base64url) beside which there shall be no second one on the same authenticator. */
  readonly exclude?: readonly string[];
}

/** What an assertion is asked for. */
export interface GetOptions {
  /** RP ID. */
  readonly rpId: string;
  /** What to sign. */
  readonly challenge: Uint8Array;
  /** Only these passkeys (base64url); any passkey of the site if absent. */
  readonly credentialIds?: readonly string[];
}

/** The passkey ceremonies. Both reject with an `AcctError`. */
export interface Ceremony {
  /** Whether passkeys can be used here at all; answers without asking anybody. */
  readonly available: boolean;
  /** Makes a passkey. */
  create(options: CreateOptions, signal?: AbortSignal): Promise<CreatedCredential>;
  /** Asks for a signature. */
  get(
    options: GetOptions,
    signal?: AbortSignal,
  ): Promise<GivenAssertion & { userHandle: Uint8Array | null }>;
  /** Tells the authenticator that a passkey is of no use any more, where the browser can. */
  forget?(rpId: string, credentialId: string): void;
}

const TIMEOUT_MS = 300_000;

/** The browser's own ceremonies. */
export function browserCeremony(): Ceremony {
  return {
    get available() {
      return typeof PublicKeyCredential === "function" && globalThis.isSecureContext === true;
    },
    async create(options, signal) {
      const publicKey: PublicKeyCredentialCreationOptions = {
        rp: { id: options.rpId, name: options.rpName },
        user: {
          id: Uint8Array.from(options.userId),
          name: options.name,
          displayName: options.name,
        },
        challenge: Uint8Array.from(options.challenge),
        pubKeyCredParams: [{ type: "public-key", alg: -7 }],
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        attestation: "none",
        timeout: TIMEOUT_MS,
        ...(options.exclude !== undefined && { excludeCredentials: descriptors(options.exclude) }),
      };
      const credential = await run(() =>
        navigator.credentials.create({ publicKey, ...(signal && { signal }) })
      );
      const response = credential.response as AuthenticatorAttestationResponse;
      return {
        id: bytesOf(credential.rawId),
        clientDataJSON: bytesOf(response.clientDataJSON),
        authenticatorData: bytesOf(response.getAuthenticatorData()),
      };
    },
    async get(options, signal) {
      const publicKey: PublicKeyCredentialRequestOptions = {
        rpId: options.rpId,
        challenge: Uint8Array.from(options.challenge),
        userVerification: "required",
        timeout: TIMEOUT_MS,
        ...(options.credentialIds !== undefined && {
          allowCredentials: descriptors(options.credentialIds),
        }),
      };
      const credential = await run(() =>
        navigator.credentials.get({ publicKey, ...(signal && { signal }) })
      );
      const response = credential.response as AuthenticatorAssertionResponse;
      return {
        id: bytesOf(credential.rawId),
        clientDataJSON: bytesOf(response.clientDataJSON),
        authenticatorData: bytesOf(response.authenticatorData),
        signature: bytesOf(response.signature),
        userHandle: response.userHandle === null ? null : bytesOf(response.userHandle),
      };
    },
    forget(rpId, credentialId) {
      // WebAuthn's Signal API, which few browsers have yet: a hint, whose failure changes nothing.
      const signals = globalThis.PublicKeyCredential as unknown as {
        signalUnknownCredential?(known: { rpId: string; credentialId: string }): Promise<void>;
      } | undefined;
      signals?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
    },
  };
}

function descriptors(ids: readonly string[]): PublicKeyCredentialDescriptor[] {
  return ids.map((id) => ({ type: "public-key", id: fromBase64Url(id) ?? new Uint8Array() }));
}

/** Runs a ceremony and names what went wrong. */
async function run(ceremony: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (typeof PublicKeyCredential !== "function") throw new AcctError("passkey_unsupported");
  let credential: Credential | null;
  try {
    credential = await ceremony();
  } catch (cause) {
    throw new AcctError(causeOf(cause), { cause });
  }
  if (credential === null || credential.type !== "public-key") {
    throw new AcctError("passkey_cancelled");
  }
  return credential as PublicKeyCredential;
}

/** What each error name of WebAuthn means here. A cancel is never called "not supported". */
export function causeOf(error: unknown): Cause {
  switch (error instanceof Error || error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
      return "passkey_cancelled";
    case "AbortError":
      return "aborted";
    case "InvalidStateError":
      return "passkey_exists";
    case "SecurityError":
      return "passkey_wrong_site";
    case "NotSupportedError":
    case "ConstraintError":
      return "passkey_no_authenticator";
    default:
      return "passkey_failed";
  }
}
