/** A passkey that is being added is removed only if it cannot be an owner. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Hex } from "viem";
import type { DialogRequest, UIHandler } from "../../dialog/types.ts";
import { memoryStorage } from "../../lib/storage.ts";
import { AcctError } from "../../ground/errors.ts";
import { softwareAuthenticator } from "../../testing/authenticator.ts";
import {
  chain,
  connectedAccount,
  localService,
  localWallet,
  origin,
  whenSettled,
} from "../../testing/local_wallet.ts";
import { accountBook } from "../device/accounts.ts";

type Call = (method: string) => unknown;

/** A wallet with an account. Its user adds a passkey and cancels after a failure. */
async function scene(fails: Call, confirms = true) {
  const forgotten: string[] = [];
  const authenticator = softwareAuthenticator(origin);
  const ui: UIHandler = {
    init() {},
    cleanup() {},
    canHandle: () => true,
    async request(method, params) {
      if (method === "acct_addPasskey") {
        const request = params as DialogRequest<"acct_addPasskey">;
        return await request.approve({ kind: "create", name: "Key" });
      }
      if (method === "acct_changeOwners") {
        const request = params as DialogRequest<"acct_changeOwners">;
        await whenSettled(request);
        if (!confirms) throw new AcctError("user_rejected");
        return await request.approve({}).catch(() => {
          throw new AcctError("user_rejected");
        });
      }
      const request = params as DialogRequest<"wallet_connect">;
      await whenSettled(request);
      return await request.approve({ kind: "create", name: "Me" });
    },
  };
  const storage = memoryStorage();
  let isAdding = false;
  const changes: unknown[] = [];
  const wallet = localWallet(ui, {
    storage,
    service: localService({
      call(method, params) {
        if (isAdding) fails(method);
        if (method === "acct_putOwnerChange") {
          changes.push((params as { readonly change: unknown }).change);
        }
        return method.endsWith("Change") || method === "acct_getOwners"
          ? { changes, chains: [] }
          : true;
      },
    }),
    ceremony: {
      available: true,
      create: authenticator.create,
      get: authenticator.get,
      forget: (_site, credentialId) => void forgotten.push(credentialId),
    },
  });
  const account = await connectedAccount(wallet);
  isAdding = true;
  const { signal } = new AbortController();
  const add = () => wallet.ask("acct_addPasskey", { account, chainId: chain.id }, { signal });
  return { add, forgotten, book: accountBook(storage) };
}

const failing = (name: string, error: AcctError): Call => (method) => {
  if (method === name) throw error;
};

Deno.test("add passkey: a passkey whose change is not signed is removed", async () => {
  const { add, forgotten, book } = await scene(() => {}, false);
  await assertRejects(add, AcctError);
  assertEquals(forgotten.length, 1);
  assertEquals(book.list().length, 1);
});

Deno.test("add passkey: after its signature no failure removes it, because the change may have arrived", async () => {
  for (const cause of ["service_down", "invalid_params"] as const) {
    const { add, forgotten } = await scene(failing("acct_putOwnerChange", new AcctError(cause)));
    await assertRejects(add, AcctError);
    assertEquals(forgotten, [], cause);
  }
});

Deno.test("add passkey: an owner remains one if the registry fails, and is registered with its next use", async () => {
  const { add, forgotten, book } = await scene(
    failing("acct_putCredential", new AcctError("service_down")),
  );
  const view = await add();
  assertEquals(forgotten, []);
  assertEquals(view?.owners.map(({ name }) => name), ["Me", "Key"]);
  const added = book.list().find(({ name }) => name === "Key");
  assert(added !== undefined);
  assertEquals([added.ownerIndex, added.registered], [1, false]);
  assertEquals(added.publicKey, view?.owners[1]?.owner as Hex);
});
