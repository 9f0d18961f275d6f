/**
 * A recovery that the service relays: one signature of a recovery owner starts it on two networks,
 * a veto stops it, and otherwise it finishes after its delay, without any further request.
 */
import { assert, assertEquals } from "@std/assert";
import { createPublicClient, type Hex, hexToBytes, numberToHex } from "viem";
import { wrapSignature } from "../../../contracts/testing/passkey.ts";
import { stepDigest, type UnsignedRecovery } from "../../../core/account/owners/change.ts";
import { addressOwner, ownerWord, ZERO_WORD } from "../../../core/account/owners/key.ts";
import { vetoDigest } from "../../../core/account/owners/veto.ts";
import { isActive } from "../../../core/permission/mod.ts";
import { toBase64Url } from "../../../core/lib/base64url.ts";
import type { GetAccountResult, GetCredentialResult } from "../../../core/protocol/service/mod.ts";
import { softwareAuthenticator } from "../../../core/testing/authenticator.ts";
import { userIdOf } from "../../../core/wallet/context/context.ts";
import type { OwnersResult } from "../../../core/wire/owners.ts";
import { listen } from "../../../scripts/stack/listen.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { createService } from "../../../service/mod.ts";
import { openPage, origin } from "../../conformance/wallet.ts";
import { operateOn } from "../accounts/operate.ts";
import { ownerOf } from "../accounts/owner_changes.ts";
import { call, type Reach, rpc, user } from "../support/client.ts";
import { recoverer, recoveryScene } from "./recovery_scene.ts";

type Scene = Awaited<ReturnType<typeof recoveryScene>>;

/** Signs a recovery by the recovery address, and has the service relay it. */
async function putRecovery(
  { account, sign }: Scene,
  reach: Pick<Reach, "serverUrl" | "apiKey">,
  recovery: UnsignedRecovery,
) {
  const signed = { ...recovery, signature: await sign(recovery) };
  const params = [{ account, recovery: signed }];
  return await rpc<OwnersResult>({ ...reach, chainId: 0 }, "acct_putRecovery", params);
}

/** A new passkey for the account, as the new device creates it. */
async function newPasskey({ account }: Scene) {
  const ceremony = softwareAuthenticator(origin);
  await ceremony.create(
    {
      rpId: "localhost",
      userId: userIdOf(hexToBytes(account.address)),
      challenge: new Uint8Array(32),
    } as Parameters<typeof ceremony.create>[0],
  );
  const { bytes } = ownerOf({ ceremony } as Parameters<typeof ownerOf>[0], 0);
  return { ceremony, bytes, credentialId: toBase64Url(ceremony.credentials[0]!.id) };
}

/** Starts another service on the database of a stack, whose own service has stopped. */
async function restart({ service, serverUrl, apiKey, chainId }: Scene["stack"], database: string) {
  await using scope = new AsyncDisposableStack();
  const chains = [...service.context.chains.values()].map(({ config }) => config);
  const again = await createService({
    host: new URL(serverUrl).host,
    database,
    chains,
    limits: {
      key: { requests: 20_000, seconds: 4 },
      client: { requests: 20_000, seconds: 4 },
    },
    log: () => {},
  });
  scope.defer(() => again.stop());
  let requests = 0;
  const listener = listen(0, (request, client) => {
    requests++;
    const { pathname, search } = new URL(request.url);
    return again.fetch(new Request(`${serverUrl}${pathname}${search}`, request), client);
  });
  scope.defer(() => listener.stop());
  const owned = scope.move();
  return {
    store: again.store,
    reach: { serverUrl: `http://localhost:${listener.port}`, apiKey, chainId },
    requests: () => requests,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

Deno.test("put recovery: waits on every network, is stopped by a veto, and otherwise finishes after a restart", async () => {
  const database = `${await Deno.makeTempDir()}/service.sqlite`;
  await using at = await recoveryScene({ stack: { database } });
  const { stack, page, account, first, second } = at;
  const networks = [first, second];
  const nodes = [stack.node, stack.second!.node];
  const carried = () => Promise.all(networks.map((network) => network.carried()));
  const pending = () => Promise.all(networks.map(async (each) => (await each.pending())[0]));
  const stored = async (store = stack.service.store) =>
    (await store.selectFrom("signed_recoveries").select("digest").execute())
      .map(({ digest }) => digest);
  const granted = await page.provider.request({
    method: "wallet_grantPermissions",
    params: [{
      // The time of the chain passes the delay.
      expiry: Math.floor(Date.now() / 1000) + 30 * 86_400,
      spender: `0x${"d5".repeat(20)}`,
      chainId: numberToHex(stack.chainId),
      permissions: { spends: [{ token: stack.tokens[0].address, allowance: "5", unit: "day" }] },
      capabilities: {
        paymasterService: { url: `${stack.serverUrl}/v1/paymaster/${stack.chainId}` },
      },
    }],
  });
  const client = createPublicClient({ transport: patientHttp(stack.rpcUrl) });
  assertEquals(await isActive(client, granted), true);
  const { head } = await first.state();
  const before = await carried();

  // Started on both networks, and no owner change yet.
  const stoppedOne = at.toHeir(head);
  const stoppedId = stepDigest(account.address, stoppedOne);
  const { result } = await putRecovery(at, stack, stoppedOne);
  assertEquals(result!.changes.length, 1);
  assertEquals(result!.chains.map(({ pending }) => pending.map(({ recovery }) => recovery)), [
    [stoppedId],
    [stoppedId],
  ]);
  // Replayed, it has no effect.
  assertEquals((await putRecovery(at, stack, stoppedOne)).result!.chains, result!.chains);
  assertEquals(await carried(), before.map((count) => count + 1));
  assertEquals(await stored(), [stoppedId]);

  // A full owner stops it, and the relayer does not start it again.
  const veto = { heads: [head], target: stoppedId };
  const signature = wrapSignature(
    0,
    await ownerOf(page, 0).sign(vetoDigest(account.address, veto)),
  );
  await call(stack, "acct_putVeto", [{ account, veto: { ...veto, signature } }]);
  assertEquals(await pending(), [ZERO_WORD, ZERO_WORD]);
  await stack.service.context.relayer.relay(account);
  await stack.service.context.relayer.resume();
  assertEquals(await carried(), before.map((count) => count + 2));
  assertEquals(await stored(), []);
  assertEquals(
    (await putRecovery(at, stack, stoppedOne)).error?.data?.field,
    "params[0].recovery.signature",
  );

  // Another one, for a new passkey.
  const device = await newPasskey(at);
  const recovery: UnsignedRecovery = {
    ...at.toHeir(head, 2n),
    owners: [
      { index: 1, kind: "recovery", owner: addressOwner(recoverer.address) },
      { index: 2, kind: "full", owner: device.bytes },
    ],
  };
  const id = stepDigest(account.address, recovery);
  await putRecovery(at, stack, recovery);
  assertEquals(await pending(), [id, id]);
  const credential = { credentialId: device.credentialId, publicKey: device.bytes, account };
  const early = await rpc(stack, "acct_putCredential", [credential]);
  assertEquals(early.error?.data?.field, "params[0].account.owners");

  await stack.service.stop();
  for (const [index, network] of networks.entries()) {
    const { timestamp } = await nodes[index]!.request<{ timestamp: Hex }>(
      "eth_getBlockByNumber",
      ["latest", false],
    );
    const [, readyAt] = await network.pending();
    // The service starts before it is ready.
    await network.pass(Number(readyAt) - Number(timestamp) - 8);
    await nodes[index]!.request("evm_setIntervalMining", [1]);
  }
  await using again = await restart(stack, database);
  await until("it is finished on both networks", async () => {
    const heads = await Promise.all(networks.map(async (each) => (await each.state()).head));
    return heads.every((each) => each === id);
  });
  for (const network of networks) {
    const { words } = await network.state();
    assertEquals([words[0], words[2]], [ZERO_WORD, ownerWord(device.bytes)]);
  }
  assertEquals(await isActive(client, granted), false);
  const rows = () => again.store.selectFrom("owner_changes").select("head").execute();
  await until("the service has it as an owner change", async () => (await rows()).length === 2);
  await until("it is no longer stored separately", async () => {
    return (await stored(again.store)).length === 0;
  });
  assertEquals(again.requests(), 0);

  // The new device signs in, and controls the account on both networks.
  await call(again.reach, "acct_putCredential", [credential]);
  const { keys } = await call<GetCredentialResult>(again.reach, "acct_getCredential", [{
    credentialId: device.credentialId,
  }]);
  assertEquals(keys.map(({ publicKey, changes }) => [publicKey, changes?.length]), [
    [device.bytes, 2],
  ]);
  const { serverUrl } = again.reach;
  await using newPage = openPage(stack, { existing: true, ceremony: device.ceremony, serverUrl });
  const [address] = await newPage.provider.request({ method: "eth_requestAccounts" });
  assertEquals(address, account.address);
  for (const chainId of [stack.chainId, stack.second!.id]) {
    assertEquals(await operateOn(newPage, stack, chainId), 200);
  }
});

Deno.test("put recovery: its budget is separate, and does not delay owner changes", async () => {
  await using at = await recoveryScene();
  const { stack, page, first, second } = at;
  const { store } = stack.service;
  const { key_id: keyId } = await store.selectFrom("owner_changes").select("key_id")
    .executeTakeFirstOrThrow();
  for (const id of [stack.chainId, stack.second!.id]) {
    await store.insertInto("counters").values({
      owner: `recoveries of ${keyId}`,
      day: Math.floor(Date.now() / 86_400_000),
      kind: "relayed_gwei",
      subject: `chain ${id}`,
      used: 1_000_000_000_000,
    }).execute();
  }
  const before = await first.carried();
  const { result } = await putRecovery(at, stack, at.toHeir((await first.state()).head));
  assertEquals(result!.chains.map(({ pending }) => pending.length), [0, 0]);
  assertEquals(await first.carried(), before);
  const { owners } = await page.provider.request({ method: "acct_getOwners" });
  await page.provider.request({
    method: "acct_removeOwner",
    params: [{ owner: owners[1]!.owner }],
  });
  for (const network of [first, second]) {
    assertEquals((await network.state()).words[1], ZERO_WORD);
  }
  // The recovery no longer continues the owners of any network.
  assertEquals(await store.selectFrom("signed_recoveries").selectAll().execute(), []);
});

Deno.test("account: found by its address, as the service stores it", async () => {
  await using stack = await startStack();
  await using page = openPage(stack);
  const [address] = await page.provider.request({ method: "eth_requestAccounts" });
  const { owners, nonce } = await page.provider.request({ method: "acct_exportAccount" });
  const find = (of: Hex) => call<GetAccountResult>(stack, "acct_getAccount", [{ address: of }]);
  const { account } = await find(address!);
  assert(account !== null);
  assertEquals([account.owners, account.nonce], [owners, nonce]);
  assertEquals(account.address, address!.toLowerCase());
  assertEquals(await find(user(7_801).account.address), { account: null });
  const { error } = await rpc(stack, "acct_getAccount", [{ address: "0x12" }]);
  assertEquals(error?.data?.field, "params[0].address");
});
