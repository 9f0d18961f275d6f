/**
 * Password managers that replace `navigator.credentials` and misbehave: every misbehavior in every
 * flow with a passkey, in the app's page and behind the wallet host's window.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { createContext, runInContext } from "node:vm";
import { AcctError, causes } from "../../ground/errors.ts";
import {
  answers,
  failures,
  hangs,
  type Misbehaviour,
  type Realm,
} from "../../testing/fake_manager.ts";
import { defineGlobals } from "../../testing/page_credentials.ts";
import {
  type Flow,
  flows,
  LONG_NAME,
  type ManagedWallet,
  managedWallet,
  sides,
} from "../../testing/managed_wallet.ts";

const realm: Realm = runInContext("globalThis", createContext());

/** Time in which a closed request must settle, far below any timeout of a request. */
const AT_ONCE_MS = 2_000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

type Side = (typeof sides)[number];

/** Runs a case of a flow with a new wallet. */
async function inWallet(
  side: Side,
  flow: Flow,
  run: (at: ManagedWallet, start: (signal?: AbortSignal) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  using at = managedWallet(side, realm);
  await run(at, await flow.begin(at));
}

for (const side of sides) {
  for (const flow of flows.filter(({ inHost }) => inHost || side === "AppSpecific")) {
    Deno.test(`managers, ${side}: ${flow.name}, with responses of every form`, async () => {
      for (const [name, misbehave] of Object.entries<Misbehaviour>(answers)) {
        await inWallet(side, flow, async (at, start) => {
          at.manager.misbehave = misbehave;
          assert(await start() !== undefined, name);
        });
      }
    });

    Deno.test(`managers, ${side}: ${flow.name}, each failure has its cause, and a retry works`, async () => {
      for (const [name, { make, cause }] of Object.entries(failures)) {
        await inWallet(side, flow, async (at, start) => {
          const expected = typeof cause === "string" ? cause : cause[flow.kind];
          at.manager.misbehave = make;
          const seen: [string, number][] = [];
          at.act = async (_request, approve) => {
            if (at.manager.misbehave === null) return await approve();
            for (let time = 0; time < 2; time++) {
              const { code, data } = await assertRejects(approve, AcctError);
              seen.push([data.cause, code]);
            }
            at.manager.misbehave = null;
            return await approve();
          };
          assert(await start() !== undefined, name);
          const { code } = causes[expected as keyof typeof causes];
          assertEquals([name, seen], [name, [[expected, code], [expected, code]]]);
        });
      }
    });

    Deno.test(`managers, ${side}: ${flow.name}, a prompt that hangs ends with the dialog and the app's signal`, async () => {
      for (const [name, misbehave] of Object.entries<Misbehaviour>(hangs)) {
        for (const how of ["user_rejected", "aborted"] as const) {
          await inWallet(side, flow, async (at, start) => {
            const before = at.known();
            at.log.length = 0;
            at.manager.misbehave = misbehave;
            const app = new AbortController();
            at.act = async (request, approve) => {
              const prompts = at.manager.prompts.length;
              void approve().catch(() => {});
              while (at.manager.prompts.length === prompts) await pause(1);
              if (how === "aborted") app.abort();
              else request.reject();
              return await new Promise(() => {});
            };
            const answer = start(app.signal);
            answer.catch(() => {});
            const late = pause(AT_ONCE_MS).then(() => ({ code: 0, data: { cause: "pending" } }));
            const error = await Promise.race([assertRejects(() => answer, AcctError), late]);
            assertEquals([name, error.data.cause, error.code], [name, how, 4001]);

            await pause(60);
            // A late signature is not used; a created passkey is either stored or removed.
            const writes = at.log.filter((method) => /send|put/i.test(method));
            assertEquals([name, writes], [name, []]);
            const made = at.known().length - before.length;
            const isKept = name !== "never settles" && flow.name === "connect with a new passkey";
            assertEquals([name, made], [name, isKept ? 1 : 0]);

            at.manager.misbehave = null;
            at.act = (_request, approve) => approve();
            assert(await start() !== undefined, name);
          });
        }
      }
    });
  }
}

Deno.test("managers: the wallet stores the full name, of which the authenticator got a part", async () => {
  for (const side of sides) {
    using at = managedWallet(side, realm);
    at.manager.misbehave = answers["refuses names over 64 bytes"];
    const { name } = await at.ask("wallet_connect", { chainId: 1 }) as { name: string };
    assertEquals(name, LONG_NAME);
  }
});

Deno.test("managers: a passkey that was created late is reused, and none is created", async () => {
  using at = managedWallet("AppSpecific", realm);
  at.manager.misbehave = hangs["answers after the abort"];
  at.act = (request, approve) => {
    void approve().catch(() => {});
    request.reject();
    return Promise.resolve();
  };
  await assertRejects(() => at.ask("wallet_connect", { chainId: 1 }), AcctError);
  while (at.known().length === 0) await pause(1);
  at.manager.misbehave = null;
  at.act = (_request, approve) => approve();
  at.choose = ({ known }) => ({ kind: "continue", credentialId: known[0]!.credentialId });
  const { account } = await at.ask("wallet_connect", { chainId: 1 }) as { account: object };
  assert(account !== undefined);
  assertEquals(at.manager.prompts, ["create", "get"]);
  assertEquals(at.authenticator.credentials.length, 1);
});

Deno.test("managers: a passkey that was created late for an account with others is removed", async () => {
  using at = managedWallet("AppSpecific", realm);
  const add = await flows.find(({ name }) => name === "add a passkey")!.begin(at);
  const forgotten: unknown[] = [];
  Object.assign(PublicKeyCredential, {
    signalUnknownCredential: (signal: unknown) => Promise.resolve(forgotten.push(signal)),
  });
  at.manager.misbehave = hangs["answers after the abort"];
  at.act = (request, approve) => {
    void approve().catch(() => {});
    request.reject();
    return Promise.resolve();
  };
  await assertRejects(() => add(), AcctError);
  while (forgotten.length === 0) await pause(1);
  assertEquals(at.known().length, 1);
});

Deno.test("managers: ignoring allowCredentials returns another account's passkey, and signs nothing", async () => {
  for (const side of sides) {
    for (const flow of flows.filter(({ kind, name }) => kind === "get" && !/existing/.test(name))) {
      using at = managedWallet(side, realm);
      const start = await flow.begin(at);
      const { manager, authenticator } = at;
      const other = softwareUser();
      await authenticator.create(other);
      manager.misbehave = ({ options, real }) => {
        const { allowCredentials: _, ...publicKey } = options.publicKey!;
        return real({ publicKey });
      };
      at.log.length = 0;
      at.act = async (request, approve) => {
        const error = await assertRejects(approve, AcctError);
        assertEquals([flow.name, error.data.cause], [flow.name, "wrong_passkey"]);
        request.reject();
      };
      await assertRejects(() => start(), AcctError);
      assertEquals(at.log.filter((method) => /send|put/i.test(method)), []);
    }
  }
});

const softwareUser = () => ({
  rpId: "keys.example",
  rpName: "keys.example",
  userId: new Uint8Array(37),
  name: "Other",
  challenge: new Uint8Array(32),
});

Deno.test("managers: missing navigator.credentials or PublicKeyCredential is reported before a click", async () => {
  for (const side of sides) {
    for (const missing of ["PublicKeyCredential", "navigator"]) {
      using at = managedWallet(side, realm);
      using _ = defineGlobals({ [missing]: missing === "navigator" ? {} : undefined });
      const seen: unknown[] = [];
      at.act = (request) => {
        seen.push((request.preview.get() as { error?: { cause: string } }).error?.cause);
        request.reject();
        return Promise.resolve();
      };
      const error = await assertRejects(() => at.ask("wallet_connect", { chainId: 1 }), AcctError);
      assertEquals([error.data.cause, seen], ["passkey_unsupported", ["passkey_unsupported"]]);
    }
  }
});

Deno.test("managers: static methods that throw, hang or are missing block nothing", async () => {
  const hanging = () => new Promise(() => {});
  const throwing = () => {
    throw new TypeError("Illegal invocation");
  };
  for (const broken of [hanging, throwing, undefined, () => null, () => Promise.reject(null)]) {
    using at = managedWallet("AppSpecific", realm);
    Object.assign(PublicKeyCredential, {
      getClientCapabilities: broken,
      isConditionalMediationAvailable: broken,
      isUserVerifyingPlatformAuthenticatorAvailable: broken,
      signalCurrentUserDetails: broken,
      signalAllAcceptedCredentials: broken,
      signalUnknownCredential: broken,
    });
    for (const flow of flows) {
      at.choose = () => ({ kind: "create", name: LONG_NAME });
      const start = await flow.begin(at);
      assert(await start() !== undefined, flow.name);
    }
  }
});
