/**
 * Runs the two passkey ceremonies. Tests can fake the small interface. Both call the browser
 * directly, so they must run in the click handler, with all data loaded.
 *
 * @see https://www.w3.org/TR/webauthn-3/
 * @module
 */
import { fromBase64Url, toBase64Url } from "../../lib/base64url.ts";
import { cutText } from "../../lib/text.ts";
import { AcctError } from "../../ground/errors.ts";
import { MAX_USER_NAME_BYTES } from "../../ground/limits.ts";
import { readAssertion, readCreated } from "./answer.ts";
import type { GivenAssertion } from "../assertion.ts";
import type { CreatedCredential } from "../attestation.ts";
import { obstacleTo } from "./obstacle.ts";
import { hasPasskeys, run } from "./prompt.ts";

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
  /** Ids (base64url) of existing passkeys whose authenticator must not create a second one. */
  readonly exclude?: readonly string[];
  /** Called with a passkey that was created although the signal had already aborted the prompt. */
  readonly onLate?: (created: CreatedCredential) => void;
}

/** Options for requesting an assertion. */
export interface GetOptions {
  /** RP ID. */
  readonly rpId: string;
  /** Challenge to sign. */
  readonly challenge: Uint8Array;
  /** Ids (base64url) of allowed passkeys. Default: any passkey of the site. */
  readonly credentialIds?: readonly string[];
  /**
   * True to use only an available passkey: without one the prompt fails immediately with
   * `passkey_unknown`, and shows no browser dialog. Requires {@linkcode Ceremony.immediate} to
   * return true, and no `credentialIds`.
   */
  readonly immediate?: boolean;
}

/**
 * The passkey ceremonies. Both reject with an `AcctError`, immediately if their signal is aborted:
 * password managers replace the browser's own and may ignore it.
 */
export interface Ceremony {
  /** `true` if this page can use passkeys; determined without a prompt. */
  readonly available: boolean;
  /** Names the change that the page's developer has to make if passkeys are not available. */
  readonly obstacle?: string | undefined;
  /**
   * Returns whether the browser can fail immediately if no passkey is available (`immediateGet`).
   */
  immediate?(): Promise<boolean>;
  /** Creates a passkey. */
  create(options: CreateOptions, signal?: AbortSignal): Promise<CreatedCredential>;
  /** Requests a signature. */
  get(
    options: GetOptions,
    signal?: AbortSignal,
  ): Promise<GivenAssertion & { userHandle: Uint8Array | null }>;
  /** Signals to the authenticator that a passkey is obsolete, if the browser supports it. */
  forget?(rpId: string, credentialId: string): void;
  /** Signals name and validity of a passkey to the authenticator, if the browser supports it. */
  describe?(passkey: DescribedPasskey): void;
}

/** A passkey that was used, with the details for its authenticator. */
export interface DescribedPasskey {
  readonly rpId: string;
  /** Credential id, base64url. */
  readonly credentialId: string;
  /** `user.id`, unique to this passkey. */
  readonly userId: Uint8Array;
  /** Name of its account. */
  readonly name: string;
}

/** Extension that each prompt requests. */
export interface PromptExtension {
  readonly inputs: AuthenticationExtensionsClientInputs;
  /** Receives the credential of each prompt; its content is not verified. */
  readonly onAnswer: (credential: object) => void;
}

const TIMEOUT_MS = 300_000;

/** Creates the browser's ceremonies. */
export function browserCeremony(extension?: PromptExtension): Ceremony {
  const extensions = extension && { extensions: extension.inputs };
  return {
    get available() {
      return hasPasskeys() && obstacleTo("get") === undefined;
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
      const name = nameToShow(options.name);
      const publicKey: PublicKeyCredentialCreationOptions = {
        rp: { id: options.rpId, name: options.rpName },
        user: {
          id: Uint8Array.from(options.userId),
          name,
          displayName: name,
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
        ...extensions,
        ...(options.exclude !== undefined && { excludeCredentials: descriptors(options.exclude) }),
      };
      const { onLate } = options;
      const credential = await run(
        { rpId: options.rpId, use: "create", signal },
        () => navigator.credentials.create({ publicKey, ...(signal && { signal }) }),
        onLate && ((late) => onLate(readCreated(late))),
      );
      extension?.onAnswer(credential);
      return readCreated(credential);
    },
    async get(options, signal) {
      const publicKey: PublicKeyCredentialRequestOptions = {
        rpId: options.rpId,
        challenge: Uint8Array.from(options.challenge),
        userVerification: "required",
        timeout: TIMEOUT_MS,
        ...extensions,
        ...(options.credentialIds !== undefined && {
          allowCredentials: descriptors(options.credentialIds),
        }),
      };
      const shown = options.immediate === true ? watchPrompt() : undefined;
      try {
        const credential = await run(
          { rpId: options.rpId, use: "get", signal },
          () =>
            navigator.credentials.get({
              publicKey,
              ...(shown && { uiMode: "immediate" }),
              ...(signal && { signal }),
            }),
        );
        extension?.onAnswer(credential);
        return readAssertion(credential);
      } catch (error) {
        const { data, cause } = error as AcctError;
        throw shown?.isShown() === false && data.cause === "passkey_cancelled"
          ? new AcctError("passkey_unknown", { cause })
          : error;
      } finally {
        shown?.stop();
      }
    },
    forget(rpId, credentialId) {
      signal("signalUnknownCredential", { rpId, credentialId });
    },
    describe({ rpId, credentialId, userId: bytes, name: whole }) {
      const userId = toBase64Url(bytes);
      const name = nameToShow(whole);
      signal("signalCurrentUserDetails", { rpId, userId, name, displayName: name });
      signal("signalAllAcceptedCredentials", {
        rpId,
        userId,
        allAcceptedCredentialIds: [credentialId],
      });
    },
  };
}

/** Shortens a name for the authenticator; the wallet stores the full name. */
function nameToShow(name: string): string {
  const { read } = new TextEncoder().encodeInto(name, new Uint8Array(MAX_USER_NAME_BYTES));
  return cutText(name, read);
}

/**
 * Calls WebAuthn's Signal API, which not all browsers support. It is a hint, so failures are
 * ignored.
 */
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

/** Capabilities that browsers report; TypeScript's types do not include them yet. */
interface Capable {
  getClientCapabilities?(): Promise<Readonly<Record<string, boolean>>>;
}

/** Time for the browser to report its capabilities; a dialog waits for it. */
const CAPABILITIES_MS = 300;

/**
 * Watches whether the browser shows a prompt, which takes the focus from the page. Only this
 * distinguishes a missing passkey from a prompt that the user closed.
 */
function watchPrompt(): { isShown(): boolean; stop(): void } {
  let isShown = false;
  const onBlur = () => isShown = true;
  globalThis.addEventListener?.("blur", onBlur);
  return {
    isShown: () => isShown,
    stop: () => globalThis.removeEventListener?.("blur", onBlur),
  };
}

function descriptors(ids: readonly string[]): PublicKeyCredentialDescriptor[] {
  return ids.map((id) => ({ type: "public-key", id: fromBase64Url(id) ?? new Uint8Array() }));
}
