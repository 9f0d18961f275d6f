/**
 * Fakes password managers for tests: page scripts that replace `navigator.credentials`, call the
 * real passkeys, and misbehave. Each misbehavior is self-contained, so that it also runs as a
 * script of a browser's page.
 *
 * @module
 */

/** A call of `navigator.credentials`. */
export interface Prompt {
  readonly kind: "create" | "get";
  readonly options: CredentialCreationOptions & CredentialRequestOptions;
  /** Runs the real ceremony. */
  real(options?: CredentialCreationOptions & CredentialRequestOptions): Promise<object>;
  /** Runs it, and copies the response into objects without prototypes, like password managers. */
  copied(options?: CredentialCreationOptions & CredentialRequestOptions): Promise<CopiedCredential>;
  /** Global object of another realm. */
  readonly realm: Realm;
}

/** Another realm, such as that of an extension or a frame. */
export type Realm = Pick<typeof globalThis, "ArrayBuffer" | "Error" | "Object" | "Uint8Array">;

/** The data members of a credential. */
export interface CopiedCredential {
  id?: string;
  rawId?: unknown;
  type?: string;
  response: Record<string, unknown>;
}

/** A faulty behavior. */
export type Misbehaviour = (prompt: Prompt) => unknown;

/** Responses that an app can use, in several forms. */
export const answers = {
  "no methods": ({ copied }) => copied(),
  "methods that throw": async ({ copied }) => {
    const answer = await copied();
    const illegal = () => {
      throw new TypeError("Illegal invocation");
    };
    Object.assign(answer.response, {
      getAuthenticatorData: illegal,
      getPublicKey: illegal,
      getTransports: illegal,
    });
    return Object.assign(answer, { getClientExtensionResults: illegal, toJSON: illegal });
  },
  "methods that return objects": async ({ copied }) => {
    const answer = await copied();
    return { ...answer, response: { ...answer.response, getAuthenticatorData: () => ({ 0: 1 }) } };
  },
  "another realm": async ({ copied, realm }) => {
    const move = (value: unknown) =>
      value instanceof ArrayBuffer ? realm.Uint8Array.from(new Uint8Array(value)).buffer : value;
    const { id, rawId, type, response } = await copied();
    const moved = new realm.Object() as Record<string, unknown>;
    for (const [name, value] of Object.entries(response)) moved[name] = move(value);
    return Object.assign(new realm.Object(), { id, rawId: move(rawId), type, response: moved });
  },
  "views of larger buffers": async ({ copied }) => {
    const view = (value: unknown) => {
      if (!(value instanceof ArrayBuffer)) return value;
      const larger = new Uint8Array(value.byteLength + 9);
      larger.set(new Uint8Array(value), 4);
      return larger.subarray(4, 4 + value.byteLength);
    };
    const answer = await copied();
    const entries = Object.entries(answer.response).map(([name, value]) => [name, view(value)]);
    return { ...answer, rawId: view(answer.rawId), response: Object.fromEntries(entries) };
  },
  "no type": async ({ copied }) => ({ ...await copied(), type: undefined }),
  "no rawId": async ({ copied }) => ({ ...await copied(), rawId: undefined }),
  "no user handle": async ({ copied }) => {
    const answer = await copied();
    delete answer.response.userHandle;
    return answer;
  },
  "settles twice": ({ real }) => ({
    then(resolve: (answer: object) => void, reject: (error: unknown) => void) {
      real().then((answer) => {
        resolve(answer);
        resolve({});
        reject(new TypeError("twice"));
      }, reject);
    },
  }),
  "refuses names over 64 bytes": async ({ kind, options, real }) => {
    const { user } = kind === "create" ? options.publicKey! : {};
    for (const name of [user?.name ?? "", user?.displayName ?? ""]) {
      if (new TextEncoder().encode(name).length > 64) throw new TypeError("The name is too long.");
    }
    return await real();
  },
} satisfies Record<string, Misbehaviour>;

/** Responses and errors that no app can use, with the cause of the error, per kind of prompt. */
export const failures = {
  "nothing": { make: () => Promise.resolve(undefined), cause: "passkey_cancelled" },
  "a password": {
    make: async ({ copied }) => ({ ...await copied(), type: "password" }),
    cause: "passkey_cancelled",
  },
  "null": { make: () => Promise.resolve(null), cause: "passkey_cancelled" },
  "a plain cancel": {
    make: () => Promise.reject({ name: "NotAllowedError", message: "denied" }),
    cause: "passkey_cancelled",
  },
  "a cancel of another realm": {
    make: ({ realm }) => {
      const error = new realm.Error("denied");
      error.name = "NotAllowedError";
      return Promise.reject(error);
    },
    cause: "passkey_cancelled",
  },
  "a cancel without prototype": {
    make: () => Promise.reject(Object.assign(Object.create(null), { name: "NotAllowedError" })),
    cause: "passkey_cancelled",
  },
  "a cancel as text": {
    make: () => Promise.reject("NotAllowedError"),
    cause: "passkey_cancelled",
  },
  "a cancel that is thrown": {
    make: () => {
      throw { name: "NotAllowedError" };
    },
    cause: "passkey_cancelled",
  },
  "a time-out": {
    make: () => Promise.reject(new DOMException("late", "TimeoutError")),
    cause: "passkey_cancelled",
  },
  "an abort of its own": {
    make: () => Promise.reject(new DOMException("gone", "AbortError")),
    cause: "passkey_cancelled",
  },
  "a text": { make: () => Promise.reject("Something went wrong"), cause: "passkey_failed" },
  "undefined": { make: () => Promise.reject(undefined), cause: "passkey_failed" },
  "TypeError": {
    make: () => Promise.reject(new TypeError("Cannot read properties of null")),
    cause: "passkey_failed",
  },
  "TypeError that is thrown": {
    make: () => {
      throw new TypeError("Cannot read properties of null");
    },
    cause: "passkey_failed",
  },
  "an error that cannot be read": {
    make: () =>
      Promise.reject({
        get name() {
          throw new TypeError("Permission denied to access property");
        },
      }),
    cause: "passkey_failed",
  },
  "UnknownError": {
    make: () =>
      Promise.reject(
        new DOMException(
          "An unknown error occurred while talking to the credential manager.",
          "UnknownError",
        ),
      ),
    cause: "passkey_failed",
  },
  "InvalidStateError": {
    make: () => Promise.reject(new DOMException("exists", "InvalidStateError")),
    cause: { create: "passkey_exists", get: "passkey_failed" },
  },
  "a pending request": {
    make: () => Promise.reject(new DOMException("A request is already pending.", "OperationError")),
    cause: "passkey_pending",
  },
  "a pending request that is not allowed": {
    make: () =>
      Promise.reject(new DOMException("A request is already pending.", "NotAllowedError")),
    cause: "passkey_pending",
  },
  "no bytes": {
    make: async ({ copied }) => ({ ...await copied(), response: { clientDataJSON: "eyJ9" } }),
    cause: "passkey_invalid",
  },
  "a wrapper that cannot be read": {
    make: async ({ real }) => Object.create(await real()),
    cause: "passkey_invalid",
  },
  "another challenge": {
    make: ({ options, real }) => {
      const challenge = new Uint8Array(32);
      return real({ publicKey: { ...options.publicKey!, challenge } });
    },
    cause: "passkey_invalid",
  },
  "a user who is not verified": {
    make: ({ options, real }) =>
      real({
        publicKey: {
          ...options.publicKey!,
          userVerification: "discouraged",
          authenticatorSelection: {
            ...options.publicKey!.authenticatorSelection,
            userVerification: "discouraged",
          },
        },
      }),
    cause: "passkey_invalid",
  },
} satisfies Record<string, {
  readonly make: Misbehaviour;
  readonly cause: string | { readonly create: string; readonly get: string };
}>;

/** Prompts that ignore their signal. */
export const hangs = {
  "never settles": () => new Promise(() => {}),
  "answers after the abort": ({ options, real }) =>
    new Promise((resolve) => {
      const answer = real({ publicKey: options.publicKey! });
      options.signal!.addEventListener("abort", () => setTimeout(() => resolve(answer), 20));
    }),
} satisfies Record<string, Misbehaviour>;

/** A password manager that can be changed while it is installed. */
export interface FakeManager {
  /** The misbehavior; `null` for normal behavior. */
  misbehave: Misbehaviour | null;
  /** Kinds of its prompts so far. */
  readonly prompts: ("create" | "get")[];
}

/** Replaces `navigator.credentials`. The function is self-contained. */
export function fakeManager(first: Misbehaviour | null, realmOf: () => Realm): FakeManager {
  const { credentials } = navigator;
  const manager: FakeManager = { misbehave: first, prompts: [] };
  const members = [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ];
  const replaced = (kind: Prompt["kind"]) => (options: Prompt["options"]) => {
    manager.prompts.push(kind);
    const real: Prompt["real"] = (changed = options) =>
      credentials[kind](changed) as Promise<object>;
    if (manager.misbehave === null) return real();
    return manager.misbehave({
      kind,
      options,
      real,
      async copied(changed) {
        const { id, rawId, type, response } = await real(changed) as PublicKeyCredential;
        const copy: Record<string, unknown> = {};
        for (const name of members) {
          const value: unknown = Reflect.get(response, name);
          if (value !== undefined && value !== null) copy[name] = value;
        }
        return { id, rawId, type, response: copy };
      },
      get realm() {
        return realmOf();
      },
    });
  };
  Object.defineProperty(navigator, "credentials", {
    configurable: true,
    value: { create: replaced("create"), get: replaced("get") },
  });
  return manager;
}

/**
 * Returns a script that replaces `navigator.credentials` in a page; `globalThis.manager.misbehave =
 * null` restores the normal behavior.
 */
export function managerScript(misbehave: Misbehaviour): string {
  const realmOf = `() => {
    const frame = document.createElement("iframe");
    document.documentElement.append(frame);
    return frame.contentWindow;
  }`;
  return `globalThis.manager = (${fakeManager})(${misbehave}, ${realmOf});`;
}
