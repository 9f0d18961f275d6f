/**
 * Runs the two passkey ceremonies, behind a small interface that tests can fake. Both call the
 * browser directly, so they must run in the click handler, with all data loaded.
 *
 * @see https://www.w3.org/TR/webauthn-3/
 * @module
 */
import { fromBase64Url, toBase64Url } from "../lib/base64url.ts";
import { parseUrl } from "../lib/text.ts";
import { AcctError, type Cause } from "../protocol/errors.ts";
import type { GivenAssertion } from "./assertion.ts";
import type { CreatedCredential } from "./attestation.ts";
import { bytesOf } from "./bytes.ts";
import { isOwnRpId, notRelated } from "./related.ts";

/** Options for creating a passkey. */
export interface CreateOptions {
  /** RP ID. */
  readonly rpId: string;
  /** Name of the site, shown by the authenticator. */
  readonly rpName: string;
  /** `user.id`: 37 bytes, without personal data. */
  readonly userId: Uint8Array;
  /** Name of the account, shown by the authenticator. */
  readonly name: string;
  /** Random bytes. */
  readonly challenge: Uint8Array;
  /** Ids (base64url) of existing passkeys: their authenticator must not create a second one. */
  readonly exclude?: readonly string[];
}

/** Options for requesting an assertion. */
export interface GetOptions {
  /** RP ID. */
  readonly rpId: string;
  /** Challenge to sign. */
  readonly challenge: Uint8Array;
  /** Ids (base64url) of allowed passkeys; any passkey of the site if absent. */
  readonly credentialIds?: readonly string[];
  /**
   * Only a passkey that is at hand: without one it fails with `passkey_unknown` at once, and shows
   * nothing. Only where {@linkcode Ceremony.immediate} says so, and without `credentialIds`.
   */
  readonly immediate?: boolean;
}

/** The passkey ceremonies. Both reject with an `AcctError`. */
export interface Ceremony {
  /** `true` if this page can use passkeys at all; read without a prompt. */
  readonly available: boolean;
  /** Names what the page's developer has to change, where passkeys are not available. */
  readonly obstacle?: string | undefined;
  /** Returns whether the browser knows at once that no passkey is at hand (`immediateGet`). */
  immediate?(): Promise<boolean>;
  /** Creates a passkey. */
  create(options: CreateOptions, signal?: AbortSignal): Promise<CreatedCredential>;
  /** Requests a signature. */
  get(
    options: GetOptions,
    signal?: AbortSignal,
  ): Promise<GivenAssertion & { userHandle: Uint8Array | null }>;
  /** Signals to the authenticator that a passkey is no longer used, where the browser supports it. */
  forget?(rpId: string, credentialId: string): void;
  /** Signals name and validity of a passkey to the authenticator, where the browser supports it. */
  describe?(passkey: DescribedPasskey): void;
}

/** A passkey that was used, as its authenticator should know it. */
export interface DescribedPasskey {
  readonly rpId: string;
  /** Credential id, base64url. */
  readonly credentialId: string;
  /** `user.id`, which this passkey shares with no other. */
  readonly userId: Uint8Array;
  /** Name of its account. */
  readonly name: string;
}

const TIMEOUT_MS = 300_000;

/** Creates the browser's ceremonies. */
export function browserCeremony(): Ceremony {
  return {
    get available() {
      return typeof PublicKeyCredential === "function" && obstacleTo("get") === undefined;
    },
    get obstacle() {
      return obstacleTo("get");
    },
    async immediate() {
      try {
        const { getClientCapabilities } = PublicKeyCredential as unknown as Capable;
        const asked = getClientCapabilities?.call(PublicKeyCredential);
        const late = new Promise<undefined>((done) => setTimeout(done, CAPABILITIES_MS));
        return (await Promise.race([asked, late]))?.immediateGet === true;
      } catch {
        return false;
      }
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
      const credential = await run(
        options.rpId,
        "create",
        () => navigator.credentials.create({ publicKey, ...(signal && { signal }) }),
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
      const shown = options.immediate === true ? watchPrompt() : undefined;
      const credential = await run(options.rpId, "get", () =>
        navigator.credentials.get({
          publicKey,
          ...(shown && { uiMode: "immediate" }),
          ...(signal && { signal }),
        })).catch((error: AcctError) => {
          throw shown?.() === false && error.data.cause === "passkey_cancelled"
            ? new AcctError("passkey_unknown", { cause: error.cause })
            : error;
        });
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
      signal("signalUnknownCredential", { rpId, credentialId });
    },
    describe({ rpId, credentialId, userId: bytes, name }) {
      const userId = toBase64Url(bytes);
      signal("signalCurrentUserDetails", { rpId, userId, name, displayName: name });
      signal("signalAllAcceptedCredentials", {
        rpId,
        userId,
        allAcceptedCredentialIds: [credentialId],
      });
    },
  };
}

/** Calls WebAuthn's Signal API, which not all browsers have: a hint, so failures are ignored. */
function signal(
  name:
    | "signalUnknownCredential"
    | "signalCurrentUserDetails"
    | "signalAllAcceptedCredentials",
  data: Readonly<Record<string, unknown>>,
): void {
  const signals = globalThis.PublicKeyCredential as unknown as
    | Readonly<Record<string, ((data: unknown) => Promise<void>) | undefined>>
    | undefined;
  try {
    signals?.[name]?.call(signals, data)?.catch(() => {});
  } catch { /* a browser with an earlier form of it */ }
}

/** Capabilities that browsers tell; TypeScript's types do not have them yet. */
interface Capable {
  getClientCapabilities?(): Promise<Readonly<Record<string, boolean>>>;
}

/** Time for the browser to tell; a dialog waits for it. */
const CAPABILITIES_MS = 300;

/**
 * Watches whether the browser shows a prompt, which takes the focus from the page: only so "none is at
 * hand" is told from "the user closed it". Call the result once, at the end.
 */
function watchPrompt(): () => boolean {
  let isShown = false;
  const onBlur = () => isShown = true;
  globalThis.addEventListener?.("blur", onBlur);
  return () => {
    globalThis.removeEventListener?.("blur", onBlur);
    return isShown;
  };
}

function descriptors(ids: readonly string[]): PublicKeyCredentialDescriptor[] {
  return ids.map((id) => ({ type: "public-key", id: fromBase64Url(id) ?? new Uint8Array() }));
}

/** Runs a ceremony and maps its failures to causes. */
async function run(
  rpId: string,
  use: "get" | "create",
  ceremony: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  if (typeof PublicKeyCredential !== "function") throw new AcctError("passkey_unsupported");
  let credential: Credential | null;
  try {
    credential = await ceremony();
  } catch (cause) {
    const named = causeOf(cause);
    // A policy that forbids the prompt fails like a user who closes it.
    const detail = named === "passkey_cancelled" ? obstacleTo(use) : undefined;
    if (detail !== undefined) throw new AcctError("passkey_unsupported", { detail, cause });
    const { origin } = globalThis;
    const host = parseUrl(origin)?.hostname ?? "";
    const isOther = named === "passkey_wrong_site" && !isOwnRpId(rpId, host);
    throw new AcctError(named, { cause, ...(isOther && { row: notRelated(rpId, origin) }) });
  }
  if (credential === null || credential.type !== "public-key") {
    throw new AcctError("passkey_cancelled");
  }
  return credential as PublicKeyCredential;
}

/** A document with its policy, which Chromium alone tells; TypeScript's types do not have it. */
interface DocumentWithPolicy {
  readonly featurePolicy?: { allowsFeature(feature: string): boolean };
}

/**
 * Says what a developer has to change so that the page can use passkeys, or create them; `undefined` if
 * nothing is in the way, or the browser does not tell.
 */
function obstacleTo(use: "get" | "create"): string | undefined {
  if (globalThis.isSecureContext !== true) return "The page must be served over https.";
  const { featurePolicy } = (globalThis.document ?? {}) as DocumentWithPolicy;
  const feature = `publickey-credentials-${use}`;
  return featurePolicy?.allowsFeature(feature) === false
    ? `The page's Permissions-Policy, or its frame's allow attribute, must allow ${feature}.`
    : undefined;
}

/** Maps an error name of WebAuthn to a cause. A cancel is never mapped to "not supported". */
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
