import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../ground/errors.ts";
import { softwareAuthenticator } from "../../testing/authenticator.ts";
import { fakeUser, localService, localWallet, origin } from "../../testing/local_wallet.ts";
import type { DialogRequest, UIHandler } from "../../dialog/types.ts";

/** Connects in a browser without passkeys; `act` is the user's action in the dialog. */
function walletWithout(act: (request: DialogRequest<"wallet_connect">) => Promise<unknown>) {
  const authenticator = softwareAuthenticator(origin);
  const asked: string[] = [];
  const refuse = (what: string) => {
    asked.push(what);
    return Promise.reject(new AcctError("service_down"));
  };
  const service = localService({
    chain: (_id, method) => refuse(method),
    rpc: (method) => refuse(method),
    call: (method) => refuse(method),
  });
  const ui: UIHandler = {
    init() {},
    cleanup() {},
    canHandle: () => true,
    request: (_method, params) => act(params as DialogRequest<"wallet_connect">),
  };
  const ceremony = { ...authenticator, available: false };
  const wallet = localWallet(ui, { service, ceremony });
  return { wallet, asked, prompts: authenticator.prompts };
}

Deno.test("connecting hides options that the handler has no dialogs for", async () => {
  for (const unhandled of [null, "acct_addPasskey", "acct_changeOwners"]) {
    const shown: string[] = [];
    const ceremony = softwareAuthenticator(origin);
    // Present, verified, with a new credential that is not backed up.
    ceremony.lies.flags = 0x45;
    const user = fakeUser(async (request: DialogRequest<"acct_addPasskey">) => {
      shown.push(request.method);
      await request.approve({ kind: "skip" });
    });
    const ui: UIHandler = {
      ...user,
      canHandle: (method) => method !== unhandled,
    };
    const wallet = localWallet(ui, { ceremony });
    const { signal } = new AbortController();
    const { account } = await wallet.ask("wallet_connect", { chainId: 1 }, { signal });
    assertEquals(account.owners.length, 1);
    assertEquals(shown, unhandled === null ? ["acct_addPasskey"] : []);
  }
});

Deno.test("a browser without passkeys is reported from the start, without further effects", async () => {
  const seen: unknown[] = [];
  const { wallet, asked, prompts } = walletWithout((request) => {
    const { status, error, retry, known } = request.preview.get();
    seen.push([status, error?.cause, retry, known]);
    request.reject();
    return Promise.resolve();
  });
  const signal = new AbortController().signal;
  const error = await assertRejects(
    () => wallet.ask("wallet_connect", { chainId: 1 }, { signal }),
    AcctError,
  );
  assertEquals(seen, [["error", "passkey_unsupported", undefined, []]]);
  assertEquals(error.data.cause, "passkey_unsupported");
  assertEquals([asked, prompts], [[], []]);
});

Deno.test("a handler that approves nevertheless creates no passkey", async () => {
  const causes: string[] = [];
  const { wallet, prompts } = walletWithout(async (request) => {
    for (const kind of ["existing", "create"] as const) {
      const choice = kind === "create" ? { kind, name: "Me" } : { kind };
      await request.approve(choice).catch((error) => causes.push(error.data.cause));
    }
  });
  const signal = new AbortController().signal;
  const error = await assertRejects(
    () => wallet.ask("wallet_connect", { chainId: 1 }, { signal }),
    AcctError,
  );
  assertEquals(causes, ["passkey_unsupported", "passkey_unsupported"]);
  assertEquals(error.data.cause, "passkey_unsupported");
  assertEquals(prompts, []);
});

Deno.test("withdrawn is withdrawn, not unsupported", async () => {
  const { wallet } = walletWithout(() => new Promise(() => {}));
  const caller = new AbortController();
  const answer = wallet.ask("wallet_connect", { chainId: 1 }, { signal: caller.signal });
  caller.abort();
  assertEquals((await assertRejects(() => answer, AcctError)).data.cause, "aborted");
});
