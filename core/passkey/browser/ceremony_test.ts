import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { AcctError, causes } from "../../ground/errors.ts";
import { softwareAuthenticator } from "../../testing/authenticator.ts";
import { fakeUser, localWallet } from "../../testing/local_wallet.ts";
import { defineGlobals } from "../../testing/page_credentials.ts";
import { checkAssertion, verifyAssertion } from "../assertion.ts";
import { checkAttestation } from "../attestation.ts";
import { causeOf } from "./answer.ts";
import { browserCeremony } from "./ceremony.ts";

const origin = "https://keys.example";
const rpId = "keys.example";
const challenge = new Uint8Array(32).fill(7);
const expected = { challenge, origin, rpId };
const user = { rpId, rpName: rpId, userId: new Uint8Array(37), name: "me", challenge };

Deno.test("passkey: a creation and an assertion pass the checks, and the key verifies", async () => {
  const authenticator = softwareAuthenticator(origin);
  const passkey = await checkAttestation(await authenticator.create(user), expected);
  assertEquals(passkey.publicKey.length, 2 + 128);
  for (let time = 0; time < 50; time++) {
    authenticator.lies = { highS: time % 2 === 0 };
    const assertion = checkAssertion(await authenticator.get({ rpId, challenge }), expected);
    assertEquals(assertion.credentialId, passkey.credentialId);
    assertEquals(await verifyAssertion(assertion, passkey.publicKey), true);
  }
});

Deno.test("passkey: only the requesting page may embed the frame of the passkey prompt", async () => {
  const authenticator = softwareAuthenticator(origin);
  await authenticator.create(user);
  const page = "https://shop.example";
  const framed = (top: string) => (usual: string) =>
    `{${usual.replace('"crossOrigin":false', `"crossOrigin":true${top}`)}}`;
  const check = async (top: string | null, topOrigin?: string | null) => {
    authenticator.lies = top === null ? {} : { clientData: framed(top) };
    const given = await authenticator.get({ rpId, challenge });
    return checkAssertion(given, { ...expected, ...(topOrigin !== undefined && { topOrigin }) });
  };
  for (
    const [top, allowed] of [
      [null, null],
      [null, page],
      [`,"topOrigin":"${page}"`, page],
      // Browsers without that member.
      ["", page],
      // Ignored for a page's own passkeys.
      [`,"topOrigin":"https://evil.example"`, undefined],
    ] as const
  ) await check(top, allowed);
  for (
    const [top, allowed] of [
      [`,"topOrigin":"https://evil.example"`, page],
      [`,"topOrigin":"${page}.evil"`, page],
      [`,"topOrigin":"${page}"`, null],
      ["", null],
    ] as const
  ) {
    const error = await assertRejects(() => check(top, allowed), AcctError);
    assertEquals(error.data.cause, "passkey_invalid", top);
  }
});

Deno.test("passkey: a browser that cannot report immediately, or never responds, counts as unsupported", async () => {
  const ceremony = browserCeremony();
  const ask = async (getClientCapabilities: unknown) => {
    Object.assign(globalThis, { PublicKeyCredential: { getClientCapabilities } });
    return await ceremony.immediate!();
  };
  try {
    assertEquals(await ask(() => Promise.resolve({ immediateGet: true })), true);
    for (
      const answer of [
        undefined,
        () => Promise.resolve({}),
        () => Promise.resolve(null),
        () => Promise.resolve({ immediateGet: "true" }),
        () => Promise.reject(new Error("no")),
        () => new Promise(() => {}),
        () => {
          throw new TypeError("no");
        },
      ]
    ) assertEquals(await ask(answer), false, String(answer));
  } finally {
    Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  }
  assertEquals(await ceremony.immediate!(), false);
});

Deno.test("passkey: every forged response of an authenticator is rejected", async () => {
  const authenticator = softwareAuthenticator(origin);
  await authenticator.create(user);
  const lies = [
    { origin: "https://keys.example.evil" },
    { origin: "http://keys.example" },
    { rpId: "example" },
    { flags: 0x01 }, // present, not verified
    { flags: 0x04 }, // verified, not present
    { flags: 0x00 },
    { challenge: new Uint8Array(32).fill(8) },
    { challenge: new Uint8Array(31).fill(7) },
    { type: "webauthn.create" },
    { clientData: (usual: string) => `{${usual},"type":"webauthn.get"}` },
    { clientData: () => "not json" },
  ];
  for (const lie of lies) {
    authenticator.lies = lie;
    const error = await assertRejects(
      async () => checkAssertion(await authenticator.get({ rpId, challenge }), expected),
      AcctError,
    );
    assertEquals(error.data.cause, "passkey_invalid", JSON.stringify(lie));
    if ("flags" in lie && lie.flags === 0x00) continue; // no credential without its flag
    await assertRejects(
      async () => {
        const type = lie.type === undefined ? {} : { type: "webauthn.get" };
        authenticator.lies = { ...lie, ...type };
        await checkAttestation(await authenticator.create(user), expected);
      },
      AcctError,
    );
  }
});

Deno.test("passkey: an assertion of one key does not verify with another", async () => {
  const authenticator = softwareAuthenticator(origin);
  const first = await checkAttestation(await authenticator.create(user), expected);
  await authenticator.create(user);
  const assertion = checkAssertion(await authenticator.get({ rpId, challenge }), expected);
  assertEquals(await verifyAssertion(assertion, first.publicKey), false);
});

Deno.test("passkey: a key that is not on the curve is rejected", async () => {
  const authenticator = softwareAuthenticator(origin);
  await authenticator.create(user);
  const assertion = checkAssertion(await authenticator.get({ rpId, challenge }), expected);
  await assertRejects(() => verifyAssertion(assertion, `0x${"11".repeat(64)}`), AcctError);
  await assertRejects(() => verifyAssertion(assertion, `0x${"00".repeat(64)}`), AcctError);
});

Deno.test("passkey: each error of the browser has its own cause, and a cancellation stays one", () => {
  const cause = (name: string) => causeOf(new DOMException("text", name));
  assertEquals(cause("NotAllowedError"), "passkey_cancelled");
  assertEquals(cause("InvalidStateError"), "passkey_exists");
  assertEquals(cause("SecurityError"), "passkey_wrong_site");
  assertEquals(cause("ConstraintError"), "passkey_no_authenticator");
  assertEquals(cause("NotSupportedError"), "passkey_no_authenticator");
  assertEquals(cause("AbortError"), "aborted");
  assertEquals(cause("TimeoutError"), "passkey_cancelled");
  assertEquals(cause("OperationError"), "passkey_pending");
  assertEquals(cause("UnknownError"), "passkey_failed");
  assertEquals(causeOf("nonsense"), "passkey_failed");
  assertEquals(/support/i.test(causes.passkey_cancelled.message), false);
});

Deno.test("passkey: signals are sent to browsers that support them, and failures are ignored", () => {
  const heard: [string, unknown][] = [];
  const before = Object.getOwnPropertyDescriptor(globalThis, "PublicKeyCredential");
  const install = (value: unknown) =>
    Object.defineProperty(globalThis, "PublicKeyCredential", { value, configurable: true });
  const ceremony = browserCeremony();
  const passkey = {
    rpId: "keys.example",
    credentialId: "AQID",
    userId: Uint8Array.of(1, 2, 3),
    name: "lily.eth",
  };
  try {
    // Without the API, with a part of it, or with one that throws, there is no effect.
    for (
      const value of [undefined, class {}, {
        signalCurrentUserDetails() {
          throw new TypeError("another form");
        },
        signalAllAcceptedCredentials: () => Promise.reject(new Error("refused")),
      }]
    ) {
      install(value);
      ceremony.describe?.(passkey);
      ceremony.forget?.("keys.example", "AQID");
    }
    const hear = (name: string) => (data: unknown) => {
      heard.push([name, data]);
      return Promise.resolve();
    };
    install({
      signalUnknownCredential: hear("unknown"),
      signalCurrentUserDetails: hear("details"),
      signalAllAcceptedCredentials: hear("accepted"),
    });
    ceremony.describe?.(passkey);
    ceremony.forget?.("keys.example", "AQID");
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, "PublicKeyCredential");
    else Object.defineProperty(globalThis, "PublicKeyCredential", before);
  }
  const rpId = "keys.example";
  assertEquals(heard, [
    ["details", { rpId, userId: "AQID", name: "lily.eth", displayName: "lily.eth" }],
    ["accepted", { rpId, userId: "AQID", allAcceptedCredentialIds: ["AQID"] }],
    ["unknown", { rpId, credentialId: "AQID" }],
  ]);
});

/** Enters a page without passkeys; the policy blocks some features, in browsers that report it. */
function enterPage(forbidden: readonly string[] | null, secure = true): Disposable {
  const refuse = () => Promise.reject(new DOMException("not allowed", "NotAllowedError"));
  const allowsFeature = (feature: string) => forbidden?.includes(feature) !== true;
  return defineGlobals({
    PublicKeyCredential: function () {},
    isSecureContext: secure,
    document: forbidden === null ? {} : { featurePolicy: { allowsFeature } },
    navigator: { credentials: { get: refuse, create: refuse } },
  });
}

Deno.test("passkey: a policy that blocks a prompt is not mistaken for a user who closed it", async () => {
  const get = "publickey-credentials-get";
  const create = "publickey-credentials-create";
  for (
    const [forbidden, available, causes] of [
      [[], true, ["passkey_cancelled", "passkey_cancelled"]],
      [null, true, ["passkey_cancelled", "passkey_cancelled"]],
      [[get, create], false, ["passkey_unsupported", "passkey_unsupported"]],
      [[create], true, ["passkey_cancelled", "passkey_unsupported"]],
    ] as const
  ) {
    using _ = enterPage(forbidden);
    const ceremony = browserCeremony();
    using reported = watchErrors();
    const errors = [
      await assertRejects(() => ceremony.get({ rpId, challenge }), AcctError),
      await assertRejects(() => ceremony.create(user), AcctError),
    ];
    const blocked = errors.filter(({ data }) => data.cause === "passkey_unsupported");
    // The developer can read it while the dialog is still open.
    assertEquals(reported.lines.length, blocked.length);
    for (const [index, { data }] of blocked.entries()) {
      assertMatch(data.advice, /Permissions-Policy.*allow attribute.*publickey-credentials/);
      assert(reported.lines[index]!.includes(data.advice));
    }
    assertEquals([ceremony.available, errors.map(({ data }) => data.cause)], [available, causes]);
    for (const { data, message } of errors) {
      if (data.cause === "passkey_unsupported") {
        assertMatch(message, /Permissions-Policy.*publickey/);
      }
    }
  }
});

Deno.test("passkey: the user is informed before any click, and the developer gets the required change", async () => {
  for (
    const [forbidden, secure, said] of [
      [["publickey-credentials-get"], true, /Permissions-Policy, or its frame's allow attribute/],
      [[], false, /must be served over https/],
    ] as const
  ) {
    const { available, obstacle } = read(forbidden, secure);
    assertEquals(available, false);
    const ceremony = { ...softwareAuthenticator("https://shop.example"), available, obstacle };
    const wallet = localWallet(
      fakeUser((request) => {
        request.reject();
        return Promise.resolve();
      }),
      { ceremony },
    );
    const { signal } = new AbortController();
    using reported = watchErrors();
    const error = await assertRejects(
      () => wallet.ask("wallet_connect", { chainId: 1 }, { signal }),
      AcctError,
    );
    assertEquals(error.data.cause, "passkey_unsupported");
    assertMatch(error.message, said);
    assertMatch(error.data.advice, said);
    assertEquals(reported.lines.length, 1);
    assertMatch(reported.lines[0]!, said);
  }
});

/** Collects the logged errors. */
function watchErrors(): Disposable & { readonly lines: string[] } {
  const { error } = console;
  const lines: string[] = [];
  console.error = (line: string) => lines.push(line);
  return { lines, [Symbol.dispose]: () => void (console.error = error) };
}

Deno.test("passkey: authenticators get at most 64 bytes of a name, and whole characters", async () => {
  const names: string[] = [];
  const keep = ({ publicKey }: CredentialCreationOptions) => {
    names.push(publicKey!.user.name, publicKey!.user.displayName);
    return Promise.reject(new DOMException("closed", "NotAllowedError"));
  };
  const signal = ({ name, displayName }: Record<string, string>) => {
    if (name !== undefined) names.push(name, displayName!);
    return Promise.resolve();
  };
  using _ = defineGlobals({
    navigator: { credentials: { create: keep, get: keep } },
    PublicKeyCredential: Object.assign(function () {}, {
      signalCurrentUserDetails: signal,
      signalAllAcceptedCredentials: signal,
    }),
    isSecureContext: true,
  });
  const ceremony = browserCeremony();
  for (
    const [name, shown] of [
      ["me", "me"],
      ["口座".repeat(20), "口座".repeat(10) + "口"],
      ["👨\u200d👩\u200d👧\u200d👦".repeat(5), "👨\u200d👩\u200d👧\u200d👦".repeat(2)],
    ] as const
  ) {
    names.length = 0;
    await assertRejects(() => ceremony.create({ ...user, name }), AcctError);
    ceremony.describe?.({ rpId, credentialId: "AQID", userId: new Uint8Array(37), name });
    assertEquals(names, Array(4).fill(shown));
  }
});

Deno.test("passkey: a closed prompt leaves no listener, and none is opened after an abort", async () => {
  const added: string[] = [];
  let prompts = 0;
  using _ = defineGlobals({
    navigator: {
      credentials: { get: () => Promise.resolve(prompts++ === 0 ? null : {}), create() {} },
    },
    PublicKeyCredential: function () {},
    isSecureContext: true,
    addEventListener: (type: string) => added.push(type),
    removeEventListener: (type: string) => added.splice(added.indexOf(type), 1),
  });
  const ceremony = browserCeremony();
  for (const cause of ["passkey_unknown", "passkey_invalid"]) {
    const ask = () => ceremony.get({ rpId, challenge, immediate: true });
    assertEquals((await assertRejects(ask, AcctError)).data.cause, cause);
    assertEquals(added, []);
  }
  const aborted = AbortSignal.abort();
  const ask = () => ceremony.get({ rpId, challenge }, aborted);
  assertEquals((await assertRejects(ask, AcctError)).data.cause, "aborted");
  assertEquals(prompts, 2);
});

Deno.test("passkey: an abort inside the manager's own call closes the prompt", async () => {
  const abort = new AbortController();
  using _ = defineGlobals({
    navigator: {
      credentials: {
        get() {
          abort.abort();
          return new Promise(() => {});
        },
      },
    },
    PublicKeyCredential: function () {},
  });
  const ask = () => browserCeremony().get({ rpId, challenge }, abort.signal);
  assertEquals((await assertRejects(ask, AcctError)).data.cause, "aborted");
});

Deno.test("passkey: credentials that throw when they are read are ignored", async () => {
  const navigator = {
    get credentials(): never {
      throw new TypeError("broken extension");
    },
  };
  using _ = defineGlobals({ navigator, PublicKeyCredential: function () {} });
  const ceremony = browserCeremony();
  assertEquals(ceremony.available, false);
  const ask = () => ceremony.get({ rpId, challenge });
  assertEquals((await assertRejects(ask, AcctError)).data.cause, "passkey_unsupported");
});

function read(forbidden: readonly string[], secure: boolean) {
  using _ = enterPage(forbidden, secure);
  const { available, obstacle } = browserCeremony();
  return { available, obstacle };
}
