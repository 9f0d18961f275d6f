/**
 * Passkeys of a wallet host that a page continues are requested, stored and used with their own RP
 * ID.
 */
import { assertEquals, assertRejects } from "@std/assert";
import type { Hex } from "viem";
import { accountOf } from "../../account/address.ts";
import type {
  ConnectChoice,
  ConnectPreview,
  DialogRequest,
  UIHandler,
} from "../../dialog/types.ts";
import { memoryStorage } from "../../lib/storage.ts";
import { checkAttestation } from "../../passkey/attestation.ts";
import type { GetOptions } from "../../passkey/browser/ceremony.ts";
import { AcctError } from "../../ground/errors.ts";
import type { ResolvedOptions } from "../../page/options/resolve_options.ts";
import { softwareAuthenticator } from "../../testing/authenticator.ts";
import {
  chain,
  localService,
  localWallet,
  origin,
  whenSettled,
} from "../../testing/local_wallet.ts";
import { createAppWallet } from "../app_specific.ts";
import { userIdOf } from "../context/context.ts";
import { accountBook } from "../device/accounts.ts";

const old = "keys.old.example";
const own = "keys.example";
const { signal } = new AbortController();

/** A wallet that continues another host, and an authenticator with a passkey of each RP ID given. */
async function scene(choice: ConnectChoice, ...rpIds: readonly string[]) {
  const authenticator = softwareAuthenticator(origin);
  const keys: Hex[] = [];
  for (const rpId of rpIds) {
    const challenge = new Uint8Array(32);
    const made = { rpId, rpName: rpId, userId: userIdOf(), name: "Me", challenge };
    const created = await authenticator.create(made);
    keys.push((await checkAttestation(created, { challenge, origin, rpId })).publicKey);
  }
  const asked: [rpId: string, immediate: boolean][] = [];
  const shown: ConnectPreview[] = [];
  const ui: UIHandler = {
    init() {},
    cleanup() {},
    canHandle: () => true,
    async request(method, params) {
      const request = params as DialogRequest<"wallet_connect">;
      await whenSettled(request);
      if (method === "wallet_connect") shown.push(request.preview.get());
      return await request.approve(method === "wallet_connect" ? choice : {} as ConnectChoice);
    },
  };
  const storage = memoryStorage();
  const wallet = localWallet(ui, {
    storage,
    continues: old,
    service: localService({
      call: (method) =>
        method === "acct_getCredential"
          ? { keys: keys.map((publicKey) => ({ publicKey, account: accountOf(publicKey) })) }
          : true,
    }),
    ceremony: {
      available: true,
      immediate: () => Promise.resolve(true),
      create: authenticator.create,
      get(options: GetOptions) {
        asked.push([options.rpId, options.immediate === true]);
        const has = rpIds.includes(options.rpId);
        return has
          ? authenticator.get(options)
          : Promise.reject(new AcctError(options.immediate ? "passkey_unknown" : "wrong_passkey"));
      },
    },
  });
  return { wallet, asked, shown, book: accountBook(storage), keys };
}

const connect = ({ wallet }: Awaited<ReturnType<typeof scene>>) =>
  wallet.ask("wallet_connect", { chainId: chain.id }, { signal });

Deno.test("continued host: its passkey connects, is stored with its RP ID, and signs", async () => {
  const there = await scene({ kind: "existing", continued: true }, old);
  const { account } = await connect(there);
  assertEquals(account.address, accountOf(there.keys[0]!).address);
  assertEquals(there.shown[0]!.continues, old);
  assertEquals(there.book.list().map(({ rpId }) => rpId), [old]);
  const message = { account: account.address, chainId: chain.id, message: "0x01" } as const;
  await there.wallet.ask("personal_sign", message, { signal });
  assertEquals(there.asked, [[old, false], [old, false]]);
});

Deno.test("continued host: the page's own passkeys are requested without its RP ID", async () => {
  const there = await scene({ kind: "existing" }, own, old);
  await connect(there);
  assertEquals(there.asked, [[own, false]]);
  assertEquals(there.book.list().map((record) => "rpId" in record), [false]);
});

Deno.test("continued host: one button tries the page's own passkeys first, and then creates one", async () => {
  const both = await scene({ kind: "immediate", name: "Me" }, own, old);
  await connect(both);
  assertEquals(both.asked, [[own, true]]);
  const older = await scene({ kind: "immediate", name: "Me" }, old);
  await connect(older);
  assertEquals(older.asked, [[own, true], [old, true]]);
  const none = await scene({ kind: "immediate", name: "Me" });
  await connect(none);
  assertEquals(none.asked, [[own, true], [old, true]]);
  // New passkeys belong to the page itself.
  assertEquals(none.book.list().map((record) => "rpId" in record), [false]);
});

Deno.test("continued host: an account with a passkey of each is offered once, with the page's own", async () => {
  const there = await scene({ kind: "existing", continued: true }, old);
  await connect(there);
  const [record] = there.book.list();
  const { rpId: _, ...rest } = record!;
  there.book.put({ ...rest, credentialId: "AQID", lastUsed: record!.lastUsed - 9 });
  await connect(there);
  assertEquals(there.shown[1]!.known.map(({ credentialId }) => credentialId), ["AQID"]);
});

Deno.test("continued host: an invalid stored RP ID invalidates its entry, and no other", async () => {
  const there = await scene({ kind: "existing", continued: true }, old);
  await connect(there);
  const [record] = there.book.list();
  for (const rpId of ["https://keys.old.example", "", "a b", 7, null]) {
    there.book.put({ ...record!, credentialId: "AQID", rpId: rpId as string });
    assertEquals(there.book.list().map(({ credentialId }) => credentialId), [
      record!.credentialId,
    ]);
  }
});

Deno.test("AppSpecific: an RP ID that is not a host name is rejected with its field", async () => {
  for (const rpId of ["https://shop.example", "shop.example:443", "Shop.example", "", "a/b"]) {
    const options = { preference: { rpId } } as ResolvedOptions;
    const error = await assertRejects(
      // deno-lint-ignore require-await
      async () => createAppWallet(options, {} as UIHandler, localService(), memoryStorage()),
      AcctError,
    );
    assertEquals([error.code, error.data.field], [-32602, "preference.rpId"], rpId);
  }
});

Deno.test("continued host: a record with a lost or changed RP ID is repaired by the passkey's next use", async () => {
  for (const given of [undefined, "keys.third.example"]) {
    const there = await scene({ kind: "existing", continued: true }, old);
    await connect(there);
    const { rpId: _, ...rest } = there.book.list()[0]!;
    there.book.put({ ...rest, ...(given !== undefined && { rpId: given }) });
    await connect(there);
    assertEquals(there.book.list().map(({ rpId }) => rpId), [old]);
  }
  // Likewise for the page's own passkeys.
  const there = await scene({ kind: "existing" }, own);
  await connect(there);
  there.book.put({ ...there.book.list()[0]!, rpId: old });
  await connect(there);
  assertEquals(there.book.list().map((record) => "rpId" in record), [false]);
});
