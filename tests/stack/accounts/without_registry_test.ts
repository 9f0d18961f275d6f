/**
 * The service has forgotten every passkey and every owner: two uses of a passkey and the chains are
 * enough.
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Hex } from "viem";
import { creationOf } from "../../../core/account/owners/creation.ts";
import { readExport } from "../../../core/account/owners/record.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import type { GetCredentialResult } from "../../../core/protocol/service/mod.ts";
import { softwareAuthenticator } from "../../../core/testing/authenticator.ts";
import { toBase64Url } from "../../../core/lib/base64url.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { openPage, origin, type Page } from "../../conformance/wallet.ts";
import { call } from "../support/client.ts";
import { operate } from "./operate.ts";

const friend: Hex = `0x${"c7".repeat(20)}`;

Deno.test("registry gone: another device finds the account with two prompts", async (t) => {
  await using stack = await startStack({ second: true });
  await using page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  const registered = (index: number) => known(stack, page, index);

  await t.step("before it is on any chain", async () => {
    assertEquals(await registered(0), true);
    await forget(stack);
    assertEquals(await registered(0), false);
    await using other = openPage(stack, { existing: true, ceremony: only(page, 0) });
    const before = page.ceremony.prompts.length;
    assertEquals((await other.provider.request({ method: "eth_requestAccounts" }))[0], address);
    assertEquals(page.ceremony.prompts.slice(before), ["get", "get"]);
    // The registry has it again: the next device needs one prompt.
    await until("it is registered again", () => registered(0));
    await using next = openPage(stack, { existing: true, ceremony: only(page, 0) });
    assertEquals((await next.provider.request({ method: "eth_requestAccounts" }))[0], address);
    assertEquals(page.ceremony.prompts.slice(before), ["get", "get", "get"]);
  });

  await t.step("deployed, with a second passkey, by either; and the owners come back", async () => {
    await operate(page, stack);
    await request({ method: "acct_addPasskey" });
    const record = await request({ method: "acct_exportAccount" });
    assertEquals(record.changes.length, 1);
    for (const index of [0, 1]) {
      await forget(stack);
      await using other = openPage(stack, { existing: true, ceremony: only(page, index) });
      assertEquals((await other.provider.request({ method: "eth_requestAccounts" }))[0], address);
      const account = { address: address!, owners: record.owners, nonce: record.nonce };
      await until(
        "the owners are back",
        async () =>
          (await call<OwnersResult>(stack, "acct_getOwners", [{ account }])).changes.length === 1,
      );
      assertEquals(await other.provider.request({ method: "acct_exportAccount" }), record);
      assert(
        await other.provider.request({
          method: "personal_sign",
          params: ["0x68656c6c6f", address!],
        }),
      );
      await other.provider.request({ method: "eth_sendTransaction", params: [{ to: friend }] });
    }
  });

  await t.step("a removed passkey owns nothing, a foreign one gets one prompt", async () => {
    const { owners } = await request({ method: "acct_getOwners" });
    await request({ method: "acct_removeOwner", params: [{ owner: owners[1]!.owner }] });
    await forget(stack);
    await using late = openPage(stack, { existing: true, ceremony: only(page, 1) });
    const error = await assertRejects(
      () => late.provider.request({ method: "eth_requestAccounts" }),
      AcctError,
    );
    assertEquals(cause(error), "passkey_unknown");

    const foreign = softwareAuthenticator(origin);
    const options = { rpId: "localhost", rpName: "x", name: "x", challenge: new Uint8Array(32) };
    await foreign.create({ ...options, userId: crypto.getRandomValues(new Uint8Array(16)) });
    await using stranger = openPage(stack, { existing: true, ceremony: foreign });
    const unknown = await assertRejects(
      () => stranger.provider.request({ method: "eth_requestAccounts" }),
      AcctError,
    );
    assertEquals([cause(unknown), foreign.prompts], ["passkey_unknown", ["create", "get"]]);
  });
});

Deno.test("registry gone: an account that another user created with this user's key is not used", async () => {
  await using stack = await startStack();
  await using page = openPage(stack);
  const [address] = await page.provider.request({ method: "eth_requestAccounts" });
  const { owners } = await page.provider.request({ method: "acct_exportAccount" });
  await using thief = openPage(stack);
  await thief.provider.request({ method: "eth_requestAccounts" });
  const own = (await thief.provider.request({ method: "acct_exportAccount" })).owners[0]!;
  // The thief's account has both as owners, and is the only one on the chain.
  const made = { address: friend, owners: [own, owners[0]!], nonce: "0x0" } as const;
  const { factory, factoryData } = creationOf(made);
  const from = stack.addresses.bundler;
  await stack.node.request("anvil_impersonateAccount", [from]);
  await stack.node.request("eth_sendTransaction", [{ from, to: factory, data: factoryData }]);
  await forget(stack);
  await using other = openPage(stack, { existing: true, ceremony: only(page, 0) });
  assertEquals((await other.provider.request({ method: "eth_requestAccounts" }))[0], address);
});

Deno.test("record: exported by the provider, the same for every device, and readable", async () => {
  await using stack = await startStack();
  await using page = openPage(stack);
  const { request } = page.provider;
  const refused = await assertRejects(() => request({ method: "acct_exportAccount" }), AcctError);
  assertEquals(refused.data.cause, "unauthorized");
  const [address] = await request({ method: "eth_requestAccounts" });
  const record = await request({ method: "acct_exportAccount" });
  assertEquals([record.address, record.changes, record.chains], [address!, [], undefined]);
  await request({ method: "eth_sendTransaction", params: [{ to: friend }] });
  const later = await request({ method: "acct_exportAccount" });
  assertEquals(later.chains, [{ id: stack.chainId, name: "Local" }]);
  const { account } = await readExport(JSON.parse(JSON.stringify(later)));
  assertEquals(account.address, address!);
});

/** Empties the registry of passkeys and of owner changes. */
async function forget({ service }: Stack): Promise<void> {
  await service.context.store.deleteFrom("credentials").execute();
  await service.context.store.deleteFrom("owner_changes").execute();
}

/** Returns true if the registry has a passkey of a page. */
async function known(stack: Stack, { ceremony }: Page, index: number): Promise<boolean> {
  const credentialId = toBase64Url(ceremony.credentials[index]!.id);
  const { keys } = await call<GetCredentialResult>(stack, "acct_getCredential", [{ credentialId }]);
  return keys.length > 0;
}

/** Reads the error of a failed request; an error displayed to the user is its cause. */
function cause(error: AcctError): string {
  return error.cause instanceof AcctError ? error.cause.data.cause : error.data.cause;
}

/** The passkeys of a user on a device without accounts: the one at `index` answers. */
function only({ ceremony }: Page, index: number): Page["ceremony"] {
  const { credentials } = ceremony;
  return {
    ...ceremony,
    create: () => Promise.reject(new AcctError("passkey_cancelled")),
    get: (options, signal) =>
      ceremony.get({
        ...options,
        credentialIds: options.credentialIds ?? [toBase64Url(credentials[index]!.id)],
      }, signal),
  };
}
