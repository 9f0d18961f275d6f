/**
 * A script in an app's own page between the dialogs and the authenticator: it requests something
 * else, or changes the response. The test sets the next lie.
 *
 * @module
 */

/** The parts of an authenticator's response. */
interface Parts {
  type: string;
  rawId: Uint8Array;
  client: string;
  data: Uint8Array;
  signature: Uint8Array;
  userHandle: ArrayBuffer | null;
}

/** A lie about an answer. */
type Lie = (parts: Parts) => void;

function edit(change: (client: Record<string, unknown>) => void): Lie {
  return (parts) => {
    const client = JSON.parse(parts.client);
    change(client);
    parts.client = JSON.stringify(client);
  };
}

function flags(change: (flags: number) => number): Lie {
  return ({ data }) => void (data[32] = change(data[32]!));
}

const otherChallenge = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Lies for any response, of a new passkey or a signature. */
const common: Readonly<Record<string, Lie>> = {
  challenge: edit((client) => void (client.challenge = otherChallenge)),
  origin: edit((client) => void (client.origin = "https://bank.example")),
  suffix: edit((client) => void (client.origin = `${client.origin}.bank.example`)),
  type: edit((client) =>
    void (client.type = client.type === "webauthn.get" ? "webauthn.create" : "webauthn.get")
  ),
  tokenless: edit((client) => void delete client.challenge),
  twice: (parts) => void (parts.client = parts.client.replace(/}$/, `,"origin":"${origin}"}`)),
  noJson: (parts) => void (parts.client = "not json"),
  site: ({ data }) => void (data[0]! ^= 1),
  notVerified: flags((flags) => flags & ~0x04),
  notPresent: flags((flags) => flags & ~0x01),
  short: (parts) => void (parts.data = parts.data.slice(0, 36)),
};

const aboutSignatures: Readonly<Record<string, Lie>> = {
  ...common,
  framed: edit((client) => {
    client.crossOrigin = true;
    client.topOrigin = "https://bank.example";
  }),
  signature: ({ signature }) => void (signature[signature.length - 1]! ^= 1),
  noSignature: (parts) => void (parts.signature = new Uint8Array()),
  longSignature: (parts) => void (parts.signature = Uint8Array.of(...parts.signature, 0)),
  otherId: (parts) => void (parts.rawId[0]! ^= 1),
  password: (parts) => void (parts.type = "password"),
};

const aboutPasskeys: Readonly<Record<string, Lie>> = {
  ...common,
  otherId: (parts) => void (parts.rawId[0]! ^= 1),
  noKey: flags((flags) => flags & ~0x40),
  // The key itself: its last byte, so that the point is on no curve.
  offCurve: ({ data }) => void (data[data.length - 1]! ^= 1),
};

let next: string | null = null;

function bytes(source: ArrayBuffer): Uint8Array {
  return new Uint8Array(source.slice(0));
}

/** The answer, with a lie in it. */
function tell(credential: PublicKeyCredential, lie: Lie): unknown {
  const response = credential.response as AuthenticatorAssertionResponse;
  const made = "getAuthenticatorData" in response;
  const attestation = credential.response as AuthenticatorAttestationResponse;
  const parts: Parts = {
    type: credential.type,
    rawId: bytes(credential.rawId),
    client: new TextDecoder().decode(response.clientDataJSON),
    data: bytes(made ? attestation.getAuthenticatorData() : response.authenticatorData),
    signature: made ? new Uint8Array() : bytes(response.signature),
    userHandle: made ? null : response.userHandle,
  };
  lie(parts);
  return {
    id: credential.id,
    type: parts.type,
    rawId: parts.rawId.buffer,
    response: {
      clientDataJSON: new TextEncoder().encode(parts.client).buffer,
      authenticatorData: parts.data.buffer,
      getAuthenticatorData: () => parts.data.buffer,
      signature: parts.signature.buffer,
      userHandle: parts.userHandle,
    },
    getClientExtensionResults: () => ({}),
  };
}

const { create, get } = CredentialsContainer.prototype;
Object.defineProperties(navigator.credentials, {
  create: {
    async value(options: CredentialCreationOptions) {
      const made = await create.call(navigator.credentials, options);
      const lie = next === null ? undefined : aboutPasskeys[next];
      return lie === undefined ? made : tell(made as PublicKeyCredential, lie);
    },
  },
  get: {
    async value(options: CredentialRequestOptions) {
      const asked = options.publicKey!;
      // The right passkey signs something else, or another one signs the right thing.
      if (next === "otherQuestion") asked.challenge = new Uint8Array(32).fill(7);
      if (next === "anyPasskey") delete asked.allowCredentials;
      if (next === "nothing") return null;
      const own = asked.allowCredentials?.[0]?.id;
      if (next?.startsWith("another ")) {
        const id = Uint8Array.from(atob(next.slice(8)), (letter) => letter.charCodeAt(0));
        asked.allowCredentials = [{ type: "public-key", id }];
      }
      const given = await get.call(navigator.credentials, options) as PublicKeyCredential;
      if (next?.startsWith("another ")) {
        return tell(given, (parts) => void (parts.rawId = new Uint8Array(own as ArrayBuffer)));
      }
      const lie = next === null ? undefined : aboutSignatures[next];
      return lie === undefined ? given : tell(given, lie);
    },
  },
});

Object.assign(globalThis, {
  attack: {
    aboutSignatures: [...Object.keys(aboutSignatures), "otherQuestion", "nothing"],
    aboutPasskeys: Object.keys(aboutPasskeys),
    lie: (name: string | null) => next = name,
  },
});
