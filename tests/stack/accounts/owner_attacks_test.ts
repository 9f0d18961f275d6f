/**
 * Owners under attack, through the provider: a stolen key, a network that was taken, changes that
 * the service does not know. The wallet reports the actual state of each network.
 */
import { assertEquals, assertRejects } from "@std/assert";
import { createPublicClient, encodeFunctionData, type Hex, numberToHex } from "viem";
import { acctAbi } from "../../../contracts/artifacts/acct_abi.ts";
import type { Owner } from "../../../contracts/testing/passkey.ts";
import { toContract, type UnsignedChange } from "../../../core/account/owners/change.ts";
import { indexOfOwner, ZERO_WORD } from "../../../core/account/owners/key.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { OwnerJson, OwnersResult } from "../../../core/wire/owners.ts";
import type { AccountJson } from "../../../core/wire/values.ts";
import { type Stack, startStack } from "../../../scripts/stack/mod.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { patientHttp } from "../../../scripts/stack/patient_http.ts";
import { openPage, type Page } from "../../conformance/wallet.ts";
import { call, rpc } from "../support/client.ts";
import { operate } from "./operate.ts";
import { ownerOf, signChange } from "./owner_changes.ts";

const friend: Hex = `0x${"c7".repeat(20)}`;
const stranger: Hex = `0x${"00".repeat(12)}${"d8".repeat(20)}`;

/** An account with two passkeys on two networks: the user's, and a stolen one. */
interface Scene extends AsyncDisposable {
  readonly stack: Stack;
  readonly page: Page;
  readonly account: AccountJson;
  readonly user: Owner;
  readonly thief: Owner;
  /** The owners on the first or second network. */
  on(network: 0 | 1): Promise<{ head: Hex; words: readonly Hex[] }>;
  /** Submits a change to one network alone, past the service. */
  apply(network: 0 | 1, change: UnsignedChange, by: Owner): Promise<void>;
  /** The states of both networks, as displayed by the wallet. */
  states(of?: Page): Promise<string[]>;
}

async function scene(): Promise<Scene> {
  const stack = await startStack({ second: true });
  const page = openPage(stack);
  const { request } = page.provider;
  const [address] = await request({ method: "eth_requestAccounts" });
  await operate(page, stack);
  await request({ method: "acct_addPasskey" });
  const { owners, nonce } = await request({ method: "acct_exportAccount" });
  const clients = [stack.rpcUrl, stack.second!.rpcUrl].map((url) =>
    createPublicClient({ transport: patientHttp(url) })
  );
  const on = async (network: 0 | 1) => {
    const [head, , , words] = await clients[network]!.readContract({
      address: address!,
      abi: acctAbi,
      functionName: "ownerState",
    });
    return { head, words };
  };
  return {
    stack,
    page,
    account: { address: address!, owners, nonce },
    user: ownerOf(page, 0),
    thief: ownerOf(page, 1),
    on,
    async apply(network, change, by) {
      const client = clients[network]!;
      const { words } = await on(network);
      const index = Math.max(indexOfOwner(words, by.bytes), 0);
      const { signature } = await signChange(address!, change, by, index);
      const from = stack.addresses.bundler;
      await client.request({ method: "anvil_impersonateAccount", params: [from] } as never);
      const { request: transaction } = await client.simulateContract({
        account: from,
        address: address!,
        abi: acctAbi,
        functionName: "applyOwnerChange",
        args: [toContract(change), signature],
      });
      const hash = await client.request({
        method: "eth_sendTransaction",
        params: [{ from, to: address!, data: encodeFunctionData(transaction) }],
      } as never);
      await client.waitForTransactionReceipt({ hash, checkReplacement: false });
    },
    async states(of = page) {
      const { chains } = await of.provider.request({ method: "acct_getOwners" });
      return chains.map(({ state }) => state);
    },
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await stack[Symbol.asyncDispose]();
    },
  };
}

const owner = (index: number, { bytes }: { readonly bytes: Hex }): OwnerJson => ({
  index,
  kind: "full",
  owner: bytes,
});

const change = (
  { head, words }: { head: Hex; words: readonly Hex[] },
  owners: readonly OwnerJson[],
): UnsignedChange => ({
  from: [head],
  owners,
  next: Math.max(words.length, ...owners.map(({ index }) => index + 1)),
  delay: 259_200,
});

/** Opens the wallet on a device without accounts; the passkey at an index answers. */
function elsewhere({ stack, page }: Scene, index: number): Page {
  const { ceremony } = page;
  const known = ceremony.credentials[index]!;
  return openPage(stack, {
    existing: true,
    ceremony: {
      ...ceremony,
      create: () => Promise.reject(new AcctError("passkey_cancelled")),
      get: (options, signal) => {
        const before = [...ceremony.credentials];
        ceremony.credentials.splice(0, before.length, known);
        return ceremony.get(options, signal).finally(() =>
          ceremony.credentials.splice(0, 1, ...before)
        );
      },
    },
  });
}

async function forgetEverything({ stack }: Scene): Promise<void> {
  await stack.service.context.store.deleteFrom("credentials").execute();
  await stack.service.context.store.deleteFrom("owner_changes").execute();
}

Deno.test("stolen key: uses up a change on one network, and is removed from both by one prompt", async () => {
  await using at = await scene();
  const { page, user, thief } = at;
  await at.apply(
    1,
    change(await at.on(1), [owner(0, user), owner(1, thief), {
      index: 2,
      kind: "full",
      owner: stranger,
    }]),
    thief,
  );
  assertEquals(await at.states(), ["done", "ahead"]);
  const prompts = page.ceremony.prompts.length;
  const view = await page.provider.request({
    method: "acct_removeOwner",
    params: [{ owner: thief.bytes }],
  });
  assertEquals(page.ceremony.prompts.slice(prompts), ["get"]);
  assertEquals(view.chains.map(({ state }) => state), ["done", "done"]);
  for (const network of [0, 1] as const) {
    const { words } = await at.on(network);
    assertEquals(words.filter((word) => word !== ZERO_WORD).length, 1);
    assertEquals(indexOfOwner(words, user.bytes), 0);
  }
  assertEquals((await at.on(0)).head, (await at.on(1)).head);
  // The account works on both, and the thief's passkey does not open it.
  for (const chainId of [at.stack.chainId, at.stack.second!.id]) {
    await page.provider.request({
      method: "wallet_sendCalls",
      params: [{
        chainId: numberToHex(chainId),
        calls: [{ to: friend }],
        capabilities: {
          paymasterService: { url: `${at.stack.serverUrl}/v1/paymaster/${chainId}` },
        },
      }],
    });
  }
  await using late = elsewhere(at, 1);
  const refused = await assertRejects(
    () => late.provider.request({ method: "eth_requestAccounts" }),
    AcctError,
  );
  assertEquals((refused.cause as AcctError).data.cause, "passkey_unknown");
});

Deno.test("stolen key: takes over one network; the wallet never reports that it was removed there", async () => {
  await using at = await scene();
  const { page, user, thief, account } = at;
  await at.apply(1, change(await at.on(1), [owner(1, thief)]), thief);
  // While the thief's key is one of the account's, it could bring the network back.
  assertEquals(await at.states(), ["done", "forked"]);
  const view = await page.provider.request({
    method: "acct_removeOwner",
    params: [{ owner: thief.bytes }],
  });
  assertEquals(view.chains.map(({ state }) => state), ["done", "lost"]);
  assertEquals(await at.states(), ["done", "lost"]);
  assertEquals(indexOfOwner((await at.on(0)).words, thief.bytes), -1);
  assertEquals(indexOfOwner((await at.on(1)).words, thief.bytes), 1);
  // With more changes on its side than the user has on the other.
  for (let round = 0; round < 3; round++) {
    const more = { index: 2 + round, kind: "full", owner: stranger } as const;
    await at.apply(1, change(await at.on(1), [owner(1, thief), more]), thief);
    await at.apply(1, change(await at.on(1), [owner(1, thief)]), thief);
  }
  // The registry is lost: the rightful owner still finds the account, and gets its actual state.
  await forgetEverything(at);
  await using other = elsewhere(at, 0);
  const [found] = await other.provider.request({ method: "eth_requestAccounts" });
  assertEquals(found, account.address);
  await until(
    "the owner's changes are back",
    async () => (await at.states(other)).join() === "done,lost",
  );
  assertEquals(indexOfOwner((await at.on(0)).words, user.bytes), 0);
});

Deno.test("a change unknown to the service is displayed, and the next one applies everywhere", async () => {
  await using at = await scene();
  const { page, user, thief: second } = at;
  const outside = change(await at.on(0), [owner(0, user), owner(1, second), {
    index: 2,
    kind: "full",
    owner: stranger,
  }]);
  await at.apply(0, outside, user);
  assertEquals(await at.states(), ["ahead", "done"]);
  // No change was submitted to the other network without a prompt in the wallet.
  assertEquals((await at.on(1)).words.length, 2);
  const view = await page.provider.request({ method: "acct_addPasskey" });
  assertEquals(view!.owners.map(({ index }) => index), [0, 1, 3]);
  assertEquals(view!.chains.map(({ state }) => state), ["done", "done"]);
  const added = ownerOf(page, 2);
  for (const network of [0, 1] as const) {
    const { words } = await at.on(network);
    assertEquals([indexOfOwner(words, added.bytes), words.indexOf(stranger)], [3, -1]);
  }
  await using other = elsewhere(at, 2);
  await other.provider.request({ method: "eth_requestAccounts" });
  await other.provider.request({ method: "eth_sendTransaction", params: [{ to: friend }] });
});

Deno.test("two devices sign at the same head, each on another network: one prompt merges them", async () => {
  await using at = await scene();
  const { page, user, thief: second } = at;
  const [here, there] = [await at.on(0), await at.on(1)];
  assertEquals(here.head, there.head);
  await at.apply(
    0,
    change(here, [owner(0, user), owner(1, second), {
      index: 2,
      kind: "full",
      owner: stranger,
    }]),
    user,
  );
  const rival: Hex = `0x${"00".repeat(12)}${"e9".repeat(20)}`;
  await at.apply(
    1,
    change(there, [owner(0, user), owner(1, second), {
      index: 2,
      kind: "full",
      owner: rival,
    }]),
    second,
  );
  assertEquals(await at.states(), ["forked", "forked"]);
  const before = await page.provider.request({ method: "acct_getOwners" });
  const view = await page.provider.request({
    method: "acct_addRecoveryAddress",
    params: [{ owner: friend }],
  });
  assertEquals(view.chains.map(({ state }) => state), ["done", "done"]);
  assertEquals(view.owners.length, before.owners.length + 1);
  assertEquals(await at.on(0), await at.on(1));
});

Deno.test("a fork known to the service: each passkey gets the owners of its side", async () => {
  await using at = await scene();
  const { stack, page, user, thief, account } = at;
  const here = await at.on(1);
  const signed = await signChange(account.address, change(here, [owner(1, thief)]), thief, 1);
  await at.apply(1, change(here, [owner(1, thief)]), thief);
  // Signed at the head that both networks had, and applied on the other one.
  await at.apply(0, change(await at.on(0), [owner(0, user)]), user);
  const { error } = await rpc(stack, "acct_putOwnerChange", [{ account, change: signed }]);
  assertEquals(error, undefined);
  const mine = await signChange(account.address, change(here, [owner(0, user)]), user, 0);
  const put = await rpc(stack, "acct_putOwnerChange", [{ account, change: mine }]);
  assertEquals(put.error, undefined);
  await using theirs = elsewhere(at, 1);
  await theirs.provider.request({ method: "eth_requestAccounts" });
  const sides = await Promise.all(
    [page, theirs].map(async ({ provider }) =>
      (await provider.request({ method: "acct_getOwners" })).owners.map((each) => each.owner)
    ),
  );
  assertEquals(sides, [[user.bytes], [thief.bytes]]);
});

Deno.test("a removed owner cannot register a change, neither at an old head nor at a new one", async () => {
  await using at = await scene();
  const { stack, page, user, thief, account } = at;
  const old = await at.on(0);
  await page.provider.request({ method: "acct_removeOwner", params: [{ owner: thief.bytes }] });
  const now = await at.on(0);
  const put = async (from: readonly Hex[]) => {
    const owners = [owner(0, user), owner(1, thief)];
    const signed = await signChange(account.address, { ...change(now, owners), from }, thief, 1);
    const { error } = await rpc(stack, "acct_putOwnerChange", [{ account, change: signed }]);
    return [error?.data?.cause, error?.data?.field];
  };
  assertEquals(await put([now.head]), ["invalid_params", "params[0].change.signature"]);
  assertEquals(await put([old.head]), ["invalid_params", "params[0].change.from"]);
  assertEquals(await put([old.head, now.head]), ["invalid_params", "params[0].change.from"]);
  const { changes } = await call<OwnersResult>(stack, "acct_getOwners", [{ account }]);
  assertEquals(changes.length, 2);
  assertEquals(await at.states(), ["done", "done"]);
});
